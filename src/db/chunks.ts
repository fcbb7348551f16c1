/** Engines limit how many values a statement has: SQLite to 32,766, PostgreSQL to 65,535. */
const CHUNK = 10_000;

/** Reads rows by their ids, however many there are; in no order. */
export async function inChunks<Row>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[][] = [];
  for (let at = 0; at < ids.length; at += CHUNK) rows.push(await read(ids.slice(at, at + CHUNK)));
  return rows.flat();
}
