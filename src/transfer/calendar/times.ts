import type { JsonObject } from '../../lib/objects.ts';
import { toWall } from '../../lib/time/zones.ts';
import {
  after,
  afterOnClocks,
  besideStart,
  type CalendarMoment,
  dayAfter,
  dayOf,
  epochOf,
  inZone,
  type MomentContext,
  readDuration,
  readMoment,
} from './moments.ts';
import { one, type Properties, repeats, valueIn } from './properties.ts';

/** When an event takes place. */
export interface EventTimes {
  start: CalendarMoment;
  /** In the zone of the start. The last moment of a timed event, the last day of one that lasts whole days. */
  end: CalendarMoment;
  isAllDay: boolean;
}

/** The times of an event; undefined if it has no start that is a date. */
export function readEventTimes(properties: Properties, context: MomentContext): EventTimes | undefined {
  const start = momentOf(properties, 'DTSTART', context);
  if (!start) return undefined;
  const end = endOf(properties, start, besideStart(context, start, one(properties, 'DTSTART')));
  if (start.isDate) return wholeDays(start, end);
  const isMarked = /^true$/i.test(valueIn(properties, 'X-MICROSOFT-CDO-ALLDAYEVENT'));
  const marked = isMarked && end ? datesOf([start, end], context.zones.site) : undefined;
  if (marked) return wholeDays(...marked);
  return { start, end: end ? inZone(end, start.zone) : start, isAllDay: false };
}

/** Midnights as dates: on the clocks of the calendar or, if not there, as they were written, whatever clocks those are on. */
function datesOf(
  [start, end]: readonly [CalendarMoment, CalendarMoment],
  site: string,
): [CalendarMoment, CalendarMoment] | undefined {
  const shown = [start.wall, end.wall] as const;
  const written = [start.written ?? start.wall, end.written ?? end.wall] as const;
  const found = [shown, written].find(walls => walls.every(wall => wall.endsWith(' 00:00:00')));
  const asDate = (wall: string): CalendarMoment => ({ wall, zone: site, isDate: true, isUtc: false });
  return found && [asDate(found[0]), asDate(found[1])];
}

export function momentOf(
  properties: Properties,
  name: string,
  context: MomentContext,
): CalendarMoment | undefined {
  const property = one(properties, name);
  return property && readMoment(property.values[0] ?? '', property, context);
}

function endOf(
  properties: Properties,
  start: CalendarMoment,
  context: MomentContext,
): CalendarMoment | undefined {
  const end = momentOf(properties, 'DTEND', context);
  // A date ends a timed event where that day begins, but not before the event.
  if (end?.isDate && !start.isDate) return end.wall > start.wall ? { ...end, isDate: false } : start;
  if (end) return end;
  const duration = readDuration(valueIn(properties, 'DURATION'));
  // Each occurrence lasts as long, also if the clocks change during the first one.
  const isOnItsClocks = repeats(properties) && !start.isDate && start.epoch === undefined;
  return duration && (isOnItsClocks ? afterOnClocks(start, duration) : after(start, duration));
}

/** Days from the first to the last. The end of a calendar is the day after. */
function wholeDays(start: CalendarMoment, end: CalendarMoment | undefined): EventTimes {
  if (!end) return { start, end: start, isAllDay: true };
  const { wall, written = wall } = end;
  const isExclusive = end.isDate || [wall, written].some(shown => shown.endsWith(' 00:00:00'));
  const last = isExclusive ? dayAfter(dayOf(end), -1) : dayOf(end);
  const day = last < start.wall.slice(0, 10) ? start.wall.slice(0, 10) : last;
  return { start, end: { ...start, wall: `${day} 00:00:00` }, isAllDay: true };
}

/** The times as members of a record of the interface. */
export function timeMembers({ start, end, isAllDay }: EventTimes): JsonObject {
  const utc = (moment: CalendarMoment) =>
    isAllDay || moment.epoch === undefined ? undefined : toWall(epochOf(moment), 'UTC');
  return {
    ...{ all_day: isAllDay, timezone: start.zone },
    ...{ start_date: start.wall, end_date: end.wall },
    ...{ utc_start_date: utc(start), utc_end_date: utc(end) },
  };
}
