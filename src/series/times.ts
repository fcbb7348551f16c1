import type { EventRow } from '../db/tables.ts';
import { type Times, timesOf } from '../events/times.ts';
import { lastSecondOf } from '../lib/time/dates.ts';
import { parseZone, toEpoch, toWall } from '../lib/time/zones.ts';
import { addSeconds, secondsBetween } from '../recurrence/calendar.ts';
import { occurrenceEnd } from '../recurrence/occurrence-end.ts';
import type { RecurrenceDate, Wall } from '../recurrence/rule.ts';

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

type SeriesTimes = Pick<EventRow, 'start_date' | 'end_date' | 'all_day' | 'timezone'>;

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
