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

/** Says wall times in a language; what was said is said again without formatting. */
export const sayingIn = (options: Intl.DateTimeFormatOptions): ((language: Language) => Said) =>
  eachLanguage(options, (format, language) =>
    kept(wall => typesetDate(format.format(instant(wall)), language)),
  );

/** The same for ranges: what both ends share is said once. */
export const sayingRangesIn = (options: Intl.DateTimeFormatOptions): ((language: Language) => SaidRange) =>
  eachLanguage(options, (format, language) => {
    const said = kept(range => {
      const [from, to] = range.split('/') as [string, string];
      return typesetDate(format.formatRange(instant(from), instant(to)), language);
    });
    return (from, to) => said(`${from}/${to}`);
  });

/** The pieces of a range; one piece if both ends are said alike. */
export const rangePiecesIn = (
  options: Intl.DateTimeFormatOptions,
): ((language: Language) => (from: string, to: string) => RangePiece[]) =>
  eachLanguage(options, (format, language) => (from, to) => {
    const pieces: { source: RangePiece['source']; text: string }[] = [];
    for (const { source, value } of format.formatRangeToParts(instant(from), instant(to))) {
      const last = pieces.at(-1);
      if (last?.source === source) last.text += value;
      else pieces.push({ source, text: value });
    }
    return pieces.map(({ source, text }) => ({ source, text: typesetDate(text, language) }));
  });

/** A date of `Intl` as the language writes it. */
export const typesetDate = (said: string, language: Language): string =>
  typographyOf(language).date?.(said) ?? said;

/** The wall time as if it were in UTC, so that one format serves all zones. */
const instant = (wall: string): Date => new Date(`${wall.replace(' ', 'T')}Z`);

/** Formats are expensive to make: one for each language, on first use. */
function eachLanguage<Value>(
  options: Intl.DateTimeFormatOptions,
  make: (format: Intl.DateTimeFormat, language: Language) => Value,
): (language: Language) => Value {
  const known = new Map<Language, Value>();
  return language => {
    const found = known.get(language);
    if (found) return found;
    const fresh = make(new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }), language);
    known.set(language, fresh);
    return fresh;
  };
}

function kept(say: (text: string) => string): (text: string) => string {
  const said = new LRUCache<string, string>({ max: MAX_SAID, memoMethod: say });
  return text => said.memo(text);
}
