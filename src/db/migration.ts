import { type Kysely, sql } from 'kysely';
import type { Dialect } from './dialect.ts';

/** What the module of a migration exports. A migration that was released never changes what it makes of a store. */
export interface Migration {
  up(db: Kysely<unknown>, dialect: Dialect, run: MigrationRun): Promise<void>;
  /**
   * Whether `up` works on PostgreSQL without a transaction, while earlier versions serve the store: it must be able to
   * begin again where it was stopped.
   */
  readonly isOnline?: boolean;
  /** Every migration since the version before says how it is undone, or why it cannot be. */
  readonly down?: WayBack;
}

/** How a migration is undone, keeping what was written since. */
export type WayBack =
  /** `loss` is what the earlier version does not find, in a sentence; '' for nothing. */
  | { readonly loss: string; undo(db: Kysely<unknown>, dialect: Dialect): Promise<unknown> }
  | { readonly impossible: string };

/** How a migration runs. */
export interface MigrationRun {
  /** Whether it runs without a transaction, on PostgreSQL, beside processes that use the store. */
  readonly isOnline: boolean;
  /** Reports which part is being done, and how many rows of it are done. */
  progress(part: string, rows?: number): void;
}

/** What the operator learns of migrations. */
export type MigrationNotice =
  /** Another process has locked the store. */
  | { readonly waiting: 'for another process' }
  | { readonly migration: string; readonly number: number; readonly of: number }
  | { readonly migration: string; readonly part: string; readonly rows?: number }
  /** Others use the tables; `by` is who has done so for the longest time. */
  | { readonly migration: string; readonly blocked: string }
  | { readonly migrated: readonly string[]; readonly seconds: number };

/** A notice in a sentence, for the log and for a terminal. */
export function migrationText(notice: MigrationNotice): string {
  if ('waiting' in notice) return 'another process migrates the store or writes to it: this one waits';
  if ('migrated' in notice) return `the schema of the store is migrated, in ${notice.seconds} seconds`;
  const { migration } = notice;
  if ('number' in notice) return `migration ${migration} (${notice.number} of ${notice.of})`;
  if ('blocked' in notice)
    return `migration ${migration} waits for those who use its tables: ${notice.blocked}`;
  const { part, rows } = notice;
  return `migration ${migration}: ${part}${rows === undefined ? '' : `, ${rows} rows`}`;
}

/**
 * Creates an index of a table that may be large. Online, writers need not wait for it, and an invalid one, which a
 * process that was stopped has left, is made anew.
 * @param on what follows `on` in the statement
 */
export async function createIndex(
  db: Kysely<unknown>,
  { isOnline, progress }: MigrationRun,
  name: string,
  on: string,
): Promise<void> {
  progress(`index ${name}`);
  if (!isOnline) return void (await sql.raw(`create index ${name} on ${on}`).execute(db));
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.isValid) return;
  if (rows[0]) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create index concurrently ${name} on ${on}`).execute(db);
}
