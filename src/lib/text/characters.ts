/** Characters from which a text counts. */
const LONG = 100;

/** The characters of the long texts in rows of the store. */
export function charactersIn(rows: readonly unknown[]): number {
  let all = 0;
  for (const row of rows) {
    const columns = row as Readonly<Record<string, unknown>>;
    for (const name in columns) {
      const value = columns[name];
      if (typeof value === 'string' && value.length > LONG) all += value.length;
    }
  }
  return all;
}
