import { dialectOf, snapshot } from '../db/dialect.ts';
import type { Db, Tables } from '../db/tables.ts';
import { Semaphore } from '../lib/semaphore.ts';
import { MAX_LONG_READS, MAX_LONG_READS_WAITING, MAX_ROWS_AT_ONCE } from '../limits.ts';

/** Each holds a moment of the store, and all that it finds. */
const longReads = new Semaphore(MAX_LONG_READS, MAX_LONG_READS_WAITING);

/**
 * Reads one moment of the store, for as long as that takes: on the embedded store in a thread beside the one that
 * answers requests. So many at the same time; others wait.
 * @throws Overloaded where too many wait already
 */
export const longRead = <Result>(db: Db, read: (db: Db) => Promise<Result>): Promise<Result> =>
  longReads.take(() =>
    snapshot(db, async db => {
      await dialectOf(db).planCarefully(db);
      return read(db);
    }),
  );

/** What a list costs that the store finds. */
export interface ListCost {
  /** The query goes through these tables. */
  readonly tables: readonly (keyof Tables)[];
  /** It reads long texts, or more than a row of these tables for each of them. */
  readonly isLong: boolean;
}

/**
 * Reads a list: at once where the query is a short one over small tables, else as a long read. What PostgreSQL does
 * takes no time of this process.
 */
export async function readList<Result>(
  db: Db,
  { tables, isLong }: ListCost,
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  const isShort = !isLong && (dialectOf(db).isApart || (await areSmall(db, tables)));
  return isShort ? read(db) : longRead(db, read);
}

async function areSmall(db: Db, tables: readonly (keyof Tables)[]): Promise<boolean> {
  for (const table of tables) if (!(await isSmall(db, table as 'venues'))) return false;
  return true;
}

/** Counts no further than it has to. */
async function isSmall(db: Db, table: 'venues'): Promise<boolean> {
  const beyond = db.selectFrom(table).select('id').limit(1).offset(MAX_ROWS_AT_ONCE);
  return (await beyond.executeTakeFirst()) === undefined;
}
