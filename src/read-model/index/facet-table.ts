import type { Bits } from '../../lib/bits.ts';
import type { Pacer } from '../../lib/pacer.ts';
import { countAmong, type FacetColumn } from './facet-columns.ts';

/** Positions per block at least: those outside a block are counted one by one. */
const LEAST = 2048;
/** Maximum bytes of a table. Its blocks are larger if there are many values. */
const MAX_BYTES = 4_000_000;

/**
 * The counts of the values of a column among a set of events: of all members before each block. The counts of any range
 * of positions follow from the counts of two blocks and a few positions next to them.
 */
export class FacetTable {
  readonly #members: Bits;
  readonly #column: FacetColumn;
  readonly #block: number;
  /** Row n has the counts of all members before block n. */
  readonly #before: Int32Array;
  readonly #recent: KeptCounts[] = [];

  private constructor(column: FacetColumn, members: Bits, block: number, before: Int32Array) {
    this.#members = members;
    this.#column = column;
    this.#block = block;
    this.#before = before;
  }

  /** @param members a set that no longer changes, of positions below `size` */
  static async of(column: FacetColumn, members: Bits, size: number, pacer: Pacer): Promise<FacetTable> {
    let block = LEAST;
    while (block < size && rowsFor(size, block) * column.size * 4 > MAX_BYTES) block *= 2;
    const before = new Int32Array(rowsFor(size, block) * column.size);
    const counts = new Int32Array(column.size);
    for (let row = 1, at = 0; at < size; row++, at += block) {
      for (let from = at; from < at + block; from += LEAST) {
        if (pacer.isDue()) await pacer.pause();
        countAmong(column, members, { from, to: Math.min(from + LEAST, size) }, 1, counts);
      }
      before.set(counts, row * column.size);
    }
    return new FacetTable(column, members, block, before);
  }

  get bytes(): number {
    return this.#before.byteLength + RECENT * this.#column.size * 4;
  }

  /** Adds the counts of the members from one position up to, not including, another. */
  count(from: number, to: number, counts: Int32Array): void {
    if (from >= to) return;
    const [before, until] = [this.#countsBefore(from), this.#countsBefore(to)];
    for (let value = 0; value < counts.length; value++) counts[value]! += until[value]! - before[value]!;
  }

  /** The counts before a position, from the nearest known ones: windows often begin and end at the same positions. */
  #countsBefore(position: number): Int32Array {
    const row = Math.round(position / this.#block);
    const { size } = this.#column;
    let nearest: KeptCounts = {
      position: row * this.#block,
      counts: this.#before.subarray(row * size, (row + 1) * size),
    };
    for (const known of this.#recent)
      if (Math.abs(known.position - position) < Math.abs(nearest.position - position)) nearest = known;
    if (nearest.position === position) return nearest.counts;
    const counts = nearest.counts.slice();
    if (nearest.position < position)
      countAmong(this.#column, this.#members, { from: nearest.position, to: position }, 1, counts);
    else countAmong(this.#column, this.#members, { from: position, to: nearest.position }, -1, counts);
    this.#recent.unshift({ position, counts });
    this.#recent.length = Math.min(this.#recent.length, RECENT);
    return counts;
  }
}

interface KeptCounts {
  readonly position: number;
  readonly counts: Int32Array;
}

/** Positions whose counts are kept. */
const RECENT = 4;

const rowsFor = (size: number, block: number): number => Math.ceil(size / block) + 1;
