import { firstIndex } from '../lib/bits.ts';
import type { Dictionary } from './dictionary.ts';
import { readFully } from './input.ts';
import type { SuffixLocation } from './layout.ts';

/** One suffix in this many is held in memory. */
export const SAMPLED = 256;

/** A range of the sorted suffixes, without its end. */
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
