import type { Numbers } from './columns.ts';

const SHIFT = 4;
const FANOUT = 1 << SHIFT;

/** The values themselves, then the largest of each block of 16, then of each block of blocks, and so on. */
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

/**
 * Calls `visit` with each position from `from` up to but not including `to` whose value is above `bound`, in order.
 * Blocks that have none are passed over.
 */
export function eachAbove(
  levels: Maxima,
  { from, to, bound }: { from: number; to: number; bound: number },
  visit: (position: number) => void,
): void {
  const look = (level: number, block: number) => {
    const values = levels[level]!;
    const scale = 2 ** (level * SHIFT);
    const first = Math.max(block * FANOUT, Math.floor(from / scale));
    const last = Math.min((block + 1) * FANOUT, values.length, Math.ceil(to / scale));
    for (let at = first; at < last; at++) {
      if (!(values[at]! > bound)) continue;
      if (level === 0) visit(at);
      else look(level - 1, at);
    }
  };
  if (from < to) look(levels.length - 1, 0);
}
