import { type CivilTime, DAY_SECONDS, readWall, timeOf, wallOf } from './calendar.ts';
import { periodsOf, selected } from './periods.ts';
import { type Frequency, MAX_DATES, type Rule, type Wall } from './rule.ts';

/** Seconds after which rules within days fall again. */
const UNITS = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 } as const;

/** A rule of any frequency, as calendar files have them. A series has a `Rule`, or the dates that this one gives. */
export interface TimedRule extends Omit<Rule, 'frequency' | 'until'> {
  readonly frequency: Frequency | keyof typeof UNITS;
  readonly byWeekNo: readonly number[];
  readonly byHour: readonly number[];
  readonly byMinute: readonly number[];
  readonly bySecond: readonly number[];
}

/** Of a rule that is as old as a calendar may be, the past is left out. */
const MAX_EXPANDED = 50_000;

/** What is looked at for one rule, in days or in times within days: some rules give no date in many years. */
const MAX_STEPS = 5_000_000;

/** A date that is found takes as long as so many times that are looked at. */
const STEPS_OF_DATE = 10;

/**
 * Expands a rule of any frequency on the clocks of its event, without a zone, in bounded time.
 * @param until the last wall time
 * @param now epoch seconds: of an old rule, what lies before is left out first
 * @returns wall times in order, and whether the rule would have given more
 */
export function expandTimes(rule: TimedRule, start: Wall, until: Wall, now = 0) {
  let walls: Wall[] = [];
  const { count = Number.POSITIVE_INFINITY } = rule;
  const from = readWall(start);
  const last = readWall(until).day;
  const times = timesOfDays(rule, from);
  const begin = firstDay(rule, from, { last, now, cost: times.cost });
  let isCut = begin > from.day;
  let steps = 0;
  for (const { first, length, days } of daySets(rule, from, begin)) {
    // A period beyond the years that dates have has no number.
    if (!(first <= last)) return { walls, isCut };
    const found = times.within(days);
    steps += length + days.length * times.cost + found.length * STEPS_OF_DATE;
    for (const wall of found) {
      if (wall < start) continue;
      if (wall > until || walls.length >= count) return { walls, isCut };
      walls.push(wall);
    }
    if (walls.length >= count) return { walls, isCut };
    if (steps > MAX_STEPS) return { walls, isCut: true };
    if (walls.length < MAX_EXPANDED) continue;
    if (count < Infinity || readWall(walls.at(-1)!).day * DAY_SECONDS > now) return { walls, isCut: true };
    walls = walls.slice(-MAX_DATES);
    isCut = true;
  }
  return { walls, isCut };
}

/**
 * Rules that fall so many times a day that they cannot be followed to their end, and that need not be counted, begin
 * later: what lies shortly before today, and what follows, is found.
 */
function firstDay(
  rule: TimedRule,
  { day }: CivilTime,
  { last, now, cost }: { last: number; now: number; cost: number },
): number {
  if (unitOf(rule) === undefined || rule.count !== undefined) return day;
  if ((last - day) * cost * STEPS_OF_DATE <= MAX_STEPS) return day;
  const before = MAX_STEPS / (2 * STEPS_OF_DATE) / cost;
  return Math.max(day, Math.floor(Math.min(last, now / DAY_SECONDS) - before));
}

const unitOf = ({ frequency }: TimedRule): number | undefined =>
  frequency in UNITS ? UNITS[frequency as keyof typeof UNITS] : undefined;

/** Days among which `BYSETPOS` selects times. */
interface DaySet {
  readonly first: number;
  /** How many days were looked at. */
  readonly length: number;
  readonly days: readonly number[];
}

const LENGTHS: Readonly<Record<Frequency, number>> = { DAILY: 0, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 };

/** The days of a rule, set by set. Those of daily rules, and of rules within days, are sets of their own. */
function* daySets(rule: TimedRule, start: CivilTime, begin: number): Generator<DaySet> {
  const frequency = unitOf(rule) === undefined ? (rule.frequency as Frequency) : 'DAILY';
  const interval = unitOf(rule) === undefined ? rule.interval : 1;
  const periodAt = periodsOf({ ...rule, frequency, interval, until: undefined, bySetPos: [] }, start);
  for (let step = 0; ; step++) {
    const { first, offsets } = periodAt(step);
    const days = offsets.map(offset => first + offset);
    if (frequency !== 'DAILY') yield { first, length: LENGTHS[frequency], days };
    else {
      for (const day of days) if (day >= begin) yield { first: day, length: 1, days: [day] };
      yield { first, length: 1, days: [] };
    }
  }
}

/** The times at which a rule falls on its days. */
interface DayTimes {
  /** The wall times on the days of one set, in order. */
  within(days: readonly number[]): readonly Wall[];
  /** How many times of a day are looked at. */
  readonly cost: number;
}

function timesOfDays(rule: TimedRule, start: CivilTime): DayTimes {
  const unit = unitOf(rule);
  if (unit !== undefined) return ticks(rule, start, unit);
  const seconds = secondsIn(rule, start, DAY_SECONDS);
  const wallsOn = (day: number): Wall[] => seconds.map(second => wallOf(day, second));
  return { within: days => selected(rule, days.flatMap(wallsOn)), cost: seconds.length };
}

/**
 * The times of a rule that falls several times a day, which are counted from its start. Each hour, minute or second is
 * a period of its own.
 */
function ticks(rule: TimedRule, start: CivilTime, unit: number): DayTimes {
  const { interval } = rule;
  const begun = Math.floor((start.day * DAY_SECONDS + start.second) / unit);
  const perDay = DAY_SECONDS / unit;
  const byUnit = Map.groupBy(secondsIn(rule, start, unit), second => Math.floor(second / unit));
  const units = [...byUnit.keys()];
  const offset = (day: number): number => {
    const passed = (day * perDay - begun) % interval;
    return passed <= 0 ? -passed : interval - passed;
  };
  /** The units of a day that the interval counts: whichever are fewer are looked at. */
  const counted = (day: number): number[] => {
    const first = offset(day);
    if (perDay / interval > units.length) return units.filter(at => (at - first) % interval === 0);
    const every = Math.max(0, Math.ceil((perDay - first) / interval));
    return Array.from({ length: every }, (_, index) => first + index * interval);
  };
  const timesOf = (at: number): readonly number[] => selected(rule, byUnit.get(at) ?? []);
  return {
    within: days =>
      days.flatMap(day => counted(day).flatMap(at => timesOf(at).map(second => wallOf(day, second)))),
    cost: Math.min(units.length, Math.ceil(perDay / interval)) * (byUnit.get(units[0]!)?.length ?? 1) + 1,
  };
}

/**
 * The seconds of a day that a rule allows. What it does not say is as at its start or, from its own unit on, everything.
 * @param unit the seconds after which the rule falls again
 */
function secondsIn({ byHour, byMinute, bySecond }: TimedRule, { second }: CivilTime, unit: number): number[] {
  const own = timeOf(second).split(':').map(Number);
  const [hours, minutes, seconds] = [
    { written: byHour, size: 3600, most: 24 },
    { written: byMinute, size: 60, most: 60 },
    { written: bySecond, size: 1, most: 60 },
  ].map(({ written, size, most }, index) => {
    if (written.length > 0) return [...new Set(written)].sort((a, b) => a - b);
    return size < unit ? [own[index]!] : Array.from({ length: most }, (_, number) => number);
  });
  return hours!.flatMap(hour =>
    minutes!.flatMap(minute => seconds!.map(second => hour * 3600 + minute * 60 + second)),
  );
}
