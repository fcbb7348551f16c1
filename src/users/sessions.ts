import { randomBytes } from 'node:crypto';
import type { Db, Role, SessionRow, UserRow } from '../db/tables.ts';
import { hashToken } from './secrets.ts';

/** Seconds after which a session that is not used ends. */
export const SESSION_LIFETIME = 30 * 86_400;

/** Precision of "last used" in seconds: reading pages does not cost a write for each. */
const PRECISION = 60;

/** A browser that signs in. */
export interface NewSession {
  readonly user: number;
  /** The role of the account: the session ends when it changes. */
  readonly role: Role;
  /** Epoch seconds. */
  readonly now: number;
  /** The network address. */
  readonly from: string;
  /** The browser as it names itself. */
  readonly device: string;
  readonly factors?: number;
}

/** The most characters of what a browser says of itself. */
const MAX_DEVICE = 300;

/** Begins a session. Returns its token, of which the store keeps a hash only. */
export async function openSession(
  db: Db,
  { user, role, now, from, device, factors = 1 }: NewSession,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('sessions')
    .values({
      ...{ user_id: user, hash: hashToken(token), role, factors, device: device.slice(0, MAX_DEVICE) },
      ...{ created_at: now, last_used_at: now, last_used_from: from },
    })
    .execute();
  await db.updateTable('users').set({ signed_in_at: now }).where('id', '=', user).execute();
  return token;
}

/** A session with its account. */
export interface FoundSession {
  readonly session: SessionRow;
  readonly account: UserRow;
}

/**
 * The session of a token, and its account as they are at this moment in the store: one that was ended elsewhere is gone
 * at once. Undefined if there is none, or if it was not used for 30 days; it ends if the role of the account is another one.
 */
export async function findSession(
  db: Db,
  token: string,
  { now, from }: { readonly now: number; readonly from: string },
): Promise<FoundSession | undefined> {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('hash', '=', hashToken(token))
    .where('last_used_at', '>', now - SESSION_LIFETIME)
    .executeTakeFirst();
  if (!session) return undefined;
  const accounts = db.selectFrom('users').selectAll();
  const account = await accounts.where('id', '=', session.user_id).executeTakeFirst();
  if (account?.role !== session.role || account.removed_at !== null) {
    // For good: it does not come back with the role.
    await endSession(db, session.id, session.user_id);
    return undefined;
  }
  // Also after a clock that was ahead: a session must not outlive its time by that.
  if (Math.abs(now - session.last_used_at) >= PRECISION)
    await db
      .updateTable('sessions')
      .set({ last_used_at: now, last_used_from: from })
      .where('id', '=', session.id)
      .execute();
  return { session, account };
}

/** The sessions of an account, the last used first. */
export const listSessions = (db: Db, user: number, now: number): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user)
    .where('last_used_at', '>', now - SESSION_LIFETIME)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Ends a session of this account; false if the account has none with this id. */
export async function endSession(db: Db, id: number, user: number): Promise<boolean> {
  const ended = db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', user);
  return (await ended.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/** Ends all sessions of an account, but for one. */
export async function endSessions(db: Db, user: number, { except = 0 } = {}): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', user).where('id', '!=', except).execute();
}

/** Deletes sessions that have ended by themselves. */
export async function pruneSessions(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('last_used_at', '<=', now - SESSION_LIFETIME)
    .execute();
}
