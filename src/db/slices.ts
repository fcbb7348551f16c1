import { setImmediate } from 'node:timers/promises';
import { dialectOf } from './dialect.ts';
import type { Db } from './tables.ts';

/** Maximum rows per write on the embedded store. */
const WRITE_SLICE = 200;
/** Maximum rows per write on PostgreSQL, whose statements have a time limit. */
const WRITE_SLICE_POSTGRES = 5000;
/** Characters per write, in rows with long texts. */
const WRITE_CHARACTERS = 2_000_000;
/** Rows per read. */
const READ_SLICE = 1000;

/**
 * Writes many rows within a transaction, slice by slice. The embedded store works in the thread that answers requests, so
 * reads are answered between slices.
 * @param length characters that each row stores, if they may be many
 */
export async function inSlices<Item>(
  db: Db,
  items: readonly Item[],
  write: (slice: readonly Item[]) => Promise<unknown>,
  length = 1,
): Promise<void> {
  const most = dialectOf(db).isOutOfProcess ? WRITE_SLICE_POSTGRES : WRITE_SLICE;
  const size = Math.max(1, Math.min(most, Math.floor(WRITE_CHARACTERS / length)));
  for (let at = 0; at < items.length; at += size) {
    await write(items.slice(at, at + size));
    if (items.length > size) await setImmediate();
  }
}

/**
 * Reads many rows in the order of a key, slice by slice.
 * @param read reads rows with keys above `after`, at most `limit`
 */
export async function readInSlices<Row>(
  keyOf: (row: Row) => number,
  read: (after: number, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1);
    const slice = await read(last === undefined ? 0 : keyOf(last), READ_SLICE);
    for (const row of slice) rows.push(row);
    if (slice.length < READ_SLICE) return rows;
    await setImmediate();
  }
}

/** The databases limit the number of values per statement: SQLite to 32,766, PostgreSQL to 65,535. */
const CHUNK = 10_000;

/** Reads any number of rows by their keys, in no particular order. */
export async function inChunks<Key, Row>(
  keys: readonly Key[],
  read: (keys: readonly Key[]) => Promise<Row[]>,
  chunk = CHUNK,
): Promise<Row[]> {
  const rows: Row[][] = [];
  for (let at = 0; at < keys.length; at += chunk) rows.push(await read(keys.slice(at, at + chunk)));
  return rows.flat();
}
