import { toEpoch, toWall } from '../../lib/time/zones.ts';
import { MAX_DATES, type Wall } from '../../recurrence/rule.ts';
import { WITHIN_DAYS, type WrittenRule } from './rule.ts';
import { ruleDays } from './rule-days.ts';
import { timesOfDays } from './rule-times.ts';

/** The months that dates reach ahead. */
const MAX_MONTHS = 60;

/** Of a rule that is as old as a calendar may be, the past is left out. */
const MAX_EXPANDED = 50_000;

/** What is looked at for one rule, in days or in times within days: some rules give no date in many years. */
const MAX_STEPS = 5_000_000;

/** A date that is found takes as long as so many times that are looked at. */
const STEPS_OF_DATE = 10;

/** More rules than any event has. */
export const MAX_RULES = 10;

/**
 * The end of the time for which dates are made. It is the same for a whole month, so that an import that is repeated
 * writes nothing.
 */
export function horizonAt(now: number): Wall {
  const month = Temporal.PlainYearMonth.from(toWall(now, 'UTC').slice(0, 7));
  return `${month.add({ months: MAX_MONTHS }).toPlainDate({ day: 1 })} 00:00:00`;
}

/** The dates that a rule gives. */
export interface Expanded {
  /** Wall times in order. */
  walls: string[];
  /** The rule would have given more. */
  isCut: boolean;
}

/**
 * Expands a rule of any frequency on the clocks of its event, without a zone.
 * @param until the last wall time
 * @param now epoch seconds: of an old rule, what lies before is left out first
 */
export function expandRule(parts: WrittenRule, start: Wall, until: Wall, now = 0): Expanded {
  let walls: Wall[] = [];
  const count = Number(parts.get('COUNT') ?? Infinity);
  const days = ruleDays(parts, dayOf(start));
  const last = toEpoch(until, 'UTC') / 86_400;
  const times = timesOfDays(parts, start);
  const begun = firstPeriod(parts, start, { last, now, cost: times.cost });
  let isCut = begun > 0;
  let steps = 0;
  for (let index = begun; ; index++) {
    const { first, length } = days.period(index);
    // A period beyond the years that dates have has no number.
    if (!(first <= last)) return { walls, isCut };
    const given = days.daysOf(first, length);
    steps += length + given.length * times.cost;
    const found = times.within(given);
    steps += found.length * STEPS_OF_DATE;
    for (const wall of found) {
      if (wall < start) continue;
      if (wall > until || walls.length >= count) return { walls, isCut };
      walls.push(wall);
    }
    if (walls.length >= count) return { walls, isCut };
    if (steps > MAX_STEPS) return { walls, isCut: true };
    if (walls.length < MAX_EXPANDED) continue;
    if (count < Infinity || dayOf(walls.at(-1)!) * 86_400 > now) return { walls, isCut: true };
    walls = walls.slice(-MAX_DATES);
    isCut = true;
  }
}

const dayOf = (wall: Wall): number => toEpoch(`${wall.slice(0, 10)} 00:00:00`, 'UTC') / 86_400;

/**
 * Rules that fall so many times a day that they cannot be followed to their end, and that need not be counted, begin
 * later: what lies shortly before today, and what follows, is found.
 */
function firstPeriod(
  parts: WrittenRule,
  start: Wall,
  { last, now, cost }: { last: number; now: number; cost: number },
): number {
  if (!WITHIN_DAYS.test(parts.get('FREQ')!) || parts.has('COUNT')) return 0;
  if ((last - dayOf(start)) * cost * STEPS_OF_DATE <= MAX_STEPS) return 0;
  const from = Math.floor(Math.min(last, now / 86_400) - MAX_STEPS / (2 * STEPS_OF_DATE) / cost);
  return Math.max(0, from - dayOf(start));
}

/** The end of a rule as a wall time: its own, or that of the horizon. */
export function endOfRule(until: string | undefined, zone: string, horizon: string): string {
  const [, year, month, day, hour = '23', minute = '59', second = '59', utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(until ?? '') ?? [];
  if (year === undefined) return horizon;
  const said = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  const wall = utc ? toWall(toEpoch(said, 'UTC'), zone) : said;
  return wall < horizon ? wall : horizon;
}
