import { isConflict } from './errors.ts';
import type { Db } from './tables.ts';

const TRIES = 10;

/**
 * Calls `write` in a transaction: all of what it writes is stored, or nothing. Where another process was
 * faster, with the same slug or by locking the same rows, it is called again from the beginning.
 */
export async function inTransaction<Result>(db: Db, write: (db: Db) => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(write);
    } catch (error) {
      if (tried === TRIES || !isConflict(error)) throw error;
    }
  }
}

/** Reads at the same time; one after the other within a transaction, which has but one connection. */
export async function readTogether<Results extends unknown[]>(
  db: Db,
  ...reads: { [At in keyof Results]: () => Promise<Results[At]> }
): Promise<Results> {
  const results = [];
  for (const read of reads) results.push(db.isTransaction ? await read() : read());
  // In the order of the reads.
  return (await Promise.all(results)) as Results;
}
