import { Pacer } from '../../lib/pacer.ts';
import type { IndexEntry } from './entry.ts';
import type { FoundMatches } from './first-occurrences.ts';
import type { SeriesPositions } from './series-positions.ts';

/** Events that count once together: the matching occurrences of a series. */
export interface SeriesGroup {
  readonly positions: Uint32Array;
  readonly changed: readonly IndexEntry[];
}

/** The matches of a query, the occurrences of each series together. */
export interface GroupedMatches {
  /** The events without a series. */
  readonly singles: SeriesGroup;
  readonly series: Iterable<SeriesGroup>;
}

/** Groups the matches of this moment, with pauses for other requests. */
export async function groupedMatches(
  { found, pending }: FoundMatches,
  series: SeriesPositions,
): Promise<GroupedMatches> {
  const { lists, offsets } = await sortedByNumber(found.positions(), series);
  const listOf = (number: number) => lists.subarray(offsets[number], offsets[number + 1]);
  const changed = Map.groupBy(pending, entry => entry.series);
  function* groups(): Generator<SeriesGroup> {
    for (let number = 1; number <= series.count; number++) {
      const positions = listOf(number);
      const own = changed.get(series.column.ids[number - 1]!) ?? [];
      if (positions.length + own.length > 0) yield { positions, changed: own };
    }
    for (const [id, own] of changed)
      if (id > 0 && series.numberOf(id) === 0) yield { positions: NONE, changed: own };
  }
  return { singles: { positions: listOf(0), changed: changed.get(0) ?? [] }, series: groups() };
}

const NONE = new Uint32Array(0);

/** Positions between two questions for the time. Each may be the first one in a page of memory, which takes long. */
const SLICE = 1024;

/** The positions in the order of the numbers of their series; those of number n begin at `offsets[n]`. */
async function sortedByNumber(positions: Uint32Array, { column: { numbers }, count }: SeriesPositions) {
  const offsets = new Uint32Array(count + 2);
  // Without series there are no numbers.
  if (count === 0) return { lists: positions, offsets: offsets.fill(positions.length, 1) };
  const pacer = new Pacer();
  for (let from = 0; from < positions.length; from += SLICE) {
    await pacer.pause();
    for (const position of positions.subarray(from, from + SLICE)) offsets[numbers[position]! + 1]!++;
  }
  for (let number = 1; number < offsets.length; number++) offsets[number]! += offsets[number - 1]!;
  const next = offsets.slice();
  const lists = new Uint32Array(positions.length);
  for (let from = 0; from < positions.length; from += SLICE) {
    await pacer.pause();
    for (const position of positions.subarray(from, from + SLICE))
      lists[next[numbers[position]!]!++] = position;
  }
  return { lists, offsets };
}
