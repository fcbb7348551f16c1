import { traced } from '../watch/traces.ts';
import { dialectOf } from './dialect.ts';
import { isConflict } from './errors.ts';
import type { Db } from './tables.ts';

const TRIES = 10;

/**
 * Calls `write` in a transaction: all of what it writes is stored, or nothing. Where another process was
 * faster, with the same slug or by locking the same rows, it is called again from the beginning.
 */
export const inTransaction = <Result>(db: Db, write: (db: Db) => Promise<Result>): Promise<Result> =>
  traced(
    'transaction',
    () => attributesOf(db),
    () => tryTransaction(db, write),
  );

async function tryTransaction<Result>(db: Db, write: (db: Db) => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(write);
    } catch (error) {
      if (tried === TRIES || !isConflict(error)) throw error;
    }
  }
}

const attributesOf = (db: Db) => ({
  'db.system.name': dialectOf(db).name === 'postgres' ? 'postgresql' : 'sqlite',
});

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
