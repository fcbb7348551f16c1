import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { isBusy, StoreError } from './errors.ts';
import { isStoreUnused, type StoreSettings, settingOf, storeFile } from './open.ts';
import { exclusive } from './sqlite/driver.ts';
import { assertLog } from './sqlite/missing-parts.ts';
import type { Db, Tables } from './tables.ts';
import { STEPS } from './take-steps.ts';

/**
 * Calls `use` in a transaction on the configured store, which stays as it is otherwise: nothing is migrated. No other
 * process uses the store meanwhile.
 * @throws StoreError if another process uses the store
 */
export const aloneWithStore = <Result>(
  config: StoreSettings,
  use: (db: Db) => Promise<Result>,
): Promise<Result> => (config.DATABASE_URL ? aloneOnServer(config, use) : aloneWithFile(config, use));

/** @throws StoreError if another process has an embedded store open */
export function assertUnused(config: StoreSettings): void {
  if (!isStoreUnused(config)) throw inUse(config, OPEN);
}

const OPEN = 'a process has it open';

async function aloneWithFile<Result>(config: StoreSettings, use: (db: Db) => Promise<Result>) {
  using database = new DatabaseSync(storeFile(config));
  try {
    // An exclusive connection locks the file, which all others share as long as they are open.
    database.exec(
      'pragma locking_mode = exclusive; pragma foreign_keys = on; pragma synchronous = full; begin immediate',
    );
  } catch (error) {
    if (isBusy(error)) throw inUse(config, OPEN);
    throw error;
  }
  const result = await use(new Kysely<Tables>({ dialect: exclusive(database) }));
  // Without it, closing the connection takes everything back.
  database.exec('commit');
  return result;
}

async function aloneOnServer<Result>(config: StoreSettings, use: (db: Db) => Promise<Result>) {
  const { withMigrationConnection } = await import('./postgres/postgres.ts');
  return withMigrationConnection(config.DATABASE_URL, db =>
    db.transaction().execute(async db => {
      // A process that starts waits here for the end of the transaction.
      await sql`set local lock_timeout = 5000`.execute(db);
      await sql`lock table ${sql.table(STEPS)} in access exclusive mode`.execute(db);
      const others = await lastingSessions(db);
      if (others) throw inUse(config, others);
      return use(db);
    }),
  );
}

/** Calls `use` with the configured store as it is, in a process beside others: nothing is migrated or written. */
export async function withStoreAsItIs<Result>(
  config: StoreSettings,
  use: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (config.DATABASE_URL) {
    const { withMigrationConnection } = await import('./postgres/postgres.ts');
    return withMigrationConnection(config.DATABASE_URL, use);
  }
  await assertLog(storeFile(config));
  using database = new DatabaseSync(storeFile(config), { readOnly: true, timeout: 10_000 });
  return await use(new Kysely<Tables>({ dialect: exclusive(database) }));
}

/** Looks again for a second: the server may not have noticed yet that a session has ended. */
async function lastingSessions(db: Db): Promise<string> {
  for (let left = 10; ; left--) {
    const others = await sessionsOf(db);
    if (others === '' || left === 0) return others;
    await setTimeout(100);
    // Within a transaction it shows the sessions as they were before.
    await sql`select pg_stat_clear_snapshot()`.execute(db);
  }
}

/** The other sessions of this user in the database: services and commands, on any machine. */
async function sessionsOf(db: Db): Promise<string> {
  const { rows } = await sql<{ pid: number; name: string; address: string | null }>`
    select pid, application_name as name, client_addr::text as address from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and backend_type = 'client backend'
    order by pid`.execute(db);
  return rows.map(({ pid, name, address }) => `process ${pid} (${name}, ${address ?? 'local'})`).join(', ');
}

const inUse = (config: StoreSettings, by: string) =>
  new StoreError(
    `${settingOf(config)}: the store is in use: ${by}. Stop all services first.`,
    false,
    undefined,
  );
