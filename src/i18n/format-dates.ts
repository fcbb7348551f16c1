import { wallRangeFormat, wallTimeFormat } from './date-format.ts';
import type { Language } from './language.ts';

/** Formats the date or the time of a wall time, such as `2031-05-10 18:30:00`; for a date without a time, its day. */
type FormatWall = (wall: string, language: Language) => string;

function formatIn(options: Intl.DateTimeFormatOptions): FormatWall {
  const inLanguage = wallTimeFormat(options);
  return (wall, language) => inLanguage(language)(wall);
}

/** `Saturday, May 10, 2031` */
export const formatDay = formatIn({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** `Saturday, May 10` */
export const formatDayOfYear = formatIn({ weekday: 'long', day: 'numeric', month: 'long' });
/** `Sat, May 10` */
export const formatShortDay = formatIn({ weekday: 'short', day: 'numeric', month: 'short' });
/** `Sat, May 10, 2031` */
export const formatShortDayAndYear = formatIn({
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
});
/** `May 10, 2031` */
export const formatDate = formatIn({ day: 'numeric', month: 'long', year: 'numeric' });
/** `May 2031` */
export const formatMonth = formatIn({ month: 'long', year: 'numeric' });
/** `September` */
export const formatMonthName = formatIn({ month: 'long' });
/** `Sep` */
export const formatShortMonth = formatIn({ month: 'short' });
/** `Saturday` */
export const formatWeekday = formatIn({ weekday: 'long' });
/** `Sat` */
export const formatShortWeekday = formatIn({ weekday: 'short' });
/** `6:30 PM` */
export const formatTime = formatIn({ hour: 'numeric', minute: '2-digit' });

const dateRanges = wallRangeFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** `May 5 – 11, 2031` */
export const formatDateRange = (from: string, to: string, language: Language): string =>
  dateRanges(language)(from, to);

/** A text as it begins a heading: some languages write months and weekdays in lower case. */
export const asHeading = (text: string, language: Language): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
