import { type Bits, bitsFor } from '../lib/bits.ts';
import { yieldIfDue } from '../lib/pacer.ts';
import type { Blocks } from './blocks.ts';
import { addGaps, bytesOf, Gaps, isDense } from './gaps.ts';
import type { FileOutput } from './output.ts';

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
