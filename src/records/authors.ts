import type { Db } from '../db/tables.ts';
import { keepAuthor } from './versions/bulk.ts';
import type { WriteContext } from './versions/record-change.ts';

/** The number of records that an account has written. */
export async function recordsOf(db: Db, user: number): Promise<number> {
  let sum = 0;
  for (const table of AUTHORED) {
    const { total } = await db
      .selectFrom(table)
      .where('author_id', '=', user)
      .select(eb => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    sum += Number(total);
  }
  return sum;
}

const AUTHORED = ['events', 'venues', 'organizers', 'images'] as const;

/** Removes an account and its application passwords. Its records get the heir as their author. */
export async function removeUser(
  db: Db,
  user: number,
  heir: number | undefined,
  context: WriteContext,
): Promise<void> {
  if (heir !== undefined) {
    await keepAuthor(db, context, user);
    for (const table of AUTHORED)
      await db.updateTable(table).set({ author_id: heir }).where('author_id', '=', user).execute();
  }
  await db.deleteFrom('app_passwords').where('user_id', '=', user).execute();
  await db.deleteFrom('users').where('id', '=', user).execute();
}
