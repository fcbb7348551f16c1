import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../../db/dialect.ts';
import { inSlices, readInSlices } from '../../db/slices.ts';
import type { Db } from '../../db/tables.ts';
import { type ContactType, isTaxonomy, type LinkedType, type PublishedType } from '../../kinds.ts';
import { assertWithinLimits } from '../limits.ts';
import { linkColumn, linksOf, tableOf } from '../table.ts';
import { actorOf } from './actor.ts';
import { inheritsLinks } from './links.ts';
import { type FormerValues, keepsHistory, type WriteContext } from './record-change.ts';

// When one write changes many records, few statements save all their versions.

/** A link of an event to a venue or an organizer, and its position among the event's links. */
interface LinkColumn {
  event_id: number;
  position: number;
}

/** The links of events to a venue or an organizer, in the order of the events' ids. */
export function linksTo(db: Db, type: ContactType, id: number): Promise<LinkColumn[]> {
  const links = db.selectFrom(linksOf({ type })).where(linkColumn({ type }), '=', id);
  const some = links.select(['event_id', 'position']).orderBy('event_id');
  return readInSlices(
    ({ event_id }) => event_id,
    (after, limit) => some.where('event_id', '>', after).limit(limit).execute(),
  );
}

/** The ids of the events with a term, in ascending order. */
export async function eventsWithTerm(db: Db, id: number): Promise<number[]> {
  const some = db.selectFrom('event_terms').select('event_id').where('term_id', '=', id).orderBy('event_id');
  const rows = await readInSlices<{ event_id: number }>(
    ({ event_id }) => event_id,
    (after, limit) => some.where('event_id', '>', after).limit(limit).execute(),
  );
  return rows.map(({ event_id }) => event_id);
}

/**
 * Removes the links of all events to a venue or an organizer. Saves the events' former links as versions, and returns
 * the events with the positions of the links, for the version of the venue or organizer.
 */
export async function unlink(
  db: Db,
  context: WriteContext,
  type: ContactType,
  id: number,
): Promise<FormerValues> {
  const links = await linksTo(db, type, id);
  const events = links.map(({ event_id }) => event_id);
  await keepLinks(db, context, type, events);
  await inSlices(db, events, some =>
    db
      .deleteFrom(linksOf({ type }))
      .where(linkColumn({ type }), '=', id)
      .where(among(db, 'event_id', some))
      .execute(),
  );
  await assertWithinLimits(db, context.viewer, events);
  return links.length === 0 ? {} : { events: links.map(({ event_id, position }) => [event_id, position]) };
}

/**
 * Saves the links of this type of these events as versions, and locks the events: whoever changes one of them at this
 * moment counts its terms as well. Occurrences that have those of their series have no version:
 * that of the series tells.
 * @throws DomainError if one of them is beyond the limits of the viewer
 */
export async function keepLinks(db: Db, context: WriteContext, type: LinkedType, events: readonly number[]) {
  await assertWithinLimits(db, context.viewer, events);
  const { jsonList, lockRows } = dialectOf(db);
  await inSlices(db, events, some => lockRows(db, 'events', some));
  // A join might scan all terms for each event when the store has no statistics.
  const links = isTaxonomy(type)
    ? sql`select ${jsonList(sql.ref('term_id'), sql.ref('term_id'))} from event_terms
          where event_id = events.id and (select taxonomy from terms where terms.id = term_id) = ${type}`
    : sql`select ${jsonList(sql.ref(linkColumn({ type })), sql.ref('position'))}
          from ${sql.table(linksOf({ type }))} where event_id = events.id`;
  const column = `${type}_ids` as const;
  const what = { type: sql`'event'`, table: 'events', column, json: sql`(${links})` } as const;
  const owns = sql`not ${inheritsLinks(type)}`;
  await inSlices(db, events, some =>
    keepAll(db, context, { ...what, which: sql`${among(db, 'events.id', some)} and ${owns}` }),
  );
}

/**
 * Raises the revision of events that people and calendars see otherwise though their rows stay: of a series when one of
 * its dates changes, of events whose place is hidden. Imports do not find them edited.
 */
export const reviseEvents = (db: Db, { now }: Pick<WriteContext, 'now'>, events: readonly number[]) =>
  inSlices(db, events, async some => {
    await dialectOf(db).lockRows(db, 'events', some);
    await sql`update imported set modified_at = ${now} where type = 'event' and ${among(db, 'local_id', some)}
      and modified_at = (select modified_at from events where id = local_id)`.execute(db);
    await sql`update events set modified_at = ${now}, sequence = sequence + 1
      where ${among(db, 'id', some)}`.execute(db);
  });

/**
 * The same of events whose venue, organizer or term comes or goes. Those with a password stay as they are: its author
 * would learn from their revision what they are linked to.
 */
export const reviseLinkedEvents = (db: Db, context: Pick<WriteContext, 'now'>, events: readonly number[]) =>
  inSlices(db, events, async some => {
    const open = db
      .selectFrom('events')
      .select('id')
      .where(among(db, 'id', some));
    const rows = await open.where('password_hash', 'is', null).execute();
    const ids = rows.map(({ id }) => id);
    await reviseEvents(db, context, ids);
  });

const among = (db: Db, column: string, ids: readonly number[]) =>
  dialectOf(db).among(sql.ref(column), dialectOf(db).listOf(ids));

/** Saves the author of records that will get another one. */
export const keepAuthor = (
  db: Db,
  context: WriteContext,
  type: PublishedType,
  ids: readonly number[],
): Promise<void> =>
  keepAll(db, context, {
    ...{ type: sql`${sql.lit(type)}`, table: tableOf(type), column: 'author_id' },
    which: among(db, 'id', ids),
  });

/** Saves the parent of the terms directly below a term that will be removed, and returns their ids. */
export async function keepChildren(db: Db, context: WriteContext, parent: number): Promise<number[]> {
  const which = sql`parent = ${parent}`;
  await keepAll(db, context, { type: sql`taxonomy`, table: 'terms', column: 'parent', which });
  const below = db.selectFrom('terms').select('id').where('parent', '=', parent).orderBy('id');
  return (await below.execute()).map(({ id }) => id);
}

interface Bulk {
  /** An SQL expression. So is `json`, the value of the column. */
  type: RawBuilder<unknown>;
  table: 'events' | 'venues' | 'organizers' | 'terms';
  column: `${LinkedType}_ids` | 'author_id' | 'parent';
  json?: RawBuilder<unknown>;
  which: RawBuilder<unknown>;
}

async function keepAll(
  db: Db,
  context: WriteContext,
  { type, table, column, json, which }: Bulk,
): Promise<void> {
  if (!keepsHistory(context)) return;
  const value = json ?? sql`cast(${sql.ref(column)} as text)`;
  await sql`insert into versions (type, record_id, operation, at, actor, changed, former)
    select ${type}, id, 'update', cast(${context.now} as bigint), cast(${JSON.stringify(actorOf(context))} as text),
      ${sql.lit(JSON.stringify([column]))}, ${sql.lit(`{"${column}":`)} || ${value} || '}'
    from ${sql.table(table)} where ${which}`.execute(db);
}
