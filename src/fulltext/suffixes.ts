import { firstIndex } from '../lib/bits.ts';
import { yieldIfDue } from '../lib/pacer.ts';
import type { Dictionary } from './dictionary.ts';
import type { SuffixLocation } from './layout.ts';
import { readFully } from './sequential-file.ts';

/** One suffix in this many is held in memory. */
export const SAMPLED = 256;

export interface SuffixRange {
  readonly from: number;
  readonly to: number;
}

/** Reads the sorted suffixes of a dictionary from their file. */
export class Suffixes {
  readonly #file: number;
  readonly #position: number;
  readonly #count: number;
  readonly #samples: Uint32Array;
  readonly #dictionary: Dictionary;

  constructor(
    file: number,
    { position, count }: SuffixLocation,
    samples: Uint32Array,
    dictionary: Dictionary,
  ) {
    this.#file = file;
    this.#position = position;
    this.#count = count;
    this.#samples = samples;
    this.#dictionary = dictionary;
  }

  /** The suffixes that begin with `part`. */
  rangeOf(part: string): SuffixRange {
    const bytes = Buffer.from(part);
    return {
      from: this.#first(suffix => this.#dictionary.compare(suffix, bytes) >= 0),
      to: this.#first(suffix => this.#dictionary.compare(suffix, bytes) > 0),
    };
  }

  /** The positions of these suffixes in the dictionary. */
  read({ from, to }: SuffixRange): Uint32Array {
    const suffixes = new Uint32Array(to - from);
    readFully(this.#file, new Uint8Array(suffixes.buffer), this.#position + from * 4);
    return suffixes;
  }

  /** The first suffix for which a condition holds that also holds for all later ones. */
  #first(isAfter: (suffix: number) => boolean): number {
    const sample = firstIndex(this.#samples.length, at => isAfter(this.#samples[at]!));
    const from = Math.max(0, sample - 1) * SAMPLED;
    const near = this.read({ from, to: Math.min(this.#count, sample * SAMPLED) });
    return from + firstIndex(near.length, at => isAfter(near[at]!));
  }
}

/**
 * The start positions of all suffixes of all words in the dictionary, sorted by their bytes up to the end of the word.
 * The zero byte before a word starts a suffix, too; a UTF-8 continuation byte does not.
 */
export async function sortedSuffixes(dictionary: Uint8Array): Promise<Uint32Array> {
  const { suffixes, ends } = byTwoBytes(dictionary);
  for (let key = 0, from = 0; key < ends.length; from = ends[key++]!) {
    // A zero as the second byte ends the word: there is nothing more to compare.
    if (from === ends[key] || (key & 0xff) === 0) continue;
    sort(suffixes, dictionary, from, ends[key]!, 2);
    await yieldIfDue();
  }
  return suffixes;
}

const beginsCharacter = (byte: number): boolean => (byte & 0xc0) !== 0x80;

/** The suffixes sorted by their first two bytes, and the end of each such group. */
function byTwoBytes(dictionary: Uint8Array): { suffixes: Uint32Array; ends: Uint32Array } {
  const last = dictionary.length - 1;
  const ends = new Uint32Array(0x10000);
  const keyAt = (at: number): number => (dictionary[at]! << 8) | dictionary[at + 1]!;
  for (let at = 0; at < last; at++) if (beginsCharacter(dictionary[at]!)) ends[keyAt(at)]!++;
  let sum = 0;
  for (let key = 0; key < ends.length; key++) {
    const count = ends[key]!;
    ends[key] = sum;
    sum += count;
  }
  const suffixes = new Uint32Array(sum);
  for (let at = 0; at < last; at++) if (beginsCharacter(dictionary[at]!)) suffixes[ends[keyAt(at)]!++] = at;
  return { suffixes, ends };
}

/** Ranges up to this length are sorted by insertion. */
const SHORT = 12;

/** Sorts suffixes that share their first `depth` bytes: three-way quicksort, one byte at a time. */
function sort(suffixes: Uint32Array, bytes: Uint8Array, from: number, to: number, depth: number): void {
  if (to - from <= SHORT) {
    insert(suffixes, bytes, from, to, depth);
    return;
  }
  const pivot = median(
    bytes[suffixes[from]! + depth]!,
    bytes[suffixes[(from + to) >>> 1]! + depth]!,
    bytes[suffixes[to - 1]! + depth]!,
  );
  let [less, at, more] = [from, from, to];
  while (at < more) {
    const suffix = suffixes[at]!;
    const byte = bytes[suffix + depth]!;
    if (byte === pivot) at++;
    else {
      const other = byte < pivot ? less++ : --more;
      suffixes[at] = suffixes[other]!;
      suffixes[other] = suffix;
      if (byte < pivot) at++;
    }
  }
  sort(suffixes, bytes, from, less, depth);
  if (pivot !== 0) sort(suffixes, bytes, less, more, depth + 1);
  sort(suffixes, bytes, more, to, depth);
}

function insert(suffixes: Uint32Array, bytes: Uint8Array, from: number, to: number, depth: number): void {
  for (let sorted = from + 1; sorted < to; sorted++) {
    const suffix = suffixes[sorted]!;
    let at = sorted;
    for (; at > from && isLess(bytes, suffix + depth, suffixes[at - 1]! + depth); at--) {
      suffixes[at] = suffixes[at - 1]!;
    }
    suffixes[at] = suffix;
  }
}

/** Whether the suffix at one position sorts before the suffix at another, up to the end of their words. */
function isLess(bytes: Uint8Array, one: number, other: number): boolean {
  let length = 0;
  while (bytes[one + length] === bytes[other + length] && bytes[one + length] !== 0) length++;
  return bytes[one + length]! < bytes[other + length]!;
}

const median = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
