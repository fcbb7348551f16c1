import { mayOpenAll } from '../events/protection.ts';
import { Pacer } from '../lib/pacer.ts';
import { dayNumbersIn, lastInstant } from '../lib/time/day.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import { countEntry } from '../read-model/index/facet-columns.ts';
import type { IndexQuery } from '../read-model/index/query.ts';
import { distinctCounts, eachGroup } from '../read-model/index/series-matches.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';
import { dayRange } from './day-at.ts';
import type { EventFilter } from './event-filter.ts';
import { type DayCounts, DistinctDays, withEvent } from './facet-days.ts';
import type { FacetScope, FacetSource } from './facets.ts';
import { queryOf } from './find-in-index.ts';

/** A query, and the changed events that match it. */
interface Asked {
  readonly query: IndexQuery;
  readonly changed: readonly IndexEntry[];
  days?: Promise<DayCounts | undefined>;
}

export function facetsInIndex(readModel: ReadModel, viewer: Viewer, zone: string): FacetSource {
  const { index } = readModel;
  // The columns of one segment, also if the index replaces it meanwhile: the answer is then made again.
  const facets = index?.facets;
  type ByFilter = Map<EventFilter, Promise<Asked | undefined>>;
  const [known, knownUnlocked]: [ByFilter, ByFilter] = [new Map(), new Map()];
  const ask = async (scope: FacetScope): Promise<Asked | undefined> => {
    const query = await exactQuery(readModel, viewer, scope);
    const changed = query && index?.matching(query);
    return changed && { query, changed };
  };
  /** Several facets ask for the same events. */
  const asked = (scope: FacetScope) =>
    (scope.isUnlocked ? knownUnlocked : known).getOrInsertComputed(scope.filter, () => ask(scope));
  const days = async ({ query, changed }: Asked) => {
    const column = await facets!.days(zone);
    const counts = await facets!.count(column, query);
    return counts && withDaysOf(changed, column.split(counts), zone);
  };
  return {
    records: kind => readModel.facetRecords(kind),
    async countLinked(scope, values) {
      const { query, changed } = (await asked(scope)) ?? {};
      const counts = query && (await facets!.count(facets!.linked(values), query));
      if (counts) for (const entry of changed!) countEntry(values, entry, counts);
      return counts;
    },
    async countDays(scope) {
      const found = await asked(scope);
      if (!found) return undefined;
      found.days ??= days(found);
      const counts = await found.days;
      return counts && { counts, range: dayRange(scope.filter, zone) };
    },
    async countOwn(scope, values) {
      const { query, changed } = (await asked(scope)) ?? {};
      const counts = query && (await facets!.count(facets!.own(values), query));
      if (counts)
        for (const entry of changed!) for (const number of values.numbersOfEntry(entry)) counts[number]!++;
      return counts;
    },
  };
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

/**
 * Counts series by the index in memory, for lists that show each of them once: a count is the total of the list with
 * that value as another filter, so a series counts for all values that some matching occurrence of it has.
 */
export function distinctFacetsInIndex(readModel: ReadModel, viewer: Viewer, zone: string): FacetSource {
  const { index } = readModel;
  /** The matches, and the columns of the same segment: the index may replace it meanwhile. */
  const ask = async (scope: FacetScope) => {
    const query = await exactQuery(readModel, viewer, scope);
    const facets = index?.facets;
    const found = query && (await index?.grouped(query));
    return found && facets && { found, facets };
  };
  return {
    records: kind => readModel.facetRecords(kind),
    async countLinked(scope, values) {
      const { found, facets } = (await ask(scope)) ?? {};
      const valuesOf = (entry: IndexEntry) => entry[values.kind].flatMap(id => values.numbersOf(id));
      return found && distinctCounts(facets!.linked(values), found, valuesOf);
    },
    async countOwn(scope, values) {
      const { found, facets } = (await ask(scope)) ?? {};
      return found && distinctCounts(facets!.own(values), found, entry => values.numbersOfEntry(entry));
    },
    async countDays(scope, unit) {
      const facets = index?.facets;
      const column = await facets?.days(zone);
      const asked = await ask(scope);
      if (!column || asked?.facets !== facets) return undefined;
      const [all, pacer, dayOf] = [new DistinctDays(unit), new Pacer(), dayNumbersIn(zone)];
      for (const { positions, changed } of eachGroup(asked!.found)) {
        if (pacer.isDue()) await pacer.pause();
        all.add([
          ...Array.from(positions, position => column.daysAt(position)),
          ...changed.map(({ start, end }) => [dayOf(start), dayOf(lastInstant(start, end))] as const),
        ]);
      }
      return { counts: all.counts, range: dayRange(scope.filter, zone) };
    },
  };
}
