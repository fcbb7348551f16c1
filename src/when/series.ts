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

/** A rule without some weekdays and months. */
export function without(repeated: Repeated, { weekdays, months }: Exceptions): Repeated {
  const { frequency } = repeated;
  const ofMonths = (repeated.months ?? numbersTo(12)).filter(month => !months.includes(month));
  const left = months.length > 0 ? { ...repeated, months: ofMonths } : repeated;
  if (weekdays.length === 0) return left;
  const all = repeated.weekdays ?? (frequency === 'DAILY' ? numbersTo(7).map(weekday => ({ weekday })) : []);
  const kept = all.filter(({ weekday }) => !weekdays.includes(weekday));
  if (kept.length === 0 || frequency === 'MONTHLY' || frequency === 'YEARLY') throw new Doubtful('except');
  return { ...left, frequency: 'WEEKLY', weekdays: kept };
}

const numbersTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

/** The days of a series among which those that it leaves out may be. */
const WITHIN = { days: 40_000, dates: 1500 };

/** The dates that a series leaves out. One that it does not have is a question: none, or the nearest one of it. */
export function excluded(phrase: Phrase, { parts }: Exceptions, rule: string, first: Day): Day[] {
  if (parts.length === 0) return [];
  const series = daysOfRule(rule, first, first + WITHIN.days, WITHIN.dates);
  fillMonths(atomsOf(parts));
  fillYears(atomsOf(parts));
  const days = parts.flatMap(part => {
    if (part.last) {
      const [from, to] = rangeOf(phrase, part, first);
      return series.filter(day => day >= from && day <= to);
    }
    const { day, month, known } = part.first;
    // `except the 25th`
    const numbered = series.filter(at => civilDateOf(at).monthDay === day).filter(at => at < first + 400);
    if (known === undefined && month === undefined && numbered.length === 1) return numbered;
    if (known === undefined && month === undefined) throw new Doubtful('except');
    const found = dayIn(phrase, part.first, first);
    if (series.includes(found)) return [found];
    const distance = (at: Day) => Math.abs(at - found);
    const nearest = series.toSorted((one, other) => distance(one) - distance(other)).slice(0, 1);
    return phrase.ask('except') === 0 ? [] : nearest;
  });
  if (days.length === 0 && parts.every(({ last }) => last)) throw new Doubtful('except');
  return [...new Set(days)].sort((one, other) => one - other);
}
