import { type CivilTime, civilDateOf, weekdayOf } from './calendar.ts';
import type { NthWeekday, Rule } from './rule.ts';

/** The conditions that a rule sets for a day; an empty set allows every day. */
export interface DayPattern {
  readonly months: ReadonlySet<number>;
  readonly yearDays: ReadonlySet<number>;
  readonly monthDays: ReadonlySet<number>;
  /** Keys of weekdays. */
  readonly weekdays: ReadonlySet<number>;
  readonly countsWithin: 'month' | 'year';
}

/** What a pattern asks about a day. */
export interface PatternDay {
  readonly month: number;
  readonly monthDay: number;
  readonly monthLength: number;
  readonly yearDay: number;
  readonly yearLength: number;
  readonly weekday: number;
}

/** A rule of days. Rules of a series name no weeks, and the parts that RFC 5545 allows for their frequency. */
export type DayRule = Rule & { readonly byWeekNo?: readonly number[] };

export function patternOf(rule: DayRule, start: CivilTime): DayPattern {
  const { frequency, byMonth, byYearDay, byMonthDay, byDay } = impliedRule(rule, start);
  return {
    months: new Set(byMonth),
    yearDays: new Set(byYearDay),
    monthDays: new Set(byMonthDay),
    weekdays: new Set(byDay.map(keyOf)),
    countsWithin: frequency === 'YEARLY' && byMonth.length === 0 ? 'year' : 'month',
  };
}

/**
 * A rule with what its start implies: a weekly rule without `BYDAY` repeats on the weekday of its start, a monthly one
 * without days on its day of the month, a yearly one on its day and, without `BYMONTH`, in its month. In a week of
 * `BYWEEKNO`, it is the weekday of the start.
 */
export function impliedRule<Kind extends DayRule>(rule: Kind, start: CivilTime): Kind {
  const { frequency, byMonth, byYearDay, byMonthDay, byDay, byWeekNo = [] } = rule;
  if (byYearDay.length + byMonthDay.length + byDay.length > 0) return rule;
  const hasWeeks = byWeekNo.length > 0;
  if (frequency === 'DAILY' && !hasWeeks) return rule;
  if (frequency === 'WEEKLY' || hasWeeks)
    return { ...rule, byDay: [{ weekday: weekdayOf(start.day), ordinal: 0 }] };
  const { month, monthDay } = civilDateOf(start.day);
  const isInMonth = frequency === 'YEARLY' && byMonth.length === 0;
  return { ...rule, byMonthDay: [monthDay], byMonth: isInMonth ? [month] : byMonth };
}

/**
 * Whether a day fulfils all conditions. RFC 5545 tells for each frequency which parts expand and which limit; for days
 * all of its cases come to this.
 */
export function fits(
  { months, yearDays, monthDays, weekdays, countsWithin }: DayPattern,
  day: PatternDay,
): boolean {
  return (
    (months.size === 0 || months.has(day.month)) &&
    isCounted(yearDays, day.yearDay, day.yearLength) &&
    isCounted(monthDays, day.monthDay, day.monthLength) &&
    (weekdays.size === 0 ||
      (countsWithin === 'month'
        ? isNth(weekdays, day.weekday, day.monthDay, day.monthLength)
        : isNth(weekdays, day.weekday, day.yearDay, day.yearLength)))
  );
}

const isCounted = (wanted: ReadonlySet<number>, position: number, length: number): boolean =>
  wanted.size === 0 || wanted.has(position) || wanted.has(position - length - 1);

function isNth(wanted: ReadonlySet<number>, weekday: number, position: number, length: number): boolean {
  const fromStart = Math.ceil(position / 7);
  const fromEnd = Math.ceil((length - position + 1) / 7);
  return (
    wanted.has(weekday) ||
    wanted.has(keyOf({ weekday, ordinal: fromStart })) ||
    wanted.has(keyOf({ weekday, ordinal: -fromEnd }))
  );
}

const keyOf = ({ weekday, ordinal }: NthWeekday): number => ordinal * 7 + weekday;
