import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { readsThrough } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import type { LinkedTable } from '../kinds.ts';
import { WeakMemo } from '../lib/sized-cache.ts';
import { facetRecords } from '../read-model/facet-records.ts';
import type { Viewer } from '../users/rights.ts';
import { dayAt, dayRange } from './day-at.ts';
import { type DayCounts, DistinctDays } from './facet-days.ts';
import type { FacetValues } from './facet-values.ts';
import type { FacetScope, FacetSource } from './facets.ts';
import { matching, seriesKey } from './store-conditions.ts';

/** Counts events by SQL, in the snapshot of a handle. */
export function facetsInStore(db: Db, viewer: Viewer, zone: string): FacetSource {
  const found = ({ filter, isUnlocked }: FacetScope) => matching(db, filter, viewer, isUnlocked);
  return {
    records: kind => facetRecords[kind](readsThrough(db)),
    async countLinked(scope, values) {
      const counts = new Int32Array(values.size);
      for (const [ids, events] of await linkSets(db, found(scope), values))
        for (const number of new Set(ids.flatMap(values.numbersOf))) counts[number]! += events;
      return counts;
    },
    async countDays(scope) {
      const { first, last } = await found(scope)
        .select(eb => [eb.fn.min('start_at').as('first'), LATEST.as('last')])
        .executeTakeFirstOrThrow();
      const range = dayRange(scope.filter, zone);
      if (first === null || last === null) return { counts: countsOf([], []), range };
      const eachDay = async (instant: RawBuilder<number>) =>
        found(scope)
          .select(dayAt(instant, zone, Number(first), Number(last)).as('day'))
          .select(eb => eb.fn.countAll<number>().as('events'))
          .groupBy('day')
          .execute();
      return { counts: countsOf(await eachDay(START), await eachDay(LAST)), range };
    },
    async countOwn(scope, values) {
      const rows = await found(scope)
        .select(eb => [values.key(db).as('key'), eb.fn.countAll<number>().as('events')])
        .groupBy('key')
        .execute();
      const counts = new Int32Array(values.labels.length);
      for (const { key, events } of rows)
        for (const number of values.numbersOf(key)) counts[number]! += Number(events);
      return counts;
    },
  };
}

/**
 * How many of the matching events link to each set of records that count. If no two records have a common value, each
 * of them is a set of its own: most events have other tags than all others.
 */
async function linkSets(
  db: Db,
  events: ReturnType<typeof matching>,
  { kind, numbers, isShared }: FacetValues,
): Promise<[ids: readonly number[], events: number][]> {
  const { among, listOf, jsonList, unindexed } = dialectOf(db);
  const { table, column } = LINKS[kind];
  const id = sql.ref<number>(`link.${column}`);
  // The cross join keeps SQLite from walking through all links, and it looks for those of an event by the event alone: not
  // for each record that counts.
  const links = sql`(${events.select('id')}) as found cross join ${sql.table(table)} as link
    where link.event_id = found.id and ${among(unindexed(id), listOf([...numbers.keys()]))}`;
  const sets = isShared
    ? sql`select ${jsonList(id, id)} as ids from ${links} group by found.id`
    : sql`select ${id} as ids from ${links}`;
  const { rows } = await sql<{ ids: string | number; events: number }>`
    select ids, count(*) as events from (${sets}) as linked group by ids`.execute(db);
  return rows.map(({ ids, events }) => [isShared ? JSON.parse(String(ids)) : [Number(ids)], Number(events)]);
}

export const LINKS = {
  venues: { table: 'event_venues', column: 'venue_id' },
  organizers: { table: 'event_organizers', column: 'organizer_id' },
  terms: { table: 'event_terms', column: 'term_id' },
} as const satisfies Record<LinkedTable, { table: string; column: string }>;

export const START = sql<number>`start_at`;
/** The same as `lastInstant`. */
export const LAST = sql<number>`case when end_at > start_at then end_at - 1 else start_at end`;
const LATEST = sql<number | null>`max(${LAST})`;

function countsOf(firsts: readonly DayRow[], lasts: readonly DayRow[]): DayCounts {
  const days = Int32Array.from(new Set([...firsts, ...lasts].map(({ day }) => Number(day)))).sort();
  const at = new Map(Array.from(days, (day, at) => [day, at]));
  const counts = (rows: readonly DayRow[]) => {
    const counts = new Int32Array(days.length);
    for (const { day, events } of rows) counts[at.get(Number(day))!] = Number(events);
    return counts;
  };
  return { days, firsts: counts(firsts), lasts: counts(lasts) };
}

interface DayRow {
  readonly day: number;
  readonly events: number;
}

/** Counts series by SQL, as `facetsInIndex` does. */
export function distinctFacetsInStore(db: Db, viewer: Viewer, zone: string): FacetSource {
  const found = ({ filter, isUnlocked }: FacetScope) =>
    matching(db, { ...filter, oneOfSeries: undefined }, viewer, isUnlocked);
  /** Several facets count by the same links of the same events. */
  const known = new WeakMemo<ReturnType<typeof linksBySeries>>();
  const linksOf = (scope: FacetScope, kind: LinkedTable) =>
    known.of(scope.filter, `${kind} ${scope.isUnlocked}`, () => linksBySeries(db, found(scope), kind));
  return {
    ...facetsInStore(db, viewer, zone),
    async countLinked(scope, { kind, numbersOf, size }) {
      const counts = new Int32Array(size);
      for (const ids of await linksOf(scope, kind))
        for (const number of new Set(ids.flatMap(numbersOf))) counts[number]!++;
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

/** The ids to which the occurrences of each series link, and other events. */
async function linksBySeries(
  db: Db,
  events: ReturnType<typeof matching>,
  kind: LinkedTable,
): Promise<(readonly number[])[]> {
  const { table, column } = LINKS[kind];
  // The cross join keeps SQLite from walking through all links.
  const { rows } = await sql<{ key: number; id: number }>`
    select distinct found.key, ${sql.ref(`link.${column}`)} as id
    from (${events.select(['events.id', seriesKey.as('key')])}) as found cross join ${sql.table(table)} as link
    where link.event_id = found.id`.execute(db);
  const groups = Map.groupBy(rows, ({ key }) => key);
  return [...groups.values()].map(group => group.map(({ id }) => Number(id)));
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
