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
