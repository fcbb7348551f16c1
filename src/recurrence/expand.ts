import { dateOf } from '../lib/time/zones.ts';
import { type CivilTime, LAST_DAY, readWall, timeOf, wallOf } from './calendar.ts';
import { periodsOf } from './periods.ts';
import type { ExplicitDate, Recurrence, RecurrenceDate, Rule, Wall } from './rule.ts';

export interface ExpansionBounds {
  /** Dates at or after it are left out. */
  readonly before: Wall;
  /** The most dates to find. */
  readonly limit: number;
}

export interface Expansion {
  readonly dates: readonly RecurrenceDate[];
  readonly stop: ExpansionStop;
}

/** The dates of a recurrence in order: those of its rule and of `RDATE`, without those of `EXDATE`. */
export function expand(recurrence: Recurrence, start: Wall, { before, limit }: ExpansionBounds): Expansion {
  const excluded = new Set(recurrence.excluded);
  // As many more as may be excluded, and one to see whether any is left.
  const ofRule = ruleDates(recurrence, start, { before, limit: limit + excluded.size + 1 });
  const listed = recurrence.dates.filter(date => date.start < before);
  const all = listed.length === 0 ? ofRule.dates : merged(ofRule.dates, listed);
  const dates = excluded.size === 0 ? all : all.filter(({ recurrenceId }) => !excluded.has(recurrenceId));
  if (dates.length > limit) return { dates: dates.slice(0, limit), stop: 'limit' };
  const isWhole = listed.length === recurrence.dates.length;
  return { dates, stop: ofRule.stop === 'ended' && !isWhole ? 'before' : ofRule.stop };
}

/** The same with the dates of `EXDATE`. */
export const rawDates = (recurrence: Recurrence, start: Wall, bounds: ExpansionBounds): Expansion =>
  expand({ ...recurrence, excluded: [] }, start, bounds);

/**
 * Where a series begins: the first date of its rule at or after the start; without a rule, the start itself.
 *
 * A start that the rule does not give is no date of the series. Moving it changes no date: the first date lies in a
 * period that the interval counts, and has the weekday, the day of the month and the month that the rule takes from its
 * start.
 * @returns undefined if the rule gives no date
 */
export function firstDate({ rule }: Recurrence, start: Wall): Wall | undefined {
  if (!rule) return start;
  const { day, second } = readWall(start);
  const [first] = ruleDays(rule, { day, second }, LAST_DAY + 1, 1).days;
  return first === undefined ? undefined : wallOf(first, second);
}

function ruleDates({ rule }: Recurrence, start: Wall, { before, limit }: ExpansionBounds): Expansion {
  if (!rule)
    return start < before
      ? { dates: [{ recurrenceId: start }], stop: 'ended' }
      : { dates: [], stop: 'before' };
  const [from, to] = [readWall(start), readWall(before)];
  const { days, stop } = ruleDays(rule, from, from.second < to.second ? to.day + 1 : to.day, limit);
  const time = timeOf(from.second);
  return { dates: days.map(day => ({ recurrenceId: `${dateOf(day)} ${time}` })), stop };
}

/** A period replaces the same date of the rule, because it has an end of its own. */
function merged(dates: readonly RecurrenceDate[], listed: readonly ExplicitDate[]): RecurrenceDate[] {
  const byStart = new Map(dates.map(date => [date.recurrenceId, date]));
  for (const { start, ...end } of listed) byStart.set(start, { recurrenceId: start, ...end });
  return [...byStart.values()].sort((one, other) => (one.recurrenceId < other.recurrenceId ? -1 : 1));
}

/** Why an expansion stopped: nothing follows, the rest lies beyond the bound, or there were too many dates. */
type ExpansionStop = 'ended' | 'before' | 'limit';

interface RuleDays {
  readonly days: readonly number[];
  readonly stop: ExpansionStop;
}

/**
 * The most periods that one expansion visits. It is more than there are months in the years 1000 to 9999, so it bounds
 * only weekly rules, after 2,300 years.
 */
const MAX_PERIODS = 120_000;

/**
 * The days of a rule from its start on, in order.
 * @param before days on or after it are left out
 * @param limit the most days to find
 */
export function ruleDays(rule: Rule, start: CivilTime, before: number, limit: number): RuleDays {
  const periodAt = periodsOf(rule, start);
  const last = Math.min(lastDayOf(rule, start), LAST_DAY);
  const days: number[] = [];
  const stopAt = (day: number): ExpansionStop | undefined => {
    if (day > last || days.length === rule.count) return 'ended';
    if (day >= before) return 'before';
    return days.length >= limit ? 'limit' : undefined;
  };
  for (let step = 0; step < MAX_PERIODS; step++) {
    const { first, offsets } = periodAt(step);
    const stop = first > last ? 'ended' : first >= before ? 'before' : undefined;
    if (stop) return { days, stop };
    for (const offset of offsets) {
      const day = first + offset;
      if (day < start.day) continue;
      const stop = stopAt(day);
      if (stop) return { days, stop };
      days.push(day);
      if (days.length === rule.count) return { days, stop: 'ended' };
    }
  }
  return { days, stop: 'limit' };
}

/** All dates of a rule have the start's time of day, so `UNTIL` is a day. */
function lastDayOf({ until }: Rule, start: CivilTime): number {
  if (until === undefined) return Number.POSITIVE_INFINITY;
  const { day, second } = readWall(until);
  return second >= start.second ? day : day - 1;
}
