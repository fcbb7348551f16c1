import { WITHIN_DAYS, type WrittenRule } from './rule.ts';

/** The days of a rule, as numbers of days since 1970-01-01. */
export interface PeriodDays {
  /** The days of a period, in order. */
  daysOf(first: number, length: number): number[];
  /** The first day of a period and its length in days. */
  period(index: number): { first: number; length: number };
}

/** Milliseconds. */
const DAY = 86_400_000;

export const dayNumber = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month, day) / DAY;

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

export const numbersIn = (parts: WrittenRule, name: string): number[] =>
  (parts.get(name) ?? '').split(',').filter(Boolean).map(Number).filter(Number.isInteger);

interface Weekday {
  weekday: number;
  /** 0 for each. */
  ordinal: number;
}

function weekdaysIn(parts: WrittenRule): Weekday[] {
  return (parts.get('BYDAY') ?? '').split(',').flatMap(said => {
    const [, ordinal = '', name = ''] = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(said) ?? [];
    return name === '' ? [] : { weekday: WEEKDAYS.indexOf(name), ordinal: Number(ordinal) };
  });
}

/**
 * The days on which a rule falls, period by period, by the standard (RFC 5545, section 3.3.10). Sub-daily rules have
 * days as periods.
 * @param start the day on which the rule begins
 */
export function ruleDays(parts: WrittenRule, start: number): PeriodDays {
  const frequency = parts.get('FREQ')!;
  const interval = WITHIN_DAYS.test(frequency) ? 1 : Number(parts.get('INTERVAL') ?? 1);
  const weekStart = WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO');
  const matches = dayFilter(parts, frequency, start, weekStart);
  const date = new Date(start * DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const week = start - ((weekdayOf(start) - weekStart + 7) % 7);
  return {
    daysOf: (first, length) => Array.from({ length }, (_, i) => first + i).filter(matches),
    period(index) {
      const step = index * interval;
      if (frequency === 'YEARLY') return span(dayNumber(year + step, 0, 1), dayNumber(year + step + 1, 0, 1));
      if (frequency === 'MONTHLY')
        return span(dayNumber(year, month + step, 1), dayNumber(year, month + step + 1, 1));
      if (frequency === 'WEEKLY') return { first: week + step * 7, length: 7 };
      return { first: start + step, length: 1 };
    },
  };
}

const span = (first: number, next: number) => ({ first, length: next - first });

/** Whether a rule falls on a day. What it does not say is as on the day of its start. */
function dayFilter(
  parts: WrittenRule,
  frequency: string,
  start: number,
  weekStart: number,
): (day: number) => boolean {
  const [months, weeks] = [numbersIn(parts, 'BYMONTH'), numbersIn(parts, 'BYWEEKNO')];
  const [yearDays, monthDays] = [numbersIn(parts, 'BYYEARDAY'), numbersIn(parts, 'BYMONTHDAY')];
  const weekdays = weekdaysIn(parts);
  const begun = new Date(start * DAY);
  const saysDay = weekdays.length + yearDays.length + monthDays.length + weeks.length > 0;
  const ofYear = frequency === 'YEARLY' && months.length === 0;
  return day => {
    const date = new Date(day * DAY);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const whole = ofYear
      ? span(dayNumber(year, 0, 1), dayNumber(year + 1, 0, 1))
      : span(dayNumber(year, month, 1), dayNumber(year, month + 1, 1));
    const inMonth = span(dayNumber(year, month, 1), dayNumber(year, month + 1, 1));
    const inYear = span(dayNumber(year, 0, 1), dayNumber(year + 1, 0, 1));
    if (months.length > 0 && !months.includes(month + 1)) return false;
    if (weeks.length > 0 && !isInWeek(day, weeks, weekStart)) return false;
    if (yearDays.length > 0 && !isNumbered(day, inYear, yearDays)) return false;
    if (monthDays.length > 0 && !isNumbered(day, inMonth, monthDays)) return false;
    if (weekdays.length > 0) return weekdays.some(weekday => isWeekday(day, weekday, whole));
    if (weeks.length > 0 && yearDays.length + monthDays.length === 0)
      return weekdayOf(day) === weekdayOf(start);
    if (saysDay || frequency === 'DAILY' || WITHIN_DAYS.test(frequency)) return true;
    if (frequency === 'WEEKLY') return weekdayOf(day) === weekdayOf(start);
    if (frequency === 'YEARLY' && months.length === 0 && month !== begun.getUTCMonth()) return false;
    return date.getUTCDate() === begun.getUTCDate();
  };
}

/** Whether a day has one of these numbers in a period, counted from its end if they are negative. */
const isNumbered = (
  day: number,
  { first, length }: { first: number; length: number },
  numbers: number[],
): boolean => numbers.includes(day - first + 1) || numbers.includes(day - first - length);

function isWeekday(
  day: number,
  { weekday, ordinal }: Weekday,
  { first, length }: { first: number; length: number },
): boolean {
  if (weekdayOf(day) !== weekday) return false;
  if (ordinal === 0) return true;
  const at = Math.floor((day - first) / 7) + 1;
  return ordinal > 0 ? at === ordinal : -(Math.floor((first + length - 1 - day) / 7) + 1) === ordinal;
}

/** Whether a day is in one of these weeks. The first week of a year is the one with four of its days. */
function isInWeek(day: number, weeks: readonly number[], weekStart: number): boolean {
  const firstWeek = (year: number): number => {
    const first = dayNumber(year, 0, 1);
    const offset = (weekdayOf(first) - weekStart + 7) % 7;
    return offset <= 3 ? first - offset : first - offset + 7;
  };
  const year = new Date(day * DAY).getUTCFullYear();
  const own = day >= firstWeek(year + 1) ? year + 1 : day < firstWeek(year) ? year - 1 : year;
  const number = Math.floor((day - firstWeek(own)) / 7) + 1;
  const length = (firstWeek(own + 1) - firstWeek(own)) / 7;
  return weeks.includes(number) || weeks.includes(number - length - 1);
}
