import { mayOpenAll } from '../events/password.ts';
import { dayNumbersIn, lastInstant } from '../lib/time/day.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import { countEntry } from '../read-model/index/facet-columns.ts';
import type { IndexQuery } from '../read-model/index/query.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';
import { dayRange } from './day-range.ts';
import type { EventFilter } from './event-filter.ts';
import { type DayCounts, withEvent } from './facet-days.ts';
import type { FacetScope, FacetSource } from './facets.ts';
import { queryOf } from './find-in-index.ts';

/** A query, and the changed events that match it. */
interface Asked {
  readonly query: IndexQuery;
  readonly changed: readonly IndexEntry[];
  days?: Promise<DayCounts | undefined>;
}

/** Counts events by the index in memory. */
export function facetsInIndex(readModel: ReadModel, viewer: Viewer, zone: string): FacetSource {
  const { index } = readModel;
  // The columns of one segment, also if the index replaces it meanwhile: the answer is then made again.
  const facets = index?.facets;
  const known = new Map<EventFilter, Map<boolean, Promise<Asked | undefined>>>();
  const ask = async (scope: FacetScope): Promise<Asked | undefined> => {
    const query = await exactQuery(readModel, viewer, scope);
    const changed = query && index?.matching(query);
    return changed && { query, changed };
  };
  /** Several facets ask for the same events. */
  const asked = (scope: FacetScope) => {
    const same = known.get(scope.filter) ?? new Map<boolean, Promise<Asked | undefined>>();
    const found = same.get(scope.isUnlocked) ?? ask(scope);
    known.set(scope.filter, same.set(scope.isUnlocked, found));
    return found;
  };
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
