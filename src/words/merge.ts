import { add, bitsFor } from '../memory/bits.ts';
import { breathe } from '../transfer/breathe.ts';
import type { Blocks } from './blocks.ts';
import { addGaps, bytesOf, Gaps, isDense } from './gaps.ts';
import type { Output } from './output.ts';

/**
 * Writes the posting of each word, put together from its parts in all blocks.
 * @param words how many there are
 * @param size number of texts
 * @returns where each posting begins and the last one ends, in words of 32 bits from the first one
 */
export async function writePostings(
  blocks: Blocks,
  words: number,
  size: number,
  output: Output,
): Promise<Uint32Array> {
  const sources = blocks.parts().map(parts => ({ parts, next: parts.next().value }));
  const offsets = new Uint32Array(words + 1);
  const bits = bitsFor(size);
  const gaps = new Gaps();
  for (let word = 0; word < words; word++) {
    const dense = isDense(blocks.counts[word]!, size);
    bits.fill(0, 0, dense ? bits.length : 0);
    gaps.clear();
    let previous = -1;
    for (const source of sources) {
      if (source.next?.word !== word) continue;
      const part = source.next;
      if (dense) {
        add(bits, part.first);
        addGaps(part.gaps, bits, part.first);
      } else {
        gaps.add(previous, part.first);
        gaps.append(part.gaps);
        previous = part.last;
      }
      source.next = source.parts.next().value;
    }
    gaps.pad();
    const posting = dense ? bytesOf(bits) : gaps.bytes;
    output.write(posting);
    offsets[word + 1] = offsets[word]! + posting.length / 4;
    await breathe();
  }
  return offsets;
}
