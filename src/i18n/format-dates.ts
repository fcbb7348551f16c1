import { eachLanguage, kept, wallDateFormat } from './date-format.ts';
import { type Language, recurrenceGrammarOf, timeGrammarOf } from './language.ts';
import { sayTime, sayTimes } from './time-of-day.js';

/** Formats a wall time, such as `2031-05-10 18:30:00`, or a date. */
type FormatWall = (wall: string, language: Language) => string;

function formatIn(options: Intl.DateTimeFormatOptions): FormatWall {
  const inLanguage = wallDateFormat(options);
  return (wall, language) => inLanguage(language)(wall);
}

/** `Saturday 10 May 2031` */
export const formatDay = formatIn({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** `Saturday 10 May` */
export const formatDayOfYear = formatIn({ weekday: 'long', day: 'numeric', month: 'long' });
/** `Sat 10 May` */
export const formatShortDay = formatIn({ weekday: 'short', day: 'numeric', month: 'short' });
/** `Sat 10 May 2031` */
export const formatShortDayAndYear = formatIn({
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
});
/** `10 May 2031` */
export const formatDate = formatIn({ day: 'numeric', month: 'long', year: 'numeric' });
/** `May 2031` */
export const formatMonth = formatIn({ month: 'long', year: 'numeric' });
/** `September` */
export const formatMonthName = formatIn({ month: 'long' });
/** The month as it follows the number of a day: `September`, in Catalan `de setembre`. */
export function formatMonthOfDay(wall: string, language: Language, hasYear = false): string {
  const { edgeInMonth, inYear, months } = recurrenceGrammarOf(language);
  const [year = '', month] = wall.split('-');
  const dayAndMonth = edgeInMonth('', months[Number(month) - 1]!).trim();
  return hasYear ? inYear(dayAndMonth, year) : dayAndMonth;
}
/** `Sep` */
export const formatShortMonth = formatIn({ month: 'short' });
/** `Saturday` */
export const formatWeekday = formatIn({ weekday: 'long' });
/** `Sat` */
export const formatShortWeekday = formatIn({ weekday: 'short' });
/** `6.30 pm` */
export const formatTime: FormatWall = (wall, language) => sayTime(timeGrammarOf(language), timeOf(wall));
/** `Saturday 10 May 2031, 6.30 pm` */
export const formatMoment: FormatWall = (wall, language) =>
  `${formatDay(wall, language)}, ${formatTime(wall, language)}`;

/** A piece of a range: one of its ends, or what both share. */
export interface RangePart {
  readonly source: 'startRange' | 'endRange' | 'shared';
  readonly text: string;
}

/** The times of two wall times, whatever their days: `6.30–8 pm`. */
export const formatTimes = (from: string, to: string, language: Language): string =>
  spanIn(from, to, language).join('');

const spans = eachLanguage(language =>
  kept(span => sayTimes(timeGrammarOf(language), ...(span.split(' ') as [string, string]))),
);

const spanIn = (from: string, to: string, language: Language): string[] =>
  spans(language)(`${timeOf(from)} ${timeOf(to)}`);

const SOURCES = ['shared', 'startRange', 'shared', 'endRange'] as const;

/** The same in its pieces; one piece if both are said alike. */
export const timesParts = (from: string, to: string, language: Language): RangePart[] =>
  spanIn(from, to, language).flatMap((text, at) => (text === '' ? [] : { source: SOURCES[at]!, text }));

const timeOf = (wall: string): string => wall.slice(11, 16);

/** How a range of days is written. */
interface RangeForm {
  /** Whether its ends have their weekdays. */
  readonly isNamed?: boolean;
  /** Whether it leaves the year out where both ends are in the same. */
  readonly isOfYear?: boolean;
}

/** The days of two wall times: `4–6 May 2031`, `28 May – 2 June 2031`. What both have in common is said once. */
export const formatDateRange = (from: string, to: string, language: Language, form?: RangeForm): string =>
  dateRangeParts(from, to, language, form)
    .map(({ text }) => text)
    .join('');

/** The same in its pieces; one piece for one day. */
export function dateRangeParts(
  from: string,
  to: string,
  language: Language,
  { isNamed = false, isOfYear = false }: RangeForm = {},
): RangePart[] {
  if (from.slice(0, 10) === to.slice(0, 10))
    return [{ source: 'startRange', text: (isNamed ? formatDay : formatDate)(from, language) }];
  const { edge, edgeInMonth, inYear, range, months, weekdays } = recurrenceGrammarOf(language);
  const [first, last] = [from, to].map(wall => Temporal.PlainDate.from(wall.slice(0, 10))) as [
    PlainDay,
    PlainDay,
  ];
  const isSameYear = first.year === last.year;
  const written = (date: PlainDay, hasMonth: boolean, hasYear: boolean) => {
    const day = edge(date.day, isNamed ? weekdays[date.dayOfWeek - 1] : undefined);
    const inMonth = hasMonth ? edgeInMonth(day, months[date.month - 1]!) : day;
    return hasYear ? inYear(inMonth, String(date.year)) : inMonth;
  };
  const [start, between, end] = range(
    written(first, !isSameYear || first.month !== last.month, !isSameYear),
    written(last, true, !(isSameYear && isOfYear)),
  );
  return [
    { source: 'startRange', text: start },
    { source: 'shared', text: between },
    { source: 'endRange', text: end },
  ];
}

type PlainDay = Temporal.PlainDate;

/** A text as it begins a heading: some languages write months and weekdays in lower case. */
export const asHeading = (text: string, language: Language): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
