import { randomUUID } from 'node:crypto';
import type { Db } from '../db/tables.ts';

const NAME = 'store_id';

/** An id that distinguishes this store from all others in exports. It is created when it is first needed. */
export async function storeId(db: Db): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name: NAME, value: randomUUID() })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow();
  return value;
}
