import { type Bits, bitsFor } from '../lib/bits.ts';
import { yieldIfDue } from '../lib/pacer.ts';
import type { Blocks } from './blocks.ts';
import type { Dictionary } from './dictionary.ts';
import { addGaps, bytesOf, Gaps, isDense, postingOf } from './gaps.ts';
import { POSTINGS_AT } from './layout.ts';
import { Postings, PrecomputedPostings, postingsFor } from './postings.ts';
import type { FileOutput } from './sequential-file.ts';
import type { SuffixRange } from './suffixes.ts';

/**
 * Writes the posting of each word, merged from its runs in all blocks.
 * @param words number of words
 * @param size number of texts
 * @returns where each posting begins and the last one ends, in words of 32 bits from the first one
 */
export async function writePostings(
  output: FileOutput,
  blocks: Blocks,
  words: number,
  size: number,
): Promise<Uint32Array> {
  const sources = blocks.runs().map(runs => ({ runs, next: runs.next().value }));
  const offsets = new Uint32Array(words + 1);
  const gaps = new Gaps();
  for (let word = 0; word < words; word++) {
    gaps.clear();
    let previous = -1;
    for (const source of sources) {
      if (source.next?.word !== word) continue;
      gaps.add(previous, source.next.first);
      gaps.append(source.next.gaps);
      previous = source.next.last;
      source.next = source.runs.next().value;
    }
    gaps.pad();
    const posting = isDense(blocks.counts[word]!, size) ? bytesOf(bitsOf(gaps, size)) : gaps.bytes;
    output.write(posting);
    offsets[word + 1] = offsets[word]! + posting.length / 4;
    await yieldIfDue();
  }
  return offsets;
}

function bitsOf({ words }: Gaps, size: number): Bits {
  const bits = bitsFor(size);
  addGaps(words, 0, words.length, bits);
  return bits;
}

interface WrittenSubstrings {
  readonly file: number;
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

/** The factor by which rarely searched substrings may exceed the limit. */
const SELDOM = 8;

/**
 * Chooses the suffix ranges that get a posting: those of substrings that would otherwise cost more than the limit.
 * @param limit applies to substrings of up to two letters and to words of many texts; others may cost more
 */
async function choosePrecomputed(
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
