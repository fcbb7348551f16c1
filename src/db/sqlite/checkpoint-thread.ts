import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Pages of the log, and how many of them the file has. */
export type Checkpoint = { log: number; checkpointed: number };

/** Why a checkpoint failed. */
export interface FailedCheckpoint {
  readonly failed: string;
}

/**
 * SQLite's checkpoint mode: `truncate` also truncates the log after a complete checkpoint, and fails if it is not
 * complete. `noop` only tells.
 */
export type CheckpointMode = 'passive' | 'truncate' | 'noop';

// A thread that runs a checkpoint for each message and replies with its progress, with undefined if another process runs
// one, or with why the disk refuses. It does not wait for readers or writers. `workerData` is the path of the store's
// file.
const database = new DatabaseSync(workerData);
const statements = {
  passive: database.prepare('pragma wal_checkpoint(passive)'),
  truncate: database.prepare('pragma wal_checkpoint(truncate)'),
  noop: database.prepare('pragma wal_checkpoint(noop)'),
};

parentPort!.on('message', (message: CheckpointMode | 'close') => {
  if (message !== 'close') return parentPort!.postMessage(checkpoint(message));
  database.close();
  parentPort!.close();
});

/** SQLite's code for a lock that another process holds. */
const BUSY = 5;

function checkpoint(mode: CheckpointMode): Checkpoint | FailedCheckpoint | undefined {
  try {
    const { busy, log, checkpointed } = statements[mode].get() as Checkpoint & { busy: 0 | 1 };
    return busy ? undefined : { log, checkpointed };
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number };
    return errcode === BUSY ? undefined : { failed: message };
  }
}
