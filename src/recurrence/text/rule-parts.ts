import type { Unit } from '../../i18n/recurrence-grammar.ts';
import { readWall } from '../calendar.ts';
import { impliedRule, patternOf } from '../pattern.ts';
import type { Frequency, NthWeekday, Rule, Wall } from '../rule.ts';

/** A rule as a sentence says it. An empty list allows all; numbers from the end stand behind the others. */
export interface RuleParts {
  readonly unit: Unit;
  readonly interval: number;
  readonly months: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  /** Weekdays without an ordinal. */
  readonly weekdays: readonly number[];
  readonly ordinals: readonly NthWeekday[];
  /** What ordinals count in. */
  readonly countsWithin: 'month' | 'year';
  readonly positions: readonly number[];
  /** Whether "from October to April" or "from Friday to Monday" may run over the end of a year or week. */
  readonly mayWrap: boolean;
}

const UNITS: Readonly<Record<Frequency, Unit>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};

/** The parts of a rule with what its start implies, without those that allow everything. */
export function partsOf(rule: Rule, start: Wall): RuleParts {
  const moment = readWall(start);
  const { frequency, interval, byMonth, byYearDay, byMonthDay, byDay, bySetPos } = impliedRule(rule, moment);
  const weekdays = counted(byDay.filter(({ ordinal }) => ordinal === 0).map(({ weekday }) => weekday));
  const isEveryWeekday = weekdays.length === 7;
  return {
    unit: UNITS[frequency],
    interval,
    months: byMonth.length === 12 ? [] : counted(byMonth),
    yearDays: counted(byYearDay),
    monthDays: counted(byMonthDay),
    weekdays: isEveryWeekday ? [] : weekdays,
    ordinals: isEveryWeekday ? [] : byDay.filter(({ ordinal }) => ordinal !== 0).toSorted(byOrdinal),
    countsWithin: patternOf(rule, moment).countsWithin,
    mayWrap: bySetPos.length === 0 && (interval === 1 || frequency === 'DAILY' || frequency === 'MONTHLY'),
    positions: frequency === 'DAILY' ? [] : counted(bySetPos),
  };
}

/** In the order of time, as far as a number from the start and one from the end have one. */
const inOrder = (one: number, other: number): number => Number(one < 0) - Number(other < 0) || one - other;
const counted = (numbers: readonly number[]): number[] => numbers.toSorted(inOrder);
const byOrdinal = (one: NthWeekday, other: NthWeekday): number =>
  inOrder(one.ordinal, other.ordinal) || one.weekday - other.weekday;
