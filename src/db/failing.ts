import { CommitInDoubt, isUnavailable, isUnwritable } from './errors.ts';
import type { Db } from './tables.ts';

/** Takes a record whose work has failed. The work on the others goes on. */
export type RecordFailed = (record: { readonly type: string; readonly id: number }, error: unknown) => void;

/**
 * Does work on one of several records. If it fails, the others go on, unless the store itself fails.
 * @throws the error if the store cannot be used: the others would fail as well
 */
export async function continueOnFailure(
  db: Db,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (await isStoreFailing(db, error)) throw error;
    failed(error);
  }
}

/** Whether an error says that the store cannot be used, and not only that this work failed. */
export async function isStoreFailing(db: Db, error: unknown): Promise<boolean> {
  if (error instanceof CommitInDoubt || isUnwritable(error)) return true;
  if (!isUnavailable(error)) return false;
  // A statement that takes longer than it may fails with such an error as well.
  const answer = db.selectFrom('settings').select('name').limit(1).execute();
  return answer.then(
    () => false,
    () => true,
  );
}
