import { yieldIfDue } from '../lib/pacer.ts';
import type { Dictionary } from './dictionary.ts';
import type { Postings } from './postings.ts';
import { PrecomputedPostings } from './precomputed-postings.ts';
import type { SuffixRange } from './suffixes.ts';

/** The factor by which rarely searched substrings may exceed the limit. */
const SELDOM = 8;

/**
 * Chooses the suffix ranges that get a posting: those of substrings that would otherwise cost more than the limit.
 * @param limit applies to substrings of up to two letters and to words of many texts; others may cost more
 */
export async function choosePrecomputed(
  dictionary: Dictionary,
  suffixes: Uint32Array,
  postings: Postings,
  limit: number,
): Promise<PrecomputedPostings> {
  const chosen: number[] = [];
  const common = new Set<string>();
  for (let word = 0; word < dictionary.size; word++) {
    if (postings.isDense(word)) common.add(dictionary.word(word));
  }
  const byteAt = (rank: number, depth: number): number => dictionary.bytes[suffixes[rank]! + depth]!;
  const isTooMuch = (cost: number, suffix: number, length: number): boolean =>
    cost > limit * SELDOM ||
    (cost > limit && (length <= 2 || common.has(dictionary.bytes.toString('utf8', suffix, suffix + length))));

  /** Chooses among suffixes that share their first `depth` bytes, in descending order; returns their remaining cost. */
  async function choose({ from, to }: SuffixRange, depth: number): Promise<number> {
    let sum = 0;
    for (let end = to, at = to; end > from; end = at) {
      const byte = byteAt(end - 1, depth);
      let cost = 0;
      for (; at > from && byteAt(at - 1, depth) === byte; at--) {
        cost += postings.cost(dictionary.wordAt(suffixes[at - 1]!));
      }
      await yieldIfDue();
      // A zero byte after the first byte marks the end of the word.
      if (cost > limit && (byte !== 0 || depth === 0)) cost = await choose({ from: at, to: end }, depth + 1);
      if (isTooMuch(cost, suffixes[at]!, depth + 1)) {
        chosen.push(at, end);
        cost = postings.denseCost;
      }
      sum += cost;
    }
    return sum;
  }
  await choose({ from: 0, to: suffixes.length }, 0);
  return new PrecomputedPostings(Uint32Array.from(chosen));
}
