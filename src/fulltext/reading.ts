import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { openPrivateSync, replaceFileSync } from '../lib/private-files.ts';
import { Blocks, type WrittenBlocks } from './blocks.ts';
import { bytesOf } from './gaps.ts';
import { VERSION } from './layout.ts';
import { eachWord } from './tokens.ts';
import { Vocabulary } from './vocabulary.ts';

/** How the reading of texts is taken up after a stop. */
export interface Resumption {
  /** What is saved with the reading, such as the state of the texts' source; undefined if it cannot be saved now. */
  mark(): Promise<unknown>;
  /** Whether what was read until a mark is still what would be read. */
  isValid(mark: unknown): Promise<boolean>;
}

interface SavedReading {
  readonly format: string;
  readonly mark: unknown;
  readonly size: number;
  readonly words: string;
  readonly blocks: WrittenBlocks;
}

const FORMAT = `${VERSION} ${process.versions.v8}`;

/** Blocks after which a reading is saved again. */
const BLOCKS = 2;

/** The words of the texts that have been read, and the texts with each of them. */
export class TextReading {
  size: number;
  readonly vocabulary: Vocabulary;
  readonly blocks: Blocks;
  readonly #path: string;
  readonly #file: number;
  readonly #resumption: Resumption | undefined;
  #saved: number;

  /**
   * Begins to read, or goes on where it was saved.
   * @param path the beginning of the names of its files
   * @param pairs maximum number of pairs of a word and a text in memory
   */
  static async open(path: string, pairs: number, resumption?: Resumption): Promise<TextReading> {
    const saved = resumption && load(path);
    const isValid = saved && (await resumption.isValid(saved.mark));
    return new TextReading(path, pairs, resumption, isValid ? saved : undefined);
  }

  private constructor(path: string, pairs: number, resumption?: Resumption, saved?: SavedReading) {
    this.#path = path;
    const blocks = fileOfBlocks(path);
    this.#file = saved ? openSync(blocks, 'r+') : openPrivateSync(blocks, 'w+');
    this.#resumption = resumption;
    this.blocks = new Blocks(this.#file, pairs, saved?.blocks);
    this.vocabulary = Vocabulary.of(saved?.words ?? '');
    this.size = saved?.size ?? 0;
    this.#saved = this.blocks.written;
  }

  add(text: string): void {
    eachWord(text, (from, to) => this.blocks.add(this.vocabulary.numberOf(text, from, to), this.size));
    this.size++;
  }

  /** Saves what has been read, if that is worthwhile. */
  async saveIfDue(): Promise<void> {
    if (this.blocks.written >= this.#saved + BLOCKS) await this.save();
  }

  async save(): Promise<void> {
    const mark = await this.#resumption?.mark();
    if (mark === undefined) return;
    const blocks = this.blocks.flush();
    // What is saved must be in the file.
    fsyncSync(this.#file);
    const saved: SavedReading = {
      format: FORMAT,
      mark,
      size: this.size,
      words: this.vocabulary.text(),
      blocks,
    };
    const bytes = serialize(saved);
    replaceFileSync(fileOfState(this.#path), Buffer.concat([bytesOf(Uint32Array.of(crc32(bytes))), bytes]));
    this.#saved = this.blocks.written;
  }

  /** Closes the reading. What was saved stays, unless nothing is left to do. */
  close(isDone: boolean): void {
    closeSync(this.#file);
    if (this.#resumption && !isDone) return;
    for (const file of [fileOfState(this.#path), fileOfBlocks(this.#path)]) rmSync(file, { force: true });
  }
}

const fileOfBlocks = (path: string): string => `${path}.blocks`;
const fileOfState = (path: string): string => `${path}.read`;

/** Undefined if nothing was saved, or if it is damaged. */
function load(path: string): SavedReading | undefined {
  try {
    const bytes = readFileSync(fileOfState(path));
    const saved: SavedReading = deserialize(bytes.subarray(4));
    const isWhole = crc32(bytes.subarray(4)) === bytes.readUInt32LE();
    const { size } = statSync(fileOfBlocks(path));
    return isWhole && saved.format === FORMAT && size >= (saved.blocks.ends.at(-1) ?? 0) ? saved : undefined;
  } catch {
    return undefined;
  }
}
