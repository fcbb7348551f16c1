import { Pacer } from '../lib/pacer.ts';
import { civilDateOf, dayOf, LAST_DAY, readWall } from './calendar.ts';
import { type EventTime, isDateAlone, readDateValue, readPeriod } from './date-values.ts';
import { ruleDays } from './expand.ts';
import { type PropertyLine, propertyLines } from './lines.ts';
import { parseRule } from './parse-rule.ts';
import { RecurrenceProblem } from './problem.ts';
import { byStart, type ExplicitDate, MAX_DATES, type Recurrence, type Rule, type Wall } from './rule.ts';

export interface ParseContext extends EventTime {
  /** Dates of a rule at or after it are not counted. */
  readonly horizon?: Wall;
  /** Lines that were accepted may list more dates by now: each deletion of an occurrence excludes one. */
  readonly isStored?: boolean;
}

/**
 * Parses `RRULE`, `RDATE` and `EXDATE` lines of RFC 5545. This is the only place of the engine that knows a zone: all
 * times become wall time of the event.
 * @param lines one text, or one for each line
 */
export function parseRecurrence(
  lines: string | readonly string[],
  event: ParseContext,
): Recurrence | RecurrenceProblem {
  return atOnce(parsing(lines, event));
}

/** The same with pauses: thousands of dates of another zone take long. */
export const parseWithPauses = (
  lines: string | readonly string[],
  event: ParseContext,
): Promise<Recurrence | RecurrenceProblem> => withPauses(parsing(lines, event));

function* parsing(
  lines: string | readonly string[],
  event: ParseContext,
): Steps<Recurrence | RecurrenceProblem> {
  try {
    return yield* readLines(propertyLines(lines), event);
  } catch (error) {
    if (error instanceof RecurrenceProblem) return error;
    throw error;
  }
}

function* readLines(lines: readonly PropertyLine[], event: ParseContext): Steps<Recurrence> {
  const named = (name: string) => lines.filter(line => line.name === name);
  refuseOthers(lines);
  const [rule, second] = named('RRULE');
  if (second) throw new RecurrenceProblem('RRULE', 'second_rule');
  const parsed = rule && parseRule(rule.value, event);
  if (parsed) refuseImpossible(parsed, event);
  const dates = yield* datesOf(valuesOf(named('RDATE'), event), event);
  const excluded = yield* excludedOf(valuesOf(named('EXDATE'), event), dates, event);
  return { rule: parsed, dates, excluded };
}

function refuseOthers(lines: readonly PropertyLine[]): void {
  for (const { name } of lines) {
    if (name === 'EXRULE') throw new RecurrenceProblem(name, 'exrule');
    if (!['RRULE', 'RDATE', 'EXDATE'].includes(name)) throw new RecurrenceProblem(name, 'unknown_line');
  }
}

/** Years after the start within which a rule must give a date. */
const MAX_WAIT = 4;

function refuseImpossible(rule: Rule, { start, horizon }: ParseContext): void {
  if (rule.until !== undefined && rule.until < start)
    throw new RecurrenceProblem('UNTIL', 'until_before_start', rule.until);
  const from = readWall(start);
  const { year, month, monthDay } = civilDateOf(from.day);
  const soon = dayOf(year + MAX_WAIT, month, monthDay) + 1;
  if (ruleDays(rule, from, soon, 1).days.length === 0) throw new RecurrenceProblem('RRULE', 'no_dates');
  if (rule.count === undefined && rule.until === undefined) return;
  const before = horizon === undefined ? LAST_DAY + 1 : readWall(horizon).day;
  if (ruleDays(rule, from, before, MAX_DATES + 1).days.length > MAX_DATES)
    throw new RecurrenceProblem(rule.until === undefined ? 'COUNT' : 'UNTIL', 'too_many_dates', MAX_DATES);
}

type PropertyValue = readonly [value: string, line: PropertyLine];

function valuesOf(lines: readonly PropertyLine[], { isStored = false }: ParseContext): PropertyValue[] {
  const values = lines.flatMap(line =>
    line.value.split(',').map((value): PropertyValue => [value.trim(), line]),
  );
  const first = lines[0];
  if (first && !isStored && values.length > MAX_DATES)
    throw new RecurrenceProblem(first.name, 'too_many_values', MAX_DATES);
  return values;
}

function* datesOf(values: readonly PropertyValue[], event: EventTime): Steps<ExplicitDate[]> {
  const dates = new Map<Wall, ExplicitDate>();
  for (const [value, line] of values) {
    yield;
    const date = value.includes('/')
      ? readPeriod(value, line, event)
      : { start: readDateValue(value, line, event) };
    // Of equal dates, one with an end of its own is kept.
    if (dates.get(date.start)?.end === undefined) dates.set(date.start, date);
  }
  return [...dates.values()].sort(byStart);
}

/** A date alone excludes all dates of that day: the one with the start's time of day, and those of `RDATE`. */
function* excludedOf(
  values: readonly PropertyValue[],
  dates: readonly ExplicitDate[],
  event: EventTime,
): Steps<Wall[]> {
  const byDay = Map.groupBy(dates, date => date.start.slice(0, 10));
  const walls = new Set<Wall>();
  for (const [value, line] of values) {
    yield;
    const wall = readDateValue(value, line, event);
    walls.add(wall);
    if (!isDateAlone(value)) continue;
    const day = wall.slice(0, 10);
    for (const { start } of byDay.get(day) ?? []) walls.add(start);
    // Another exclusion of the same day excludes nothing more.
    byDay.delete(day);
  }
  return [...walls].sort();
}

/** Work that may pause after each of its steps. */
export type Steps<Result> = Generator<undefined, Result>;

/** Does the work without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does the work with pauses, in which the event loop handles other work. */
async function withPauses<Result>(steps: Steps<Result>): Promise<Result> {
  const pacer = new Pacer();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (pacer.isDue()) await pacer.pause();
  }
}
