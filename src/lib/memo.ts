import { SizedCache } from './sized-cache.ts';

/** Approximate maximum bytes of names and values: clients decide how long names are. */
const MAX_BYTES = 2 ** 24;
/** Bytes of an entry in addition to its name and items. */
const OVERHEAD = 200;

/** A cache of lists by name. Each list is computed on first use and kept until the cache is cleared. */
export class Memo<Value extends readonly unknown[]> {
  readonly #cache = new SizedCache<string, Value>(() => MAX_BYTES);
  #invalidations = 0;

  async get(name: string, work: () => Promise<Value>): Promise<Value> {
    const known = this.#cache.get(name);
    if (known !== undefined) return known;
    const before = this.#invalidations;
    const value = await work();
    // A value that changed during the computation may be stale.
    if (before === this.#invalidations)
      this.#cache.set(name, value, OVERHEAD + 2 * name.length + 8 * value.length);
    return value;
  }

  clear(): void {
    this.#invalidations++;
    this.#cache.clear();
  }
}
/** Caches values computed from a row, by name, as long as the row itself is in memory. Rows are immutable. */
export class WeakMemo<Value> {
  readonly #known = new WeakMap<object, Map<string, Value>>();

  has(row: object, name: string): boolean {
    return this.#known.get(row)?.has(name) ?? false;
  }

  of(row: object, name: string, work: () => Value): Value {
    const known = this.#known.get(row) ?? new Map<string, Value>();
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    if (known.size >= MAX_NAMES) known.clear();
    const fresh = work();
    this.#known.set(row, known.set(name, fresh));
    return fresh;
  }
}

/** Maximum number of names per row. Names stand for views, and few sites have more addresses and languages. */
const MAX_NAMES = 32;
