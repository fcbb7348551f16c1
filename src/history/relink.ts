import { sql } from 'kysely';
import { inChunks } from '../db/chunks.ts';
import { dialectOf } from '../db/dialect.ts';
import { insertRows } from '../db/insert.ts';
import type { Db } from '../db/tables.ts';
import { linkColumn, linksOf, type NamedType } from '../records/named.ts';
import { publishedTerms, recount } from '../terms/store.ts';
import { keepLinks } from './bulk.ts';
import type { Keeper } from './keep.ts';
import type { LinkedType } from './links.ts';

/**
 * Links a venue or an organizer that comes back to the events that lost it with its deletion, at the places that it
 * had in them: `events` as `keepUnlinked` gave them.
 */
export async function relinkNamed(db: Db, keeper: Keeper, type: NamedType, id: number, events: unknown) {
  const positions = new Map((events as [number, number][] | undefined) ?? []);
  const linked = db.selectFrom(linksOf({ type })).select('event_id').where(linkColumn({ type }), '=', id);
  const ids = await losers(db, keeper, type, [...positions.keys()], await linked.execute());
  const rows = ids.map(event_id => ({ event_id, [`${type}_id`]: id, position: positions.get(event_id)! }));
  await insertRows(db, `event_${type}s` as 'event_venues', rows as never);
  await touch(db, ids);
}

/** The same for a term. */
export async function relinkTerm(
  db: Db,
  keeper: Keeper,
  { id, taxonomy }: { id: number; taxonomy: 'category' | 'tag' },
  events: unknown,
): Promise<void> {
  const ids = await losers(db, keeper, taxonomy, (events as number[] | undefined) ?? [], []);
  const terms = await publishedTerms(db, ids);
  await insertRows(
    db,
    'event_terms',
    ids.map(event_id => ({ event_id, term_id: id })),
  );
  await recount(db, terms, await publishedTerms(db, ids));
  await touch(db, ids);
}

/** Those of the events that are still there and not linked again already; what they link to is kept. */
async function losers(
  db: Db,
  keeper: Keeper,
  type: LinkedType,
  events: readonly number[],
  linked: readonly { event_id: number }[],
): Promise<number[]> {
  const again = new Set(linked.map(({ event_id }) => event_id));
  const there = await inChunks(events, some =>
    db.selectFrom('events').select('id').where('id', 'in', some).execute(),
  );
  const ids = there.map(({ id }) => id).filter(id => !again.has(id));
  if (ids.length > 0) await keepLinks(db, keeper, type, among(db, ids));
  return ids;
}

/** Whoever remembers events is told by a write of the event itself. */
const touch = (db: Db, ids: readonly number[]) =>
  sql`update events set slug = slug where ${among(db, ids)}`.execute(db);

const among = (db: Db, ids: readonly number[]) =>
  dialectOf(db).among(sql.ref('events.id'), dialectOf(db).listOf(ids));
