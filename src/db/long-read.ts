import { FairQueue } from '../lib/fair-queue.ts';
import { MAX_LONG_READS, MAX_LONG_READS_WAITING, MAX_ROWS_AT_ONCE, MAX_TEXT_READS } from '../limits.ts';
import { dialectOf, snapshot } from './dialect.ts';
import { isStalePlan } from './errors.ts';
import type { Db, Tables } from './tables.ts';

/** Limits concurrent long reads: each holds a snapshot and its results in memory. */
const longReads = new FairQueue<'all'>({ atOnce: MAX_LONG_READS, mostWaiting: MAX_LONG_READS_WAITING });

/**
 * Runs a long read on a snapshot. On the embedded store it runs on a thread, so that it does not block requests. The
 * number of concurrent long reads is limited; others wait. It is called again if a migration has changed a table since
 * its statements were prepared.
 * @throws Overloaded if too many are already waiting
 */
export function longRead<Result>(db: Db, read: (db: Db) => Promise<Result>): Promise<Result> {
  const attempt = () =>
    snapshot(db, async db => {
      await dialectOf(db).planCarefully(db);
      return read(db);
    });
  return longReads.run('all', () =>
    attempt().catch(error => {
      if (db.isTransaction || !isStalePlan(error)) throw error;
      return attempt();
    }),
  );
}

/** Of those that read the texts of many events only a few run at once, so that other long reads do not wait for all of them. */
const textReads = new FairQueue<'all'>({ atOnce: MAX_TEXT_READS, mostWaiting: MAX_LONG_READS_WAITING });

/**
 * Runs a long read that reads the texts of many events.
 * @throws Overloaded if too many are already waiting
 */
export const textRead = <Result>(db: Db, read: (db: Db) => Promise<Result>): Promise<Result> =>
  textReads.run('all', () => longRead(db, read));

/** What determines the cost of a list query. */
export interface ListCost {
  readonly tables: readonly (keyof Tables)[];
  /** Whether the query reads long texts, or several rows for each row of these tables. */
  readonly isLong: boolean;
}

/**
 * Reads a list: directly if the query is short and its tables are small, otherwise as a long read. Queries to
 * PostgreSQL do not block this process.
 */
export async function readList<Result>(
  db: Db,
  { tables, isLong }: ListCost,
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  const isShort = !isLong && (dialectOf(db).isOutOfProcess || (await areSmall(db, tables)));
  return isShort ? read(db) : longRead(db, read);
}

async function areSmall(db: Db, tables: readonly (keyof Tables)[]): Promise<boolean> {
  for (const table of tables) if (!(await isSmall(db, table as 'venues'))) return false;
  return true;
}

/** Stops counting at the limit. */
async function isSmall(db: Db, table: 'venues'): Promise<boolean> {
  const beyond = db.selectFrom(table).select('id').limit(1).offset(MAX_ROWS_AT_ONCE);
  return (await beyond.executeTakeFirst()) === undefined;
}
