import { type CivilTime, LAST_DAY, readWall } from './calendar.ts';
import { periodsOf } from './periods.ts';
import type { Rule } from './rule.ts';

/** Why an expansion stopped: nothing follows, the rest lies beyond the bound, or there were too many dates. */
export type Stop = 'ended' | 'before' | 'limit';

export interface RuleDays {
  readonly days: readonly number[];
  readonly stop: Stop;
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
  const stopAt = (day: number): Stop | undefined => {
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
