import { firstIndex } from '../lib/bits.ts';
import type { Dictionary } from './dictionary.ts';
import type { SuffixRange } from './suffixes.ts';

/**
 * Ranges of suffixes whose texts have a posting, since so many words have to be united for them. One may lie in
 * another. They are in the order of their postings, behind those of words: from the last suffix to the first, and
 * of those that begin at the same one, the longest last. So each comes behind those within it.
 */
export class KeptSubstrings {
  /** First and last number of each range. */
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
   * Takes a range apart into the largest ranges that have a posting, and what lies between these.
   * @param below considers only the first so many
   */
  apart({ from, to }: SuffixRange, below = this.size): { kept: number[]; between: SuffixRange[] } {
    const kept: number[] = [];
    const between: SuffixRange[] = [];
    let done = from;
    const last = firstIndex(below, index => this.table[index * 2]! < from) - 1;
    for (let index = last; index >= 0 && this.table[index * 2]! < to; index--) {
      const inner = this.range(index);
      if (inner.from < done || inner.to > to) continue;
      if (inner.from > done) between.push({ from: done, to: inner.from });
      kept.push(index);
      done = inner.to;
    }
    if (done < to) between.push({ from: done, to });
    return { kept, between };
  }
}

/**
 * The numbers of the postings that are to be united for a range, in their order.
 * @param suffixesIn reads the suffixes of a range
 * @param below considers only the first so many kept ones
 */
export function postingsFor(
  range: SuffixRange,
  kept: KeptSubstrings,
  dictionary: Dictionary,
  suffixesIn: (range: SuffixRange) => Uint32Array,
  below?: number,
): Uint32Array {
  const { kept: inner, between } = kept.apart(range, below);
  const others = between.map(suffixesIn);
  const numbers = new Uint32Array(others.reduce((sum, { length }) => sum + length, inner.length));
  let at = 0;
  for (const index of inner) numbers[at++] = dictionary.size + index;
  for (const suffixes of others) for (const suffix of suffixes) numbers[at++] = dictionary.wordAt(suffix);
  return numbers.sort();
}
