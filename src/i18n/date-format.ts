import { LRUCache } from 'lru-cache';
import { type Language, typographyOf } from './language.ts';

/** Dates of each kind and language that are kept as they are said. */
const MAX_SAID = 2000;

/** Says a wall time, such as `2031-05-10 18:30:00`. */
export type Said = (wall: string) => string;

/** Says two wall times as a range. */
export type SaidRange = (from: string, to: string) => string;

/** A piece of a range: one of its ends, or what both share. */
export interface RangePiece {
  readonly source: 'startRange' | 'endRange' | 'shared';
  readonly text: string;
}

type Options = Intl.DateTimeFormatOptions;

/** Says wall times in a language; what was said is said again without formatting. */
export const sayingIn = (options: Options): ((language: Language) => Said) =>
  eachLanguage(language => {
    const format = formatOf(language, options);
    const said = kept(wall => typesetDate(format.format(instant(wall)), language));
    return wall => said(saidPart(options, wall));
  });

/** The same for ranges: what both ends share is said once. */
export const sayingRangesIn = (options: Options): ((language: Language) => SaidRange) =>
  eachLanguage(language => {
    const format = formatOf(language, options);
    const say = (range: string) => format.formatRange(...endsOf(range));
    const said = kept(range => typesetDate(say(range), language));
    const onOneDay =
      saysDate(options) && saysTime(options) ? rangesOfOneDay(options, language, say) : undefined;
    return (from, to) => {
      const known = dayOf(from) === dayOf(to) ? onOneDay?.(from, to) : undefined;
      return known === undefined ? said(saidRange(options, from, to)) : typesetDate(known, language);
    };
  });

/** The pieces of a range; one piece if both ends are said alike. */
export const rangePiecesIn = (
  options: Options,
): ((language: Language) => (from: string, to: string) => readonly RangePiece[]) =>
  eachLanguage(language => {
    const format = formatOf(language, options);
    const pieces = kept((range): readonly RangePiece[] => {
      const joined: { source: RangePiece['source']; text: string }[] = [];
      for (const { source, value } of format.formatRangeToParts(...endsOf(range))) {
        const last = joined.at(-1);
        if (last?.source === source) last.text += value;
        else joined.push({ source, text: value });
      }
      return joined.map(({ source, text }) => ({ source, text: typesetDate(text, language) }));
    });
    return (from, to) => pieces(saidRange(options, from, to));
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

const saysDate = (options: Options): boolean =>
  ['dateStyle', 'weekday', 'day', 'month', 'year'].some(name => name in options);
const saysTime = (options: Options): boolean => ['timeStyle', 'hour', 'minute'].some(name => name in options);

/** Stands for the day of a text that says none. */
const ANY_DAY = '2000-01-01';
const MIDNIGHT = '00:00:00';

/** A wall time without the part that these options do not say, so that wall times that are said alike are kept once. */
function saidPart(options: Options, wall: string): string {
  if (!saysTime(options)) return `${dayOf(wall)} ${MIDNIGHT}`;
  return saysDate(options) ? wall : `${ANY_DAY} ${timeOf(wall)}`;
}

/** The same for a range. Ranges of times name their days where these differ. */
function saidRange(options: Options, from: string, to: string): string {
  const isDated = saysTime(options) && dayOf(from) !== dayOf(to);
  return isDated ? `${from}/${to}` : `${saidPart(options, from)}/${saidPart(options, to)}`;
}

/**
 * Says ranges of times with their day. `Intl` takes 0.2 ms to format a range, and most of them differ only in their day,
 * so the day is put into the range of the same times on another day. Undefined where the range does not say the day as
 * it is said alone.
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
