import { LRUCache } from 'lru-cache';
import { firstIndex } from '../../lib/bits.ts';
import type { IndexColumns } from './columns.ts';
import { type IndexQuery, isInTime } from './query.ts';
import { type Maxima, positionsAbove, type SegmentData } from './segment-data.ts';
import type { PositionRange } from './sets.ts';

/** The events within a window: those from one position up to, not including, another, without some, and others. */
export interface WindowPositions extends PositionRange {
  /** Events before `from` that belong to the window. */
  readonly others: Uint32Array;
  /** Events that end too late, in order; those from `from` to `to` do not belong to the window. */
  readonly late: Uint32Array;
  /** Other events that do not belong to it, in no order. */
  readonly idle: readonly number[];
}

export interface EarlyEvents {
  readonly to: number;
  readonly running: Uint32Array;
}

/** Finds the events of a segment by the times of a query. */
export class TimeWindows {
  readonly #columns: IndexColumns;
  readonly #ends: Maxima;
  readonly #isForward: boolean;
  /** Cached sets of events running at an instant: most windows end at the same one. */
  readonly #runs = new LRUCache<number, Uint32Array>({ max: MAX_CACHED });

  constructor({ columns, maxima, isForward }: SegmentData) {
    this.#columns = columns;
    this.#ends = [columns.ends, ...maxima];
    this.#isForward = isForward;
  }

  /** The positions of the events that start within the window, and do not start too late to end within it. */
  rangeOf({ from, before, endAtMost }: IndexQuery): PositionRange {
    const { starts, size } = this.#columns;
    // An event that starts after a bound also ends after it.
    const last = this.#isForward ? endAtMost : Infinity;
    return {
      from: firstIndex(size, at => starts[at]! >= from),
      to: firstIndex(size, at => starts[at]! >= before || starts[at]! > last),
    };
  }

  /** The events before a position from which on all end late enough: those that run across the bounds. */
  early(query: IndexQuery, { from, to }: PositionRange): EarlyEvents {
    const { starts } = this.#columns;
    const ending = this.#isForward ? firstIndex(to, at => at >= from && starts[at]! > query.endAbove) : to;
    const runsFrom = earliestOf(query);
    const lasting = firstIndex(to, at => at >= from && starts[at]! >= runsFrom);
    return {
      to: Math.max(ending, lasting),
      running: this.running(ending < lasting ? runsFrom : query.endAbove),
    };
  }

  window(query: IndexQuery): WindowPositions {
    const { from, to } = this.rangeOf(query);
    const early = this.early(query, { from, to });
    const isOpen = query.endAbove === -Infinity && earliestOf(query) === -Infinity;
    const lateFrom = isOpen ? from : early.to;
    const isBefore = (position: number) =>
      position >= from && position < lateFrom && this.isWithin(query, position);
    const { ends } = this.#columns;
    return {
      ...{ from: lateFrom, to },
      others: lateFrom > from ? early.running.filter(isBefore) : NONE,
      late: this.running(query.endAtMost),
      idle: [...new Set(this.runningAt(query.idleAt))].filter(at => ends[at]! <= query.endAtMost),
    };
  }

  isWithin(query: IndexQuery, position: number): boolean {
    const { starts, ends } = this.#columns;
    return isInTime(query, { start: starts[position]!, end: ends[position]! });
  }

  /** The events that are running at an instant, or start at it. */
  *runningAt(instant: number | undefined): Generator<number> {
    if (instant === undefined) return;
    const { starts, size } = this.#columns;
    for (const position of this.running(instant)) if (starts[position]! <= instant) yield position;
    const from = firstIndex(size, at => starts[at]! >= instant);
    for (let position = from; starts[position] === instant; position++) yield position;
  }

  /**
   * The events that are running at an instant and end after it; if some events end before they start, all that end
   * after it.
   */
  running(instant: number): Uint32Array {
    const known = this.#runs.get(instant);
    if (known) return known;
    const { starts, size } = this.#columns;
    const to = this.#isForward ? firstIndex(size, at => starts[at]! > instant) : size;
    const running = positionsAbove(this.#ends, to, instant);
    this.#runs.set(instant, running);
    return running;
  }
}

/** The instant after which events end that have begun before it. */
const earliestOf = ({ runsFrom, exceptNight }: IndexQuery): number =>
  Math.max(runsFrom, exceptNight?.start ?? -Infinity);

const MAX_CACHED = 48;

const NONE = new Uint32Array(0);
