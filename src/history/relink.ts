import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { inSlices } from '../db/slices.ts';
import type { Db } from '../db/tables.ts';
import { insertRows } from '../db/write-rows.ts';
import { KINDS } from '../kinds.ts';
import { idsOf } from '../lib/objects.ts';
import type { ContactType } from '../records/table.ts';
import { keepLinks, linksTo, reviseLinkedEvents } from '../records/versions/bulk.ts';
import { inheritsLinks, type LinkedType } from '../records/versions/links.ts';
import type { WriteContext } from '../records/versions/record-change.ts';
import { NO_TERMS, publishedTerms, recount } from '../terms/store.ts';

/**
 * Links a restored venue or organizer to the events that lost it, at its former positions.
 * @param events the result of `unlink`
 */
export async function relinkNamed(
  db: Db,
  context: WriteContext,
  type: ContactType,
  id: number,
  events: unknown,
) {
  const positions = new Map((events as [number, number][] | undefined) ?? []);
  const linked = new Set((await linksTo(db, type, id)).map(({ event_id }) => event_id));
  const lost = [...positions.keys()].filter(event => !linked.has(event));
  const takers = (await losers(db, context, type, lost)).filter(taker => !linked.has(taker.id));
  const table = `event_${type}s` as 'event_venues';
  for (const [position, placed] of Map.groupBy(takers, ({ like }) => positions.get(like)!))
    await inSlices(db, placed, async some => {
      // The others may have been numbered anew meanwhile.
      await sql`update ${sql.table(table)} set position = position + 1
        where position >= ${position} and ${among(db, idsOf(some), 'event_id')}`.execute(db);
      const row = ({ id: event_id }: Taker) => ({ event_id, [`${type}_id`]: id, position });
      await insertRows(db, table, some.map(row) as never);
      await reviseLinkedEvents(db, context, idsOf(some));
    });
  await ownLinks(db, type, takers);
}

/** Assigns a restored term to the events that lost it. */
export async function relinkTerm(
  db: Db,
  context: WriteContext,
  { id, taxonomy }: { id: number; taxonomy: 'category' | 'tag' },
  events: unknown,
): Promise<void> {
  const takers = await losers(db, context, taxonomy, (events as number[] | undefined) ?? []);
  const ids = idsOf(takers);
  let published = 0;
  await inSlices(db, ids, async some => {
    const rows = some.map(event_id => ({ event_id, term_id: id }));
    await insertRows(db, 'event_terms', rows);
    published += (await publishedTerms(db, some)).get(id) ?? 0;
    await reviseLinkedEvents(db, context, some);
  });
  await ownLinks(db, taxonomy, takers);
  await recount(db, NO_TERMS, new Map([[id, published]]));
}

/** Links of occurrences are their own, if their series does not get them. */
async function ownLinks(db: Db, type: LinkedType, takers: readonly Taker[]): Promise<void> {
  const ids = new Set(idsOf(takers));
  await inSlices(db, [...ids], async some => {
    const heirs = db.selectFrom('events').select(['id', 'series_id', 'own_members']).where(among(db, some));
    for (const { id, series_id, own_members: own } of await heirs.where(inheritsLinks(type)).execute()) {
      if (ids.has(series_id!)) continue;
      const own_members = [...own.split(',').filter(Boolean), KINDS[type].linkedAs].sort().join();
      await db.updateTable('events').set({ own_members }).where('id', '=', id).execute();
    }
  });
}

/** An event that is linked again, and the one whose link it had or has inherited. */
interface Taker {
  readonly id: number;
  readonly like: number;
}

/**
 * The events that still exist, and the occurrences that were made meanwhile of those that are series. Saves their current
 * links as versions.
 */
async function losers(
  db: Db,
  context: WriteContext,
  type: LinkedType,
  events: readonly number[],
): Promise<Taker[]> {
  const takers = new Map<number, Taker>();
  await inSlices(db, events, async some => {
    const there = db.selectFrom('events').select('id').where(among(db, some));
    for (const { id } of await there.execute()) takers.set(id, { id, like: id });
  });
  const named = [...takers.keys()];
  await keepLinks(db, context, type, named);
  await inSlices(db, named, async some => {
    const heirs = db
      .selectFrom('events')
      .select(['id', 'series_id as like'])
      .where(among(db, some, 'events.series_id'))
      .where(inheritsLinks(type))
      .$narrowType<Taker>();
    for (const heir of await heirs.execute()) if (!takers.has(heir.id)) takers.set(heir.id, heir);
  });
  return [...takers.values()];
}

const among = (db: Db, ids: readonly number[], column = 'events.id') =>
  dialectOf(db).among(sql.ref(column), dialectOf(db).listOf(ids));
