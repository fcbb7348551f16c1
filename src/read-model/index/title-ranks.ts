import { alphabetOf, type Language } from '../../i18n/language.ts';
import { type Alphabet, differsByAlphabet, titleKey } from '../../lib/text/keys.ts';
import type { Numbers } from './columns.ts';

export interface TitleOrder {
  readonly alphabet: Alphabet;
  /** The language in which titles are shown; undefined for that of each event. */
  readonly language?: Language | undefined;
}

export interface Titles {
  readonly own: readonly string[];
  readonly translated: ReadonlyMap<Language, ReadonlyMap<number, string>>;
}

/** The rank of each position in an order of titles; equal titles are in list order. */
export interface TitleRanks {
  readonly latin: Numbers;
  /** Undefined if it is the same: most calendars have no letter that the alphabets sort differently. */
  readonly spanish: Numbers | undefined;
  /** The order of the titles as they are shown in a language, in its alphabet, where translations make it another. */
  readonly byLanguage: ReadonlyMap<Language, Numbers>;
}

export function titleRanks({ own, translated }: Titles): TitleRanks {
  const latin = own.map(title => titleKey(title, 'latin'));
  const inSpanish = (title: string, at: number) =>
    differsByAlphabet(title) ? titleKey(title, 'spanish') : latin[at]!;
  const keys = { latin, spanish: own.map(inSpanish) };
  const byLanguage = new Map<Language, Numbers>();
  for (const [language, titles] of translated) {
    const shown = keys[alphabetOf(language)].slice();
    for (const [position, title] of titles) shown[position] = titleKey(title, alphabetOf(language));
    if (!isSame(shown, keys[alphabetOf(language)])) byLanguage.set(language, ranksOf(shown));
  }
  const spanish = isSame(keys.latin, keys.spanish) ? undefined : ranksOf(keys.spanish);
  return { latin: ranksOf(keys.latin), spanish, byLanguage };
}

const isSame = (keys: readonly string[], others: readonly string[]): boolean =>
  keys.every((key, position) => key === others[position]);

export const ranksIn = (
  { latin, spanish, byLanguage }: TitleRanks,
  { alphabet, language }: TitleOrder,
): Numbers => (language && byLanguage.get(language)) ?? (alphabet === 'spanish' && spanish ? spanish : latin);

function ranksOf(keys: readonly string[]): Uint32Array {
  const order = Uint32Array.from(keys, (_, position) => position);
  order.sort((a, b) => compareKeys(keys[a]!, keys[b]!) || a - b);
  const ranks = new Uint32Array(keys.length);
  order.forEach((position, rank) => {
    ranks[position] = rank;
  });
  return ranks;
}

export const compareKeys = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

export const bytesOf = ({ latin, spanish, byLanguage }: TitleRanks): number =>
  [latin, ...(spanish ? [spanish] : []), ...byLanguage.values()].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  );
