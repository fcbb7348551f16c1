import type { Db, PasskeyRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { useChallenge, userHandle } from './challenges.ts';
import { credentialIn, demand, type RelyingParty, readAssertion, readCreation } from './webauthn.ts';

/** The passkeys of an account, the first one first. */
export const listPasskeys = (db: Db, user: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', user).orderBy('id').execute();

/** Whether an account has a passkey: each asks for a PIN or a finger, so it stands for a second factor as well. */
export const hasPasskey = async (db: Db, user: number): Promise<boolean> =>
  (await listPasskeys(db, user)).length > 0;

/** Passkeys of one account. */
const MAX_PASSKEYS = 50;

/** Where and when a passkey was made or used. */
type PasskeyContext = { readonly place: RelyingParty; readonly now: number };

/**
 * Adds a passkey that a browser has made for an account, in a transaction of the caller.
 * @param answer the browser's `toJSON()` of it
 * @throws PasskeyRefused
 */
export async function addPasskey(
  db: Db,
  answer: unknown,
  { place, now, user_id, name }: PasskeyContext & { readonly user_id: number; readonly name: string },
): Promise<void> {
  const { challenge, ...made } = readCreation(answer, place);
  await useChallenge(db, challenge, `add ${user_id}`, now);
  demand((await listPasskeys(db, user_id)).length < MAX_PASSKEYS, 'many');
  const inserted = db
    .insertInto('passkeys')
    .values({ ...made, user_id, name, created_at: now, last_used_at: null });
  const { numInsertedOrUpdatedRows } = await inserted
    .onConflict(on => on.doNothing())
    .executeTakeFirstOrThrow();
  demand(numInsertedOrUpdatedRows === 1n, 'known');
}

/**
 * The passkey that an answer names.
 * @throws PasskeyRefused if there is none
 */
export async function findPasskey(db: Db, answer: unknown): Promise<PasskeyRow> {
  const found = db.selectFrom('passkeys').selectAll().where('credential', '=', credentialIn(answer));
  const passkey = await found.executeTakeFirst();
  demand(passkey, 'unknown');
  return passkey;
}

/**
 * Verifies that a passkey was used just now to sign in. A counter that does not grow tells of a copy of the key: 0 stays 0
 * where the authenticator has none.
 * @param answer the browser's `toJSON()`
 * @throws PasskeyRefused
 */
export async function usePasskey(
  db: Db,
  answer: unknown,
  passkey: PasskeyRow,
  { place, now }: PasskeyContext,
): Promise<void> {
  const { challenge, userHandle: handle, uses, backed_up } = readAssertion(answer, passkey, place);
  demand(handle === undefined || handle === (await userHandle(db, passkey.user_id)), 'unknown');
  await inTransaction(db, async db => {
    await useChallenge(db, challenge, 'sign-in', now);
    const { numUpdatedRows } = await db
      .updateTable('passkeys')
      .set({ uses, backed_up, last_used_at: now })
      .where('id', '=', passkey.id)
      .where('uses', uses === 0 ? '=' : '<', uses)
      .executeTakeFirstOrThrow();
    demand(numUpdatedRows > 0n, 'uses');
  });
}

/** Calls a passkey of this account something else. */
export const renamePasskey = (db: Db, user: number, id: number, name: string): Promise<unknown> =>
  db.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', user).execute();

/** Removes a passkey of this account; its name, or undefined if the account has none with this id. */
export async function removePasskey(db: Db, user: number, id: number): Promise<string | undefined> {
  const removed = db.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', user);
  return (await removed.returning('name').executeTakeFirst())?.name;
}

export const removePasskeys = (db: Db, user: number): Promise<unknown> =>
  db.deleteFrom('passkeys').where('user_id', '=', user).execute();
