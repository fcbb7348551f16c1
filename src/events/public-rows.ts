import { inChunks } from '../db/chunks.ts';
import type { Db, EventRow } from '../db/tables.ts';

/** What the address of an event consists of, and when it was changed. */
export type AddressRow = Pick<EventRow, 'id' | 'slug' | 'status' | 'modified_at'>;

/** Those of these events that everybody may list and read, without a password, in the order of the ids. */
export async function publicRows(db: Db, ids: readonly number[]): Promise<AddressRow[]> {
  const rows = await inChunks(ids, some =>
    db
      .selectFrom('events')
      .select(['id', 'slug', 'status', 'modified_at'])
      .where('id', 'in', some)
      .where('status', '=', 'publish')
      .where('hide_from_listings', '=', 0)
      .where('password_hash', 'is', null)
      .execute(),
  );
  const found = new Map(rows.map(row => [row.id, row]));
  return ids.flatMap(id => found.get(id) ?? []);
}
