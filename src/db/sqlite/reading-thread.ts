import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerRequests } from '../../lib/threads.ts';

/**
 * Requests the rows of a statement in a snapshot, or ends the snapshot if there is no statement. The first statement
 * begins the snapshot.
 */
export interface SnapshotRequest {
  readonly snapshot: number;
  readonly query?: { readonly sql: string; readonly parameters: readonly unknown[] };
}

// A thread that reads the store at the path `workerData`, because SQLite blocks the thread that calls it.
const snapshots = new Map<number, DatabaseSync>();
/** Reusable connections of ended snapshots: opening a connection takes longer than most reads. */
const idle: DatabaseSync[] = [];
const MAX_IDLE = 2;

answerRequests<SnapshotRequest>(({ snapshot, query }) => {
  if (query) return rowsIn(snapshots.get(snapshot) ?? begin(snapshot), query);
  const ended = snapshots.get(snapshot);
  snapshots.delete(snapshot);
  if (ended) recycle(ended);
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

function recycle(database: DatabaseSync): void {
  // A connection whose transaction has failed is not reused.
  if (idle.length === MAX_IDLE || !database.isTransaction) database.close();
  else {
    database.exec('rollback');
    idle.push(database);
  }
}

const rowsIn = (
  database: DatabaseSync,
  { sql, parameters }: NonNullable<SnapshotRequest['query']>,
): unknown[] => database.prepare(sql).all(...(parameters as SQLInputValue[]));
