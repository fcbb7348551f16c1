import { setImmediate } from 'node:timers/promises';
import { dialectOf } from './dialect.ts';
import type { Db } from './tables.ts';

/** Rows that are written at once on the embedded store; on PostgreSQL, whose statements have a time limit. */
const WRITTEN = 200;
const WRITTEN_APART = 5000;
/** Rows that are read at once. */
const READ = 1000;

/**
 * Writes many rows within a transaction, some at a time: the embedded store works in the thread that answers requests,
 * and those that read are answered in between.
 */
export async function inSlices<Item>(
  db: Db,
  items: readonly Item[],
  write: (some: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  const size = dialectOf(db).isApart ? WRITTEN_APART : WRITTEN;
  for (let at = 0; at < items.length; at += size) {
    await write(items.slice(at, at + size));
    if (items.length > size) await setImmediate();
  }
}

/**
 * Reads many rows in the order of a key, some at a time.
 * @param read the first rows whose keys come after this one, so many at most
 */
export async function readInSlices<Row>(
  keyOf: (row: Row) => number,
  read: (after: number, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1);
    const some = await read(last === undefined ? 0 : keyOf(last), READ);
    for (const row of some) rows.push(row);
    if (some.length < READ) return rows;
    await setImmediate();
  }
}
