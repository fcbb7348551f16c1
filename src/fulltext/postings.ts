import { type Bits, firstIndex } from '../lib/bits.ts';
import type { Dictionary } from './dictionary.ts';
import { addGaps } from './gaps.ts';
import { POSTINGS_AT } from './layout.ts';
import { readFully } from './sequential-file.ts';
import type { SuffixRange } from './suffixes.ts';

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

/**
 * Suffix ranges that have a posting of their own, because their substrings occur in too many words to unite at search
 * time. Ranges may be nested. They are ordered like their postings, which follow those of words: by descending start,
 * and by ascending length for the same start. So each range follows the ranges within it.
 */
export class PrecomputedPostings {
  /** Start and end of each range, as consecutive pairs. */
  readonly table: Uint32Array;
  readonly size: number;

  constructor(table: Uint32Array) {
    this.table = table;
    this.size = table.length / 2;
  }

  range(index: number): SuffixRange {
    return { from: this.table[index * 2]!, to: this.table[index * 2 + 1]! };
  }

  /**
   * Splits a range into the largest ranges that have a posting, and the gaps between them.
   * @param below considers only this many of the first ranges
   */
  apart({ from, to }: SuffixRange, below = this.size): { inner: number[]; between: SuffixRange[] } {
    const inner: number[] = [];
    const between: SuffixRange[] = [];
    let done = from;
    const last = firstIndex(below, index => this.table[index * 2]! < from) - 1;
    for (let index = last; index >= 0 && this.table[index * 2]! < to; index--) {
      const own = this.range(index);
      if (own.from < done || own.to > to) continue;
      if (own.from > done) between.push({ from: done, to: own.from });
      inner.push(index);
      done = own.to;
    }
    if (done < to) between.push({ from: done, to });
    return { inner, between };
  }
}

/**
 * The sorted numbers of the postings whose union is the posting of a range.
 * @param suffixesIn reads the suffixes of a range
 * @param below considers only this many of the first precomputed ranges
 */
export function postingsFor(
  range: SuffixRange,
  precomputed: PrecomputedPostings,
  dictionary: Dictionary,
  suffixesIn: (range: SuffixRange) => Uint32Array,
  below?: number,
): Uint32Array {
  const { inner, between } = precomputed.apart(range, below);
  const others = between.map(suffixesIn);
  const numbers = new Uint32Array(others.reduce((sum, { length }) => sum + length, inner.length));
  let at = 0;
  for (const index of inner) numbers[at++] = dictionary.size + index;
  for (const suffixes of others) for (const suffix of suffixes) numbers[at++] = dictionary.wordAt(suffix);
  return numbers.sort();
}
