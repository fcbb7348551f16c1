import { Pacer } from '../lib/pacer.ts';
import { dayNumbersIn, lastInstant } from '../lib/time/day.ts';
import { distinctCounts, eachGroup } from '../read-model/index/distinct-counts.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';
import { dayRange } from './day-range.ts';
import { DistinctDays } from './distinct-days.ts';
import type { FacetScope, FacetSource } from './facets.ts';
import { exactQuery } from './facets-in-index.ts';

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
