/** Tells what has come before, not so long ago, by a number of each: of what shares a place the last one is remembered. */
export class Repeats {
  readonly #seen: Float64Array;

  /** @param places 8 bytes each */
  constructor(places: number) {
    this.#seen = new Float64Array(places);
  }

  /** @param number above 0 */
  isRepeated(number: number): boolean {
    const place = number % this.#seen.length;
    const isKnown = this.#seen[place] === number;
    this.#seen[place] = number;
    return isKnown;
  }
}
