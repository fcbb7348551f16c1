import { readWall, wallOf } from '../recurrence/calendar.ts';
import { expand, firstDate } from '../recurrence/expand.ts';
import { basic } from '../recurrence/lines.ts';
import { parseRecurrence } from '../recurrence/parse.ts';
import { RecurrenceProblem } from '../recurrence/problem.ts';
import { WEEKDAYS } from '../recurrence/rule.ts';
import type { Day, Phrase } from './phrase.ts';
import { Doubtful } from './questions.ts';

/** The days of a rule, without its end. */
export interface Repeated {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval?: number | undefined;
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
  const listed = Object.entries(parts).map(([name, list]) => (list?.length ? `;${name}=${list}` : ''));
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
