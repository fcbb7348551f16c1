import { resumeWork } from '../observability/blocking.ts';
import { traced } from '../observability/traces.ts';
import { dialectOf } from './dialect.ts';
import { CommitInDoubt, isConflict, leavesDoubt } from './errors.ts';
import type { Db } from './tables.ts';

const TRIES = 10;

/**
 * Calls `write` in a transaction: all of what it writes is stored, or nothing. Where another process was
 * faster, with the same slug or by locking the same rows, it is called again from the beginning.
 * @throws CommitInDoubt where it is not known whether all of it is stored, or nothing
 */
export const inTransaction = <Result>(db: Db, write: (db: Db) => Promise<Result>): Promise<Result> =>
  traced(
    'transaction',
    () => attributesOf(db),
    () => tryTransaction(db, write),
  );

async function tryTransaction<Result>(db: Db, write: (db: Db) => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++) {
    let isWritten = false;
    try {
      const written = await db.transaction().execute(async db => {
        const result = await write(db);
        isWritten = true;
        return result;
      });
      resumeWork();
      return written;
    } catch (error) {
      if (isWritten && leavesDoubt(error)) throw new CommitInDoubt(error);
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
