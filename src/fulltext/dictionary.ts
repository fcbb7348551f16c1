/** Distance between two hints, in bytes of the dictionary. */
const STRIDE = 32;

/** All words in UTF-8, ordered by number, with a zero byte before and after each. */
export class Dictionary {
  readonly bytes: Buffer;
  readonly size: number;
  /** Positions of the zero byte before each word. The last entry is the end of the last word. */
  readonly #starts: Uint32Array;
  /** The word at every `STRIDE`th byte. */
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

  wordAt(place: number): number {
    let word = this.#hints[Math.floor(place / STRIDE)]!;
    while (this.#starts[word + 1]! <= place) word++;
    return word;
  }

  /** Compares the bytes at a position with `bytes`, up to the length of `bytes`. */
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
