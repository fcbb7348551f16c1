import { type Said, sayingIn, sayingRangesIn } from '../../i18n/date-format.ts';
import type { Language } from '../../i18n/language.ts';
import { dateOf } from '../../lib/time/zones.ts';

/** A number of a day as the wall time of its noon. */
const noon = (day: number): string => `${dateOf(day)} 12:00:00`;

const ofDays =
  (said: (language: Language) => Said) =>
  (day: number, language: Language): string =>
    said(language)(noon(day));

/** `May 2031` */
export const monthSaid = ofDays(sayingIn({ month: 'long', year: 'numeric' }));
/** `May` */
export const monthNameSaid = ofDays(sayingIn({ month: 'long' }));
/** `Tuesday` */
export const weekdaySaid = ofDays(sayingIn({ weekday: 'long' }));
/** `Tue` */
export const weekdayShort = ofDays(sayingIn({ weekday: 'short' }));
/** `May 6, 2031` */
export const dateSaid = ofDays(sayingIn({ day: 'numeric', month: 'long', year: 'numeric' }));
/** `Tuesday, May 6` */
export const daySaidShort = ofDays(sayingIn({ weekday: 'long', day: 'numeric', month: 'long' }));
/** `Tuesday, May 6, 2031` */
export const daySaidLong = ofDays(
  sayingIn({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
);

const ranges = sayingRangesIn({ day: 'numeric', month: 'long', year: 'numeric' });

/** `May 5 – 11, 2031` */
export const daysSaid = (from: number, to: number, language: Language): string =>
  ranges(language)(noon(from), noon(to));

/** A text as it begins a heading: some languages write months and weekdays in lower case. */
export const asHeading = (text: string, language: Language): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** The number of a week by ISO 8601. */
export const weekNumber = (day: number): number => Temporal.PlainDate.from(dateOf(day)).weekOfYear!;
