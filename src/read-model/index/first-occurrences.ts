import type { IndexEntry } from './entry.ts';
import type { Matches } from './matches.ts';
import type { SeriesPositions } from './series-positions.ts';

/** The matches of a segment, and the changed entries that match, in list order. */
export interface FoundMatches {
  readonly found: Matches;
  readonly pending: readonly IndexEntry[];
}

/**
 * The same matches without the later occurrences of each series.
 * @param placeOf the number of positions that sort before an entry
 */
export function firstOccurrences(
  { found, pending }: FoundMatches,
  series: SeriesPositions,
  placeOf: (entry: IndexEntry) => number,
): FoundMatches {
  const first = new Int32Array(series.count + 1).fill(-1);
  const kept = found.onlyFirst(series, first);
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
