import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../../db/tables.ts';
import { sameHash, storedSecret } from '../secrets.ts';
import { demand } from './webauthn.ts';

/** Seconds for which a challenge can be answered. */
export const CHALLENGE_LIFETIME = 300;
/** Seconds by which clocks of machines may differ. */
const SKEW = 60;
/** Seconds for which a used challenge is kept beyond its end: a clock may be set back. */
const KEPT = 86_400;

/** What a challenge is for: signing in, or making a passkey for an account. */
export type Purpose = 'sign-in' | `add ${number}`;

/**
 * Makes a challenge: random bits, its end, and both with the purpose signed by a key of the store. So an anonymous client
 * that asks for many makes the store keep nothing. A challenge that a passkey has answered is kept until it has long
 * ended, so that no process takes it twice: only who has a passkey adds to these.
 */
export async function newChallenge(db: Db, purpose: Purpose, now: number): Promise<string> {
  const body = `${randomBytes(18).toString('base64url')}.${now + CHALLENGE_LIFETIME}`;
  return Buffer.from(`${body}.${await signed(db, purpose, body)}`).toString('base64url');
}

/**
 * Uses a challenge up, in the transaction in which what it allows happens.
 * @throws PasskeyRefused if it is none of this store for this purpose, has ended, or was used before
 */
export async function useChallenge(db: Db, sent: string, purpose: Purpose, now: number): Promise<void> {
  const text = Buffer.from(sent, 'base64url').toString('ascii');
  const [challenge = '', signature = ''] = text.split(/\.(?=[^.]*$)/);
  demand(sameHash(signature, await signed(db, purpose, challenge)), 'challenge');
  const expires_at = Number(challenge.split('.')[1]);
  demand(expires_at > now && expires_at <= now + CHALLENGE_LIFETIME + SKEW, 'expired');
  const used = db.deleteFrom('used_challenges').where('expires_at', '<', now - KEPT);
  await used.execute();
  const inserted = db.insertInto('used_challenges').values({ challenge, expires_at });
  const { numInsertedOrUpdatedRows } = await inserted
    .onConflict(on => on.doNothing())
    .executeTakeFirstOrThrow();
  demand(numInsertedOrUpdatedRows === 1n, 'used');
}

/** An account as its passkeys know it: nobody learns more from it, and no two calendars have the same. */
export const userHandle = (db: Db, user: number): Promise<string> => signed(db, 'handle', String(user));

const signed = async (db: Db, purpose: Purpose | 'handle', text: string): Promise<string> =>
  createHmac('sha256', await storedSecret(db, 'passkey_key'))
    .update(`${purpose} ${text}`)
    .digest('base64url');
