import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerRequests } from '../../lib/threads.ts';

/** Asks for the rows of a statement in a snapshot, which the first one begins, or ends the snapshot. */
export interface SnapshotRequest {
  readonly snapshot: number;
  readonly query?: { readonly sql: string; readonly parameters: readonly unknown[] };
}

// A thread that reads a store, whose file is `workerData`: the engine works in the thread that calls it.
const snapshots = new Map<number, DatabaseSync>();
/** Connections of snapshots that have ended: opening one takes longer than most reads. */
const idle: DatabaseSync[] = [];
const MOST_IDLE = 2;

answerRequests<SnapshotRequest>(({ snapshot, query }) => {
  if (query) return rowsIn(snapshots.get(snapshot) ?? begin(snapshot), query);
  const ended = snapshots.get(snapshot);
  snapshots.delete(snapshot);
  if (ended) leave(ended);
  return [];
});

function begin(snapshot: number): DatabaseSync {
  const database = idle.pop() ?? open();
  database.exec('begin');
  snapshots.set(snapshot, database);
  return database;
}

function open(): DatabaseSync {
  const database = new DatabaseSync(workerData, { readOnly: true });
  database.exec('pragma busy_timeout = 10000');
  return database;
}

function leave(database: DatabaseSync): void {
  // One that has failed may not be fit for another snapshot.
  if (idle.length === MOST_IDLE || !database.isTransaction) database.close();
  else {
    database.exec('rollback');
    idle.push(database);
  }
}

const rowsIn = (
  database: DatabaseSync,
  { sql, parameters }: NonNullable<SnapshotRequest['query']>,
): unknown[] => database.prepare(sql).all(...(parameters as SQLInputValue[]));
