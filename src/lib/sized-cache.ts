import { LRUCache } from 'lru-cache';

/** An LRU cache of values of known sizes, whose limit may change. */
export class SizedCache<Key extends string | number, Value extends object> {
  readonly #limit: () => number;
  readonly #cache = new LRUCache<Key, Value>({ maxSize: Number.MAX_SAFE_INTEGER });
  /** Whether values may soon have to make room. Until then the order of use is not needed. */
  #isTight = false;

  /** @param limit maximum bytes of all values */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#cache.calculatedSize;
  }

  has(key: Key): boolean {
    return this.#cache.has(key);
  }

  get(key: Key): Value | undefined {
    // `peek` leaves the order alone, which takes more time than the lookup.
    return this.#isTight ? this.#cache.get(key) : this.#cache.peek(key);
  }

  set(key: Key, value: Value, bytes: number): void {
    // Without this, LRUCache would keep the size of the previous value.
    this.#cache.delete(key);
    this.#cache.set(key, value, { size: bytes });
    const limit = this.#limit();
    this.#isTight = this.bytes > limit / 2;
    while (this.bytes > limit && this.#cache.size > 0) this.#cache.pop();
  }

  delete(key: Key): void {
    this.#cache.delete(key);
  }

  clear(): void {
    this.#cache.clear();
  }
}

/** Tells whether a number occurred recently. Each slot of a hash table holds the last number that fell into it. */
export class Repeats {
  readonly #seen: Float64Array;

  /** @param slots 8 bytes each */
  constructor(slots: number) {
    this.#seen = new Float64Array(slots);
  }

  /** @param number above 0 */
  isRepeated(number: number): boolean {
    const slot = number % this.#seen.length;
    const isKnown = this.#seen[slot] === number;
    this.#seen[slot] = number;
    return isKnown;
  }
}

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
