import { inChunks } from '../db/chunks.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { inOrder } from '../read-model/list-records.ts';

/** What the address of an event consists of, and when it was changed. */
export type AddressRow = Pick<
  EventRow,
  'id' | 'slug' | 'status' | 'modified_at' | 'language' | 'translations' | 'series_id'
>;

/** Those of these events that everybody may list and read, without a password, in the order of the ids. */
export async function publicRows(db: Db, ids: readonly number[]): Promise<AddressRow[]> {
  const rows = await inChunks(ids, some => rowsOf(db, some).execute());
  return inOrder(ids, rows).filter(isPublic);
}

/** With conditions on the flags, SQLite would read an index of all public events. */
export const rowsOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('events')
    .select(['id', 'slug', 'status', 'modified_at', 'hide_from_listings', 'password_hash'])
    .select(['language', 'translations', 'series_id'])
    .where('id', 'in', ids);

const isPublic = (row: Pick<EventRow, 'status' | 'hide_from_listings' | 'password_hash'>): boolean =>
  row.status === 'publish' && row.hide_from_listings === 0 && row.password_hash === null;

/** The series of those of these events that are occurrences, by their ids. */
export async function seriesOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await inChunks(ids, some =>
    db.selectFrom('events').select(['id', 'series_id']).where('id', 'in', some).execute(),
  );
  return new Map(rows.flatMap(({ id, series_id }) => (series_id === null ? [] : [[id, series_id]])));
}
