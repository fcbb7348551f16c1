/** Places of the dictionary, of which each has a hint at the word it lies in. */
const STRIDE = 32;

/** All words in UTF-8, in the order of their numbers, each with a zero before and behind it. */
export class Dictionary {
  readonly bytes: Buffer;
  readonly size: number;
  /** Where words begin: with the zero before each. The last number is where the last word ends. */
  readonly #starts: Uint32Array;
  /** The word at every so many-th place. */
  readonly #hints: Uint32Array;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#starts = zeros(bytes);
    this.size = this.#starts.length - 1;
    this.#hints = new Uint32Array(Math.ceil(bytes.length / STRIDE));
    for (let hint = 0, word = 0; hint < this.#hints.length; hint++) {
      while (this.#starts[word + 1]! <= hint * STRIDE) word++;
      this.#hints[hint] = word;
    }
  }

  word(number: number): string {
    return this.bytes.toString('utf8', this.#starts[number]! + 1, this.#starts[number + 1]);
  }

  /** The number of the word at a place. */
  wordAt(place: number): number {
    let word = this.#hints[Math.floor(place / STRIDE)]!;
    while (this.#starts[word + 1]! <= place) word++;
    return word;
  }

  /** How what lies at a place compares with some bytes, as far as they go. */
  compare(place: number, bytes: Uint8Array): number {
    const end = Math.min(place + bytes.length, this.bytes.length);
    return this.bytes.compare(bytes, 0, bytes.length, place, end);
  }
}

function zeros(bytes: Uint8Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) count++;
  const places = new Uint32Array(count);
  for (let at = 0, found = 0; found < count; at++) if (bytes[at] === 0) places[found++] = at;
  return places;
}
