import { LRUCache } from 'lru-cache';

/** An LRU cache of values of known sizes, whose limit may change. */
export class SizedCache<Key extends string | number, Value extends object> {
  readonly #limit: () => number;
  readonly #cache = new LRUCache<Key, Value>({ maxSize: Number.MAX_SAFE_INTEGER });
  /** Whether values may soon have to make room. Until then nobody needs to know which were used last. */
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
