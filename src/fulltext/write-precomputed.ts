import { bitsFor } from '../lib/bits.ts';
import { yieldIfDue } from '../lib/pacer.ts';
import { choosePrecomputed } from './choose-precomputed.ts';
import type { Dictionary } from './dictionary.ts';
import { postingOf } from './gaps.ts';
import { POSTINGS_AT } from './layout.ts';
import type { FileOutput } from './output.ts';
import { Postings } from './postings.ts';
import { postingsFor } from './precomputed-postings.ts';
import type { SuffixRange } from './suffixes.ts';

/** What has been written so far, and the limit. */
interface WrittenSubstrings {
  readonly file: number;
  /** Number of texts. */
  readonly size: number;
  readonly dictionary: Dictionary;
  /** All suffixes, sorted. */
  readonly suffixes: Uint32Array;
  /** Maximum cost of finding a substring of words. */
  readonly limit: number;
}

/**
 * Writes the postings of substrings that would be costly to find, after those of words.
 * @param ofWords offsets of the postings of words
 * @returns the suffix ranges that have a posting, and the offsets of all postings
 */
export async function writePrecomputed(
  output: FileOutput,
  ofWords: Uint32Array,
  { file, size, dictionary, suffixes, limit }: WrittenSubstrings,
): Promise<{ precomputed: Uint32Array; offsets: Uint32Array }> {
  const precomputed = await choosePrecomputed(dictionary, suffixes, new Postings(file, ofWords, size), limit);
  const offsets = new Uint32Array(ofWords.length + precomputed.size);
  offsets.set(ofWords);
  const postings = new Postings(file, offsets, size);
  const suffixesIn = ({ from, to }: SuffixRange) => suffixes.subarray(from, to);
  for (let index = 0; index < precomputed.size; index++) {
    const numbers = postingsFor(precomputed.range(index), precomputed, dictionary, suffixesIn, index);
    const bits = bitsFor(size);
    output.flush();
    postings.unite(numbers, bits);
    output.write(postingOf(bits, size));
    offsets[ofWords.length + index] = (output.position - POSTINGS_AT) / 4;
    await yieldIfDue();
  }
  return { precomputed: precomputed.table, offsets };
}
