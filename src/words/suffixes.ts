import { firstIndex } from '../memory/bits.ts';
import { readFully } from './input.ts';

/** One suffix of so many is held in memory. */
export const SAMPLED = 256;

/** Finds words by what occurs in them, in the sorted suffixes of their dictionary, which stay in the file. */
export class Suffixes {
  readonly #file: number;
  readonly #position: number;
  readonly #count: number;
  readonly #samples: Uint32Array;
  readonly #dictionary: Buffer;
  /** Where words begin in the dictionary. */
  readonly #starts: Uint32Array;

  constructor(
    file: number,
    { position, count, samples }: { position: number; count: number; samples: Uint32Array },
    dictionary: Buffer,
  ) {
    this.#file = file;
    this.#position = position;
    this.#count = count;
    this.#samples = samples;
    this.#dictionary = dictionary;
    this.#starts = startsIn(dictionary);
  }

  /** The numbers of the words with this part, in their order; once for each time that it occurs. */
  wordsWith(part: string): Uint32Array {
    const bytes = Buffer.from(part);
    const from = this.#first(suffix => this.#compare(suffix, bytes) >= 0);
    const to = this.#first(suffix => this.#compare(suffix, bytes) > 0);
    return this.#read(from, to)
      .map(suffix => wordAt(this.#starts, suffix))
      .sort();
  }

  /** How the beginning of a suffix compares. */
  #compare(suffix: number, bytes: Buffer): number {
    return this.#dictionary.compare(
      bytes,
      0,
      bytes.length,
      suffix,
      Math.min(suffix + bytes.length, this.#dictionary.length),
    );
  }

  /** The rank of the first suffix for which a condition holds that holds for all behind it. */
  #first(isAfter: (suffix: number) => boolean): number {
    const sample = firstIndex(this.#samples.length, at => isAfter(this.#samples[at]!));
    const from = Math.max(0, sample - 1) * SAMPLED;
    const near = this.#read(from, Math.min(this.#count, sample * SAMPLED));
    return from + firstIndex(near.length, at => isAfter(near[at]!));
  }

  #read(from: number, to: number): Uint32Array {
    const suffixes = new Uint32Array(to - from);
    readFully(this.#file, new Uint8Array(suffixes.buffer), this.#position + from * 4);
    return suffixes;
  }
}

/** Where the words begin in their dictionary: with the zero before each. */
export function startsIn(dictionary: Buffer): Uint32Array {
  let count = 0;
  for (const byte of dictionary) if (byte === 0) count++;
  const starts = new Uint32Array(Math.max(0, count - 1));
  for (let at = 0, word = 0; word < starts.length; at++) if (dictionary[at] === 0) starts[word++] = at;
  return starts;
}

/** The number of the word at a place of the dictionary. */
export function wordAt(starts: Uint32Array, place: number): number {
  return firstIndex(starts.length, word => starts[word]! > place) - 1;
}
