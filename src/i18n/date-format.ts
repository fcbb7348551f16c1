import { LRUCache } from 'lru-cache';
import { type Language, typographyOf } from './language.ts';

/** Dates of each kind and language that are kept as they are said. */
const MAX_SAID = 2000;

/** Says a wall time, such as `2031-05-10 18:30:00`. */
export type FormatWallTime = (wall: string) => string;

export type FormatWallRange = (from: string, to: string) => string;

/** A piece of a range: one of its ends, or what both share. */
export interface RangePart {
  readonly source: 'startRange' | 'endRange' | 'shared';
  readonly text: string;
}

type Options = Intl.DateTimeFormatOptions;

/** Says wall times in a language; what was said is said again without formatting. */
export const wallTimeFormat = (options: Options): ((language: Language) => FormatWallTime) =>
  eachLanguage(language => {
    const format = formatOf(language, options);
    const said = kept(wall => typesetDate(format.format(instant(wall)), language));
    const parts = partsOf(options);
    return wall => said(formattedPart(parts, wall));
  });

/** The same for ranges: what both ends share is said once. */
export const wallRangeFormat = (options: Options): ((language: Language) => FormatWallRange) =>
  eachLanguage(language => {
    const format = formatOf(language, options);
    const say = (range: string) => format.formatRange(...endsOf(range));
    const said = kept(range => typesetDate(say(range), language));
    const parts = partsOf(options);
    const onOneDay = parts === 'both' ? rangesOfOneDay(options, language, say) : undefined;
    return (from, to) => {
      const known = dayOf(from) === dayOf(to) ? onOneDay?.(from, to) : undefined;
      return known === undefined ? said(formattedRange(parts, from, to)) : typesetDate(known, language);
    };
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
    const parts = partsOf(options);
    return (from, to) => pieces(formattedRange(parts, from, to));
  });

/** A date of `Intl` as the language writes it. */
export const typesetDate = (said: string, language: Language): string =>
  typographyOf(language).date?.(said) ?? said;

const dayOf = (wall: string): string => wall.slice(0, 10);
const timeOf = (wall: string): string => wall.slice(11);

/** The wall time as if it were in UTC, so that one format serves all zones. */
const instant = (wall: string): Date => new Date(`${wall.replace(' ', 'T')}Z`);

const endsOf = (range: string): [Date, Date] => {
  const [from, to] = range.split('/') as [string, string];
  return [instant(from), instant(to)];
};

/** The parts of a wall time that a format says. */
type Parts = 'date' | 'time' | 'both';

function partsOf(options: Options): Parts {
  const says = (...names: (keyof Options)[]) => names.some(name => name in options);
  if (!says('timeStyle', 'hour', 'minute')) return 'date';
  return says('dateStyle', 'weekday', 'day', 'month', 'year') ? 'both' : 'time';
}

/** Stands for the day of a text that says none. */
const ANY_DAY = '2000-01-01';
const MIDNIGHT = '00:00:00';

/** A wall time without the part that is not said, so that wall times that are said alike are kept once. */
function formattedPart(parts: Parts, wall: string): string {
  if (parts === 'date') return `${dayOf(wall)} ${MIDNIGHT}`;
  return parts === 'time' ? `${ANY_DAY} ${timeOf(wall)}` : wall;
}

/** The same for a range. Ranges of times name their days where these differ. */
function formattedRange(parts: Parts, from: string, to: string): string {
  const said = parts === 'time' && dayOf(from) !== dayOf(to) ? 'both' : parts;
  return `${formattedPart(said, from)}/${formattedPart(said, to)}`;
}

/**
 * Says ranges of times with their day. `Intl` takes 0.2 ms to format a range, and most ranges differ only in their day.
 * So a range is formatted once for its times, on any day, and that day is replaced. Undefined if the range does not
 * contain the day as it is said alone.
 */
function rangesOfOneDay(
  options: Options,
  language: Language,
  say: (range: string) => string,
): (from: string, to: string) => string | undefined {
  const { timeStyle, hour, minute, ...dateOptions } = options;
  const format = formatOf(language, dateOptions);
  const sayDay = kept(day => format.format(instant(`${day} ${MIDNIGHT}`)));
  const around = kept(times => {
    const [from, to] = times.split('/');
    return say(`${ANY_DAY} ${from}/${ANY_DAY} ${to}`).split(sayDay(ANY_DAY));
  });
  return (from, to) => {
    const texts = around(`${timeOf(from)}/${timeOf(to)}`);
    return texts.length === 2 ? texts.join(sayDay(dayOf(from))) : undefined;
  };
}

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
