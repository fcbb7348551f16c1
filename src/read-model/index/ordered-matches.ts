import type { PageRange } from '../../db/list-page.ts';
import { firstIndex } from '../../lib/bits.ts';
import type { IndexEntry } from './entry.ts';
import type { IndexOrder, SortKeys } from './order.ts';
import { inSlices, sortedRange } from './sorted-range.ts';

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

/** A page by these keys, whose equal matches are in list order; in the direction of the order. */
export async function selectedMatches(
  { positions, pending, places }: MatchSources,
  keys: SortKeys,
  page: PageRange,
  { isReversed }: Pick<IndexOrder, 'isReversed'>,
): Promise<Match[]> {
  const sorted = new Float64Array(positions.length + pending.length);
  // The ranks in list order of the changed entries.
  const ranks = places.map(
    (place, index) => firstIndex(positions.length, at => positions[at]! >= place) + index,
  );
  let next = 0;
  await inSlices(sorted.length, (from, to) => {
    for (let rank = from; rank < to; rank++)
      sorted[rank] = ranks[next] === rank ? keys.of(pending[next++]!) : keys.at(positions[rank - next]!);
  });
  const { from, to } = ranksOfPage(page, sorted.length, isReversed);
  const chosen = await sortedRange(sorted, from, to);
  if (isReversed) chosen.reverse();
  return chosen.map(rank => {
    const index = firstIndex(ranks.length, at => ranks[at]! >= rank);
    return ranks[index] === rank ? pending[index]! : positions[rank - index]!;
  });
}
