import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import type { Viewer } from '../users/rights.ts';
import { dayAt } from './day-at.ts';
import { dayRange } from './day-range.ts';
import { DistinctDays } from './distinct-days.ts';
import type { FacetScope, FacetSource } from './facets.ts';
import { facetsInStore, LAST, LINKS, START } from './facets-in-store.ts';
import { matching, seriesKey } from './store-conditions.ts';

/** Counts series by SQL, as `distinctFacetsInIndex` does. */
export function distinctFacetsInStore(db: Db, viewer: Viewer, zone: string): FacetSource {
  const found = ({ filter, isUnlocked }: FacetScope) =>
    matching(db, { ...filter, firstOfSeries: undefined }, viewer, isUnlocked);
  return {
    ...facetsInStore(db, viewer, zone),
    async countLinked(scope, { kind, numbers, numbersOf, size }) {
      const { table, column } = LINKS[kind];
      const { among, listOf, unindexed } = dialectOf(db);
      const id = sql.ref<number>(`link.${column}`);
      // The cross join keeps SQLite from walking through all links.
      const { rows } = await sql<{ key: number; id: number }>`
        select distinct found.key, ${id} as id
        from (${found(scope).select(['events.id', seriesKey.as('key')])}) as found
        cross join ${sql.table(table)} as link
        where link.event_id = found.id and ${among(unindexed(id), listOf([...numbers.keys()]))}`.execute(db);
      const counts = new Int32Array(size);
      for (const group of Map.groupBy(rows, ({ key }) => key).values())
        for (const number of new Set(group.flatMap(({ id }) => numbersOf(Number(id))))) counts[number]!++;
      return counts;
    },
    async countOwn(scope, values) {
      const rows = await found(scope)
        .select([seriesKey.as('series'), values.key(db).as('key')])
        .distinct()
        .execute();
      const counts = new Int32Array(values.labels.length);
      for (const group of Map.groupBy(rows, ({ series }) => series).values())
        for (const number of new Set(group.flatMap(({ key }) => values.numbersOf(key)))) counts[number]!++;
      return counts;
    },
    async countDays(scope, unit) {
      const all = new DistinctDays(unit);
      for (const days of await daysBySeries(found(scope), zone)) all.add(days);
      return { counts: all.counts, range: dayRange(scope.filter, zone) };
    },
  };
}

/** The first and the last days of the events of each series. */
async function daysBySeries(
  events: ReturnType<typeof matching>,
  zone: string,
): Promise<(readonly [first: number, last: number])[][]> {
  const { first, last } = await events
    .select([sql<number | null>`min(${START})`.as('first'), sql<number | null>`max(${LAST})`.as('last')])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return [];
  const dayOf = (instant: RawBuilder<number>) => dayAt(instant, zone, Number(first), Number(last));
  const rows = await events
    .select([seriesKey.as('key'), dayOf(START).as('from'), dayOf(LAST).as('to')])
    .execute();
  return [...Map.groupBy(rows, ({ key }) => key).values()].map(group =>
    group.map(({ from, to }) => [Number(from), Number(to)] as const),
  );
}
