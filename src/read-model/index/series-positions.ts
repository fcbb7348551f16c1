import { add, type Bits, bitsFor } from '../../lib/bits.ts';
import type { SeriesColumn } from './columns.ts';

interface SeriesLists {
  readonly offsets: Uint32Array;
  readonly positions: Uint32Array;
}

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

  /** The number of series. */
  get count(): number {
    return this.column.ids.length;
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

  /** The positions of events without a series. */
  get singles(): Bits {
    if (this.#singles) return this.#singles;
    const { numbers } = this.column;
    const singles = bitsFor(this.#size);
    for (let position = 0; position < this.#size; position++)
      if (this.count === 0 || numbers[position] === 0) add(singles, position);
    this.#singles = singles;
    return singles;
  }

  /** Bytes of what was found. */
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
