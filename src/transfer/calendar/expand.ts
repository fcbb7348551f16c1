import { dateOf, toEpoch, toWall } from '../../lib/time/zones.ts';
import { timeOf } from '../../recurrence/calendar.ts';
import { MAX_DATES, type Wall } from '../../recurrence/rule.ts';
import type { RuleParts } from './rule.ts';
import { numbersIn, ruleDays, WITHIN_DAYS } from './rule-days.ts';

/** The months that dates reach ahead. */
const MAX_MONTHS = 60;

/** Of a rule that is as old as a calendar may be, the past is left out. */
const MAX_EXPANDED = 50_000;

/** What is looked at for one rule, in days or in times within days: some rules give no date in many years. */
const MAX_STEPS = 5_000_000;

/** Days before today from which on a rule that falls many times a day is expanded. */
const LOOK_BACK = 60;

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
export function expandRule(parts: RuleParts, start: Wall, until: Wall, now = 0): Expanded {
  let walls: Wall[] = [];
  const count = Number(parts.get('COUNT') ?? Infinity);
  const days = ruleDays(parts, dayOf(start));
  const last = toEpoch(until, 'UTC') / 86_400;
  const { timesOn, cost } = timesOfDays(parts, start);
  const positions = numbersIn(parts, 'BYSETPOS');
  let steps = 0;
  for (let index = firstPeriod(parts, start, now); ; index++) {
    const { first, length } = days.period(index);
    if (first > last) return { walls, isCut: false };
    steps += length * cost;
    const set = days.daysOf(first, length).flatMap(day => timesOn(day).map(time => `${dateOf(day)} ${time}`));
    for (const wall of positioned(set, positions)) {
      if (wall < start) continue;
      if (wall > until || walls.length >= count) return { walls, isCut: false };
      walls.push(wall);
    }
    if (walls.length >= count) return { walls, isCut: false };
    if (steps > MAX_STEPS) return { walls, isCut: true };
    if (walls.length < MAX_EXPANDED) continue;
    if (count < Infinity || dayOf(walls.at(-1)!) * 86_400 > now) return { walls, isCut: true };
    walls = walls.slice(-MAX_DATES);
  }
}

const dayOf = (wall: Wall): number => toEpoch(`${wall.slice(0, 10)} 00:00:00`, 'UTC') / 86_400;

/** Rules that fall many times a day, and that need not be counted, are not followed from the distant past. */
function firstPeriod(parts: RuleParts, start: Wall, now: number): number {
  if (!WITHIN_DAYS.test(parts.get('FREQ')!) || parts.has('COUNT')) return 0;
  return Math.max(0, Math.floor(now / 86_400) - LOOK_BACK - dayOf(start));
}

/** The members of a set at these positions, counted from its end if they are negative. */
function positioned(set: readonly string[], positions: readonly number[]): readonly string[] {
  if (positions.length === 0) return set;
  const at = positions.map(position => (position > 0 ? position - 1 : set.length + position));
  return set.filter((_, index) => at.includes(index));
}

/** The times of each day of a rule, and how many are looked at to find them. */
interface DayTimes {
  timesOn(day: number): string[];
  cost: number;
}

function timesOfDays(parts: RuleParts, start: Wall): DayTimes {
  const [hour = 0, minute = 0, second = 0] = start.slice(11).split(':').map(Number);
  const frequency = parts.get('FREQ')!;
  const said = (name: string, own: number): number[] => {
    const numbers = numbersIn(parts, name).sort((a, b) => a - b);
    return numbers.length > 0 ? numbers : [own];
  };
  if (!WITHIN_DAYS.test(frequency)) {
    const times = said('BYHOUR', hour).flatMap(h =>
      said('BYMINUTE', minute).flatMap(m => said('BYSECOND', second).map(s => timeOf(h * 3600 + m * 60 + s))),
    );
    return { timesOn: () => times, cost: 1 };
  }
  return ticks(parts, start, UNITS[frequency]!);
}

const UNITS: Readonly<Record<string, number>> = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 };

/** The times of a rule that falls several times a day, which are counted from its start. */
function ticks(parts: RuleParts, start: Wall, unit: number): DayTimes {
  const step = unit * Number(parts.get('INTERVAL') ?? 1);
  const begun = toEpoch(start, 'UTC');
  const smaller = [3600, 60, 1].filter(size => size < unit);
  const sets = (['BYHOUR', 'BYMINUTE', 'BYSECOND'] as const).map(name => numbersIn(parts, name));
  // A rule by the hour with several minutes falls on each of them.
  const within = smaller.reduce<number[]>(
    (offsets, size) => {
      const numbers = sets[size === 60 ? 1 : 2]!;
      const own = Math.floor((begun % (size * 60)) / size);
      return offsets.flatMap(offset =>
        (numbers.length > 0 ? numbers : [own]).map(number => offset + number * size),
      );
    },
    [0],
  );
  const allowed = (second: number): boolean =>
    [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60].every(
      (number, index) => sets[index]!.length === 0 || sets[index]!.includes(number),
    );
  const base = begun - (begun % unit);
  const timesOn = (day: number): string[] => {
    const midnight = day * 86_400;
    const first = base + Math.ceil((midnight - base) / step) * step;
    const times: number[] = [];
    for (let at = first; at < midnight + 86_400; at += step)
      for (const offset of within) {
        const second = at - midnight + offset;
        if (second < 86_400 && allowed(second)) times.push(second);
      }
    return times.sort((a, b) => a - b).map(timeOf);
  };
  return { timesOn, cost: 1 + Math.floor(86_400 / step) * within.length };
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
