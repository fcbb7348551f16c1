import { mayOpenAll } from '../events/protection.ts';
import { Pacer } from '../lib/pacer.ts';
import { dayNumbersIn, lastInstant } from '../lib/time/day.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import type { FacetColumn } from '../read-model/index/facet-columns.ts';
import type { IndexQuery } from '../read-model/index/query.ts';
import { countSeries, eachGroup, type SeriesMatches } from '../read-model/index/series-matches.ts';
import { NO_SERIES } from '../read-model/index/series-positions.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';
import { dayRange } from './day-at.ts';
import type { EventFilter } from './event-filter.ts';
import { type DayCounts, type DayUnit, DistinctDays, withEvent } from './facet-days.ts';
import type { FacetScope, FacetSource } from './facets.ts';
import { queryOf } from './find-in-index.ts';

/** A query of events that count by themselves, the changed ones that match it, and the series that count once. */
interface FacetQuery {
  readonly query: IndexQuery;
  readonly changed: readonly IndexEntry[];
  readonly series: SeriesMatches;
  days?: Promise<DayCounts | undefined>;
}

const EACH_DATE: SeriesMatches = { alike: [], others: [] };

/**
 * Counts by the index in memory. In a list that shows each series once, a count is the total of the list with that value
 * as another filter: a series counts for all values that some matching occurrence of it has.
 */
export function facetsInIndex(readModel: ReadModel, viewer: Viewer, zone: string): FacetSource {
  const { index } = readModel;
  // The columns of one segment, also if the index replaces it meanwhile: the answer is then made again.
  const facets = index?.facets;
  type ByFilter = Map<EventFilter, Promise<FacetQuery | undefined>>;
  const [known, knownUnlocked]: [ByFilter, ByFilter] = [new Map(), new Map()];
  const ask = async (scope: FacetScope): Promise<FacetQuery | undefined> => {
    const all = await exactQuery(readModel, viewer, scope);
    const series = all?.oneOfSeries ? await index?.seriesMatches(all, all.oneOfSeries) : EACH_DATE;
    const query = all?.oneOfSeries ? withoutSeries(all) : all;
    const changed = query && index?.matching(query);
    return changed && series && index?.facets === facets ? { query, changed, series } : undefined;
  };
  /** Several facets ask for the same events. */
  const asked = (scope: FacetScope) =>
    (scope.isUnlocked ? knownUnlocked : known).getOrInsertComputed(scope.filter, () => ask(scope));
  const days = async ({ query, changed }: FacetQuery) => {
    const column = await facets!.days(zone);
    const counts = await facets!.count(column, query);
    return counts && withDaysOf(changed, column.split(counts), zone);
  };
  const count = async (
    scope: FacetScope,
    columnOf: () => FacetColumn,
    valuesOf: (entry: IndexEntry) => readonly number[],
  ) => {
    const found = await asked(scope);
    const column = found && columnOf();
    const counts = column && (await facets!.count(column, found.query));
    if (!counts) return undefined;
    for (const entry of found.changed) for (const value of new Set(valuesOf(entry))) counts[value]!++;
    await countSeries(column, found.series, valuesOf, counts);
    return counts;
  };
  return {
    records: kind => readModel.facetRecords(kind),
    countLinked: (scope, values) =>
      count(
        scope,
        () => facets!.linked(values),
        entry => entry[values.kind].flatMap(id => values.numbersOf(id)),
      ),
    countOwn: (scope, values) =>
      count(
        scope,
        () => facets!.own(values),
        entry => values.numbersOfEntry(entry),
      ),
    async countDays(scope, unit) {
      const found = await asked(scope);
      if (!found) return undefined;
      if (!scope.filter.oneOfSeries) found.days ??= days(found);
      const counts = await (found.days ?? distinctDays(readModel, viewer, scope, zone, unit));
      return counts && { counts, range: dayRange(scope.filter, zone) };
    },
  };
}

const withoutSeries = (query: IndexQuery): IndexQuery => ({
  ...query,
  oneOfSeries: undefined,
  series: query.series ? [] : [NO_SERIES],
});

/** The days or months on which series take place, each of which counts once for it. */
async function distinctDays(
  readModel: ReadModel,
  viewer: Viewer,
  scope: FacetScope,
  zone: string,
  unit: DayUnit,
): Promise<DayCounts | undefined> {
  const { index } = readModel;
  const facets = index?.facets;
  const column = await facets?.days(zone);
  const query = await exactQuery(readModel, viewer, scope);
  const found = query && index?.facets === facets ? await index?.grouped(query) : undefined;
  if (!column || !found) return undefined;
  const [all, pacer, dayOf] = [new DistinctDays(unit), new Pacer(), dayNumbersIn(zone)];
  for (const { positions, changed } of eachGroup(found)) {
    if (pacer.isDue()) await pacer.pause();
    all.add([
      ...Array.from(positions, position => column.daysAt(position)),
      ...changed.map(({ start, end }) => [dayOf(start), dayOf(lastInstant(start, end))] as const),
    ]);
  }
  return all.counts;
}

function withDaysOf(changed: readonly IndexEntry[], counts: DayCounts, zone: string): DayCounts {
  const dayOf = dayNumbersIn(zone);
  return changed.reduce(
    (all, { start, end }) => withEvent(all, dayOf(start), dayOf(lastInstant(start, end))),
    counts,
  );
}

/** The query; undefined if the index cannot answer, or texts must be read. */
export async function exactQuery(
  readModel: ReadModel,
  viewer: Viewer,
  { filter, isUnlocked }: FacetScope,
): Promise<IndexQuery | undefined> {
  const found = await queryOf(filter, { readModel, viewer });
  const query = found && { ...found, locked: found.locked || (isUnlocked && !mayOpenAll(viewer)) };
  if (!query?.words) return query;
  const page = readModel.index?.find(query, { offset: 0, limit: 1 });
  return page?.isDoubtful === false ? query : undefined;
}
