import { type DayCounts, firstDayOfMonth } from './facet-days.ts';

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
