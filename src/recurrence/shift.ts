import { addSeconds, civilDateOf, DAY_SECONDS, dayOf, modulo, readWall } from './calendar.ts';
import type { ExplicitDate, NthWeekday, Recurrence, Rule, Wall } from './rule.ts';
import type { StartedRecurrence } from './split.ts';

/**
 * Moves all dates of a recurrence by the same time, as where a whole series follows one of its occurrences.
 * @param shift whole days, and the change of the time of day
 * @param start before the shift; it moves in the same way
 * @returns undefined if the rule cannot say it: "the first Monday" cannot move by a day
 */
export function shiftRecurrence(
  { rule, dates, excluded }: Recurrence,
  { days, seconds }: { readonly days: number; readonly seconds: number },
  start: Wall,
): Recurrence | undefined {
  const total = days * DAY_SECONDS + seconds;
  const moved = {
    rule: rule && movedRule(rule, days, total, start),
    dates: all(dates.map(date => movedDate(date, total))),
    excluded: all(excluded.map(date => addSeconds(date, total))),
  };
  if (rule && !moved.rule) return undefined;
  // A date that leaves the years of four digits cannot move.
  return moved.dates && moved.excluded
    ? { ...moved, dates: moved.dates, excluded: moved.excluded }
    : undefined;
}

/** A recurrence moved to another start; undefined if the rule cannot say it. */
export function shiftTo({ start, recurrence }: StartedRecurrence, to: Wall): StartedRecurrence | undefined {
  const [before, after] = [readWall(start), readWall(to)];
  const shift = { days: after.day - before.day, seconds: after.second - before.second };
  const moved = shiftRecurrence(recurrence, shift, start);
  return moved && { start: to, recurrence: moved };
}

function movedDate(date: ExplicitDate, seconds: number): ExplicitDate | undefined {
  const start = addSeconds(date.start, seconds);
  const end = date.end === undefined ? undefined : addSeconds(date.end, seconds);
  if (start === undefined || (date.end !== undefined && end === undefined)) return undefined;
  return { start, ...(end !== undefined && { end }) };
}

function movedRule(rule: Rule, days: number, seconds: number, start: Wall): Rule | undefined {
  const sameDays = days === 0 ? rule : movedDays(rule, days, readWall(start).day);
  if (!sameDays || rule.until === undefined) return sameDays;
  const until = movedUntil(rule.until, days, seconds);
  return until === undefined ? undefined : { ...sameDays, until };
}

/** The end of a day stays the end of a day. */
const movedUntil = (until: Wall, days: number, seconds: number): Wall | undefined =>
  addSeconds(until, until.endsWith(' 23:59:59') ? days * DAY_SECONDS : seconds);

/** A rule for the days that lie so many days later. */
function movedDays(rule: Rule, days: number, start: number): Rule | undefined {
  const { frequency, byMonth, byYearDay, byMonthDay, byDay, bySetPos } = rule;
  if (byYearDay.length > 0 || bySetPos.length > 0) return undefined;
  if (frequency === 'DAILY' || frequency === 'WEEKLY')
    return byMonth.length + byMonthDay.length > 0 ? undefined : movedWeekdays(rule, days);
  if (byDay.length > 0) return undefined;
  const from = civilDateOf(start);
  const to = civilDateOf(start + days);
  // The start implies these days; a rule may name them as well.
  if (!isOnly(byMonthDay, from.monthDay) || !isOnly(byMonth, from.month)) return undefined;
  if (
    frequency === 'MONTHLY'
      ? byMonth.length > 0 || !isSameEachMonth(start, days)
      : !isSameEachYear(start, days)
  )
    return undefined;
  // Days without a month would be those of all months.
  if (frequency === 'YEARLY' && byMonthDay.length > 0 && byMonth.length === 0) return undefined;
  return {
    ...rule,
    byMonth: byMonth.map(() => to.month),
    byMonthDay: byMonthDay.map(() => to.monthDay),
  };
}

/** With the weekdays moves the start of the week, where it decides which weeks an interval counts. */
function movedWeekdays(rule: Rule, days: number): Rule {
  const move = (weekday: number) => modulo(weekday + days, 7);
  const byDay = rule.byDay.map((item): NthWeekday => ({ ...item, weekday: move(item.weekday) }));
  const isCounted = rule.frequency === 'WEEKLY' && rule.interval > 1 && byDay.length > 1;
  return {
    ...rule,
    byDay: byDay.sort((one, other) => one.weekday - other.weekday),
    weekStart: isCounted ? move(rule.weekStart) : rule.weekStart,
  };
}

/** Every month has both days. */
function isSameEachMonth(start: number, days: number): boolean {
  const { monthDay } = civilDateOf(start);
  const moved = monthDay + days;
  return monthDay <= 28 && moved >= 1 && moved <= 28;
}

/** No leap day lies between the two in any year. */
function isSameEachYear(start: number, days: number): boolean {
  const { month, monthDay } = civilDateOf(start);
  const moved = [2001, 2002, 2003, 2004].map(year => civilDateOf(dayOf(year, month, monthDay) + days));
  const [first] = moved;
  return (
    Math.abs(days) < 365 &&
    !(month === 2 && monthDay === 29) &&
    moved.every(day => day.month === first!.month && day.monthDay === first!.monthDay) &&
    !(first!.month === 2 && first!.monthDay === 29)
  );
}

const isOnly = (numbers: readonly number[], only: number): boolean =>
  numbers.length === 0 || (numbers.length === 1 && numbers[0] === only);

/** The items, if none is missing. */
function all<Item>(items: readonly (Item | undefined)[]): Item[] | undefined {
  const present = items.filter(item => item !== undefined);
  return present.length === items.length ? present : undefined;
}
