import { addSeconds, DAY_SECONDS, movedBy, readWall, secondsBetween } from '../../recurrence/calendar.ts';
import { expand } from '../../recurrence/expand.ts';
import { MAX_DATES, type Wall } from '../../recurrence/rule.ts';
import { shiftRecurrence } from '../../recurrence/shift.ts';
import { type StartedRecurrence, splitRecurrence } from '../../recurrence/split.ts';
import type { SeriesException } from './exceptions.ts';
import { inZone } from './moments.ts';
import { basic, horizonAt } from './rule.ts';
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
  const exceptions = later.map(one => moved(one, seconds));
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
    return typeof started === 'string' ? undefined : { started, start, seconds: 0 };
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
  event.notes.push(
    `from ${start.slice(0, 10)} on it moves by days (${days}), which its rule cannot say: it has ${all.length} dates`,
  );
  return { rule: undefined, dates: all.map((start: Wall) => ({ start })), excluded: [] };
}

const moved = (exception: SeriesException, seconds: number): SeriesException => ({
  ...exception,
  date: movedBy(exception.date, seconds),
});
