import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db, PasswordScope, Role, UserRow } from '../db/tables.ts';
import { dropLinks } from './secret-links.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { endSessions } from './sessions.ts';

export interface NewUser {
  login: string;
  email: string | null;
  role: Role;
  name?: string;
  language?: string;
  /** See limits.ts. */
  limits?: string;
}

/** Characters of the name of a person. */
export const MAX_NAME = 100;

/** Whether a text may be a login. */
export const isLogin = (text: string): boolean => /^[\w.@-]{1,60}$/.test(text);

/** Adds an account; undefined if the login or e-mail address is taken. */
export async function addUser(
  db: Db,
  user: NewUser & { id?: number },
  now: number,
): Promise<UserRow | undefined> {
  // On PostgreSQL, no login is given out at once that is the address of another new account.
  await dialectOf(db).lockNames(db, 'users');
  const taken = (await findUser(db, user.login)) ?? (user.email && (await findUser(db, user.email)));
  if (taken) return undefined;
  return (
    db
      .insertInto('users')
      .values({ ...user, created_at: now })
      // Another process may have added it first.
      .onConflict(conflict => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
  );
}

/** Finds the account with this login or e-mail address, ignoring case. */
export const findUser = (db: Db, loginOrEmail: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where(eb =>
      eb.or([
        eb(sql`lower(login)`, '=', sql`lower(${loginOrEmail})`),
        eb(sql`lower(email)`, '=', sql`lower(${loginOrEmail})`),
      ]),
    )
    .where('removed_at', 'is', null)
    .executeTakeFirst();

/** The account to which belongs what nobody who has signed in has sent. */
export const firstAdministrator = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'role'])
    .where('role', '=', 'administrator')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();

export const findUserById = (db: Db, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const listUsers = (db: Db): Promise<UserRow[]> =>
  db.selectFrom('users').selectAll().where('removed_at', 'is', null).orderBy('id').execute();

/** What people call an account: by its name, with the login beside one that two have, or that looks the same. */
export async function namesOfPeople(
  db: Db,
): Promise<(known: { readonly id: number; readonly login?: string | undefined }) => string> {
  const users = await listUsers(db);
  const seen = users.map(({ id, name, login }) => ({ id, looks: looksOf(name || login) }));
  return ({ id, login = '' }) => {
    const name = users.find(user => user.id === id)?.name || login;
    const looks = looksOf(name);
    return seen.some(user => user.id !== id && user.looks === looks) ? `${name} (${login})` : name;
  };
}

/** A name without what nobody sees of it. */
const looksOf = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();

/** Whether nobody else is an administrator, until the transaction ends. */
export async function isOnlyAdministrator(db: Db, user: number): Promise<boolean> {
  await dialectOf(db).lockNames(db, 'users');
  const administrators = (await listUsers(db)).filter(({ role }) => role === 'administrator');
  return administrators.length === 1 && administrators[0]!.id === user;
}

/** Gives an account another role. Its sessions end, for good: it signs in with its new rights. */
export async function setRole(db: Db, user: number, role: Role): Promise<void> {
  await db.updateTable('users').set({ role }).where('id', '=', user).execute();
  await endSessions(db, user);
}

/** Gives an account another login or e-mail address; false if another account has it. */
export async function renameUser(
  db: Db,
  user: number,
  name: { readonly login: string } | { readonly email: string | null },
): Promise<boolean> {
  await dialectOf(db).lockNames(db, 'users');
  const [text] = Object.values(name);
  const other = text && (await findUser(db, text));
  if (other && other.id !== user) return false;
  await db.updateTable('users').set(name).where('id', '=', user).execute();
  // What was sent to the former address.
  await dropLinks(db, user, 'reset');
  if ('email' in name) await dropLinks(db, user, 'invitation');
  return true;
}

/**
 * Gives an account a password. Links to choose one no longer work.
 * @param hash see passwords.ts
 */
export async function setPassword(db: Db, user: number, hash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: hash }).where('id', '=', user).execute();
  await db.deleteFrom('secret_links').where('user_id', '=', user).execute();
}

/** How the administration calls a person, and in which language it speaks: '' for that of the browser. */
export const setPerson = (
  db: Db,
  user: number,
  person: { readonly name: string; readonly language: string },
): Promise<unknown> => db.updateTable('users').set(person).where('id', '=', user).execute();

export const scopes = ['read', 'write', 'administer'] as const satisfies PasswordScope[];

/** The scope of an application password, and its expiry in epoch seconds; null for never. */
export interface PasswordLimits {
  readonly scope: PasswordScope;
  readonly expires_at: number | null;
}

const UNLIMITED: PasswordLimits = { scope: 'administer', expires_at: null };

export interface NewPassword extends PasswordLimits {
  readonly id: number;
  readonly name: string;
  readonly secret: string;
}

/**
 * Creates an application password. Its secret cannot be read again later.
 * @param limits by default all rights of the account, without expiry
 */
export async function addPassword(
  db: Db,
  user_id: number,
  name: string,
  now: number,
  { scope, expires_at }: PasswordLimits = UNLIMITED,
): Promise<NewPassword> {
  const secret = newSecret();
  const { id } = await db
    .insertInto('app_passwords')
    .values({ user_id, name, hash: hashSecret(secret), created_at: now, scope, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, name, secret, scope, expires_at };
}

/** The account of an application password, with that password; undefined if it was revoked. */
export async function findSignedIn(db: Db, password: number) {
  const found = await db
    .selectFrom('app_passwords')
    .innerJoin('users', 'users.id', 'app_passwords.user_id')
    .where('app_passwords.id', '=', password)
    .select(['users.id', 'login', 'users.name', 'email', 'role', 'limits'])
    .select(['proposal_mail', 'decision_mail', 'source_mail'])
    .select(['app_passwords.name as passwordName', 'scope', 'expires_at'])
    .executeTakeFirst();
  if (!found) return undefined;
  const { passwordName, scope, expires_at, ...account } = found;
  return { ...account, password: { id: password, name: passwordName, scope, expires_at } };
}

export type SignedIn = NonNullable<Awaited<ReturnType<typeof findSignedIn>>>;

export type ListedPassword = Awaited<ReturnType<typeof listPasswords>>[number];

export const listPasswords = (db: Db, user_id: number) =>
  db
    .selectFrom('app_passwords')
    .select(['id', 'name', 'scope', 'created_at', 'expires_at'])
    .select(['last_used_at', 'last_used_from', 'replaced_by'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();

/** Revokes a password of this account immediately; false if the account has no password with this id. */
export async function revokePassword(db: Db, user_id: number, id: number): Promise<boolean> {
  const revoked = db.deleteFrom('app_passwords').where('user_id', '=', user_id).where('id', '=', id);
  return (await revoked.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}
