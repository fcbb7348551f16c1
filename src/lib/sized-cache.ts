interface Held<Value> {
  readonly value: Value;
  readonly bytes: number;
  /** Whether it was asked for since its turn to make room came last. */
  isUsed: boolean;
}

/** Values by names of any kind, those that are asked for, as far as they have room. */
export class SizedCache<Key, Value> {
  readonly #most: () => number;
  readonly #held = new Map<Key, Held<Value>>();
  #bytes = 0;

  /** @param most bytes that all of them may take */
  constructor(most: () => number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(name: Key): boolean {
    return this.#held.has(name);
  }

  get(name: Key): Value | undefined {
    const held = this.#held.get(name);
    if (held) held.isUsed = true;
    return held?.value;
  }

  set(name: Key, value: Value, bytes: number): void {
    this.delete(name);
    this.#held.set(name, { value, bytes, isUsed: false });
    this.#bytes += bytes;
    const most = this.#most();
    for (const [oldest, held] of this.#held) {
      if (this.#bytes <= most) break;
      this.#held.delete(oldest);
      if (held.isUsed) {
        // It has another turn, behind all others.
        held.isUsed = false;
        this.#held.set(oldest, held);
      } else this.#bytes -= held.bytes;
    }
  }

  delete(name: Key): void {
    this.#bytes -= this.#held.get(name)?.bytes ?? 0;
    this.#held.delete(name);
  }

  clear(): void {
    this.#held.clear();
    this.#bytes = 0;
  }
}
