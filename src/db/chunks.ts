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
