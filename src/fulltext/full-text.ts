import { closeSync, openSync } from 'node:fs';
import { type Bits, bitsFor } from '../lib/bits.ts';
import { Dictionary } from './dictionary.ts';
import { readTables } from './layout.ts';
import { Postings, PrecomputedPostings, postingsFor } from './postings.ts';
import { Suffixes } from './suffixes.ts';
import { EDGE, partsOf, TITLE } from './tokens.ts';

/** Finds the texts that contain a needle. */
export interface FullText {
  readonly size: number;
  /**
   * Sets `into`, a bitset of `size` bits, to the texts that may contain a needle.
   * @returns `exact`: whether all of them do; otherwise the caller checks each text
   */
  find(needle: string, into: Bits): { exact: boolean };
  /**
   * Sets `into` to the texts with a word, or with a word in their titles that begins with a text or is equal to it.
   * @param word a plain word
   */
  findWord(word: string, at: 'word' | 'title word' | 'title start', into: Bits): void;
  close(): void;
}

/** Opens a full-text index. Throws if the file is missing, truncated or damaged; the index must then be rebuilt. */
export function openFullText(path: string): FullText {
  const file = openSync(path, 'r');
  try {
    return new FullTextFile(file);
  } catch (error) {
    closeSync(file);
    throw new Error(`The index of words ${path} cannot be used.`, { cause: error });
  }
}

class FullTextFile implements FullText {
  readonly size: number;
  readonly #file: number;
  readonly #dictionary: Dictionary;
  readonly #suffixes: Suffixes;
  readonly #precomputed: PrecomputedPostings;
  readonly #postings: Postings;
  readonly #others: Bits;

  constructor(file: number) {
    const { tables, suffixes } = readTables(file);
    this.size = tables.size;
    this.#file = file;
    this.#dictionary = new Dictionary(tables.dictionary);
    this.#suffixes = new Suffixes(file, suffixes, tables.samples, this.#dictionary);
    this.#precomputed = new PrecomputedPostings(tables.precomputed);
    this.#postings = new Postings(file, tables.offsets, tables.size);
    this.#others = bitsFor(tables.size);
  }

  find(needle: string, into: Bits): { exact: boolean } {
    const { all, exact } = partsOf(needle);
    const [first, ...others] = all;
    if (first === undefined) fillUp(into, this.size);
    else this.#findPart(first, into);
    for (const part of others) {
      this.#findPart(part, this.#others);
      for (let at = 0; at < into.length; at++) into[at]! &= this.#others[at]!;
    }
    return { exact };
  }

  findWord(word: string, at: 'word' | 'title word' | 'title start', into: Bits): void {
    const [begin, end] = [at === 'word' ? EDGE : EDGE + TITLE, at === 'title start' ? '' : EDGE];
    this.#findPart(begin + word + end, into);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Sets `into` to the texts with a word that contains `part`. */
  #findPart(part: string, into: Bits): void {
    const range = this.#suffixes.rangeOf(part);
    const postings = postingsFor(range, this.#precomputed, this.#dictionary, some =>
      this.#suffixes.read(some),
    );
    into.fill(0);
    this.#postings.unite(postings, into);
  }
}

function fillUp(bits: Bits, size: number): void {
  bits.fill(-1);
  if (size % 32 !== 0) bits[bits.length - 1]! &= ~(-1 << (size & 31));
}
