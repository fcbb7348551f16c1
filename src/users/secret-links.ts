import { randomBytes } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { Db, LinkPurpose, SecretLinkRow, Tables, UserRow } from '../db/tables.ts';
import { isPassword } from './passwords.ts';
import { hashToken } from './secrets.ts';

/** Seconds for which each kind of link works. */
const LIFETIMES: Readonly<Record<LinkPurpose, number>> = {
  start: 86_400,
  invitation: 7 * 86_400,
  reset: 15 * 60,
  'second-factor': 5 * 60,
};

/** What was made: the secret of a link's address, and until when it works, in epoch seconds. */
export interface MadeLink {
  readonly secret: string;
  readonly expires_at: number;
}

/**
 * Makes a link by which an account chooses a password, or gives its second factor, once. Links of the same purpose that
 * the account had before no longer work.
 * @param code_hash of a code of six characters, which works as well: a slow hash, since there are only a billion codes
 */
export async function makeLink(
  db: Db,
  user: number,
  purpose: LinkPurpose,
  now: number,
  code_hash: string | null = null,
): Promise<MadeLink> {
  const secret = randomBytes(24).toString('base64url');
  const expires_at = now + LIFETIMES[purpose];
  await dropLinks(db, user, purpose);
  await db
    .insertInto('secret_links')
    .values({ user_id: user, purpose, hash: hashToken(secret), code_hash, created_at: now, expires_at })
    .execute();
  return { secret, expires_at };
}

export interface FoundLink {
  readonly link: SecretLinkRow;
  readonly account: UserRow;
}

/** By what an account chooses a password. */
const TO_CHOOSE: readonly LinkPurpose[] = ['start', 'invitation', 'reset'];

/** The link of this secret, which still works for one of these purposes, and its account. */
export async function findLink(
  db: Db,
  secret: string,
  now: number,
  purposes = TO_CHOOSE,
): Promise<FoundLink | undefined> {
  const link = await db
    .selectFrom('secret_links')
    .selectAll()
    .where('purpose', 'in', purposes)
    .where('hash', '=', hashToken(secret))
    .where('expires_at', '>', now)
    .where(isLast)
    .executeTakeFirst();
  const accounts = db.selectFrom('users').selectAll().where('removed_at', 'is', null);
  const account = link && (await accounts.where('id', '=', link.user_id).executeTakeFirst());
  return link && account && { link, account };
}

/** Of links that were made at once, only the last one works. */
const isLast = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'secret_links'>) =>
  not(
    exists(
      selectFrom('secret_links as later')
        .select('later.id')
        .whereRef('later.user_id', '=', 'secret_links.user_id')
        .whereRef('later.purpose', '=', 'secret_links.purpose')
        .whereRef('later.id', '>', 'secret_links.id'),
    ),
  );

/** Whether the account got a link for this purpose just now; one of a clock that was far ahead does not count. */
export async function hasNewLink(
  db: Db,
  user: number,
  purpose: LinkPurpose,
  { now, within }: { readonly now: number; readonly within: number },
): Promise<boolean> {
  const links = db.selectFrom('secret_links').select('created_at').where('user_id', '=', user);
  const made = await links.where('purpose', '=', purpose).execute();
  return made.some(({ created_at }) => Math.abs(now - created_at) < within);
}

/** Uses a link up; false if somebody else has used it meanwhile. */
export async function useLink(db: Db, id: number): Promise<boolean> {
  const used = db.deleteFrom('secret_links').where('id', '=', id);
  return (await used.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/** Codes that are tried for one link: a sixth of a billion possible ones are left for each. */
const MOST_ATTEMPTS = 5;

/** Whether this is the code of a link of the account, which is used up then. A few wrong ones make the link useless. */
export async function useCode(db: Db, user: number, code: string, now: number): Promise<boolean> {
  const link = await db
    .selectFrom('secret_links')
    .selectAll()
    .where('user_id', '=', user)
    .where('purpose', '=', 'reset')
    .where('expires_at', '>', now)
    .where(isLast)
    .executeTakeFirst();
  // Earlier versions had another hash.
  if (!link?.code_hash?.startsWith('$') || !(await takeAttempt(db, link.id))) return false;
  return (await isPassword(code, link.code_hash)) && useLink(db, link.id);
}

/**
 * Whether a code may be tried for a link. It is counted before the code is compared: codes that are sent at once have no
 * more attempts than others.
 */
export async function takeAttempt(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secret_links')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('attempts', '<', MOST_ATTEMPTS)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Makes the links of an account for this purpose useless. */
export const dropLinks = (db: Db, user: number, purpose: LinkPurpose): Promise<unknown> =>
  db.deleteFrom('secret_links').where('user_id', '=', user).where('purpose', '=', purpose).execute();

/** Deletes links that no longer work. */
export const pruneLinks = (db: Db, now: number): Promise<unknown> =>
  db.deleteFrom('secret_links').where('expires_at', '<=', now).execute();
