import type { Numbers } from './columns.ts';

const SHIFT = 4;
const FANOUT = 1 << SHIFT;

/** The values, then the maximum of each block of 16, then of each block of blocks, and so on. */
export type Maxima = readonly Numbers[];

export function maximaOf(values: Numbers): Maxima {
  const levels = [values];
  for (let below = values; below.length > FANOUT; ) {
    const level = new Float64Array(Math.ceil(below.length / FANOUT)).fill(-Infinity);
    for (let at = 0; at < below.length; at++) {
      if (below[at]! > level[at >>> SHIFT]!) level[at >>> SHIFT] = below[at]!;
    }
    levels.push(level);
    below = level;
  }
  return levels;
}

/** The positions before `to` whose values are above `bound`, in order. Blocks without any are skipped. */
export function positionsAbove(levels: Maxima, to: number, bound: number): Uint32Array {
  let blocks = new Uint32Array(1);
  for (let level = levels.length - 1; level >= 0; level--) {
    const end = Math.min(levels[level]!.length, Math.ceil(to / 2 ** (level * SHIFT)));
    blocks = withinBlocks(levels[level]!, blocks, end, bound);
  }
  return blocks;
}

/** The positions before `end`, within these blocks, whose values are above `bound`. */
function withinBlocks(
  values: Numbers,
  blocks: Uint32Array,
  end: number,
  bound: number,
): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(blocks.length * FANOUT);
  let count = 0;
  for (const block of blocks) {
    const last = Math.min((block + 1) * FANOUT, end);
    for (let at = block * FANOUT; at < last; at++) if (values[at]! > bound) found[count++] = at;
  }
  return found.slice(0, count);
}
