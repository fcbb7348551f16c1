import {
  type CivilTime,
  civilDateOf,
  dayOf,
  isLeapYear,
  modulo,
  monthLength,
  weekdayOf,
} from './calendar.ts';
import { type DayPattern, type DayRule, fits, type PatternDay, patternOf } from './pattern.ts';
import type { Rule } from './rule.ts';

/** A week, month or year: its first day, and which of its days belong to the rule, from 0. */
export interface RulePeriod {
  readonly first: number;
  readonly offsets: readonly number[];
}

/**
 * The periods of a rule in which its days are looked up, from the one that has the start.
 *
 * Which days of a month or year belong to a rule depends only on its length and on the weekday of its first day: on one
 * of 28 shapes of a month or 14 of a year. Each shape is calculated once, so a rule takes no longer where its parts are
 * long.
 */
export function periodsOf(rule: DayRule, start: CivilTime): (step: number) => RulePeriod {
  const pattern = patternOf(rule, start);
  return hasNoShapes(rule) ? eachDay(rule, start, pattern) : PERIODS[rule.frequency](rule, start, pattern);
}

/** Whether a rule has parts beside which the days of a period do not follow from its shape. */
const hasNoShapes = ({ frequency, byWeekNo = [], byYearDay, byMonthDay }: DayRule): boolean =>
  byWeekNo.length > 0 ||
  (byYearDay.length > 0 && frequency !== 'YEARLY') ||
  (byMonthDay.length > 0 && frequency === 'WEEKLY');

const PERIODS = { DAILY: days, WEEKLY: weeks, MONTHLY: months, YEARLY: years };

type Periods = (step: number) => RulePeriod;

const NONE: readonly number[] = [];

/**
 * The days of a daily rule by months as well: most of its days may be none, and a month is looked up as fast as a day.
 */
function days(rule: Rule, start: CivilTime, pattern: DayPattern): Periods {
  const isSelected = rule.bySetPos.length === 0 || rule.bySetPos.some(position => Math.abs(position) === 1);
  const daily: Rule = { ...rule, interval: 1, bySetPos: [] };
  const monthAt = months(daily, start, pattern);
  const isCounted = (day: number) => modulo(day - start.day, rule.interval) === 0;
  return step => {
    const { first, offsets } = monthAt(step);
    return { first, offsets: isSelected ? offsets.filter(offset => isCounted(first + offset)) : NONE };
  };
}

function weeks(rule: Rule, start: CivilTime, { weekdays, months }: DayPattern): Periods {
  const week = start.day - modulo(weekdayOf(start.day) - rule.weekStart, 7);
  const offsets = range(7).filter(offset => weekdays.has((rule.weekStart + offset) % 7));
  const whole = selected(rule, offsets);
  const isIn = (day: number) => months.has(civilDateOf(day).month);
  return step => {
    const first = week + step * rule.interval * 7;
    if (months.size === 0) return { first, offsets: whole };
    if (!isIn(first) && !isIn(first + 6)) return { first, offsets: NONE };
    const inMonths = offsets.filter(offset => isIn(first + offset));
    return { first, offsets: selected(rule, inMonths) };
  };
}

function months(rule: Rule, start: CivilTime, pattern: DayPattern): Periods {
  const { year, month } = civilDateOf(start.day);
  // Each month has its shape, whichever month it is.
  const shape = { ...pattern, months: new Set<number>() };
  const shaped = shapes(rule, (length, weekday) => monthDays(shape, length, weekday));
  return step => {
    const index = year * 12 + month - 1 + step * rule.interval;
    const [inYear, inMonth] = [Math.floor(index / 12), (index % 12) + 1];
    const first = dayOf(inYear, inMonth, 1);
    if (pattern.months.size > 0 && !pattern.months.has(inMonth)) return { first, offsets: NONE };
    return { first, offsets: shaped(monthLength(inMonth, isLeapYear(inYear)), weekdayOf(first)) };
  };
}

function years(rule: Rule, start: CivilTime, pattern: DayPattern): Periods {
  const { year } = civilDateOf(start.day);
  const shaped = shapes(rule, (length, weekday) => yearDays(pattern, length, weekday));
  return step => {
    const inYear = year + step * rule.interval;
    const first = dayOf(inYear, 1, 1);
    return { first, offsets: shaped(isLeapYear(inYear) ? 366 : 365, weekdayOf(first)) };
  };
}

/** The offsets of each shape, calculated when it is first met. */
function shapes(rule: Rule, offsetsOf: (length: number, weekday: number) => readonly number[]) {
  const known = new Map<number, readonly number[]>();
  return (length: number, weekday: number): readonly number[] => {
    const key = length * 7 + weekday;
    const offsets = known.get(key) ?? selected(rule, offsetsOf(length, weekday));
    known.set(key, offsets);
    return offsets;
  };
}

const monthDays = (pattern: DayPattern, length: number, weekday: number): number[] =>
  range(length).filter(offset =>
    fits(pattern, {
      ...{ month: 0, yearDay: 0, yearLength: 0 },
      ...{ monthDay: offset + 1, monthLength: length, weekday: (weekday + offset) % 7 },
    }),
  );

function yearDays(pattern: DayPattern, yearLength: number, weekday: number): number[] {
  let before = 0;
  return range(12).flatMap(index => {
    const length = monthLength(index + 1, yearLength === 366);
    const offsets = range(length).map(offset => before + offset);
    const first = before;
    before += length;
    return offsets.filter(offset =>
      fits(pattern, {
        ...{ month: index + 1, monthDay: offset - first + 1, monthLength: length },
        ...{ yearDay: offset + 1, yearLength, weekday: (weekday + offset) % 7 },
      }),
    );
  });
}

/** What `BYSETPOS` selects from the days or the times of a period. */
export function selected<Member>(
  { bySetPos }: Pick<Rule, 'bySetPos'>,
  all: readonly Member[],
): readonly Member[] {
  if (bySetPos.length === 0) return all;
  const wanted = new Set(bySetPos);
  return all.filter((_, index) => wanted.has(index + 1) || wanted.has(index - all.length));
}

/** The days of any rule: each day of a period is looked at. */
function eachDay(rule: DayRule, start: CivilTime, pattern: DayPattern): Periods {
  const { byWeekNo = [], weekStart } = rule;
  const isWanted = (day: number): boolean =>
    fits(pattern, patternDayOf(day)) && (byWeekNo.length === 0 || isInWeek(day, byWeekNo, weekStart));
  return step => {
    const { first, length } = spanAt(rule, start, step);
    const offsets = range(length).filter(offset => isWanted(first + offset));
    return { first, offsets: selected(rule, offsets) };
  };
}

/** The first day and the length of a period. */
function spanAt({ frequency, interval, weekStart }: Rule, { day }: CivilTime, step: number) {
  const steps = step * interval;
  const { year, month } = civilDateOf(day);
  const span = (first: number, next: number) => ({ first, length: Number.isNaN(next) ? 0 : next - first });
  if (frequency === 'YEARLY') return span(dayOf(year + steps, 1, 1), dayOf(year + steps + 1, 1, 1));
  if (frequency === 'MONTHLY') return span(dayOf(year, month + steps, 1), dayOf(year, month + steps + 1, 1));
  if (frequency === 'DAILY') return { first: day + steps, length: 1 };
  return { first: day - modulo(weekdayOf(day) - weekStart, 7) + steps * 7, length: 7 };
}

function patternDayOf(day: number): PatternDay {
  const { year, month, monthDay } = civilDateOf(day);
  const isLeap = isLeapYear(year);
  return {
    ...{ month, monthDay, monthLength: monthLength(month, isLeap), weekday: weekdayOf(day) },
    ...{ yearDay: day - dayOf(year, 1, 1) + 1, yearLength: isLeap ? 366 : 365 },
  };
}

/** Whether a day is in one of these weeks. The first week of a year is the one with four of its days. */
function isInWeek(day: number, weeks: readonly number[], weekStart: number): boolean {
  const firstWeek = (year: number): number => {
    const first = dayOf(year, 1, 1);
    const offset = modulo(weekdayOf(first) - weekStart, 7);
    return offset <= 3 ? first - offset : first - offset + 7;
  };
  const { year } = civilDateOf(day);
  const own = day >= firstWeek(year + 1) ? year + 1 : day < firstWeek(year) ? year - 1 : year;
  const number = Math.floor((day - firstWeek(own)) / 7) + 1;
  const length = (firstWeek(own + 1) - firstWeek(own)) / 7;
  return weeks.includes(number) || weeks.includes(number - length - 1);
}

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
