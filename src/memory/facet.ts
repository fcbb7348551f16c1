import { add, bitsFor } from './bits.ts';
import type { Links } from './columns.ts';
import { isDense, type Positions } from './sets.ts';

/** The entries by what they are linked to: for each id a list of positions, or bits where there are many. */
export interface Facet {
  readonly sets: ReadonlyMap<number, Positions>;
}

export function facetOf({ offsets, values, ids }: Links): Facet {
  const size = offsets.length - 1;
  const counts = new Uint32Array(ids.length);
  for (const number of values) counts[number]!++;
  const lists = new Uint32Array(counts.reduce((sum, count) => (isDense(count, size) ? sum : sum + count), 0));
  let listed = 0;
  const sets = Array.from(counts, count => {
    if (isDense(count, size)) return { bits: bitsFor(size), list: undefined };
    listed += count;
    return { list: lists.subarray(listed - count, listed), bits: undefined };
  });
  const filled = new Uint32Array(ids.length);
  for (let position = 0; position < size; position++) {
    for (let at = offsets[position]!; at < offsets[position + 1]!; at++) {
      const number = values[at]!;
      const { list, bits } = sets[number]!;
      if (bits) add(bits, position);
      else list[filled[number]!++] = position;
    }
  }
  return { sets: new Map(ids.map((id, number) => [id, sets[number]!])) };
}

const NONE: Positions = { list: new Uint32Array(0) };

/** The positions of the entries that are linked to this. */
export const positionsIn = ({ sets }: Facet, id: number): Positions => sets.get(id) ?? NONE;

/** What all of its sets take of the memory. */
export function bytesOf({ sets }: Facet): number {
  let bytes = 0;
  for (const { list, bits } of sets.values()) bytes += (list ?? bits).byteLength;
  return bytes;
}
