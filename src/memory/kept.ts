interface Held<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** Values by names of any kind, those that were asked for last, as far as they have room. */
export class Kept<Key, Value> {
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
    if (!held) return undefined;
    this.#held.delete(name);
    this.#held.set(name, held);
    return held.value;
  }

  set(name: Key, value: Value, bytes: number): void {
    this.delete(name);
    this.#held.set(name, { value, bytes });
    this.#bytes += bytes;
    const most = this.#most();
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= most) break;
      this.delete(oldest);
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
