import { setImmediate } from 'node:timers/promises';
import { add, type Bits, bitsFor, firstIndex, has, within } from '../../lib/bits.ts';
import type { SeriesColumn } from './columns.ts';
import type { PositionRange } from './sets.ts';

interface SeriesLists {
  readonly offsets: Uint32Array;
  readonly positions: Uint32Array;
}

/** Which of the matching occurrences of a series stands for it. */
export type OneOfSeries = 'first' | 'last';

/** In place of the id of a series: the events that have none. */
export const NO_SERIES = 0;

/** A list from the end at which that occurrence is found. */
export const fromItsEnd = <Item>(list: readonly Item[], which: OneOfSeries): readonly Item[] =>
  which === 'first' ? list : list.toReversed();

/** The positions of the occurrences of each series, in order; they are found when they are first needed. */
export class SeriesPositions {
  readonly column: SeriesColumn;
  readonly #size: number;
  #numbers: Map<number, number> | undefined;
  #lists: SeriesLists | undefined;
  #singles: Bits | undefined;

  constructor(column: SeriesColumn, size: number) {
    this.column = column;
    this.#size = size;
  }

  get count(): number {
    return this.column.ids.length;
  }

  /** Finds them before the first list that shows each series once has to wait for that. */
  async prepare(): Promise<void> {
    if (this.count === 0) return;
    this.#lists ??= this.#listed();
    await setImmediate();
    this.#singles ??= this.#single();
  }

  /** The number of a series by its id; 0 for one without occurrences here. */
  numberOf(id: number): number {
    this.#numbers ??= new Map(this.column.ids.map((id, at) => [id, at + 1]));
    return this.#numbers.get(id) ?? 0;
  }

  /** The positions of the occurrences of the series with this number. */
  of(number: number): Uint32Array {
    if (number === 0) return NONE;
    const { offsets, positions } = this.lists;
    return positions.subarray(offsets[number - 1], offsets[number]);
  }

  /** All positions, series by series: those of number n are from `offsets[n - 1]` up to, not including, `offsets[n]`. */
  get lists(): SeriesLists {
    this.#lists ??= this.#listed();
    return this.#lists;
  }

  get singles(): Bits {
    this.#singles ??= this.#single();
    return this.#singles;
  }

  #single(): Bits {
    const { numbers } = this.column;
    const singles = bitsFor(this.#size);
    for (let position = 0; position < this.#size; position++)
      if (this.count === 0 || numbers[position] === 0) add(singles, position);
    return singles;
  }

  get bytes(): number {
    const { offsets, positions } = this.#lists ?? { offsets: NONE, positions: NONE };
    return offsets.byteLength + positions.byteLength + (this.#singles?.byteLength ?? 0);
  }

  #listed(): SeriesLists {
    const { numbers } = this.column;
    const offsets = new Uint32Array(this.count + 1);
    for (const number of numbers) if (number > 0) offsets[number]!++;
    for (let number = 1; number <= this.count; number++) offsets[number]! += offsets[number - 1]!;
    const positions = new Uint32Array(offsets[this.count]!);
    const next = offsets.slice();
    for (let position = 0; position < numbers.length; position++) {
      const number = numbers[position]!;
      if (number > 0) positions[next[number - 1]!++] = position;
    }
    return { offsets, positions };
  }
}

const NONE = new Uint32Array(0);

/** Words that are read before it is asked again whether the rest is found faster series by series. */
const BLOCK = 256;
/** How many positions can be read in the time in which the next occurrence of one series is found. */
const POSITIONS_PER_SERIES = 32;

/**
 * Removes all occurrences of a series but the first from a set.
 * @param first gets the position of the first occurrence by the number of its series; the others are negative
 */
export function keepFirst(
  bits: Bits,
  range: PositionRange,
  series: SeriesPositions,
  first: Int32Array,
): void {
  const { from, to } = range;
  if (from >= to || series.count === 0) return;
  const last = (to - 1) >>> 5;
  let unseen = series.count;
  for (let at = from >>> 5; at <= last; at += BLOCK) {
    if (unseen * POSITIONS_PER_SERIES < to - at * 32) {
      keepFirstOfRest(bits, { from: at, to: last + 1 }, series, first);
      return;
    }
    unseen -= keepFirstOfBlock(bits, { from: at, to: Math.min(at + BLOCK, last + 1) }, range, series, first);
  }
}

/** The same for a range of words; returns how many series were seen for the first time. */
function keepFirstOfBlock(
  bits: Bits,
  words: PositionRange,
  { from, to }: PositionRange,
  { singles, column: { numbers } }: SeriesPositions,
  first: Int32Array,
): number {
  let seen = 0;
  for (let at = words.from; at < words.to; at++) {
    const all = bits[at]!;
    let later = 0;
    for (let word = all & ~singles[at]! & within(at, from, to); word !== 0; word &= word - 1) {
      const bit = word & -word;
      const position = at * 32 + 31 - Math.clz32(bit);
      const number = numbers[position]!;
      if (first[number]! >= 0) later |= bit;
      else {
        first[number] = position;
        seen++;
      }
    }
    bits[at] = all & ~later;
  }
  return seen;
}

/** The same for the rest of a set, by looking for each series that was not seen before. */
function keepFirstOfRest(
  bits: Bits,
  { from, to }: PositionRange,
  { singles, count, lists: { offsets, positions } }: SeriesPositions,
  first: Int32Array,
): void {
  const found: number[] = [];
  const [begin, end] = [from * 32, to * 32];
  for (let number = 1; number <= count; number++) {
    if (first[number]! >= 0) continue;
    const last = offsets[number]!;
    let [low, high] = [offsets[number - 1]!, last];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (positions[middle]! >= begin) high = middle;
      else low = middle + 1;
    }
    for (let at = low; at < last && positions[at]! < end; at++) {
      if (!has(bits, positions[at]!)) continue;
      first[number] = positions[at]!;
      found.push(positions[at]!);
      break;
    }
  }
  for (let at = from; at < to; at++) bits[at]! &= singles[at]!;
  for (const position of found) add(bits, position);
}

/** Removes all occurrences of a series but the last from a set, as `keepFirst` does; series by series. */
export function keepLast(
  bits: Bits,
  { from, to }: PositionRange,
  { singles, count, lists: { offsets, positions } }: SeriesPositions,
  places: Int32Array,
): void {
  if (from >= to || count === 0) return;
  for (let number = 1; number <= count; number++) {
    const list = positions.subarray(offsets[number - 1], offsets[number]);
    let at = firstIndex(list.length, at => list[at]! >= to) - 1;
    while (at >= 0 && list[at]! >= from && !has(bits, list[at]!)) at--;
    if (at >= 0 && list[at]! >= from) places[number] = list[at]!;
  }
  for (let at = from >>> 5; at <= (to - 1) >>> 5; at++) bits[at]! &= singles[at]!;
  for (const position of places) if (position >= 0) add(bits, position);
}
