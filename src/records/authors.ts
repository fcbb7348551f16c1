import type { Db } from '../db/tables.ts';
import { authoredTypes, KINDS } from '../kinds.ts';
import { totalOf } from './table.ts';
import { keepAuthor } from './versions/bulk.ts';
import type { WriteContext } from './versions/record-change.ts';

export async function recordsOf(db: Db, user: number): Promise<number> {
  let sum = 0;
  for (const type of authoredTypes)
    sum += await totalOf(db.selectFrom(KINDS[type].table).where('author_id', '=', user));
  return sum;
}

/** Removes an account and its application passwords. Its records get the heir as their author. */
export async function removeUser(
  db: Db,
  user: number,
  heir: number | undefined,
  context: WriteContext,
): Promise<void> {
  if (heir !== undefined) {
    await keepAuthor(db, context, user);
    for (const type of authoredTypes)
      await db
        .updateTable(KINDS[type].table)
        .set({ author_id: heir })
        .where('author_id', '=', user)
        .execute();
  }
  await db.deleteFrom('app_passwords').where('user_id', '=', user).execute();
  await db.deleteFrom('users').where('id', '=', user).execute();
}
