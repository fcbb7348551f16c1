import { LRUCache } from 'lru-cache';
import type { EventRow } from '../db/tables.ts';
import { type Times, timesOf } from '../events/times.ts';
import { lastSecondOf } from '../lib/time/dates.ts';
import { parseZone, toEpoch, toWall } from '../lib/time/zones.ts';
import { addSeconds, occurrenceEnd, secondsBetween } from '../recurrence/calendar.ts';
import { type Expansion, expand, rawDates } from '../recurrence/expand.ts';
import { recurrenceLines } from '../recurrence/lines.ts';
import { parseRecurrence } from '../recurrence/parse.ts';
import { RecurrenceProblem } from '../recurrence/problem.ts';
import { MAX_DATES, type RecurrenceDate, type Wall } from '../recurrence/rule.ts';
import type { StartedRecurrence } from '../recurrence/split.ts';

/** The columns of an event that say when it repeats. */
export type Repeating = Pick<EventRow, 'recurrence' | 'start_date' | 'all_day' | 'timezone'>;

export const isSeries = ({ recurrence }: Pick<EventRow, 'recurrence'>): boolean => recurrence !== '';

/** A write asks several times, before and after the change. */
const known = new LRUCache<string, StartedRecurrence>({ max: 4 });

/** The stored recurrence of an event; undefined if it is not a series. */
export function recurrenceOf(row: Repeating): StartedRecurrence | undefined {
  if (!isSeries(row)) return undefined;
  const name = [row.start_date, row.all_day, row.timezone, row.recurrence].join(' ');
  const found = known.get(name) ?? parsed(row);
  known.set(name, found);
  return found;
}

function parsed(row: Repeating): StartedRecurrence {
  const { start_date: start, all_day } = row;
  // The horizon keeps dates that are stored from being counted again.
  const context = { start, allDay: all_day === 1, zone: zoneOf(row), horizon: start, isStored: true };
  const recurrence = parseRecurrence(row.recurrence, context);
  if (recurrence instanceof RecurrenceProblem) throw recurrence;
  return { start, recurrence };
}

/** The column of a recurrence. Without a rule the start is listed as well, so that a single date is a series, too. */
export function columnOf({ start, recurrence }: StartedRecurrence, allDay: boolean): string {
  const { rule, dates } = recurrence;
  const isListed = rule !== undefined || dates.some(date => date.start === start);
  const all = isListed ? dates : [{ start }, ...dates];
  return recurrenceLines({ ...recurrence, dates: all }, { allDay }).join('\n');
}

/** The dates at which a series takes place. */
export const datesOf = (started: StartedRecurrence, horizon: Wall): readonly RecurrenceDate[] =>
  expansionOf(started, horizon).dates;

/** The dates, and whether the series has more up to the horizon than occurrences are made: `stop` is "limit". */
export const expansionOf = (started: StartedRecurrence, horizon: Wall): Expansion =>
  expand(started.recurrence, started.start, boundsOf(started, horizon));

/** The same with the excluded ones. */
export const allDatesOf = (started: StartedRecurrence, horizon: Wall): Wall[] =>
  rawDates(started.recurrence, started.start, boundsOf(started, horizon)).dates.map(
    ({ recurrenceId }) => recurrenceId,
  );

/** A series that begins beyond the horizon has its first date all the same: nothing that is public vanishes. */
function boundsOf({ start, recurrence }: StartedRecurrence, horizon: Wall) {
  const limit = MAX_DATES + recurrence.excluded.length;
  return { before: start < horizon ? horizon : (addSeconds(start, 1) ?? horizon), limit };
}

/** Months for which the occurrences of a series are made in advance. */
const HORIZON_MONTHS = 60;

/** The zone of an event as `parseZone` returns it; stored events have valid ones. */
export const zoneOf = ({ timezone }: Pick<EventRow, 'timezone'>): string => parseZone(timezone) ?? 'UTC';

/** Occurrences that start before this time are made: to the end of the day in 60 months, in the zone of the series. */
export function horizonOf(series: Pick<EventRow, 'timezone'>, now: number): Wall {
  const today = Temporal.PlainDate.from(toWall(now, zoneOf(series)).slice(0, 10));
  return `${today.add({ months: HORIZON_MONTHS }).add({ days: 1 })} 00:00:00`;
}

/**
 * The horizon of a series that has these dates. It is behind them all, because the clock may have been ahead when they
 * were made, or may be behind now: a date is lost only where the recurrence no longer has it.
 */
export function horizonWith(series: Pick<EventRow, 'timezone'>, now: number, dates: readonly Wall[]): Wall {
  const last = dates.reduce((one, other) => (one > other ? one : other), '');
  const horizon = horizonOf(series, now);
  return last < horizon ? horizon : (addSeconds(last, 1) ?? horizon);
}

/**
 * The times of a series that starts at a date of its rule, and lasts as long as another one. Its start stays the one
 * that the rule says, even where the clocks skip it.
 */
export function seriesTimes(like: SeriesTimes, start: Wall): Times {
  const end = occurrenceEnd({ recurrenceId: start }, { start: like.start_date, end: like.end_date });
  return { ...occurrenceTimes(like, { recurrenceId: start }), start_date: start, end_date: end };
}

export type SeriesTimes = Pick<EventRow, 'start_date' | 'end_date' | 'all_day' | 'timezone'>;

/**
 * The times of an occurrence. A start that the clocks skip moves forward by the gap; the end is as the clock shows it,
 * but never before the start.
 */
export function occurrenceTimes(series: SeriesTimes, date: RecurrenceDate): Times {
  const { start_date: start, end_date: end, timezone, all_day } = series;
  const zone = zoneOf(series);
  const allDay = all_day === 1;
  const startAt = toEpoch(date.recurrenceId, zone);
  // An all-day event starts at midnight even where the clocks skip it.
  const startWall = allDay ? date.recurrenceId : toWall(startAt, zone);
  const endWall = occurrenceEnd(date, { start, end });
  const shown = allDay ? lastSecondOf(endWall, zone) : toEpoch(endWall, zone);
  const endAt = shown < startAt ? startAt + secondsBetween(date.recurrenceId, endWall) : shown;
  const first = { wall: startWall, epoch: startAt };
  return timesOf(first, { wall: allDay ? endWall : toWall(endAt, zone), epoch: endAt }, timezone, allDay);
}
