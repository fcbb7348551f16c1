import { LRUCache } from 'lru-cache';

/** An LRU cache of values of known sizes, whose limit may change. */
export class SizedCache<Key extends string | number, Value extends object> {
  readonly #limit: () => number;
  readonly #cache = new LRUCache<Key, Value>({ maxSize: Number.MAX_SAFE_INTEGER });

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
    return this.#cache.get(key);
  }

  set(key: Key, value: Value, bytes: number): void {
    // Without this, LRUCache would keep the size of the previous value.
    this.#cache.delete(key);
    this.#cache.set(key, value, { size: bytes });
    const limit = this.#limit();
    while (this.bytes > limit && this.#cache.size > 0) this.#cache.pop();
  }

  delete(key: Key): void {
    this.#cache.delete(key);
  }

  clear(): void {
    this.#cache.clear();
  }
}
