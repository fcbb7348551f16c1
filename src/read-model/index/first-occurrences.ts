import type { IndexEntry } from './entry.ts';
import type { Matches } from './matches.ts';
import type { SeriesPositions } from './series-positions.ts';

/** The matches of a segment, and the changed entries that match, in list order. */
export interface FoundMatches {
  readonly found: Matches;
  readonly pending: readonly IndexEntry[];
}

/** The matches of a segment without the later occurrences of each series. */
export interface FirstMatches {
  readonly kept: Matches;
  /** The position of the first occurrence by the number of its series; the others are negative. */
  readonly first: Int32Array;
}

export function firstMatches(found: Matches, series: SeriesPositions): FirstMatches {
  const first = new Int32Array(series.count + 1).fill(-1);
  return { kept: found.onlyFirst(series, first), first };
}

/**
 * The same with the changed entries, without the later occurrences of each series.
 * @param placeOf the number of positions that sort before an entry
 */
export function firstOccurrences(
  { kept, first }: FirstMatches,
  pending: readonly IndexEntry[],
  series: SeriesPositions,
  placeOf: (entry: IndexEntry) => number,
): FoundMatches {
  const seen = new Set<number>();
  const late: number[] = [];
  const changed = pending.filter(entry => {
    if (entry.series === 0) return true;
    if (seen.has(entry.series)) return false;
    seen.add(entry.series);
    const position = first[series.numberOf(entry.series)]!;
    if (position >= 0 && position < placeOf(entry)) return false;
    if (position >= 0) late.push(position);
    return true;
  });
  return { found: kept.without(late), pending: changed };
}
