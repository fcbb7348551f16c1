import { add, type Bits, bitsFor, firstIndex, has } from '../../lib/bits.ts';

/** A set of positions: a sorted list if they are few, a bitset if they are many. */
export type Positions =
  | { readonly list: Uint32Array; readonly bits?: undefined }
  | { readonly bits: Bits; readonly list?: undefined };

/** Positions from one up to, not including, another. */
export interface PositionRange {
  readonly from: number;
  readonly to: number;
}

/** Above this share of all positions, a bitset is smaller than a list. */
const DENSE = 1 / 32;

/** Up to this share of all positions, lists are sorted together faster than a bitset is filled. */
const SORTED = 1 / 256;

export const isDense = (count: number, size: number): boolean => count > size * DENSE;

export function contains(positions: Positions, position: number): boolean {
  if (positions.bits) return has(positions.bits, position);
  const { list } = positions;
  return list[firstIndex(list.length, at => list[at]! >= position)] === position;
}

export function bitsOf(positions: Positions, size: number): Bits {
  if (positions.bits) return positions.bits;
  const bits = bitsFor(size);
  for (const position of positions.list) add(bits, position);
  return bits;
}

export const inRange = (list: Uint32Array, { from, to }: PositionRange): Uint32Array =>
  list.subarray(
    firstIndex(list.length, at => list[at]! >= from),
    firstIndex(list.length, at => list[at]! >= to),
  );

export function union(sets: readonly Positions[], size: number): Positions {
  if (sets.length === 1) return sets[0]!;
  let [count, dense] = [0, false];
  for (const { list } of sets) {
    if (list) count += list.length;
    else dense = true;
  }
  if (!dense && count <= size * SORTED) return { list: mergedLists(sets, count) };
  const bits = bitsFor(size);
  for (const set of sets) {
    if (set.bits) for (let at = 0; at < bits.length; at++) bits[at]! |= set.bits[at]!;
    else for (const position of set.list) bits[position >>> 5]! |= 1 << (position & 31);
  }
  return { bits };
}

function mergedLists(sets: readonly Positions[], count: number): Uint32Array {
  const all = new Uint32Array(count);
  let at = 0;
  for (const { list } of sets) {
    all.set(list!, at);
    at += list!.length;
  }
  all.sort();
  let length = 0;
  for (const position of all) if (length === 0 || all[length - 1] !== position) all[length++] = position;
  return all.subarray(0, length);
}
