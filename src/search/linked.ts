import type { Db } from '../db/tables.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { mayRead, readable, type Viewer } from '../users/rights.ts';

export const assigned = (db: Db, terms: readonly number[]) =>
  db.selectFrom('event_terms').select('event_id').where('term_id', 'in', terms);

/** Events at these venues or of these organizers, if the viewer may read the venue or organizer. */
export function linked(db: Db, type: 'venue' | 'organizer', ids: readonly number[], viewer: Viewer) {
  // The link tables differ only in their names and the name of one column.
  const links = `event_${type}s` as 'event_venues';
  const column = `${type}_id` as 'venue_id';
  const table = `${type}s` as 'venues';
  const readableIds = db.selectFrom(table).select('id').where('id', 'in', ids).where(readable(viewer, table));
  return db.selectFrom(links).select('event_id').where(column, 'in', readableIds);
}

/** The ids of those of these series that the viewer may read. */
export const readableSeries = (db: Db, ids: readonly number[], viewer: Viewer) =>
  db
    .selectFrom('events as one')
    .select('one.id')
    .where('one.id', 'in', ids)
    .where('one.recurrence', '!=', '')
    .where(readable(viewer, 'one'));

/** The ids of the venues, organizers or series among these that the viewer may read. */
export async function readableContacts(
  records: ReadModel['venues'] | ReadModel['organizers'] | ReadModel['series'],
  ids: readonly number[],
  viewer: Viewer,
): Promise<number[]> {
  const rows = await records.find(ids);
  return ids.filter(id => rows.has(id) && mayRead(viewer, rows.get(id)!));
}
