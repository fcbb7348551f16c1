import { closeSync, fsyncSync, renameSync, rmSync, writeSync } from 'node:fs';
import { yieldIfDue } from '../lib/pacer.ts';
import { openPrivateSync } from '../lib/private-files.ts';
import { Blocks } from './blocks.ts';
import { Dictionary } from './dictionary.ts';
import { bytesOf } from './gaps.ts';
import { POSTINGS_AT, writeTables } from './layout.ts';
import { FileOutput } from './output.ts';
import { sortedSuffixes } from './suffix-sort.ts';
import { SAMPLED } from './suffixes.ts';
import { eachWord } from './tokens.ts';
import { Vocabulary } from './vocabulary.ts';
import { writePostings } from './write-postings.ts';
import { writePrecomputed } from './write-precomputed.ts';

/** Limits of the build; tests use small ones. */
export interface Bounds {
  /** Maximum number of (word, text) pairs in memory, at 12 bytes each. */
  readonly block: number;
  /**
   * Maximum cost of finding a substring of words, in nanoseconds, roughly; substrings that cost more get a posting of
   * their own. The limit grows with the number of texts beyond a million, or the file would grow faster than the texts.
   */
  readonly cost: number;
}

const BOUNDS: Bounds = { block: 1 << 20, cost: 250_000 };

/**
 * Writes a full-text index of texts to a file. Texts are numbered in order. The file appears once it is complete. The
 * work yields to the event loop. Memory grows only with the number of distinct words.
 */
export async function buildFullText(
  file: string,
  texts: AsyncIterable<string> | Iterable<string>,
  bounds: Bounds = BOUNDS,
): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  const aside = `${file}.${process.pid}.blocks`;
  const files = [openPrivateSync(draft, 'w+'), openPrivateSync(aside, 'w+')] as const;
  try {
    const gathered = await gather(texts, new Blocks(files[1], bounds.block));
    await write(files[0], gathered, bounds.cost);
    // Synced before the rename, because the checksums do not cover the whole file.
    fsyncSync(files[0]);
    renameSync(draft, file);
  } finally {
    for (const open of files) closeSync(open);
    for (const path of [draft, aside]) rmSync(path, { force: true });
  }
}

interface GatheredPostings {
  /** Number of texts. */
  readonly size: number;
  readonly dictionary: Dictionary;
  readonly blocks: Blocks;
}

async function gather(
  texts: AsyncIterable<string> | Iterable<string>,
  blocks: Blocks,
): Promise<GatheredPostings> {
  const vocabulary = new Vocabulary();
  let size = 0;
  for await (const text of texts) {
    eachWord(text, (from, to) => blocks.add(vocabulary.numberOf(text, from, to), size));
    size++;
    await yieldIfDue();
  }
  return { size, dictionary: new Dictionary(vocabulary.dictionary()), blocks };
}

async function write(
  file: number,
  { size, dictionary, blocks }: GatheredPostings,
  cost: number,
): Promise<void> {
  const output = new FileOutput(file, POSTINGS_AT);
  const ofWords = await writePostings(output, blocks, dictionary.size, size);
  const suffixes = await sortedSuffixes(dictionary.bytes);
  const limit = Math.max(cost, (cost * size) / 1_000_000);
  const { precomputed, offsets } = await writePrecomputed(output, ofWords, {
    file,
    size,
    dictionary,
    suffixes,
    limit,
  });
  const place = { position: output.position, count: suffixes.length };
  output.write(bytesOf(suffixes));
  const samples = suffixes.filter((_, rank) => rank % SAMPLED === 0);
  const header = writeTables(
    output,
    { size, offsets, samples, precomputed, dictionary: dictionary.bytes },
    place,
  );
  output.flush();
  writeSync(file, header, 0, header.length, 0);
}
