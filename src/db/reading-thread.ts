import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks for the rows of a statement in a snapshot, which the first one begins, or ends the snapshot. */
export interface Asked {
  id: number;
  snapshot: number;
  query?: { sql: string; parameters: readonly unknown[] };
}

/** Rows, or what the engine says. */
export interface Told {
  id: number;
  rows?: unknown[];
  error?: { message: string; code: unknown; errcode: unknown };
}

// A thread that reads a store, whose file is `workerData`: the engine works in the thread that calls it.
const snapshots = new Map<number, DatabaseSync>();

parentPort!.on('message', (asked: Asked) => parentPort!.postMessage(answer(asked)));

function answer({ id, snapshot, query }: Asked): Told {
  try {
    if (query) return { id, rows: rowsIn(snapshots.get(snapshot) ?? begin(snapshot), query) };
    snapshots.get(snapshot)?.close();
    snapshots.delete(snapshot);
    return { id };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code: unknown; errcode: unknown };
    return { id, error: { message, code, errcode } };
  }
}

function begin(snapshot: number): DatabaseSync {
  const database = new DatabaseSync(workerData, { readOnly: true });
  snapshots.set(snapshot, database);
  database.exec('pragma busy_timeout = 10000; begin');
  return database;
}

const rowsIn = (database: DatabaseSync, { sql, parameters }: NonNullable<Asked['query']>): unknown[] =>
  database.prepare(sql).all(...(parameters as SQLInputValue[]));
