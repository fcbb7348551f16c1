import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { isLockRefused, MigrationBlocked, MigrationRunning } from '../errors.ts';
import type { Db } from '../tables.ts';

/** Kysely's: earlier versions, which migrate with its Migrator, wait for this lock, and this version for theirs. */
const LOCK = sql.lit('3853314791062309107');

/** Milliseconds between two attempts. */
const PAUSE = 250;
/** Attempts before a process gives up, so that it can be stopped; the service then tries again. */
const ATTEMPTS = 40;

/** Milliseconds for which a migration waits for a lock on a table: those behind it wait as long. */
export const LOCK_TIMEOUT = 400;

/**
 * Calls `work` while no other process migrates the store. It does not wait in a statement: an index that is created
 * concurrently waits for all statements.
 * @param db a single connection
 * @param waiting called once if another process migrates
 * @throws MigrationRunning if that takes long
 */
export async function whileLocked<Result>(
  db: Db,
  waiting: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; !(await tryLock(db)); tried++) {
    if (tried === 1) waiting();
    if (tried === ATTEMPTS) throw new MigrationRunning();
    await setTimeout(PAUSE);
  }
  try {
    return await work();
  } finally {
    // A connection that has broken holds no lock.
    await sql`select pg_advisory_unlock(${LOCK}::bigint)`.execute(db).catch(() => {});
  }
}

async function tryLock(db: Db): Promise<boolean> {
  const locked = sql<{ locked: boolean }>`select pg_try_advisory_lock(${LOCK}::bigint) as locked`;
  return (await locked.execute(db)).rows[0]!.locked;
}

/**
 * Calls `work` until no lock is refused to it.
 * @param blocked called once, with who has used the database for the longest time
 * @throws MigrationBlocked if that takes long
 */
export async function despiteLocks(
  db: Db,
  work: () => Promise<void>,
  blocked: (by: string) => void,
): Promise<void> {
  for (let tried = 1; ; tried++)
    try {
      return await work();
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      const by = await longestUser(db);
      if (tried === 1) blocked(by);
      if (tried === ATTEMPTS) throw new MigrationBlocked(by);
      await setTimeout(PAUSE);
    }
}

/** The process of the server with the oldest transaction, for the operator. */
async function longestUser(db: Db): Promise<string> {
  const { rows } = await sql<{ pid: number; name: string; seconds: string }>`
    select pid, application_name as name, round(extract(epoch from now() - xact_start)) as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`.execute(db);
  const [user] = rows;
  return user ? `process ${user.pid} (${user.name || 'unnamed'}) for ${user.seconds} seconds` : 'unknown';
}
