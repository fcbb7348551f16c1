import { because, type Reason } from '../../intake/reason.ts';
import { parseZone, toEpoch, toWall } from '../../lib/time/zones.ts';
import { meansDay } from '../../recurrence/date-values.ts';
import { expand } from '../../recurrence/expand.ts';
import { byStart, type ExplicitDate, MAX_DATES, type Wall } from '../../recurrence/rule.ts';
import { type StartedRecurrence, splitRecurrence } from '../../recurrence/split.ts';
import {
  after,
  besideStart,
  type CalendarMoment,
  dayOf,
  epochOf,
  inZone,
  type MomentContext,
  readDuration,
  readMoment,
} from './moments.ts';
import { one, type Properties } from './properties.ts';
import type { EventTimes } from './times.ts';

/** An event that repeats, while its dates are read. */
export interface RepeatingEvent {
  /** Its start, on the clocks on which it repeats. */
  readonly start: CalendarMoment;
  /** Its times as they were written. */
  readonly times: EventTimes;
  readonly properties: Properties;
  readonly info: MomentContext;
  /** Epoch seconds. */
  readonly now: number;
  /** Remarks for the report. */
  readonly notes: Reason[];
}

/** The zone of its clocks, as the engine of recurrences wants it. */
export const zoneOf = ({ start, info }: Pick<RepeatingEvent, 'start' | 'info'>): string =>
  parseZone(start.isDate ? info.zone : start.zone) ?? 'UTC';

/** A zone that only the file describes, whose clocks cannot be followed. */
export const hasForeignZone = ({ start }: RepeatingEvent): boolean =>
  start.epoch !== undefined && !start.isUtc;

/** How its dates are read: those without a zone are on its own clock. */
export const clockOf = ({ properties, times, info }: RepeatingEvent): MomentContext =>
  besideStart(info, times.start, one(properties, 'DTSTART'));

/** The moments of a property with a list of them, on the clocks of the event. */
export const wallsIn = (event: RepeatingEvent, name: string): Wall[] =>
  (event.properties.get(name) ?? []).flatMap(property =>
    property.values.flatMap(value => {
      const moment = readMoment(value.split('/')[0]!, property, clockOf(event));
      return moment ? wallIn(event, moment) : [];
    }),
  );

/** A moment as the event counts its occurrences: a date stands for the occurrence of that day. */
export function wallIn(event: RepeatingEvent, moment: CalendarMoment): Wall {
  const { start } = event;
  const time = start.wall.slice(11);
  if (start.isDate) return `${dayOf(moment)} 00:00:00`;
  if (moment.isDate) return `${moment.wall.slice(0, 10)} ${time}`;
  const { wall } = inZone(moment, start.zone);
  // A start that the clocks skip is identified by the instant to which it moves.
  const usual = `${wall.slice(0, 10)} ${time}`;
  return wall !== usual && toEpoch(usual, start.zone) === epochOf(moment) ? usual : wall;
}

/** The further dates of an event, with the ends of those that last a time of their own. */
export function furtherDates(event: RepeatingEvent): ExplicitDate[] {
  const dates = new Map<Wall, ExplicitDate>();
  for (const property of event.properties.get('RDATE') ?? [])
    for (const value of property.values) {
      const [from = '', to = ''] = value.split('/');
      const begin = readMoment(from, property, clockOf(event));
      if (!begin) continue;
      const start = wallIn(event, begin);
      const end = endOf(event, begin, to, property);
      if (end !== undefined || !dates.has(start)) dates.set(start, { start, ...(end && { end }) });
    }
  return [...dates.values()].sort(byStart);
}

function endOf(
  event: RepeatingEvent,
  begin: CalendarMoment,
  sent: string,
  property: Parameters<typeof readMoment>[1],
): Wall | undefined {
  const { start } = event;
  const from = start.isDate ? onNoClocks(begin) : begin;
  const duration = readDuration(sent);
  const read = duration ? after(from, duration) : readMoment(sent, property, clockOf(event));
  const end = read && start.isDate && !duration ? onNoClocks(read) : read;
  if (!end || epochOf(end) < epochOf(from)) return undefined;
  if (!start.isDate) return inZone(end, start.zone).wall;
  // An event of whole days ends with the last second of its last day.
  const [first, last] = [epochOf(from), epochOf(end)];
  return `${toWall(last > first ? last - 1 : last, 'UTC').slice(0, 10)} 23:59:59`;
}

/** A time as whole days are counted, which have no zone. */
const onNoClocks = ({ wall, written = wall, isDate }: CalendarMoment): CalendarMoment => ({
  ...{ wall: meansDay(written) ? written : wall, zone: 'UTC' },
  ...{ isDate, isUtc: false },
});

/** Whether the event is called off. */
export const isCancelled = (properties: Properties): boolean =>
  /^CANCELL?ED$/i.test(one(properties, 'STATUS')?.values.join('').trim() ?? '');

/** Dates of a rule that are looked at: all days since the year 1000. */
const MAX_LOOKED_AT = 400_000;

/** When a series takes place, within what may be stored. */
export interface LimitedSeries extends StartedRecurrence {
  /** Its dates before this one were left out. */
  readonly from?: Wall;
}

/**
 * A series without its oldest dates, if it has more than may be stored: those to come count more. It loses a few more
 * than it must, so that it stays the same for the rest of the year.
 * @returns undefined if it has no dates
 */
export function laterPart(
  started: StartedRecurrence,
  { now, notes }: Pick<RepeatingEvent, 'now' | 'notes'>,
): LimitedSeries | undefined {
  const { recurrence, start } = started;
  const before = `${Number(toWall(now, 'UTC').slice(0, 4)) + 6}-01-01 00:00:00`;
  const { dates } = expand(recurrence, start, { before, limit: MAX_LOOKED_AT });
  if (dates.length === 0)
    return expand(recurrence, start, { before: LAST, limit: 1 }).dates.length > 0 ? started : undefined;
  if (dates.length <= MAX_DATES) return started;
  const starts = dates.map(({ recurrenceId: start }) => ({ start }));
  const first = latest(starts, now)[0]!.start;
  const { right } = splitRecurrence(recurrence, start, first);
  notes.push(because('dates_before', { date: first.slice(0, 10), count: MAX_DATES }));
  return right && { ...right, from: first };
}

export const LAST = '9999-12-31 00:00:00';

/** As many dates as a series may have: those to come and, if there is room, the last ones before. */
export function latest(all: readonly ExplicitDate[], now: number): ExplicitDate[] {
  // The same for a whole month, so that an import that is repeated writes nothing.
  const today = `${toWall(now, 'UTC').slice(0, 7)}-01 00:00:00`;
  const past = all.filter(({ start }) => start < today);
  const room = Math.max(0, MAX_DATES - (all.length - past.length));
  return [...(room === 0 ? [] : past.slice(-room)), ...all.slice(past.length)].slice(0, MAX_DATES);
}
