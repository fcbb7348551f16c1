import { resumeWork } from '../observability/blocking.ts';
import { traced } from '../observability/traces.ts';
import { dialectOf } from './dialect.ts';
import { type DirectTransaction, directly } from './direct.ts';
import { CommitInDoubt, isAborted, isConflict, leavesDoubt } from './errors.ts';
import type { Db } from './tables.ts';

const TRIES = 10;

/**
 * Calls `write` in a transaction: either everything is stored or nothing. After a conflict with another process, over a
 * slug or a row lock, it is called again from the beginning.
 * @throws CommitInDoubt if it is unknown whether everything is stored or nothing
 */
export const inTransaction = <Result>(db: Db, write: (db: Db) => Promise<Result>): Promise<Result> =>
  traced(
    'transaction',
    () => attributesOf(db),
    () => tryTransaction(db, write),
  );

/** What `write` returns from a transaction that is taken back: nothing is stored. */
export async function rehearse<Result>(db: Db, write: (db: Db) => Promise<Result>): Promise<Result> {
  const rollback = new Error('nothing was written');
  let results: Result[] = [];
  const writing = inTransaction(db, async db => {
    results = [await write(db)];
    throw rollback;
  });
  await writing.catch(error => {
    if (error !== rollback) throw error;
  });
  return results[0]!;
}

async function tryTransaction<Result>(db: Db, write: (db: Db) => Promise<Result>): Promise<Result> {
  // A part of a transaction that is rehearsed.
  if (db.isTransaction) return write(db);
  for (let tried = 1; ; tried++) {
    let isWritten = false;
    let statements: DirectTransaction | undefined;
    try {
      const written = await db.transaction().execute(async db => {
        statements = await directly(db);
        resumeWork();
        const result = await write(db);
        isWritten = true;
        return result;
      });
      resumeWork();
      return written;
    } catch (thrown) {
      const error = (isAborted(thrown) && (await statements?.failure())) || thrown;
      if (isWritten && leavesDoubt(error)) throw new CommitInDoubt(error);
      if (tried === TRIES || !isConflict(error)) throw error;
    } finally {
      statements?.detach();
    }
  }
}

const attributesOf = (db: Db) => ({
  'db.system.name': dialectOf(db).name === 'postgres' ? 'postgresql' : 'sqlite',
});

/** Runs reads concurrently; within a transaction, which has one connection, one after another. */
export async function readTogether<Results extends unknown[]>(
  db: Db,
  ...reads: { [At in keyof Results]: () => Promise<Results[At]> }
): Promise<Results> {
  const results = [];
  for (const read of reads) results.push(db.isTransaction ? await read() : read());
  return (await Promise.all(results)) as Results;
}
