import { LRUCache } from 'lru-cache';
import { type Language, typographyOf } from './language.ts';

/** Dates of each kind and language that are kept as they are said. */
const MAX_SAID = 2000;

/** Says the date of a wall time, such as `2031-05-10 18:30:00`. */
export type FormatWallDate = (wall: string) => string;

type Options = Intl.DateTimeFormatOptions;

/** Says dates in a language; what was said is said again without formatting. */
export const wallDateFormat = (options: Options): ((language: Language) => FormatWallDate) =>
  eachLanguage(language => {
    const format = formatOf(language, options);
    const typeset = kept(day => typesetDate(format.format(instant(day)), language));
    const isMonth = options.month && !options.day && !options.weekday;
    return wall => typeset(isMonth ? `${wall.slice(0, 7)}-01` : dayOf(wall));
  });

/** A date as the language writes it: one of `Intl`, or a sentence with a time. */
export const typesetDate = (date: string, language: Language): string =>
  typographyOf(language).date?.(date) ?? date;

const dayOf = (wall: string): string => wall.slice(0, 10);

/** A day as if it were in UTC, so that one format serves all zones. */
const instant = (day: string): Date => new Date(`${day}T00:00:00Z`);

const formatOf = (language: Language, options: Options): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(typographyOf(language).locale ?? language, { ...options, timeZone: 'UTC' });

/** What is expensive to make: one for each language, on first use. */
export function eachLanguage<Value>(make: (language: Language) => Value): (language: Language) => Value {
  const known = new Map<Language, Value>();
  return language => known.getOrInsertComputed(language, make);
}

/** Keeps what was made of texts. */
export function kept<Made extends {}>(make: (text: string) => Made): (text: string) => Made {
  const known = new LRUCache<string, Made>({ max: MAX_SAID, memoMethod: make });
  return text => known.memo(text);
}
