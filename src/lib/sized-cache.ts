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
