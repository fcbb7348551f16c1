import { sql } from 'kysely';
import type { Db, IdempotencyKeyRow } from '../../db/tables.ts';
import type { Viewer } from '../../users/rights.ts';
import type { Answer } from '../call.ts';
import type { IdempotencyKey } from './key.ts';

/** The account of a request and its idempotency key. */
export interface KeyOwner {
  readonly viewer: Viewer;
  readonly idempotencyKey: IdempotencyKey;
  /** Epoch seconds. */
  readonly now: number;
}

/** The stored answer of the account under this key. */
export const findAnswer = (
  db: Db,
  { viewer, idempotencyKey }: KeyOwner,
): Promise<IdempotencyKeyRow | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', viewer!.id)
    .where('key', '=', idempotencyKey.key)
    .executeTakeFirst();

/**
 * Claims the key; a rollback of the transaction releases it. Waits for another request that is claiming the same key.
 * False if the key is taken.
 */
export async function claimKey(
  db: Db,
  type: IdempotencyKeyRow['type'],
  { viewer, idempotencyKey, now }: KeyOwner,
): Promise<boolean> {
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ user_id: viewer!.id, ...idempotencyKey, type, answer: '', created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Stores the answer under its key, within the transaction that claimed the key. */
export const keepAnswer = (db: Db, { viewer, idempotencyKey }: KeyOwner, { status, headers, body }: Answer) =>
  db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify({ status, headers, body }) })
    .where('user_id', '=', viewer!.id)
    .where('key', '=', idempotencyKey.key)
    .execute();

/** The least number of seconds for which a key is kept. */
export const RETENTION = 24 * 3600;

/** Keys that one statement deletes: a concurrent write waits for no more than these. */
const BATCH = 1000;

/** Deletes expired keys. */
export async function pruneKeys(db: Db, now: number): Promise<void> {
  for (let more = true; more; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_keys where (user_id, "key") in (
        select user_id, "key" from idempotency_keys where created_at < ${now - RETENTION}
        order by created_at limit ${BATCH})`.execute(db);
    more = Number(numAffectedRows) === BATCH;
  }
}
