import type { Db } from '../db/tables.ts';
import type { PublishedType } from '../records/table.ts';
import type { WriteCall } from '../records/write-call.ts';

/**
 * Marks the id of a deleted record as used again. Returns the author of the record; if that account no longer exists,
 * the viewer or the first administrator.
 */
export async function reinstate(
  db: Db,
  type: PublishedType,
  id: number,
  { author_id, created }: { author_id: number; created?: unknown },
  { viewer }: WriteCall,
): Promise<number> {
  const known = typeof created === 'string' ? created : null;
  await db.updateTable('records').set({ type, created: known }).where('id', '=', id).execute();
  const users = db.selectFrom('users').select('id').orderBy('id');
  const author = await users.where('id', '=', author_id).executeTakeFirst();
  if (author) return author.id;
  if (viewer && viewer.id > 0) return viewer.id;
  return (await users.where('role', '=', 'administrator').executeTakeFirstOrThrow()).id;
}
