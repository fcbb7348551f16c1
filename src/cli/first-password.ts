import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { makeLink } from '../users/secret-links.ts';
import { addPassword, addUser, listPasswords, listUsers, revokePassword } from '../users/store.ts';
import { epochSeconds } from './command.ts';

/** The name of the password that a first start makes. */
const FIRST = 'first start';

/** Seconds within which processes that start together find the password that one of them has shown. */
const TOGETHER = 10;

/** How the administrator of a new calendar signs in: programs with a password, people by a link to choose one. */
export interface FirstEntry {
  readonly password: string;
  readonly link: string;
}

/**
 * Creates an administrator if there is none, and returns how it signs in, which is never shown again. One that
 * nobody has used is replaced: its output may be lost. Not in PostgreSQL, which another process may just have shown.
 */
export async function firstPassword(
  db: Db,
  { DATABASE_URL }: Pick<Config, 'DATABASE_URL'>,
): Promise<FirstEntry | undefined> {
  // A transaction would wait for whoever writes, such as an import.
  if (!(await lacksPassword(db, DATABASE_URL))) return undefined;
  return inTransaction(db, async db => {
    const lost = await lacksPassword(db, DATABASE_URL);
    if (!lost) return undefined;
    if (lost.user !== undefined) await revokePassword(db, lost.user, lost.password);
    const admin = { login: 'admin', email: null, role: 'administrator' } as const;
    const user = lost.user ?? (await addUser(db, admin, epochSeconds()))?.id;
    if (user === undefined) return undefined;
    const { secret: password } = await addPassword(db, user, FIRST, epochSeconds());
    const { secret: link } = await makeLink(db, user, 'start', epochSeconds());
    return { password, link };
  });
}

/** The account that needs a first password, if one does: that of a new administrator, or one with an unused password. */
async function lacksPassword(
  db: Db,
  DATABASE_URL: string,
): Promise<{ user?: never } | { user: number; password: number } | undefined> {
  const [user, ...others] = await listUsers(db);
  if (![user, ...others].some(known => known?.role === 'administrator')) return {};
  if (DATABASE_URL || others.length > 0) return undefined;
  const [password, ...more] = await listPasswords(db, user!.id);
  const isUnused =
    more.length === 0 &&
    password?.name === FIRST &&
    password.last_used_at === null &&
    password.created_at <= epochSeconds() - TOGETHER;
  return isUnused ? { user: user!.id, password: password.id } : undefined;
}
