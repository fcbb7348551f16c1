import { CommitInDoubt, isConflict, leavesDoubt } from './errors.ts';
import type { Db } from './tables.ts';

const TRIES = 10;

/**
 * Calls `write` in a transaction: all of what it writes is stored, or nothing. Where another process was
 * faster, with the same slug or by locking the same rows, it is called again from the beginning.
 * @throws CommitInDoubt where it is not known whether all of it is stored, or nothing
 */
export async function inTransaction<Result>(db: Db, write: (db: Db) => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++) {
    let isWritten = false;
    try {
      return await db.transaction().execute(async db => {
        const result = await write(db);
        isWritten = true;
        return result;
      });
    } catch (error) {
      if (isWritten && leavesDoubt(error)) throw new CommitInDoubt(error);
      if (tried === TRIES || !isConflict(error)) throw error;
    }
  }
}
