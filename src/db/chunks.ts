/** Engines limit how many values a statement has: SQLite to 32,766, PostgreSQL to 65,535. */
const CHUNK = 10_000;

/** Reads rows by their ids, or other keys, however many there are; in no order. */
export async function inChunks<Key, Row>(
  keys: readonly Key[],
  read: (keys: readonly Key[]) => Promise<Row[]>,
  chunk = CHUNK,
): Promise<Row[]> {
  const rows: Row[][] = [];
  for (let at = 0; at < keys.length; at += chunk) rows.push(await read(keys.slice(at, at + chunk)));
  return rows.flat();
}
