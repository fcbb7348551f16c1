import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db, Taxonomy } from '../db/tables.ts';
import type { NamedType } from '../records/named.ts';
import { actorOf } from './actor.ts';
import { type Former, type Keeper, keepsHistory } from './keep.ts';
import type { LinkedType } from './links.ts';

// What one write changes of many records is kept by one statement, however many they are.

/**
 * Keeps what the events link to that are going to lose a venue or an organizer. Gives them with the places that it has
 * in them, for the history of the venue or organizer.
 */
export async function keepUnlinked(db: Db, keeper: Keeper, type: NamedType, id: number): Promise<Former> {
  const from = sql`${sql.table(`event_${type}s`)} where ${sql.ref(`${type}_id`)} = ${id}`;
  const links = sql<{
    event_id: number;
    position: number;
  }>`select event_id, position from ${from} order by event_id`;
  const { rows } = await links.execute(db);
  if (rows.length === 0) return {};
  await keepLinks(db, keeper, type, sql`id in (select event_id from ${from})`);
  return { events: rows.map(({ event_id, position }) => [event_id, position]) };
}

/** The same of events that are going to lose a term. */
export async function keepUntermed(db: Db, keeper: Keeper, type: Taxonomy, id: number): Promise<number[]> {
  const linked = db.selectFrom('event_terms').select('event_id').where('term_id', '=', id);
  const rows = await linked.orderBy('event_id').execute();
  if (rows.length > 0) await keepLinks(db, keeper, type, sql`id in (${linked})`);
  return rows.map(({ event_id }) => event_id);
}

/** Keeps the links of this type of some events. */
export function keepLinks(db: Db, keeper: Keeper, type: LinkedType, which: RawBuilder<unknown>) {
  const { jsonList } = dialectOf(db);
  const links =
    type === 'category' || type === 'tag'
      ? sql`select ${jsonList(sql.ref('terms.id'), sql.ref('terms.id'))} from event_terms
          join terms on terms.id = term_id where event_id = events.id and taxonomy = ${type}`
      : sql`select ${jsonList(sql.ref(`${type}_id`), sql.ref('position'))}
          from ${sql.table(`event_${type}s`)} where event_id = events.id`;
  const column = `${type}_ids` as const;
  return keepAll(db, keeper, { type: sql`'event'`, table: 'events', column, json: sql`(${links})`, which });
}

/** Keeps who wrote the records that are going to be another account's. */
export async function keepAuthor(db: Db, keeper: Keeper, author: number): Promise<void> {
  const which = sql`author_id = ${author}`;
  for (const type of ['event', 'venue', 'organizer'] as const) {
    const table = `${type}s` as const;
    await keepAll(db, keeper, { type: sql`${sql.lit(type)}`, table, column: 'author_id', which });
  }
}

/** Keeps the parent of the terms below one that is going to be removed, and gives their ids. */
export async function keepChildren(db: Db, keeper: Keeper, parent: number): Promise<number[]> {
  const which = sql`parent = ${parent}`;
  await keepAll(db, keeper, { type: sql`taxonomy`, table: 'terms', column: 'parent', which });
  const below = await db
    .selectFrom('terms')
    .select('id')
    .where('parent', '=', parent)
    .orderBy('id')
    .execute();
  return below.map(({ id }) => id);
}

interface Bulk {
  /** An expression, as is `json`, the value that the column has. */
  type: RawBuilder<unknown>;
  table: 'events' | 'venues' | 'organizers' | 'terms';
  column: `${LinkedType}_ids` | 'author_id' | 'parent';
  json?: RawBuilder<unknown>;
  which: RawBuilder<unknown>;
}

async function keepAll(db: Db, keeper: Keeper, { type, table, column, json, which }: Bulk): Promise<void> {
  if (!keepsHistory(keeper)) return;
  const value = json ?? sql`cast(${sql.ref(column)} as text)`;
  await sql`insert into versions (type, record_id, operation, at, actor, changed, former)
    select ${type}, id, 'update', cast(${keeper.now} as bigint), cast(${JSON.stringify(actorOf(keeper))} as text),
      ${sql.lit(JSON.stringify([column]))}, ${sql.lit(`{"${column}":`)} || ${value} || '}'
    from ${sql.table(table)} where ${which}`.execute(db);
}
