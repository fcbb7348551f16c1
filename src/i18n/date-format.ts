import { LRUCache } from 'lru-cache';
import { type Language, typographyOf } from './language.ts';

/** Dates of each kind and language that are kept as they are said. */
const MAX_SAID = 2000;

/** Says the date of a wall time, such as `2031-05-10 18:30:00`. */
export type FormatWallDate = (wall: string) => string;

export type FormatWallRange = (from: string, to: string) => string;

/** A piece of a range: one of its ends, or what both share. */
export interface RangePart {
  readonly source: 'startRange' | 'endRange' | 'shared';
  readonly text: string;
}

type Options = Intl.DateTimeFormatOptions;

/** Says dates in a language; what was said is said again without formatting. */
export const wallDateFormat = (options: Options): ((language: Language) => FormatWallDate) =>
  eachLanguage(language => {
    const format = formatOf(language, options);
    const said = kept(day => typesetDate(format.format(instant(day)), language));
    return wall => said(dayOf(wall));
  });

/** The same for ranges: what both ends share is said once. */
export const wallRangeFormat = (options: Options): ((language: Language) => FormatWallRange) =>
  eachLanguage(language => {
    const format = formatOf(language, options);
    const said = kept(range => typesetDate(format.formatRange(...endsOf(range)), language));
    return (from, to) => said(rangeOf(from, to));
  });

/** The pieces of a range; one piece if both ends are said alike. */
export const wallRangeParts = (
  options: Options,
): ((language: Language) => (from: string, to: string) => readonly RangePart[]) =>
  eachLanguage(language => {
    const format = formatOf(language, options);
    const pieces = kept((range): readonly RangePart[] => {
      const joined: { source: RangePart['source']; text: string }[] = [];
      for (const { source, value } of format.formatRangeToParts(...endsOf(range))) {
        const last = joined.at(-1);
        if (last?.source === source) last.text += value;
        else joined.push({ source, text: value });
      }
      return joined.map(({ source, text }) => ({ source, text: typesetDate(text, language) }));
    });
    return (from, to) => pieces(rangeOf(from, to));
  });

/** A date as the language writes it: one of `Intl`, or a sentence with a time. */
export const typesetDate = (said: string, language: Language): string =>
  typographyOf(language).date?.(said) ?? said;

const dayOf = (wall: string): string => wall.slice(0, 10);

/** A day as if it were in UTC, so that one format serves all zones. */
const instant = (day: string): Date => new Date(`${day}T00:00:00Z`);

const rangeOf = (from: string, to: string): string => `${dayOf(from)}/${dayOf(to)}`;

const endsOf = (range: string): [Date, Date] => {
  const [from, to] = range.split('/') as [string, string];
  return [instant(from), instant(to)];
};

const formatOf = (language: Language, options: Options): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });

/** Formats are expensive to make: one for each language, on first use. */
function eachLanguage<Value>(make: (language: Language) => Value): (language: Language) => Value {
  const known = new Map<Language, Value>();
  return language => {
    const found = known.get(language);
    if (found) return found;
    const fresh = make(language);
    known.set(language, fresh);
    return fresh;
  };
}

function kept<Value extends {}>(make: (text: string) => Value): (text: string) => Value {
  const known = new LRUCache<string, Value>({ max: MAX_SAID, memoMethod: make });
  return text => known.memo(text);
}
