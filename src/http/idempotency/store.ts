import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import type { Db, IdempotencyKeyRow } from '../../db/tables.ts';
import { InvalidValue, Refused } from '../../errors.ts';
import type { Viewer } from '../../users/rights.ts';
import type { Answer, IdempotencyKey } from '../call.ts';

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

/**
 * The idempotency key of a request; undefined if it has none. 400 for a malformed key.
 * @param content what distinguishes the request from others
 */
export function idempotencyKeyOf(
  headers: IncomingHttpHeaders,
  content: () => unknown,
): IdempotencyKey | undefined {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return undefined;
  return { key: readKey(String(sent)), fingerprint: hash('sha256', JSON.stringify(content()), 'base64url') };
}

export const badKey = new InvalidValue('Idempotency-Key', new Refused('expected_idempotency_key'));

const MAX_LENGTH = 255;
/** A string of RFC 8941; many clients send it without the quotes. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
const BARE = /^[!#-+\--:<-[\]-~]+$/;

function readKey(sent: string): string {
  const text = sent.trim();
  const key = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? (BARE.test(text) ? text : '');
  if (key === '' || key.length > MAX_LENGTH) throw badKey;
  return key;
}
