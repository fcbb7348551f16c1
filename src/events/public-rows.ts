import { inChunks } from '../db/slices.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { Pacer } from '../lib/pacer.ts';
import { inOrder } from '../read-model/record-source.ts';

/** What the address of an event consists of, and when it was changed. */
export type AddressRow = Pick<
  EventRow,
  'id' | 'slug' | 'status' | 'modified_at' | 'language' | 'translations' | 'series_id'
>;

/** Those of these events that everybody may list and read, without a password, in the order of the ids. */
export async function publicRows(db: Db, ids: readonly number[]): Promise<AddressRow[]> {
  const rows = await inChunks(ids, some => rowsOf(db, some).execute());
  const shown = inOrder(ids, rows).filter(isPublic);
  const translations = await translationsOf(
    db,
    shown.flatMap(({ id, translated }) => (translated === '' ? [] : id)),
  );
  return shown.map(row => ({ ...row, translations: translations.get(row.id) ?? '' }));
}

/** The translations of these events. They may be long, so few are read at a time. */
async function translationsOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const pacer = new Pacer();
  const found = new Map<number, string>();
  for (let at = 0; at < ids.length; at += FEW) {
    const some = ids.slice(at, at + FEW);
    const rows = await db
      .selectFrom('events')
      .select(['id', 'translations'])
      .where('id', 'in', some)
      .execute();
    for (const { id, translations } of rows) found.set(id, translations);
    await pacer.pause();
  }
  return found;
}

const FEW = 4;

/** With conditions on the flags, SQLite would read an index of all public events. */
export const rowsOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('events')
    .select(['id', 'slug', 'status', 'modified_at', 'hide_from_listings', 'password_hash'])
    .select(['language', 'translated', 'series_id'])
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
