import type { Db } from '../db/tables.ts';
import type { ReadModel } from './read-model.ts';

/** The sources of records: the store, and the read model of this process. */
export interface RecordSource {
  readonly db: Db;
  readonly readModel?: ReadModel | undefined;
}

/** Versions of the read model to try; after that many concurrent writes, the store answers. */
const TRIES = 3;

/**
 * Calls `read` so that all it reads has one version. `read` returns undefined if a commit came between its reads, and
 * is then called again.
 */
export async function atOneVersion<Result>(
  source: RecordSource,
  read: (source: RecordSource) => Promise<Result | undefined>,
): Promise<Result> {
  for (let tried = 0; source.readModel && tried < TRIES; tried++) {
    if (tried > 0) await source.readModel.current();
    const result = await read(source);
    if (result !== undefined) return result;
  }
  // The store reads everything in one snapshot.
  return (await read({ db: source.db }))!;
}
