import { setImmediate } from 'node:timers/promises';
import { linkedTables } from '../../kinds.ts';
import { add, type Bits, bitsFor, within } from '../../lib/bits.ts';
import type { Pacer } from '../../lib/pacer.ts';
import { type IndexColumns, languagesAt, type SeriesColumn } from './columns.ts';
import type { PositionRange } from './sets.ts';
import { traitsOf } from './states.ts';

/** Occurrences between two checks of the clock. */
const COMPARED_AT_ONCE = 4096;

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

/**
 * Removes all occurrences of a series but one from a set.
 * @param places gets the position of that occurrence by the number of its series; the others are negative
 */
export function keepOne(
  bits: Bits,
  { from, to }: PositionRange,
  which: OneOfSeries,
  { singles, count, column: { numbers } }: SeriesPositions,
  places: Int32Array,
): void {
  if (from >= to || count === 0) return;
  const [first, last] = [from >>> 5, (to - 1) >>> 5];
  for (let index = first; index <= last; index++) {
    const at = which === 'first' ? index : first + last - index;
    let others = bits[at]! & ~singles[at]! & within(at, from, to);
    while (others !== 0) {
      const bit = which === 'first' ? others & -others : 1 << (31 - Math.clz32(others));
      const position = at * 32 + 31 - Math.clz32(bit);
      const number = numbers[position]!;
      if (places[number]! < 0) places[number] = position;
      else bits[at]! &= ~bit;
      others &= ~bit;
    }
  }
}

/** Marks, by number, the series of which not all occurrences have the same values for facets. */
export async function differingSeries(
  columns: IndexColumns,
  { count, lists: { offsets, positions } }: SeriesPositions,
  pacer: Pacer,
): Promise<Uint8Array> {
  const differing = new Uint8Array(count + 1);
  for (let number = 1, at = 0; number <= count; number++) {
    const first = positions[at]!;
    for (; at < offsets[number]!; at++) {
      if (at % COMPARED_AT_ONCE === 0) await pacer.pause();
      if (!areAlike(columns, first, positions[at]!)) differing[number] = 1;
    }
  }
  return differing;
}

const areAlike = (columns: IndexColumns, one: number, other: number): boolean =>
  traitsOf(columns.states[one]!).cost === traitsOf(columns.states[other]!).cost &&
  languagesAt(columns, one) === languagesAt(columns, other) &&
  linkedTables.every(kind => areLinkedAlike(columns.links[kind], one, other));

function areLinkedAlike({ offsets, values }: IndexColumns['links']['venues'], one: number, other: number) {
  const [from, otherFrom] = [offsets[one]!, offsets[other]!];
  const length = offsets[one + 1]! - from;
  if (offsets[other + 1]! - otherFrom !== length) return false;
  for (let at = 0; at < length; at++) if (values[from + at] !== values[otherFrom + at]) return false;
  return true;
}
