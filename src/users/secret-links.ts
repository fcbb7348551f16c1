import { hash, randomBytes } from 'node:crypto';
import type { Db, LinkPurpose, SecretLinkRow, UserRow } from '../db/tables.ts';

/** Seconds for which each kind of link works. */
const LIFETIMES: Readonly<Record<LinkPurpose, number>> = {
  start: 86_400,
  invitation: 7 * 86_400,
  reset: 15 * 60,
};

/** What was made: the secret of a link's address, and until when it works, in epoch seconds. */
export interface MadeLink {
  readonly secret: string;
  readonly expires_at: number;
}

/**
 * Makes a link by which an account chooses a password, once. Links of the same purpose that the account had before no
 * longer work.
 */
export async function makeLink(db: Db, user: number, purpose: LinkPurpose, now: number): Promise<MadeLink> {
  const secret = randomBytes(24).toString('base64url');
  const expires_at = now + LIFETIMES[purpose];
  await dropLinks(db, user, purpose);
  await db
    .insertInto('secret_links')
    .values({ user_id: user, purpose, hash: hashOf(secret), code_hash: null, created_at: now, expires_at })
    .execute();
  return { secret, expires_at };
}

export interface FoundLink {
  readonly link: SecretLinkRow;
  readonly account: UserRow;
}

/** The link of this secret, which still works, and its account. */
export async function findLink(db: Db, secret: string, now: number): Promise<FoundLink | undefined> {
  const link = await db
    .selectFrom('secret_links')
    .selectAll()
    .where('hash', '=', hashOf(secret))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const account =
    link && (await db.selectFrom('users').selectAll().where('id', '=', link.user_id).executeTakeFirst());
  return link && account && { link, account };
}

/** Uses a link up; false if somebody else has used it meanwhile. */
export async function useLink(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('secret_links')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Makes the links of an account for this purpose useless. */
export const dropLinks = (db: Db, user: number, purpose: LinkPurpose): Promise<unknown> =>
  db.deleteFrom('secret_links').where('user_id', '=', user).where('purpose', '=', purpose).execute();

/** Deletes links that no longer work. */
export const pruneLinks = (db: Db, now: number): Promise<unknown> =>
  db.deleteFrom('secret_links').where('expires_at', '<=', now).execute();

const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
