import { dateOf, toEpoch } from '../../lib/time/zones.ts';
import { timeOf } from '../../recurrence/calendar.ts';
import type { Wall } from '../../recurrence/rule.ts';
import type { WrittenRule } from './rule.ts';
import { numbersIn } from './rule-days.ts';

/** The times at which a rule falls on its days. */
export interface DayTimes {
  /** The wall times on the days of one period, in order. */
  within(days: readonly number[]): readonly Wall[];
  /** How many times of a day are looked at. */
  readonly cost: number;
}

export function timesOfDays(parts: WrittenRule, start: Wall): DayTimes {
  const unit = UNITS[parts.get('FREQ')!];
  const positions = numbersIn(parts, 'BYSETPOS');
  if (unit !== undefined) return ticks(parts, start, unit, positions);
  const seconds = secondsIn(parts, start, 86_400);
  const wallsOn = (day: number): Wall[] => seconds.map(second => wallAt(day, second));
  return { within: days => positioned(days.flatMap(wallsOn), positions), cost: seconds.length };
}

const UNITS: Readonly<Record<string, number>> = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 };

const wallAt = (day: number, second: number): Wall => `${dateOf(day)} ${timeOf(second)}`;

/** The members of a set at these positions, counted from its end if they are negative. */
function positioned<Member>(set: readonly Member[], positions: readonly number[]): readonly Member[] {
  if (positions.length === 0) return set;
  const at = new Set(positions.map(position => (position > 0 ? position - 1 : set.length + position)));
  return set.filter((_, index) => at.has(index));
}

/**
 * The times of a rule that falls several times a day, which are counted from its start. Each hour, minute or second is
 * a period of its own.
 */
function ticks(parts: WrittenRule, start: Wall, unit: number, positions: readonly number[]): DayTimes {
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const begun = Math.floor(toEpoch(start, 'UTC') / unit);
  const perDay = 86_400 / unit;
  const byUnit = Map.groupBy(secondsIn(parts, start, unit), second => Math.floor(second / unit));
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
  const timesOf = (at: number): readonly number[] => positioned(byUnit.get(at) ?? [], positions);
  return {
    within: days =>
      days.flatMap(day => counted(day).flatMap(at => timesOf(at).map(second => wallAt(day, second)))),
    cost: Math.min(units.length, Math.ceil(perDay / interval)) * (byUnit.get(units[0]!)?.length ?? 1) + 1,
  };
}

/**
 * The seconds of a day that a rule allows. What it does not say is as at its start or, from its own unit on, everything.
 * @param unit the seconds after which the rule falls again
 */
function secondsIn(parts: WrittenRule, start: Wall, unit: number): number[] {
  const own = start.slice(11).split(':').map(Number);
  const [hours, minutes, seconds] = UNITS_OF_TIME.map(([name, size, most], index) => {
    const said = [...new Set(numbersIn(parts, name))].sort((a, b) => a - b);
    if (said.length > 0) return said;
    return size < unit ? [own[index]!] : Array.from({ length: most }, (_, number) => number);
  });
  return hours!.flatMap(hour =>
    minutes!.flatMap(minute => seconds!.map(second => hour * 3600 + minute * 60 + second)),
  );
}

const UNITS_OF_TIME = [
  ['BYHOUR', 3600, 24],
  ['BYMINUTE', 60, 60],
  ['BYSECOND', 1, 60],
] as const;
