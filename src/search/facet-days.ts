import { firstIndex } from '../lib/bits.ts';
import { dateOf } from '../lib/time/zones.ts';
import { FacetResult, type FacetValue, textLabel } from './facet-result.ts';

/** How many events begin on each day, and how many end. Days are numbers since 1970-01-01, in ascending order. */
export interface DayCounts {
  readonly days: Int32Array;
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
}

/** The days that are counted, both inclusive; infinite for no bound. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** However long an event lasts, it changes the number of running events only on its first day and after its last. */
export function byDay({ days, firsts, lasts }: DayCounts, range: DayRange, limit: number): FacetResult {
  const values: FacetValue[] = [];
  let [total, running] = [0, 0];
  const add = (first: number, last: number) => {
    const [from, to] = [Math.max(first, range.from), Math.min(last, range.to)];
    if (running === 0 || from > to) return;
    total += to - from + 1;
    for (let at = from; at <= to && values.length < limit; at++)
      values.push({ label: textLabel(dateOf(at)), count: running });
  };
  let at = 0;
  for (; days[at + 1]! <= range.from; at++) running += firsts[at]! - lasts[at]!;
  for (; days[at]! <= range.to; at++) {
    running += firsts[at]!;
    add(days[at]!, days[at]!);
    running -= lasts[at]!;
    if (at + 1 < days.length) add(days[at]! + 1, days[at + 1]! - 1);
  }
  return new FacetResult(values, total);
}

export function byMonth({ days, firsts, lasts }: DayCounts, range: DayRange, limit: number): FacetResult {
  const values: FacetValue[] = [];
  let [at, running, total] = [0, 0, 0];
  let next = Number.isFinite(range.from) ? firstDayOfMonth(range.from) : -Infinity;
  for (; days[at]! < next; at++) running += firsts[at]! - lasts[at]!;
  while (running > 0 || at < days.length) {
    // Months without a day of any event are passed over; those without an event of the list are left out.
    const month = running > 0 ? next : Math.max(next, firstDayOfMonth(days[at]!));
    if (month > range.to) break;
    next = firstDayOf(monthOf(month) + 1);
    let [count, ended] = [running, 0];
    for (; days[at]! < next; at++) {
      count += firsts[at]!;
      ended += lasts[at]!;
    }
    running = count - ended;
    if (count > 0 && total++ < limit) values.push({ label: textLabel(dateOf(month).slice(0, 7)), count });
  }
  return new FacetResult(values, total);
}

const [DAY, MONTHS] = [86_400_000, 12];

/** Months are numbers since January of the year 0. */
function monthOf(day: number): number {
  const date = new Date(day * DAY);
  return date.getUTCFullYear() * MONTHS + date.getUTCMonth();
}

/** `Date.UTC` takes the years from 0 to 99 for those of the twentieth century, so months count from 2000 here. */
const firstDayOf = (month: number): number => Date.UTC(2000, month - 2000 * MONTHS) / DAY;

const firstDayOfMonth = (day: number): number => firstDayOf(monthOf(day));

export function withEvent(counts: DayCounts, first: number, last: number): DayCounts {
  const { days, firsts, lasts } = withDay(withDay(counts, first), last);
  firsts[indexOf(days, first)]!++;
  lasts[indexOf(days, last)]!++;
  return { days, firsts, lasts };
}

function withDay(counts: DayCounts, day: number): DayCounts {
  const at = indexOf(counts.days, day);
  if (counts.days[at] === day) return counts;
  const inserted = (values: Int32Array, value: number) =>
    Int32Array.from([...values.subarray(0, at), value, ...values.subarray(at)]);
  return {
    days: inserted(counts.days, day),
    firsts: inserted(counts.firsts, 0),
    lasts: inserted(counts.lasts, 0),
  };
}

const indexOf = (days: Int32Array, day: number): number => firstIndex(days.length, at => days[at]! >= day);

/** What is counted: the days, or the months, on which events take place. */
export type DayUnit = 'day' | 'month';

/** Counts of days, or months, on which each series counts once. */
export class DistinctDays {
  readonly #unit: DayUnit;
  readonly #firsts = new Map<number, number>();
  readonly #lasts = new Map<number, number>();

  constructor(unit: DayUnit) {
    this.#unit = unit;
  }

  /** Adds what counts once together: the first and the last days of one event, or of the occurrences of a series. */
  add(days: readonly (readonly [first: number, last: number])[]): void {
    const sorted = days
      .map(([first, last]) => [this.#numberOf(first), this.#numberOf(last)] as const)
      .sort(([one], [other]) => one - other);
    let [from, to] = sorted[0]!;
    for (const [first, last] of sorted) {
      if (first > to) {
        this.#count(from, to);
        from = first;
      }
      to = Math.max(to, last);
    }
    this.#count(from, to);
  }

  get counts(): DayCounts {
    const days = Int32Array.from(new Set([...this.#firsts.keys(), ...this.#lasts.keys()])).sort();
    return {
      days,
      firsts: days.map(day => this.#firsts.get(day) ?? 0),
      lasts: days.map(day => this.#lasts.get(day) ?? 0),
    };
  }

  #numberOf(day: number): number {
    return this.#unit === 'day' ? day : firstDayOfMonth(day);
  }

  #count(first: number, last: number): void {
    this.#firsts.set(first, (this.#firsts.get(first) ?? 0) + 1);
    this.#lasts.set(last, (this.#lasts.get(last) ?? 0) + 1);
  }
}
