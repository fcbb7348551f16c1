import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { bitsFor } from '../memory/bits.ts';
import { breathe } from '../transfer/breathe.ts';
import { Blocks } from './blocks.ts';
import { costlyParts } from './costly.ts';
import { bytesOf, postingOf } from './gaps.ts';
import { POSTINGS_AT, writeTables } from './layout.ts';
import { writePostings } from './merge.ts';
import { Output } from './output.ts';
import { Postings } from './postings.ts';
import { sortedSuffixes } from './suffix-sort.ts';
import { SAMPLED, startsIn, wordAt } from './suffixes.ts';
import { eachWord } from './tokens.ts';
import { Vocabulary } from './vocabulary.ts';

/** Pairs of a word and a text that are gathered in memory, at 12 bytes each. */
const BLOCK = 1 << 21;

/**
 * Writes the index of the words of texts, numbered in their order, to a file, which appears when it is complete.
 * Others have their turn meanwhile; memory grows with the number of different words only.
 * @param block number of occurrences that are gathered in memory
 */
export async function buildWords(
  file: string,
  texts: AsyncIterable<string> | Iterable<string>,
  block = BLOCK,
): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  const aside = `${file}.${process.pid}.blocks`;
  const files = [openSync(draft, 'w+'), openSync(aside, 'w+')] as const;
  try {
    const gathered = await gather(texts, new Blocks(files[1], block));
    await write(files[0], gathered);
    renameSync(draft, file);
  } finally {
    for (const open of files) closeSync(open);
    for (const path of [draft, aside]) rmSync(path, { force: true });
  }
}

interface Gathered {
  /** Number of texts. */
  readonly size: number;
  readonly words: number;
  readonly dictionary: Buffer;
  readonly blocks: Blocks;
}

async function gather(texts: AsyncIterable<string> | Iterable<string>, blocks: Blocks): Promise<Gathered> {
  const vocabulary = new Vocabulary();
  let size = 0;
  for await (const text of texts) {
    eachWord(text, (from, to) => blocks.add(vocabulary.numberOf(text, from, to), size));
    size++;
    await breathe();
  }
  return { size, words: vocabulary.size, dictionary: vocabulary.dictionary(), blocks };
}

async function write(file: number, { size, words, dictionary, blocks }: Gathered): Promise<void> {
  const output = new Output(file, POSTINGS_AT);
  const ofWords = await writePostings(blocks, words, size, output);
  output.flush();
  const suffixes = await sortedSuffixes(dictionary);
  const starts = startsIn(dictionary);
  const postings = new Postings(file, ofWords, size);
  const limit = Math.max(size / 2, COSTLY);
  const costly = await costlyParts(dictionary, suffixes, word => postings.cost(word), limit);
  const offsets = new Uint32Array(words + 1 + costly.length);
  offsets.set(ofWords);
  for (const [index, { from, to }] of costly.entries()) {
    const bits = bitsFor(size);
    postings.unite(
      suffixes
        .slice(from, to)
        .map(suffix => wordAt(starts, suffix))
        .sort(),
      bits,
    );
    const posting = postingOf(bits, size);
    output.write(posting);
    offsets[words + 1 + index] = offsets[words + index]! + posting.length / 4;
    await breathe();
  }
  const place = { position: output.position, count: suffixes.length };
  output.write(bytesOf(suffixes));
  const samples = suffixes.filter((_, rank) => rank % SAMPLED === 0);
  const kept = costly.map(({ part }) => part);
  const header = writeTables(output, { size, offsets, samples, kept, dictionary }, place);
  output.flush();
  writeSync(file, header, 0, header.length, 0);
}

const COSTLY = 300_000;
