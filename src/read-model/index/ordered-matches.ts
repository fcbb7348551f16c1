import type { PageRange } from '../../db/list-page.ts';
import { firstIndex } from '../../lib/bits.ts';
import type { IndexEntry } from './entry.ts';
import { sortedRange } from './sorted-range.ts';

/** The matches of a query: positions of a segment, and changed entries with their places among the positions. */
export interface MatchSources {
  readonly positions: Uint32Array;
  readonly pending: readonly IndexEntry[];
  /** By index of `pending`, ascending: the number of positions of the segment that sort before it. */
  readonly places: readonly number[];
}

export interface RankRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** The ranks of a page in ascending order: at the other end of a list that is reversed. */
export const ranksOfPage = ({ offset, limit }: PageRange, total: number, isReversed: boolean): RankRange =>
  isReversed
    ? { from: Math.max(0, total - offset - limit), to: Math.max(0, total - offset) }
    : { from: Math.min(offset, total), to: Math.min(offset + limit, total) };

/** A match: a position, or a changed entry. */
type Match = number | IndexEntry;

/** The matches of some ranks by these keys; equal ones in list order. */
export function matchesInOrder(
  { positions, pending, places }: MatchSources,
  keys: { at(position: number): number; of(entry: IndexEntry): number },
  { from, to }: RankRange,
): Match[] {
  const total = positions.length + pending.length;
  const sorted = new Float64Array(total);
  // Where the changed entries are among the matches.
  const ranks = new Map<number, IndexEntry>();
  let rank = 0;
  let next = 0;
  for (const position of positions) {
    while (next < pending.length && places[next]! <= position) {
      ranks.set(rank, pending[next]!);
      sorted[rank++] = keys.of(pending[next++]!);
    }
    sorted[rank++] = keys.at(position);
  }
  for (; next < pending.length; next++) {
    ranks.set(rank, pending[next]!);
    sorted[rank++] = keys.of(pending[next]!);
  }
  const before = [...ranks.keys()];
  return sortedRange(sorted, from, to).map(
    rank => ranks.get(rank) ?? positions[rank - firstIndex(before.length, at => before[at]! >= rank)]!,
  );
}
