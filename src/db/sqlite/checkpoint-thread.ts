import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Pages of the log, and how many of them the file has. */
export type Checkpoint = { log: number; checkpointed: number };

/** In SQLite's words: whether the file of the log is cut to nothing as well, once the store's file has all of it. */
export type CheckpointMode = 'passive' | 'truncate';

// A thread that brings the log of a store into its file whenever it is told to, and tells how far it came, or nothing
// where the disk refuses, or another process does the same: who reads or writes is not waited for. `workerData` is the
// file.
const database = new DatabaseSync(workerData);
const statements = {
  passive: database.prepare('pragma wal_checkpoint(passive)'),
  truncate: database.prepare('pragma wal_checkpoint(truncate)'),
};

parentPort!.on('message', (message: CheckpointMode | 'close') => {
  if (message !== 'close') return parentPort!.postMessage(checkpoint(message));
  database.close();
  parentPort!.close();
});

function checkpoint(mode: CheckpointMode): Checkpoint | undefined {
  try {
    const { busy, log, checkpointed } = statements[mode].get() as Checkpoint & { busy: 0 | 1 };
    return busy ? undefined : { log, checkpointed };
  } catch {
    return undefined;
  }
}
