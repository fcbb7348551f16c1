import type { Db } from '../db/tables.ts';

/** What the log of security tells. */
export type SecurityEvent =
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-out'
  | 'sessions-ended'
  | 'password-changed'
  | 'password-added'
  | 'password-revoked'
  | 'link-made'
  | 'role-changed'
  | 'account-added'
  | 'account-removed'
  | 'setting-changed';

export interface SecurityEntry {
  /** Epoch seconds. */
  readonly at: number;
  readonly what: SecurityEvent;
  /** The account that it is about, if there is one. */
  readonly user?: number | undefined;
  readonly login: string;
  /** The network address; '' for a command. */
  readonly from?: string;
  /** Who did it, if not the account itself. */
  readonly by?: string;
  readonly details?: Readonly<Record<string, string | number>>;
}

/** Notes what happened, in the transaction in which it happens if there is one. */
export async function note(db: Db, entry: SecurityEntry): Promise<void> {
  const { at, what, user = null, login, from = '', by = login, details = {} } = entry;
  await db
    .insertInto('security_log')
    .values({
      ...{ at, what, user_id: user, login: login.slice(0, MAX_LOGIN), address: from },
      ...{ actor: JSON.stringify({ login: by.slice(0, MAX_LOGIN) }), details: JSON.stringify(details) },
    })
    .execute();
}

/** Characters of a login that somebody has typed. */
const MAX_LOGIN = 100;

/** An entry as pages and exports show it. */
export interface ShownEntry {
  readonly at: number;
  readonly what: string;
  readonly login: string;
  /** Who did it. */
  readonly by: string;
  readonly from: string;
  readonly details: string;
}

/** The latest entries, the latest first. */
export async function listSecurityLog(db: Db, most: number): Promise<ShownEntry[]> {
  const rows = await db.selectFrom('security_log').selectAll().orderBy('id', 'desc').limit(most).execute();
  return rows.map(({ at, what, login, address, actor, details }) => ({
    ...{ at, what, login, from: address, details: details === '{}' ? '' : details },
    by: (JSON.parse(actor) as { login?: string }).login ?? '',
  }));
}

/** Deletes entries from before this time. */
export async function pruneSecurityLog(db: Db, before: number): Promise<void> {
  await db.deleteFrom('security_log').where('at', '<', before).execute();
}
