import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { makeLink } from '../users/secret-links.ts';
import { addPassword, addUser, listPasswords, listUsers, revokePassword } from '../users/store.ts';

/** The name of the password that a first start makes. */
const FIRST = 'first start';

/** Seconds in which a password that a start has shown is not replaced: it may have started at the same time. */
const TOGETHER = 10;

/** How the administrator of a new calendar signs in: programs with a password, people by a link to choose one. */
export interface FirstEntry {
  readonly password: string;
  readonly link: string;
}

/** Another start has just shown a password that nobody has used. */
export interface JustShown {
  /** In how many seconds a start shows another one. */
  readonly wait: number;
}

/**
 * Creates an administrator if there is none, and returns how it signs in, which is never shown again. One that
 * nobody has used is replaced: its output may be lost. Not in PostgreSQL, which another process may just have shown.
 */
export async function firstPassword(
  db: Db,
  { DATABASE_URL }: Pick<Config, 'DATABASE_URL'>,
): Promise<FirstEntry | JustShown | undefined> {
  // A transaction would wait for whoever writes, such as an import.
  const found = await lacksPassword(db, DATABASE_URL);
  if (!found || 'wait' in found) return found;
  return inTransaction(db, async db => {
    const lost = await lacksPassword(db, DATABASE_URL);
    if (!lost || 'wait' in lost) return lost;
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
): Promise<{ user?: never } | { user: number; password: number } | JustShown | undefined> {
  const [user, ...others] = await listUsers(db);
  if (![user, ...others].some(known => known?.role === 'administrator')) return {};
  // Whoever has chosen a password for /admin is in.
  if (DATABASE_URL || others.length > 0 || user!.password_hash !== null) return undefined;
  const [password, ...more] = await listPasswords(db, user!.id);
  const isUnused = more.length === 0 && password?.name === FIRST && password.last_used_at === null;
  if (!isUnused) return undefined;
  const wait = password.created_at + TOGETHER - epochSeconds();
  return wait > 0 ? { wait } : { user: user!.id, password: password.id };
}
