import { closeSync, fsyncSync, renameSync, rmSync, writeSync } from 'node:fs';
import { yieldIfDue } from '../lib/pacer.ts';
import { openPrivateSync } from '../lib/private-files.ts';
import { Dictionary } from './dictionary.ts';
import { bytesOf } from './gaps.ts';
import { POSTINGS_AT, writeTables } from './layout.ts';
import { type Resumption, TextReading } from './reading.ts';
import { FileOutput } from './sequential-file.ts';
import { SAMPLED, sortedSuffixes } from './suffixes.ts';
import { writePostings, writePrecomputed } from './write-postings.ts';

/** Limits of the build; tests use small ones. */
export interface BuildLimits {
  /** Maximum number of (word, text) pairs in memory, at 12 bytes each. */
  readonly block: number;
  /**
   * Maximum cost of finding a substring of words, in nanoseconds, roughly; substrings that cost more get a posting of
   * their own. The limit grows with the number of texts beyond a million, or the file would grow faster than the texts.
   */
  readonly cost: number;
}

const BOUNDS: BuildLimits = { block: 1 << 20, cost: 250_000 };

type TextStream = AsyncIterable<string> | Iterable<string>;

/**
 * Writes a full-text index of texts to a file. Texts are numbered in order. The file appears once it is complete. The
 * work yields to the event loop. Memory grows only with the number of distinct words.
 */
export const buildFullText = (file: string, texts: TextStream, bounds: BuildLimits = BOUNDS): Promise<void> =>
  build(file, `${file}.${process.pid}`, () => texts, bounds);

/**
 * The same for a build that is taken up where an earlier one was stopped. No two may run at once.
 * @param textsFrom the texts without so many of the first ones
 */
export const resumeFullText = (
  file: string,
  textsFrom: (count: number) => TextStream,
  resumption: Resumption,
  bounds: BuildLimits = BOUNDS,
): Promise<void> => build(file, file, textsFrom, bounds, resumption);

async function build(
  file: string,
  path: string,
  textsFrom: (count: number) => TextStream,
  bounds: BuildLimits,
  resumption?: Resumption,
): Promise<void> {
  const reading = await TextReading.open(path, bounds.block, resumption);
  let isDone = false;
  try {
    for await (const text of textsFrom(reading.size)) {
      reading.add(text);
      await reading.saveIfDue();
      await yieldIfDue();
    }
    await reading.save();
    await writeFile(file, reading, bounds.cost);
    isDone = true;
  } finally {
    reading.close(isDone);
  }
}

async function writeFile(file: string, reading: TextReading, cost: number): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  const opened = openPrivateSync(draft, 'w+');
  try {
    await write(opened, reading, cost);
    // Synced before the rename, because the checksums do not cover the whole file.
    fsyncSync(opened);
    renameSync(draft, file);
  } finally {
    closeSync(opened);
    rmSync(draft, { force: true });
  }
}

async function write(file: number, { size, vocabulary, blocks }: TextReading, cost: number): Promise<void> {
  const dictionary = new Dictionary(vocabulary.dictionary());
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
