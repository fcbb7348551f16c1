import type { Bits } from '../lib/bits.ts';
import { addGaps } from './gaps.ts';
import { readFully } from './input.ts';
import { POSTINGS_AT } from './layout.ts';

/** Maximum bytes read at once: neighbouring postings are read together. */
const READ_TOGETHER = 1 << 16;
/** Maximum gap in bytes between postings that are read together. */
const READ_OVER = 1 << 12;

export class Postings {
  readonly #file: number;
  /** Where each posting begins and the last one ends, in words of 32 bits. */
  readonly #offsets: Uint32Array;
  readonly #dense: number;
  readonly #buffer: Uint32Array;

  /** @param size number of texts */
  constructor(file: number, offsets: Uint32Array, size: number) {
    this.#file = file;
    this.#offsets = offsets;
    this.#dense = (size + 31) >>> 5;
    this.#buffer = new Uint32Array(Math.max(this.#dense, READ_TOGETHER / 4));
  }

  /** Adds the texts of several postings to a bitset. The numbers are sorted. */
  unite(numbers: ArrayLike<number>, into: Bits): void {
    for (let at = 0; at < numbers.length; ) {
      const from = this.#offsets[numbers[at]!]!;
      const next = this.#together(numbers, at);
      const end = this.#offsets[numbers[next - 1]! + 1]!;
      const bytes = new Uint8Array(this.#buffer.buffer, 0, (end - from) * 4);
      readFully(this.#file, bytes, POSTINGS_AT + from * 4);
      for (; at < next; at++) {
        if (numbers[at] !== numbers[at - 1]) this.#add(numbers[at]!, from, into);
      }
    }
  }

  /** Whether a posting is a bitset. */
  isDense(number: number): boolean {
    return this.#offsets[number + 1]! - this.#offsets[number]! === this.#dense;
  }

  /** Approximate cost of adding a posting to a bitset, in nanoseconds. */
  cost(number: number): number {
    if (this.isDense(number)) return this.denseCost;
    return 300 + 12 * (this.#offsets[number + 1]! - this.#offsets[number]!);
  }

  /** The same cost if the posting is a bitset itself. */
  get denseCost(): number {
    return 1500 + 0.8 * this.#dense;
  }

  /** The end of the run of postings, starting at `at`, that can be read together. */
  #together(numbers: ArrayLike<number>, at: number): number {
    const from = this.#offsets[numbers[at]!]!;
    let next = at + 1;
    for (; next < numbers.length; next++) {
      const gap = this.#offsets[numbers[next]!]! - this.#offsets[numbers[next - 1]! + 1]!;
      const length = this.#offsets[numbers[next]! + 1]! - from;
      if (gap > READ_OVER / 4 || length > READ_TOGETHER / 4) break;
    }
    return next;
  }

  /** Adds a posting from the buffer, which starts at the offset `from`. */
  #add(number: number, from: number, into: Bits): void {
    const begin = this.#offsets[number]! - from;
    const end = this.#offsets[number + 1]! - from;
    if (this.isDense(number)) {
      for (let at = begin; at < end; at++) into[at - begin]! |= this.#buffer[at]!;
    } else {
      addGaps(this.#buffer, begin, end, into);
    }
  }
}
