import { Pacer } from '../../lib/pacer.ts';
import type { IndexEntry } from './entry.ts';
import type { FacetColumn } from './facet-columns.ts';
import type { Matches } from './matches.ts';
import { fromItsEnd, NO_SERIES, type OneOfSeries, type SeriesPositions } from './series-positions.ts';

/** The matches of a segment, and the changed entries that match, in list order. */
export interface FoundMatches {
  readonly found: Matches;
  readonly pending: readonly IndexEntry[];
}

/** The matches of a segment with one occurrence of each series. */
export interface OnceMatches {
  readonly which: OneOfSeries;
  readonly kept: Matches;
  /** The position of that occurrence by the number of its series; the others are negative. */
  readonly places: Int32Array;
}

export function onceMatches(found: Matches, series: SeriesPositions, which: OneOfSeries): OnceMatches {
  const places = new Int32Array(series.count + 1).fill(-1);
  return { which, kept: found.once(series, which, places), places };
}

/**
 * The same with the changed entries, with one occurrence of each series.
 * @param placeOf the number of positions that sort before an entry
 */
export function eachSeriesOnce(
  { which, kept, places }: OnceMatches,
  pending: readonly IndexEntry[],
  series: SeriesPositions,
  placeOf: (entry: IndexEntry) => number,
): FoundMatches {
  const seen = new Set<number>();
  const replaced: number[] = [];
  const changed = fromItsEnd(pending, which).filter(entry => {
    if (entry.series === 0) return true;
    if (seen.has(entry.series)) return false;
    seen.add(entry.series);
    const position = places[series.numberOf(entry.series)]!;
    if (position < 0) return true;
    const isBefore = position < placeOf(entry);
    if (isBefore === (which === 'first')) return false;
    replaced.push(position);
    return true;
  });
  return { found: kept.without(replaced), pending: fromItsEnd(changed, which) };
}

/** Events that count once together: the matching occurrences of a series. */
export interface SeriesGroup {
  readonly positions: Uint32Array;
  readonly changed: readonly IndexEntry[];
}

/** The matches of a query, the occurrences of each series together. */
export interface GroupedMatches {
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

/** Positions between two checks of the clock. Each may be the first one in a page of memory, which takes long. */
const SORTED_AT_ONCE = 1024;

/** The positions in the order of the numbers of their series; those of number n begin at `offsets[n]`. */
async function sortedByNumber(positions: Uint32Array, { column: { numbers }, count }: SeriesPositions) {
  const offsets = new Uint32Array(count + 2);
  // Without series there are no numbers.
  if (count === 0) return { lists: positions, offsets: offsets.fill(positions.length, 1) };
  const pacer = new Pacer();
  for (let from = 0; from < positions.length; from += SORTED_AT_ONCE) {
    await pacer.pause();
    for (const position of positions.subarray(from, from + SORTED_AT_ONCE))
      offsets[numbers[position]! + 1]!++;
  }
  for (let number = 1; number < offsets.length; number++) offsets[number]! += offsets[number - 1]!;
  const next = offsets.slice();
  const lists = new Uint32Array(positions.length);
  for (let from = 0; from < positions.length; from += SORTED_AT_ONCE) {
    await pacer.pause();
    for (const position of positions.subarray(from, from + SORTED_AT_ONCE))
      lists[next[numbers[position]!]!++] = position;
  }
  return { lists, offsets };
}

/** The matching occurrences of series, as facets count them. */
export interface SeriesMatches {
  /** One occurrence of each series whose occurrences have the same values. */
  readonly alike: readonly number[];
  /** The matches of the other series, each series by itself. */
  readonly others: readonly SeriesGroup[];
}

/**
 * Sorts the matches of series by whether one occurrence tells the values of all, with pauses for other requests.
 * @param places one matching position by the number of its series
 * @param differing marks the series whose occurrences have different values
 */
export async function seriesMatches(
  { found, pending }: FoundMatches,
  places: Int32Array,
  series: SeriesPositions,
  differing: Uint8Array,
): Promise<SeriesMatches> {
  const pacer = new Pacer();
  const changed = Map.groupBy(pending, entry => entry.series);
  changed.delete(NO_SERIES);
  const alike: number[] = [];
  const others: SeriesGroup[] = [];
  for (let number = 1; number <= series.count; number++) {
    const place = places[number]!;
    const id = series.column.ids[number - 1]!;
    const own = changed.get(id);
    if (place < 0) continue;
    if (!own && differing[number] === 0) alike.push(place);
    else {
      others.push({ positions: series.of(number).filter(at => found.has(at)), changed: own ?? [] });
      changed.delete(id);
      if (pacer.isDue()) await pacer.pause();
    }
  }
  for (const own of changed.values()) others.push({ positions: NONE, changed: own });
  return { alike, others };
}

/** Positions between two checks of the clock. */
const COUNTED_AT_ONCE = 4096;

/**
 * Adds the counts of series: each counts once for each value that one of its matching occurrences has.
 * @param valuesOf the values of a changed event
 */
export async function countSeries(
  column: FacetColumn,
  { alike, others }: SeriesMatches,
  valuesOf: (entry: IndexEntry) => readonly number[],
  counts: Int32Array,
): Promise<void> {
  const pacer = new Pacer();
  for (let at = 0; at < alike.length; at++) {
    if (at % COUNTED_AT_ONCE === 0) await pacer.pause();
    column.count(alike[at]!, 1, counts);
  }
  for (const { positions, changed } of others) {
    const values = new Set(changed.flatMap(valuesOf));
    for (const position of positions) column.each(position, value => values.add(value));
    for (const value of values) counts[value]!++;
    if (pacer.isDue()) await pacer.pause();
  }
}

/** The groups in which each event of `singles` is alone. */
export function* eachGroup({ singles, series }: GroupedMatches): Generator<SeriesGroup> {
  for (let at = 0; at < singles.positions.length; at++)
    yield { positions: singles.positions.subarray(at, at + 1), changed: [] };
  for (const entry of singles.changed)
    yield { positions: singles.positions.subarray(0, 0), changed: [entry] };
  yield* series;
}
