import { closeSync, openSync } from 'node:fs';
import { type Bits, bitsFor } from '../memory/bits.ts';
import { readTables } from './layout.ts';
import { Postings } from './postings.ts';
import { Suffixes } from './suffixes.ts';
import { EDGE, partsOf } from './tokens.ts';

/** Tells which of many texts contain a needle. */
export interface Words {
  /** Number of texts. */
  readonly size: number;
  /**
   * Makes a bitset (as long as `size` bits need) that of all texts that may contain a needle.
   * @returns whether all of them surely do; otherwise each is still to be looked at
   */
  find(needle: string, into: Bits): { exact: boolean };
  close(): void;
}

/** Opens the index of words in a file. Throws where it is missing, cut or broken; it is then to be built anew. */
export function openWords(path: string): Words {
  const file = openSync(path, 'r');
  try {
    return new WordsInFile(file);
  } catch (error) {
    closeSync(file);
    throw new Error(`The index of words ${path} cannot be used.`, { cause: error });
  }
}

class WordsInFile implements Words {
  readonly size: number;
  readonly #file: number;
  readonly #suffixes: Suffixes;
  readonly #postings: Postings;
  /** The numbers of the postings of parts that have one. */
  readonly #kept: Map<string, number>;
  readonly #others: Bits;

  constructor(file: number) {
    const { tables, suffixes } = readTables(file);
    const words = tables.offsets.length - 1 - tables.kept.length;
    this.size = tables.size;
    this.#file = file;
    this.#suffixes = new Suffixes(file, { ...suffixes, samples: tables.samples }, tables.dictionary);
    this.#postings = new Postings(file, tables.offsets, tables.size);
    this.#kept = new Map(tables.kept.map((part, index) => [part, words + index]));
    this.#others = bitsFor(tables.size);
  }

  find(needle: string, into: Bits): { exact: boolean } {
    const {
      all: [first, ...others],
      exact,
    } = partsOf(needle);
    if (first === undefined) fillUp(into, this.size);
    else this.#findPart(first, into);
    for (const part of others) {
      this.#findPart(part, this.#others);
      for (let at = 0; at < into.length; at++) into[at]! &= this.#others[at]!;
    }
    return { exact };
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Makes a bitset that of the texts with words that have a part; of a costly one, it may begin or end anywhere. */
  #findPart(part: string, into: Bits): void {
    into.fill(0);
    const whole = part.startsWith(EDGE) && part.endsWith(EDGE);
    const kept = whole ? undefined : this.#kept.get(part.replaceAll(EDGE, ''));
    this.#postings.unite(kept === undefined ? this.#suffixes.wordsWith(part) : [kept], into);
  }
}

function fillUp(bits: Bits, size: number): void {
  bits.fill(-1);
  if (size % 32 !== 0) bits[bits.length - 1]! &= ~(-1 << (size & 31));
}
