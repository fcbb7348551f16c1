import { randomUUID } from 'node:crypto';
import type { Db } from '../db/tables.ts';

const NAME = 'store_id';

/** The header by which an index of interfaces tells the id of its store, so that no import takes a site for another one. */
export const STORE_HEADER = 'Almanac-Store';

/**
 * An id that distinguishes this store from all others, in exports and in calendar files. It is created when it is first
 * needed; afterwards, it is only read.
 */
export async function storeId(db: Db): Promise<string> {
  const known = await read(db);
  if (known !== undefined) return known;
  await db
    .insertInto('settings')
    .values({ name: NAME, value: randomUUID() })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  // Another process may have created it first.
  return (await read(db))!;
}

const read = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst())?.value;
