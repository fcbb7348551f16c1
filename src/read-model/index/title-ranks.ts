import { type Alphabet, titleKey } from '../../lib/text/title-keys.ts';
import type { Numbers } from './columns.ts';

/** For each alphabet, the rank of each position in the order of titles; equal titles are in list order. */
export interface TitleRanks {
  readonly latin: Numbers;
  /** Undefined if it is the same: most calendars have no letter that the alphabets sort differently. */
  readonly spanish: Numbers | undefined;
}

/** @param titles by position */
export function titleRanks(titles: readonly string[]): TitleRanks {
  const keys = (alphabet: Alphabet) => titles.map(title => titleKey(title, alphabet));
  const [latin, spanish] = [keys('latin'), keys('spanish')];
  const isSame = latin.every((key, position) => key === spanish[position]);
  return { latin: ranksOf(latin), spanish: isSame ? undefined : ranksOf(spanish) };
}

export const ranksIn = ({ latin, spanish }: TitleRanks, alphabet: Alphabet): Numbers =>
  alphabet === 'spanish' && spanish ? spanish : latin;

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

/** Bytes of the ranks. */
export const bytesOf = ({ latin, spanish }: TitleRanks): number =>
  latin.byteLength + (spanish?.byteLength ?? 0);
