import type { Db } from '../db/tables.ts';

/** What the log of security tells. */
export type SecurityEvent =
  | 'signed-in'
  | 'sign-in-failed'
  | 'code-failed'
  | 'signed-out'
  | 'sessions-ended'
  | 'password-changed'
  | 'password-added'
  | 'password-revoked'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-signed-in'
  | 'passkey-refused'
  | 'link-made'
  | 'role-changed'
  | 'second-factor-added'
  | 'second-factor-removed'
  | 'recovery-code-used'
  | 'account-added'
  | 'account-changed'
  | 'account-removed'
  | 'setting-changed';

export interface SecurityEntry {
  /** Epoch seconds. */
  readonly at: number;
  readonly what: SecurityEvent;
  /** The account that it is about; without an id, what somebody has typed. */
  readonly account: { readonly id?: number; readonly login: string };
  /** The network address; '' for a command. */
  readonly from?: string;
  /** Who did it, if not the account itself. */
  readonly by?: string;
  readonly details?: Readonly<Record<string, string | number>>;
}

/** Notes what happened, in the transaction in which it happens if there is one. */
export async function note(db: Db, entry: SecurityEntry): Promise<void> {
  const { at, what, account, from = '', by = account.login, details = {} } = entry;
  const { id: user_id = null, login } = account;
  await db
    .insertInto('security_log')
    .values({
      ...{ at, what, user_id, login: login.slice(0, MAX_LOGIN), address: from },
      ...{ actor: JSON.stringify({ login: by.slice(0, MAX_LOGIN) }), details: JSON.stringify(details) },
    })
    .execute();
}

/** Seconds in which equal failures are one entry. */
const TOGETHER = 60;

/** Notes a failed sign-in. Equal ones within a minute are one entry, which counts them. */
export async function noteFailure(db: Db, { at, what, account, from = '' }: SecurityEntry): Promise<void> {
  const equal = db
    .selectFrom('security_log')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('at', '>', at - TOGETHER)
    .where('what', '=', what)
    .where('login', '=', account.login.slice(0, MAX_LOGIN))
    .where('address', '=', from);
  // Two processes may have made one each at once.
  const { numUpdatedRows } = await db
    .updateTable('security_log')
    .set(({ eb }) => ({ times: eb('times', '+', 1) }))
    .where('id', '=', equal)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await note(db, { at, what, account, from });
}

/** How many codes of this account have failed since an epoch second, from everywhere: only its password leads to them. */
export async function failedCodes(db: Db, user: number, since: number): Promise<number> {
  const { sum } = await db
    .selectFrom('security_log')
    .select(({ fn }) => fn.sum<number | null>('times').as('sum'))
    .where('at', '>', since)
    .where('what', '=', 'code-failed')
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow();
  return Number(sum);
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
  /** How often it happened. */
  readonly times: number;
}

/** Entries that are in memory at once. */
const PAGE = 500;

/** The entries, the latest first. They are read page by page: the log is as long as an attack makes it. */
export async function* securityLog(db: Db): AsyncGenerator<ShownEntry> {
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const latest = db.selectFrom('security_log').selectAll().orderBy('id', 'desc').limit(PAGE);
    const rows = await latest.where('id', '<', below).execute();
    for (const { at, what, login, address, actor, details, times } of rows)
      yield {
        ...{ at, what, login, from: address, details: details === '{}' ? '' : details, times },
        by: (JSON.parse(actor) as { login?: string }).login ?? '',
      };
    if (rows.length < PAGE) return;
    below = rows.at(-1)!.id;
  }
}

/** Failed sign-ins that are kept: anybody can make them. */
const MOST_FAILURES = 100_000;

/** Deletes entries from before this time, and the earliest of too many failed sign-ins. */
export async function pruneSecurityLog(db: Db, before: number, most = MOST_FAILURES): Promise<void> {
  await db.deleteFrom('security_log').where('at', '<', before).execute();
  const failures = db.selectFrom('security_log').select('id').where('what', '=', 'sign-in-failed');
  const last = await failures.orderBy('id', 'desc').limit(1).offset(most).executeTakeFirst();
  if (!last) return;
  const tooMany = db.deleteFrom('security_log').where('what', '=', 'sign-in-failed');
  await tooMany.where('id', '<=', last.id).execute();
}
