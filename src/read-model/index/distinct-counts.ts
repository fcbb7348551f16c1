import { Pacer } from '../../lib/pacer.ts';
import type { IndexEntry } from './entry.ts';
import type { FacetColumn } from './facet-columns.ts';
import type { GroupedMatches, SeriesGroup } from './grouped-matches.ts';

/** Groups, or positions, between two questions for the time. */
const SLICE = 4096;

/**
 * The count of each value of a column: a series counts once for each value that one of its matching occurrences has.
 * @param valuesOf the values of a changed event
 */
export async function distinctCounts(
  column: FacetColumn,
  { singles, series }: GroupedMatches,
  valuesOf: (entry: IndexEntry) => readonly number[],
): Promise<Int32Array> {
  const pacer = new Pacer();
  const counts = new Int32Array(column.size);
  for (let at = 0; at < singles.positions.length; at++) {
    if (at % SLICE === 0) await pacer.pause();
    column.count(singles.positions[at]!, 1, counts);
  }
  for (const entry of singles.changed) for (const value of new Set(valuesOf(entry))) counts[value]!++;
  /** The number of the group that was counted last for each value. */
  const counted = new Uint32Array(column.size);
  let number = 0;
  for (const { positions, changed } of series) {
    const group = ++number;
    const count = (value: number) => {
      if (counted[value] === group) return;
      counted[value] = group;
      counts[value]!++;
    };
    for (const position of positions) column.each(position, count);
    for (const entry of changed) for (const value of valuesOf(entry)) count(value);
    if (pacer.isDue()) await pacer.pause();
  }
  return counts;
}

/** The groups in which each event of `singles` is alone. */
export function* eachGroup({ singles, series }: GroupedMatches): Generator<SeriesGroup> {
  for (let at = 0; at < singles.positions.length; at++)
    yield { positions: singles.positions.subarray(at, at + 1), changed: [] };
  for (const entry of singles.changed)
    yield { positions: singles.positions.subarray(0, 0), changed: [entry] };
  yield* series;
}
