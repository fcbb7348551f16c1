import { dialectOf } from '../db/dialect.ts';
import { inSlices, readInSlices } from '../db/slices.ts';
import type { Db } from '../db/tables.ts';
import { authoredTypes, KINDS, publishedTypes } from '../kinds.ts';
import { idsOf } from '../lib/objects.ts';
import { closeAccount } from '../users/accounts.ts';
import { totalOf } from './table.ts';
import { keepAuthor } from './versions/bulk.ts';
import type { WriteContext } from './versions/record-change.ts';

export async function recordsOf(db: Db, user: number): Promise<number> {
  let sum = 0;
  for (const type of authoredTypes)
    sum += await totalOf(db.selectFrom(KINDS[type].table).where('author_id', '=', user));
  return sum;
}

/**
 * Removes an account with its credentials. Its records, and its changes that wait, get the heir as their author. What
 * is left keeps a name without a person, which nobody signs in with.
 */
export async function removeUser(
  db: Db,
  user: number,
  heir: number | undefined,
  context: WriteContext,
): Promise<void> {
  if (heir !== undefined) {
    for (const type of authoredTypes) await bequeath(db, type, user, heir, context);
    const waiting = db.updateTable('pending_edits').set({ user_id: heir }).where('user_id', '=', user);
    // The heir may have changed the same event.
    const taken = db.selectFrom('pending_edits').select('event_id').where('user_id', '=', heir);
    await waiting.where('event_id', 'not in', taken).execute();
  }
  const isWaiting = db.selectFrom('pending_edits').select('id').where('user_id', '=', user);
  const isLeft = (await recordsOf(db, user)) > 0 || (await isWaiting.executeTakeFirst()) !== undefined;
  await db.deleteFrom('app_passwords').where('user_id', '=', user).execute();
  if (isLeft) await closeAccount(db, user, context.now);
  else await db.deleteFrom('users').where('id', '=', user).execute();
}

async function bequeath(
  db: Db,
  type: (typeof authoredTypes)[number],
  user: number,
  heir: number,
  context: WriteContext,
): Promise<void> {
  const { table } = KINDS[type];
  const own = db.selectFrom(table).select('id').where('author_id', '=', user).orderBy('id');
  const rows = await readInSlices<{ id: number }>(
    ({ id }) => id,
    (after, limit) => own.where('id', '>', after).limit(limit).execute(),
  );
  const published = publishedTypes.find(known => known === type);
  await inSlices(db, idsOf(rows), async some => {
    if (published) await keepAuthor(db, context, published, some);
    const { among, listOf } = dialectOf(db);
    const written = db.updateTable(table).set({ author_id: heir });
    await written.where(({ ref }) => among(ref('id'), listOf(some))).execute();
  });
}
