import { type RangePart, wallDateFormat, wallRangeFormat } from './date-format.ts';
import { type Language, timeGrammarOf } from './language.ts';
import { sayTime, sayTimes } from './time-of-day.js';

/** Formats a wall time, such as `2031-05-10 18:30:00`, or a date. */
type FormatWall = (wall: string, language: Language) => string;

function formatIn(options: Intl.DateTimeFormatOptions): FormatWall {
  const inLanguage = wallDateFormat(options);
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
/** `6.30 pm` */
export const formatTime: FormatWall = (wall, language) => sayTime(timeGrammarOf(language), timeOf(wall));
/** `Saturday, May 10, 2031, 6.30 pm` */
export const formatMoment: FormatWall = (wall, language) =>
  `${formatDay(wall, language)}, ${formatTime(wall, language)}`;

/** The times of two wall times, whatever their days: `6.30–8 pm`. */
export const formatTimes = (from: string, to: string, language: Language): string =>
  sayTimes(timeGrammarOf(language), timeOf(from), timeOf(to)).join('');

const SOURCES = ['shared', 'startRange', 'shared', 'endRange'] as const;

/** The same in its pieces; one piece if both are said alike. */
export const timesParts = (from: string, to: string, language: Language): RangePart[] =>
  sayTimes(timeGrammarOf(language), timeOf(from), timeOf(to)).flatMap((text, at) =>
    text === '' ? [] : { source: SOURCES[at]!, text },
  );

const timeOf = (wall: string): string => wall.slice(11, 16);

const dateRanges = wallRangeFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** `May 5 – 11, 2031` */
export const formatDateRange = (from: string, to: string, language: Language): string =>
  dateRanges(language)(from, to);

/** A text as it begins a heading: some languages write months and weekdays in lower case. */
export const asHeading = (text: string, language: Language): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
