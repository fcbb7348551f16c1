import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Pages of the log, and how many of them the file has. */
export interface Checkpoint {
  log: number;
  checkpointed: number;
}

// A thread that brings the log of a store into its file whenever it is told to, and tells how far it came, or nothing
// where the disk refuses, or another process does the same: who reads or writes is not waited for. `workerData` is the
// file.
const database = new DatabaseSync(workerData);
const statement = database.prepare('pragma wal_checkpoint(passive)');

parentPort!.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'checkpoint') return parentPort!.postMessage(checkpoint());
  database.close();
  parentPort!.close();
});

function checkpoint(): Checkpoint | undefined {
  try {
    const { busy, log, checkpointed } = statement.get() as unknown as Checkpoint & { busy: 0 | 1 };
    return busy ? undefined : { log, checkpointed };
  } catch {
    return undefined;
  }
}
