import { breathe } from '../transfer/breathe.ts';
import { beginsCharacter } from './suffix-sort.ts';
import { startsIn, wordAt } from './suffixes.ts';

/** A part of words, and the range of sorted suffixes that begin with it. */
export interface Part {
  readonly part: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The parts that so many words have that it costs more than a limit to unite the postings of all.
 * @param cost of the posting of a word
 */
export async function costlyParts(
  dictionary: Buffer,
  suffixes: Uint32Array,
  cost: (word: number) => number,
  limit: number,
): Promise<Part[]> {
  const starts = startsIn(dictionary);
  const parts: Part[] = [];
  /** Suffixes that agree in their first bytes, up to `depth`. */
  const open: [from: number, to: number, depth: number][] = [[0, suffixes.length, 0]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [start, to, depth] = range;
    for (let from = start, at = start; from < to; from = at) {
      const byte = dictionary[suffixes[from]! + depth]!;
      let sum = 0;
      for (; at < to && dictionary[suffixes[at]! + depth] === byte; at++) {
        sum += cost(wordAt(starts, suffixes[at]!));
      }
      if (byte === 0 || sum <= limit) continue;
      open.push([from, at, depth + 1]);
      const end = suffixes[from]! + depth + 1;
      if (!beginsCharacter(dictionary[end]!)) continue;
      parts.push({ part: dictionary.toString('utf8', suffixes[from], end), from, to: at });
    }
    await breathe();
  }
  return parts;
}
