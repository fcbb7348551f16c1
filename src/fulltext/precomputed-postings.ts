import { firstIndex } from '../lib/bits.ts';
import type { Dictionary } from './dictionary.ts';
import type { SuffixRange } from './suffixes.ts';

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
