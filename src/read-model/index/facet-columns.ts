import type { LinkedTable } from '../../kinds.ts';
import { type Bits, within } from '../../lib/bits.ts';
import type { Pacer } from '../../lib/pacer.ts';
import { dayNumbersIn, lastInstant } from '../../lib/time/day.ts';
import { type IndexColumns, type LinkColumns, languagesAt, type Numbers } from './columns.ts';
import type { PositionRange } from './sets.ts';
import { numberIn } from './states.ts';
import { type TraitName, traitTable } from './traits.ts';

/** The values by which linked records are counted. A value has a number below `size`. */
export interface LinkedValues {
  readonly kind: LinkedTable;
  readonly size: number;
  /** The numbers of a record's values; none for a record that does not count. */
  numbersOf(id: number): readonly number[];
}

/** The values of the events of a segment, as numbers below `size`. */
export interface FacetColumn {
  readonly size: number;
  /** Adds `weight` to the count of each value of an event. */
  count(position: number, weight: number, counts: Int32Array): void;
  /** Calls back with each value of an event, possibly several times. */
  each(position: number, visit: (value: number) => void): void;
}

export interface SegmentValues {
  columnOf(columns: IndexColumns): FacetColumn;
}

/** Adds `weight` to the count of each value of the members of a set, from one position up to, not including, another. */
export function countAmong(
  column: FacetColumn,
  members: Bits,
  { from, to }: PositionRange,
  weight: number,
  counts: Int32Array,
): void {
  if (from >= to) return;
  const last = (to - 1) >>> 5;
  for (let at = from >>> 5; at <= last; at++) {
    for (let word = members[at]! & within(at, from, to); word !== 0; word &= word - 1)
      column.count(at * 32 + 31 - Math.clz32(word & -word), weight, counts);
  }
}

/** The values of the records that events link to. An event counts once for a value, however many records have it. */
export class LinkedColumn implements FacetColumn {
  readonly size: number;
  readonly #links: LinkColumns;
  /** The numbers of link n are `#numbers[#offsets[n]]` up to, not including, `#numbers[#offsets[n + 1]]`. */
  readonly #offsets: Uint32Array;
  readonly #numbers: Uint32Array;
  /** The visit at which each value was counted last. */
  readonly #counted: Float64Array;
  #visit = 0;

  constructor({ links }: IndexColumns, { kind, size, numbersOf }: LinkedValues) {
    this.size = size;
    this.#links = links[kind];
    const numbers = this.#links.ids.map(numbersOf);
    this.#offsets = new Uint32Array(numbers.length + 1);
    for (const [link, { length }] of numbers.entries())
      this.#offsets[link + 1] = this.#offsets[link]! + length;
    this.#numbers = Uint32Array.from(numbers.flat());
    this.#counted = new Float64Array(size);
  }

  each(position: number, visit: (value: number) => void): void {
    const { offsets, values } = this.#links;
    const end = offsets[position + 1]!;
    for (let at = offsets[position]!; at < end; at++) {
      const link = values[at]!;
      const last = this.#offsets[link + 1]!;
      for (let next = this.#offsets[link]!; next < last; next++) visit(this.#numbers[next]!);
    }
  }

  count(position: number, weight: number, counts: Int32Array): void {
    const { offsets, values } = this.#links;
    const visit = ++this.#visit;
    const end = offsets[position + 1]!;
    for (let at = offsets[position]!; at < end; at++) {
      const link = values[at]!;
      const last = this.#offsets[link + 1]!;
      for (let next = this.#offsets[link]!; next < last; next++) {
        const number = this.#numbers[next]!;
        if (this.#counted[number] === visit) continue;
        this.#counted[number] = visit;
        counts[number]! += weight;
      }
    }
  }
}

/**
 * The first and the last day of each event: number n is the first day `days[n]`, and number `days.length + n` the last
 * one.
 */
export class DayColumn implements FacetColumn {
  /** In ascending order, as days since 1970-01-01. */
  readonly days: Int32Array;
  readonly size: number;
  readonly bytes: number;
  readonly #firsts: Numbers;
  readonly #lasts: Numbers;

  /** @param firsts indexes into `days`, like `lasts` */
  constructor(days: Int32Array, firsts: Numbers, lasts: Numbers) {
    this.days = days;
    this.size = 2 * days.length;
    this.#firsts = firsts;
    this.#lasts = lasts;
    this.bytes = days.byteLength + firsts.byteLength + lasts.byteLength;
  }

  /** The counts of the first and of the last days, which share the memory of these counts. */
  split(counts: Int32Array): { days: Int32Array; firsts: Int32Array; lasts: Int32Array } {
    const { days } = this;
    return { days, firsts: counts.subarray(0, days.length), lasts: counts.subarray(days.length) };
  }

  daysAt(position: number): readonly [first: number, last: number] {
    return [this.days[this.#firsts[position]!]!, this.days[this.#lasts[position]!]!];
  }

  each(position: number, visit: (value: number) => void): void {
    visit(this.#firsts[position]!);
    visit(this.days.length + this.#lasts[position]!);
  }

  count(position: number, weight: number, counts: Int32Array): void {
    counts[this.#firsts[position]!]! += weight;
    counts[this.days.length + this.#lasts[position]!]! += weight;
  }
}

/** A trait of each event, by the numbers of its values. */
export class TraitColumn implements FacetColumn {
  readonly size: number;
  readonly #states: Uint16Array;
  readonly #numberOf: (state: number) => number;

  constructor({ states }: IndexColumns, trait: TraitName) {
    this.size = traitTable[trait].values.length;
    this.#states = states;
    this.#numberOf = numberIn(trait);
  }

  each(position: number, visit: (value: number) => void): void {
    visit(this.#numberOf(this.#states[position]!));
  }

  count(position: number, weight: number, counts: Int32Array): void {
    counts[this.#numberOf(this.#states[position]!)]! += weight;
  }
}

/** The values whose bits the languages of an event have. */
export class MaskColumn implements FacetColumn {
  readonly size: number;
  readonly #columns: IndexColumns;
  readonly #masks: readonly number[];

  constructor(columns: IndexColumns, masks: readonly number[]) {
    this.size = masks.length;
    this.#columns = columns;
    this.#masks = masks;
  }

  each(position: number, visit: (value: number) => void): void {
    const languages = languagesAt(this.#columns, position);
    for (let value = 0; value < this.size; value++) if ((languages & this.#masks[value]!) !== 0) visit(value);
  }

  count(position: number, weight: number, counts: Int32Array): void {
    const languages = languagesAt(this.#columns, position);
    for (let value = 0; value < this.size; value++)
      if ((languages & this.#masks[value]!) !== 0) counts[value]! += weight;
  }
}

/** Events per slice. */
const SLICE = 4096;

/** The days on which the events of a segment begin and end in a zone. */
export async function dayColumnOf(
  { size, starts, ends }: IndexColumns,
  zone: string,
  pacer: Pacer,
): Promise<DayColumn> {
  const dayOf = dayNumbersIn(zone);
  const [firsts, lasts] = [new Int32Array(size), new Int32Array(size)];
  const days = new Set<number>();
  for (let position = 0; position < size; position++) {
    if (position % SLICE === 0) await pacer.pause();
    const [start, end] = [starts[position]!, ends[position]!];
    const [first, last] = [dayOf(start), dayOf(lastInstant(start, end))];
    firsts[position] = first;
    lasts[position] = last;
    days.add(first).add(last);
  }
  const all = Int32Array.from(days).sort();
  const numbers = new Map(Array.from(all, (day, number) => [day, number]));
  const numbered = async (days: Int32Array) => {
    const narrow = all.length > 0xffff ? new Uint32Array(size) : new Uint16Array(size);
    for (let position = 0; position < size; position++) {
      if (position % SLICE === 0) await pacer.pause();
      narrow[position] = numbers.get(days[position]!)!;
    }
    return narrow;
  };
  return new DayColumn(all, await numbered(firsts), await numbered(lasts));
}
