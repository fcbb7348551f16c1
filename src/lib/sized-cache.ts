import { LRUCache } from 'lru-cache';

/** An LRU cache of values of known sizes, whose limit may change. */
export class SizedCache<Key extends string | number, Value extends object> {
  readonly #limit: () => number;
  readonly #kept = new LRUCache<Key, Value>({ maxSize: Number.MAX_SAFE_INTEGER });

  /** @param limit bytes that all values may take together */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  has(key: Key): boolean {
    return this.#kept.has(key);
  }

  get(key: Key): Value | undefined {
    return this.#kept.get(key);
  }

  set(key: Key, value: Value, bytes: number): void {
    // The cache keeps the size of a value that it holds already.
    this.#kept.delete(key);
    this.#kept.set(key, value, { size: bytes });
    const limit = this.#limit();
    while (this.bytes > limit && this.#kept.size > 0) this.#kept.pop();
  }

  delete(key: Key): void {
    this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
  }
}
