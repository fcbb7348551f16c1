/** Compares texts by UTF-8 bytes, as the store does. Without surrogate pairs UTF-16 has the same order. */
export function byBytes(a: string, b: string): number {
  if (a === b) return 0;
  if (PAIRS.test(a) || PAIRS.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

const PAIRS = /[\ud800-\udfff]/;
