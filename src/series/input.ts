import type { Config } from '../config.ts';
import type { EventRow } from '../db/tables.ts';
import { InvalidValue, Refused } from '../errors.ts';
import { eventTimes, type Times, type TimesPatch } from '../events/times.ts';
import { Pacer } from '../lib/pacer.ts';
import { addSeconds, secondsBetween } from '../recurrence/calendar.ts';
import { expand, firstDate } from '../recurrence/expand.ts';
import { matchDates, moveExceptions } from '../recurrence/match-dates.ts';
import { parseWithPauses } from '../recurrence/parse.ts';
import { RecurrenceProblem } from '../recurrence/problem.ts';
import { MAX_DATES, type Recurrence, type Wall } from '../recurrence/rule.ts';
import { shiftTo } from '../recurrence/shift.ts';
import type { StartedRecurrence } from '../recurrence/split.ts';
import { earlierDates } from './plan.ts';
import {
  allDatesOf,
  columnOf,
  horizonOf,
  isSeries,
  recurrenceOf,
  seriesTimes,
  zoneOf,
} from './recurrence.ts';

/** What a write says about when an event takes place; undefined members stay as they are. */
export interface SeriesInput extends TimesPatch {
  /** Lines of RFC 5545; none for a single event. */
  recurrence?: readonly string[] | undefined;
  /** All dates of the event; none for a single event. */
  dates?: readonly DateInput[] | undefined;
}

export interface DateInput {
  readonly start_date: string | number;
  readonly end_date: string | number;
}

/** The times and the recurrence of an event after a write; no recurrence if it stays as it is. */
export interface SeriesPatch {
  readonly times: Times;
  readonly recurrence?: string;
}

interface InputContext {
  readonly config: Pick<Config, 'TIME_ZONE'>;
  readonly now: number;
}

/**
 * Reads the times and the recurrence of an event.
 * @param current the event before the write; undefined for a new one
 * @param trashed the dates whose occurrences are in the trash: answers show them as excluded, and clients send them back
 * @throws InvalidValue
 */
export async function readSeries(
  input: SeriesInput,
  current: EventRow | undefined,
  trashed: readonly Wall[],
  context: InputContext,
): Promise<SeriesPatch> {
  const { recurrence, dates } = input;
  if (dates?.length) return explicit(dates, input, current, context);
  const times = readTimes(input, current, context);
  if (recurrence?.length && !(current && (await saysTheSame(recurrence, current, trashed))))
    return ruled(recurrence, times, current, trashed, context.now);
  if ((recurrence ?? dates)?.length === 0) return { times, recurrence: '' };
  return current && isSeries(current) ? shifted(times, current) : { times };
}

/** Times that are sent back as they were read mean no change, even if the clocks skip the start. */
function readTimes(input: SeriesInput, current: EventRow | undefined, context: InputContext): Times {
  const patch = { ...input };
  if (patch.start_date === current?.start_date) delete patch.start_date;
  if (patch.end_date === current?.end_date) delete patch.end_date;
  return timesOrRefusal(patch, current, context);
}

/**
 * The times of an event after a write.
 * @param name the parameter to blame, if it is not the one that cannot be read
 * @throws InvalidValue
 */
export function timesOrRefusal(
  input: TimesPatch,
  current: EventRow | undefined,
  context: InputContext,
  name?: string,
): Times {
  const times = eventTimes(input, current, context);
  if (!('refused' in times)) return times;
  throw new InvalidValue(name ?? times.name, new Refused(times.refused.key, times.refused.values));
}

/** Whether these lines are the recurrence that a series has, or shows. */
export async function saysTheSame(
  lines: readonly string[],
  series: EventRow,
  trashed: readonly Wall[],
): Promise<boolean> {
  const known = recurrenceOf(series);
  const sent = await parse(lines, series);
  if (!known || sent instanceof RecurrenceProblem) return false;
  const column = (recurrence: Recurrence) => columnOf({ ...known, recurrence }, series.all_day === 1);
  const shown = { ...known.recurrence, excluded: merged(known.recurrence.excluded, trashed) };
  return [known.recurrence, shown].some(recurrence => column(recurrence) === column(sent));
}

const merged = (some: readonly Wall[], others: readonly Wall[]): Wall[] =>
  [...new Set([...some, ...others])].sort();

const parse = (
  lines: readonly string[],
  times: Pick<Times, 'start_date' | 'all_day' | 'timezone'>,
  horizon?: Wall,
) =>
  parseWithPauses(lines, {
    ...{ start: times.start_date, allDay: times.all_day === 1, zone: zoneOf(times) },
    ...(horizon !== undefined && { horizon }),
  });

/** An event that repeats by these lines. It starts with the first date of its rule. */
async function ruled(
  lines: readonly string[],
  times: Times,
  current: EventRow | undefined,
  trashed: readonly Wall[],
  now: number,
): Promise<SeriesPatch> {
  const horizon = horizonOf(times, now);
  const parsed = await parse(lines, times, horizon);
  if (parsed instanceof RecurrenceProblem)
    throw new InvalidValue('recurrence', new Refused(parsed.key, { part: parsed.part, value: parsed.value }));
  const start = firstDate(parsed, times.start_date)!;
  assertFits(parsed, start, horizon);
  const excluded = excludedOf({ start, recurrence: parsed }, current, trashed, horizon);
  return {
    times: start === times.start_date ? times : seriesTimes(times, start),
    recurrence: columnOf({ start, recurrence: { ...parsed, excluded } }, times.all_day === 1),
  };
}

/**
 * Refuses more dates than a series may have: until its end, or, without one, until the horizon. Otherwise the last ones
 * would never take place, and of a rule that began long ago all that are to come.
 */
function assertFits(recurrence: Recurrence, start: Wall, horizon: Wall): void {
  const { count, until } = recurrence.rule ?? {};
  const isEndless = count === undefined && until === undefined;
  const before = isEndless ? horizon : LAST_MOMENT;
  if (expand(recurrence, start, { before, limit: MAX_DATES }).stop !== 'limit') return;
  const value = String(MAX_DATES);
  const part = until === undefined ? 'COUNT' : 'UNTIL';
  const why = isEndless
    ? new Refused('recurrence_begins_too_early', { value, day: horizon.slice(0, 10) })
    : new Refused('recurrence_too_many_dates', { part, value });
  throw new InvalidValue('recurrence', why);
}

const LAST_MOMENT = '9999-12-31 23:59:59';

/** The excluded dates of a sent recurrence. Those that the series had before move with its dates. */
function excludedOf(
  sent: StartedRecurrence,
  current: EventRow | undefined,
  trashed: readonly Wall[],
  horizon: Wall,
): readonly Wall[] {
  const { excluded } = sent.recurrence;
  const known = current && recurrenceOf(current);
  if (!known || excluded.length === 0) return excluded;
  const before = earlierDates(known, horizon);
  const matches = matchDates(before, { rule: sent.recurrence.rule, dates: allDatesOf(sent, horizon) });
  const all = [known.recurrence.excluded, merged(known.recurrence.excluded, trashed)];
  // Who changes the time may send the days that were shown with the new one, as the form does.
  const atStart = (date: Wall): Wall => date.slice(0, 10) + sent.start.slice(10);
  const asSent = [(date: Wall) => date, atStart].find(move =>
    all.some(dates => dates.map(move).join() === excluded.join()),
  );
  // Occurrences in the trash are no excluded dates, wherever they move.
  if (!asSent)
    return excluded.filter(date => !trashed.some(one => one === date || matches.get(one) === date));
  const dates = new Set(before.dates);
  const moving = known.recurrence.excluded.map(date => (dates.has(date) ? date : asSent(date)));
  return moveExceptions(moving, before.dates, matches);
}

/** A series that keeps its recurrence: its dates follow its start. */
function shifted(times: Times, current: EventRow): SeriesPatch {
  const isSame = times.start_date === current.start_date && times.all_day === current.all_day;
  if (isSame) return { times };
  const moved = shiftTo(recurrenceOf(current)!, times.start_date);
  if (!moved) throw new InvalidValue('start_date', new Refused('expected_shift'));
  return { times, recurrence: columnOf(moved, times.all_day === 1) };
}

/** An event on exactly these dates. */
async function explicit(
  dates: readonly DateInput[],
  input: SeriesInput,
  current: EventRow | undefined,
  context: InputContext,
): Promise<SeriesPatch> {
  const pacer = new Pacer();
  const all: Times[] = [];
  for (const { start_date, end_date } of dates) {
    if (pacer.isDue()) await pacer.pause();
    all.push(timesOrRefusal({ ...input, start_date, end_date }, current, context, 'dates'));
  }
  all.sort((one, other) => (one.start_date < other.start_date ? -1 : 1));
  const [first] = all;
  const lasts = (times: Times) => secondsBetween(times.start_date, times.end_date);
  const listed = all.map(times => ({
    start: times.start_date,
    ...(lasts(times) !== lasts(first!) && { end: times.end_date }),
  }));
  const unique = [...new Map(listed.map(date => [date.start, date])).values()];
  const recurrence = { rule: undefined, dates: unique, excluded: [] };
  return {
    times: first!,
    recurrence: columnOf({ start: first!.start_date, recurrence }, first!.all_day === 1),
  };
}

/**
 * What a write of one occurrence says of its whole series: the series moves as far as the occurrence, and becomes as
 * much longer.
 */
export function throughOccurrence(
  input: SeriesInput,
  occurrence: EventRow,
  series: EventRow,
  context: InputContext,
): SeriesInput {
  const { start_date: _, end_date: __, ...others } = input;
  const times = readTimes(input, occurrence, context);
  const moved = secondsBetween(occurrence.start_date, times.start_date);
  const movedEnd = secondsBetween(occurrence.end_date, times.end_date);
  if (moved === 0 && movedEnd === 0) return others;
  const start_date = addSeconds(series.start_date, moved);
  const end_date = addSeconds(series.end_date, movedEnd);
  if (!start_date || !end_date) throw new InvalidValue('start_date', new Refused('expected_date'));
  return { ...others, start_date, end_date };
}
