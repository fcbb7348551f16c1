import { hashOf } from '../../intake/identity.ts';
import { because } from '../../intake/reason.ts';
import { addSeconds, DAY_SECONDS, movedBy, readWall, secondsBetween } from '../../recurrence/calendar.ts';
import { expand, rawDates } from '../../recurrence/expand.ts';
import { basic } from '../../recurrence/lines.ts';
import { byStart, MAX_DATES, type Wall } from '../../recurrence/rule.ts';
import { shiftRecurrence } from '../../recurrence/shift.ts';
import { type StartedRecurrence, splitRecurrence } from '../../recurrence/split.ts';
import { horizonOf } from '../../series/recurrence.ts';
import type { ReadCalendarEvent } from './event.ts';
import type { SeriesException } from './exceptions.ts';
import { inZone } from './moments.ts';
import { horizonAt } from './rule.ts';
import type { LimitedSeries, RepeatingEvent } from './series-dates.ts';
import { recurrenceIn } from './series-rule.ts';

/** A series, or the part of one from a date on at which its calendar changes it. */
export interface SeriesPart {
  /** Its identity within its calendar. */
  key: string;
  /** The event that all its dates show, beside the exceptions. */
  event: RepeatingEvent;
  started: LimitedSeries;
  exceptions: SeriesException[];
  /** What says what the event is: the series, or the exception with which the part begins. */
  begins: SeriesException | undefined;
  /** How many dates it has, about. */
  size?: number;
  /** The part that it was split from, and the date there. */
  splits?: { series: string; date: Wall };
}

/** A series in parts, in their order: each exception that changes all that follow begins one. */
export function partsOf(whole: SeriesPart): SeriesPart[] {
  const at = whole.exceptions.find(({ range }) => range === 'following');
  if (!at) return [whole];
  const { left, right } = splitRecurrence(whole.started.recurrence, whole.started.start, at.date);
  const [earlier, later] = [
    whole.exceptions.filter(one => one !== at && one.date < at.date),
    whole.exceptions.filter(one => one !== at && one.date >= at.date),
  ];
  const changed = right && changedPart(whole, right, at);
  if (!changed) return partsOf({ ...whole, exceptions: [...earlier, { ...at, range: 'this' }, ...later] });
  const { started, start, seconds } = changed;
  const event = { ...whole.event, properties: at.properties, times: at.read.times, start };
  const exceptions = later.map(one => ({ ...one, date: movedBy(one.date, seconds) }));
  if (!left) return partsOf({ ...whole, event, started, exceptions, begins: at });
  const key = `${whole.key} ${basic(at.date)}+`;
  const splits = { series: whole.key, date: at.date };
  return [
    { ...whole, started: { ...whole.started, ...left }, exceptions: earlier },
    ...partsOf({ key, event, started, exceptions, begins: at, splits }),
  ];
}

/** The dates of a part at the times to which its first exception moves them; undefined if there are none. */
function changedPart({ event }: SeriesPart, right: StartedRecurrence, at: SeriesException) {
  const start = { ...inZone(at.read.times.start, event.start.zone), isDate: at.read.times.isAllDay };
  if (at.repeats) {
    const started = recurrenceIn({ ...event, start, times: at.read.times, properties: at.properties });
    return 'code' in started ? undefined : { started, start, seconds: 0 };
  }
  const seconds = secondsBetween(at.date, start.wall);
  const first = addSeconds(right.start, seconds);
  if (first === undefined) return undefined;
  const { day, second } = readWall(at.date);
  const to = readWall(start.wall);
  const shift = { days: to.day - day, seconds: to.second - second };
  const recurrence = shiftRecurrence(right.recurrence, shift, right.start) ?? listed(event, right, seconds);
  return {
    started: { start: first, recurrence },
    start: { ...start, wall: first, epoch: undefined },
    seconds,
  };
}

/** The dates of a rule that cannot say that all of them move. */
function listed(event: RepeatingEvent, { recurrence, start }: StartedRecurrence, seconds: number) {
  const { dates } = expand(recurrence, start, { before: horizonAt(event.now), limit: MAX_DATES });
  const all = dates.flatMap(({ recurrenceId }) => addSeconds(recurrenceId, seconds) ?? []);
  const days = Math.round(seconds / DAY_SECONDS);
  event.notes.push(because('moves_by_days', { date: start.slice(0, 10), days, count: all.length }));
  return { rule: undefined, dates: all.map((start: Wall) => ({ start })), excluded: [] };
}

/**
 * A series whose exceptions all have their dates: one that the rule does not give, or that is excluded although it takes
 * place, becomes a further date. What cannot be told now is left out and reported.
 * @param master the series, if Almanac wrote the calendar
 */
export function placed(part: SeriesPart, master: ReadCalendarEvent | undefined): SeriesPart {
  const { event, started } = part;
  const horizon = horizonOf({ timezone: event.start.zone }, event.now);
  const bounds = { before: horizon, limit: MAX_DATES };
  const known = new Set(
    rawDates(started.recurrence, started.start, bounds).dates.map(({ recurrenceId }) => recurrenceId),
  );
  const excluded = new Set(started.recurrence.excluded);
  const exceptions = part.exceptions.filter(({ date, isCancelled }) => {
    if (isCancelled && (excluded.has(date) || !known.has(date))) return false;
    if (date < horizon) return started.from === undefined || date >= started.from;
    event.notes.push(because('exception_far', { date: date.slice(0, 10) }));
    return false;
  });
  const further = exceptions.flatMap(({ date }) => (known.has(date) ? [] : { start: date }));
  for (const { date } of exceptions) excluded.delete(date);
  const dates = [...started.recurrence.dates, ...further].sort(byStart);
  const recurrence = { ...started.recurrence, dates, excluded: [...excluded].sort() };
  return withPeriods({ ...part, size: known.size, exceptions, started: { ...started, recurrence } }, master);
}

/** Calendars of Almanac describe a further date with an end of its own as an exception. */
function withPeriods(part: SeriesPart, master: ReadCalendarEvent | undefined): SeriesPart {
  if (!master || part.event.start.isDate) return part;
  const { recurrence } = part.started;
  const listed = new Set(recurrence.dates.map(({ start }) => start));
  const { zone } = part.event.start;
  const ends = new Map(
    part.exceptions
      .filter(exception => listed.has(exception.date) && onlyEndsElsewhere(exception, master, zone))
      .map(({ date, read }) => [date, inZone(read.times.end, zone).wall]),
  );
  const dates = recurrence.dates.map(({ start, ...own }) => ({ start, ...own, ...endOf(ends.get(start)) }));
  const exceptions = part.exceptions.filter(({ date }) => !ends.has(date));
  return { ...part, exceptions, started: { ...part.started, recurrence: { ...recurrence, dates } } };
}

const endOf = (end: string | undefined) => (end === undefined ? {} : { end });

function onlyEndsElsewhere(
  { date, read }: SeriesException,
  master: ReadCalendarEvent,
  zone: string,
): boolean {
  const [from, to, usualFrom, usualTo] = [read, master].flatMap(({ times }) =>
    [times.start, times.end].map(moment => inZone(moment, zone).wall),
  );
  const isUsual = secondsBetween(from!, to!) === secondsBetween(usualFrom!, usualTo!);
  return from === date && !isUsual && textsOf(read) === textsOf(master);
}

/** What an event says beside its times. */
function textsOf({ record }: ReadCalendarEvent): string {
  const { start_date, end_date, utc_start_date, utc_end_date, modified_utc, almanac, ...others } = record;
  return hashOf(others);
}
