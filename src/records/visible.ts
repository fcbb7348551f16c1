import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '../db/tables.ts';
import { mayCreate, mayEditOthers, mayPublish, readable, type Viewer } from '../users/rights.ts';

/** The events that the viewer may read whole: not in the trash, and no password stands before them. */
export const visibleEvents = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('events')
    .where('events.status', '!=', 'trash')
    .where(readable(viewer, 'events'))
    .where(unlocked(viewer, undefined));

/**
 * True for events whose password does not stand in the viewer's way: there is none, the offered one is
 * right, or the viewer may edit the event.
 */
export function unlocked(viewer: Viewer, offeredHash: string | undefined): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'events'>();
  if (mayEditOthers(viewer)) return eb.lit(true);
  const own = viewer && eb('events.author_id', '=', viewer.id);
  const untilPublished = eb.or([
    eb('events.status', 'in', ['draft', 'pending', 'private']),
    eb.and([
      eb('events.status', '=', 'trash'),
      eb(eb.fn.coalesce('events.status_before_trash', sql.lit('draft')), 'not in', ['publish', 'future']),
    ]),
  ]);
  return eb.or([
    eb('events.password_hash', 'is', null),
    ...(offeredHash === undefined ? [] : [eb('events.password_hash', '=', offeredHash)]),
    ...(own && mayPublish(viewer) ? [own] : []),
    ...(own && mayCreate(viewer) ? [eb.and([own, untilPublished])] : []),
  ]);
}
