import { civilDateOf, readWall, wallOf } from '../recurrence/calendar.ts';
import { expand, firstDate } from '../recurrence/expand.ts';
import { basic } from '../recurrence/lines.ts';
import { parseRecurrence } from '../recurrence/parse.ts';
import { RecurrenceProblem } from '../recurrence/problem.ts';
import { WEEKDAYS } from '../recurrence/rule.ts';
import { atomsOf, dayIn, fillMonths, fillYears, rangeOf } from './dates.ts';
import type { Day, Exceptions, Phrase } from './phrase.ts';
import { Doubtful } from './questions.ts';

/** The days of a rule, without its end. */
export interface Repeated {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval?: number;
  /** From 1, Monday, each with its place in the month if it has one. */
  readonly weekdays?: readonly { readonly weekday: number; readonly nth?: number }[];
  readonly monthDays?: readonly number[];
  readonly months?: readonly number[];
}

/** A day as RFC 5545 writes it. */
export const compact = (day: Day): string => basic(wallOf(day, 0)).slice(0, 8);

/** The value of an RRULE. */
export function ruleOf({ frequency, interval = 1, weekdays, monthDays, months }: Repeated, end = ''): string {
  const byDay = weekdays?.map(({ weekday, nth = '' }) => `${nth}${WEEKDAYS[weekday - 1]}`);
  const parts = {
    INTERVAL: interval > 1 ? [interval] : [],
    BYMONTH: months,
    BYMONTHDAY: monthDays,
    BYDAY: byDay,
  };
  const listed = Object.entries(parts).flatMap(([name, list]) => (list?.length ? `;${name}=${list}` : ''));
  return `FREQ=${frequency}${listed.join('')}${end}`;
}

/** The first day of a rule, whatever its interval: from there its periods are counted. */
export function firstOf(repeated: Repeated, from: Day): Day {
  const recurrence = parsed(ruleOf({ ...repeated, interval: 1 }), from);
  const first = recurrence && firstDate(recurrence, wallOf(from, 0));
  if (first === undefined) throw new Doubtful('no such date');
  return readWall(first).day;
}

/** The days of a rule in order, before a day. */
export function daysOfRule(rule: string, first: Day, before: Day, limit = 1000): Day[] {
  const recurrence = parsed(rule, first);
  if (!recurrence) throw new Doubtful('no such date');
  const { dates } = expand(recurrence, wallOf(first, 0), { before: wallOf(before, 0), limit });
  return dates.map(({ recurrenceId }) => readWall(recurrenceId).day);
}

function parsed(rule: string, first: Day) {
  const found = parseRecurrence([`RRULE:${rule}`], { start: wallOf(first, 0), zone: 'UTC', allDay: true });
  return found instanceof RecurrenceProblem ? undefined : found;
}

/** The end of a rule: its last day or how many dates it has. Where both are said, they must say the same. */
export function ruleEnd(phrase: Phrase, repeated: Repeated, first: Day, until: Day | undefined): string {
  const count = phrase.take('count');
  if (until !== undefined && until < first) throw new Doubtful('no such date');
  const untilEnd = until === undefined ? '' : `;UNTIL=${compact(until)}`;
  if (count === undefined) return untilEnd;
  const countEnd = `;COUNT=${count}`;
  if (until === undefined) return countEnd;
  const days = daysOfRule(ruleOf(repeated, untilEnd), first, until + 1);
  return days.length === count || phrase.ask('count') === 0 ? untilEnd : countEnd;
}

/** A rule without some weekdays and months. */
export function without(repeated: Repeated, { weekdays, months }: Exceptions): Repeated {
  const all = [1, 2, 3, 4, 5, 6, 7];
  const left: NonNullable<Repeated['weekdays']> =
    repeated.weekdays ?? (repeated.frequency === 'DAILY' ? all.map(weekday => ({ weekday })) : []);
  if (weekdays.length > 0 && left.some(({ nth }) => nth !== undefined)) throw new Doubtful('except');
  if (weekdays.length > 0 && left.length === 0) throw new Doubtful('except');
  const kept = left.filter(({ weekday }) => !weekdays.includes(weekday));
  if (kept.length === 0 && weekdays.length > 0) throw new Doubtful('except');
  const ofMonths = (repeated.months ?? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]).filter(
    month => !months.includes(month),
  );
  return {
    ...repeated,
    ...(weekdays.length > 0 && { weekdays: kept }),
    ...(weekdays.length > 0 && repeated.frequency === 'DAILY' && { frequency: 'WEEKLY' as const }),
    ...(months.length > 0 && { months: ofMonths }),
  };
}

/** The dates that a series leaves out. One that it does not have is a question: none, or the nearest one of it. */
export function excluded(phrase: Phrase, { parts }: Exceptions, rule: string, first: Day): Day[] {
  if (parts.length === 0) return [];
  fillMonths(atomsOf(parts));
  fillYears(atomsOf(parts));
  const isIn = (day: Day) => daysOfRule(rule, first, day + 1, 4000).at(-1) === day;
  const days = parts.flatMap(part => {
    if (part.last) {
      const [from, to] = rangeOf(phrase, part, first);
      return daysOfRule(rule, first, to + 1, 4000).filter(day => day >= from);
    }
    const { day, month, known } = part.first;
    if (known === undefined && month === undefined) return dayOfSeries(rule, first, day!);
    const found = dayIn(phrase, part.first, first);
    if (isIn(found)) return [found];
    if (phrase.ask('except') === 0) return [];
    return nearest(daysOfRule(rule, first, found + 400, 4000), found);
  });
  if (days.length === 0 && parts.every(({ last }) => last)) throw new Doubtful('except');
  return days.sort((one, other) => one - other);
}

/** `except the 25th`: the one day of a series with this number. */
function dayOfSeries(rule: string, first: Day, day: number): Day[] {
  const found = daysOfRule(rule, first, first + 400, 400).filter(at => civilDateOf(at).monthDay === day);
  if (found.length !== 1) throw new Doubtful('except');
  return found;
}

function nearest(days: readonly Day[], to: Day): Day[] {
  const distance = (day: Day) => Math.abs(day - to);
  return days.toSorted((one, other) => distance(one) - distance(other)).slice(0, 1);
}
