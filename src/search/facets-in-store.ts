import { type RawBuilder, sql } from 'kysely';
import { readsThrough } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import type { LinkedTable } from '../kinds.ts';
import { WeakMemo } from '../lib/sized-cache.ts';
import { facetRecords } from '../read-model/facet-records.ts';
import type { Viewer } from '../users/rights.ts';
import { dayAt, dayRange } from './day-at.ts';
import { DistinctDays } from './facet-days.ts';
import type { FacetScope, FacetSource } from './facets.ts';
import { matching, seriesKey } from './store-conditions.ts';

/**
 * Counts by SQL, in the snapshot of a handle: each event or, in a list that shows each series once, each series, as
 * `facetsInIndex` does.
 */
export function facetsInStore(db: Db, viewer: Viewer, zone: string): FacetSource {
  const found = ({ filter, isUnlocked }: FacetScope) => ({
    key: filter.oneOfSeries ? seriesKey : eventKey,
    events: matching(db, { ...filter, oneOfSeries: undefined }, viewer, isUnlocked),
  });
  /** Several facets count by the same links of the same events. */
  const known = new WeakMemo<ReturnType<typeof linksByKey>>();
  const linksOf = (scope: FacetScope, kind: LinkedTable) =>
    known.of(scope.filter, `${kind} ${scope.isUnlocked}`, () => linksByKey(db, found(scope), kind));
  return {
    records: kind => facetRecords[kind](readsThrough(db)),
    async countLinked(scope, { kind, numbersOf, size }) {
      const counts = new Int32Array(size);
      for (const ids of await linksOf(scope, kind))
        for (const number of new Set(ids.flatMap(numbersOf))) counts[number]!++;
      return counts;
    },
    async countOwn(scope, values) {
      const { key, events } = found(scope);
      const rows = await events
        .select([key.as('counted'), values.key(db).as('key')])
        .distinct()
        .execute();
      const counts = new Int32Array(values.labels.length);
      for (const group of Map.groupBy(rows, ({ counted }) => counted).values())
        for (const number of new Set(group.flatMap(({ key }) => values.numbersOf(key)))) counts[number]!++;
      return counts;
    },
    async countDays(scope, unit) {
      const all = new DistinctDays(unit);
      for (const days of await daysByKey(found(scope), zone)) all.add(days);
      return { counts: all.counts, range: dayRange(scope.filter, zone) };
    },
  };
}

const eventKey = sql<number>`events.id`;

/** Events, and what counts once among them. */
interface KeyedEvents {
  readonly key: RawBuilder<number>;
  readonly events: ReturnType<typeof matching>;
}

const LINKS = {
  venues: { table: 'event_venues', column: 'venue_id' },
  organizers: { table: 'event_organizers', column: 'organizer_id' },
  terms: { table: 'event_terms', column: 'term_id' },
} as const satisfies Record<LinkedTable, { table: string; column: string }>;

const START = sql<number>`start_at`;
/** The same as `lastInstant`. */
const LAST = sql<number>`case when end_at > start_at then end_at - 1 else start_at end`;

/** The ids to which what counts once links. */
async function linksByKey(
  db: Db,
  { key, events }: KeyedEvents,
  kind: LinkedTable,
): Promise<(readonly number[])[]> {
  const { table, column } = LINKS[kind];
  // The cross join keeps SQLite from walking through all links.
  const { rows } = await sql<{ key: number; id: number }>`
    select distinct found.key, ${sql.ref(`link.${column}`)} as id
    from (${events.select(['events.id', key.as('key')])}) as found cross join ${sql.table(table)} as link
    where link.event_id = found.id`.execute(db);
  const groups = Map.groupBy(rows, ({ key }) => key);
  return [...groups.values()].map(group => group.map(({ id }) => Number(id)));
}

/** The first and the last days of the events that count once. */
async function daysByKey(
  { key, events }: KeyedEvents,
  zone: string,
): Promise<(readonly [first: number, last: number])[][]> {
  const { first, last } = await events
    .select([sql<number | null>`min(${START})`.as('first'), sql<number | null>`max(${LAST})`.as('last')])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return [];
  const dayOf = (instant: RawBuilder<number>) => dayAt(instant, zone, Number(first), Number(last));
  const rows = await events.select([key.as('key'), dayOf(START).as('from'), dayOf(LAST).as('to')]).execute();
  return [...Map.groupBy(rows, ({ key }) => key).values()].map(group =>
    group.map(({ from, to }) => [Number(from), Number(to)] as const),
  );
}
