import { parseZone, toEpoch, toWall } from '../lib/time/zones.ts';
import { addSeconds, DAY_SECONDS, isLeapYear, monthLength, readWall, timeOf, wallOf } from './calendar.ts';
import type { PropertyLine } from './lines.ts';
import { RecurrenceProblem } from './problem.ts';
import type { ExplicitDate, Wall } from './rule.ts';

/** The event whose recurrence is read. */
export interface EventTime {
  readonly start: Wall;
  readonly allDay: boolean;
  /** As `parseZone` returns it. */
  readonly zone: string;
}

type NamedProperty = Pick<PropertyLine, 'name' | 'parameters'>;

const DATE = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/i;

/**
 * Whether a time stands for its day where an event lasts all day, whatever clocks it is written on. Programs write a day
 * as its first or its last second in UTC, although a day has no zone. Another time is an instant: Google writes midnight
 * of Madrid as `T230000Z` of the day before.
 */
export const meansDay = (wall: Wall): boolean => wall.endsWith(' 00:00:00') || wall.endsWith(' 23:59:59');

/**
 * A `DATE` or `DATE-TIME` value as wall time in the event's zone, which a DATE and an all-day event give the time of day
 * of the start. The start of an occurrence that the clocks skip is found again: its instant is shown as a later time.
 */
export function readDateValue(value: string, named: NamedProperty, event: EventTime): Wall {
  const local = readLocal(value, named, event);
  return event.allDay ? atTime(local, readWall(event.start).second) : local;
}

/** The same, of which an all-day event keeps the time of day as well. */
function readLocal(value: string, { name, parameters }: NamedProperty, event: EventTime): Wall {
  const { wall, isUtc, isDate } = written(value, name);
  const { second } = readWall(event.start);
  if (isDate) return atTime(wall, second);
  const zone = isUtc ? 'UTC' : (zoneOf(name, parameters.get('TZID')) ?? event.zone);
  // Most values, and all that are stored.
  if (zone === event.zone || (event.allDay && meansDay(wall))) return wall;
  const local = startAt(toEpoch(wall, zone), second, event.zone);
  if (!/^[1-9]\d{3}-/.test(local)) throw new RecurrenceProblem(name, 'value', value);
  return local;
}

/** The last moment that `UNTIL` allows: with a date alone, and for an all-day event, that whole day. */
export function readUntil(value: string, event: EventTime): Wall {
  const { wall, isUtc, isDate } = written(value, 'UNTIL');
  const isHere = !isUtc || (event.allDay && meansDay(wall));
  const local = isHere ? wall : toWall(toEpoch(wall, 'UTC'), event.zone);
  if (!/^[1-9]\d{3}-/.test(local)) throw new RecurrenceProblem('UNTIL', 'value', value);
  return isDate || event.allDay ? atTime(local, DAY_SECONDS - 1) : local;
}

/** Whether the value is a date without a time. */
export const isDateAlone = (value: string): boolean => /^\d{8}$/.test(value);

/** A `PERIOD`: a start, and an end or a duration. */
export function readPeriod(value: string, line: NamedProperty, event: EventTime): ExplicitDate {
  const [from = '', to = '', ...more] = value.split('/');
  if (more.length > 0) throw new RecurrenceProblem(line.name, 'value', value);
  // What lasts is counted from the time that was written.
  const first = readLocal(from, line, event);
  const duration = durationOf(to);
  const end = duration === undefined ? readLocal(to, line, event) : addSeconds(first, duration);
  if (end === undefined || end < first) throw new RecurrenceProblem(line.name, 'period', value);
  if (!event.allDay) return { start: first, end };
  const start = atTime(first, readWall(event.start).second);
  // An all-day event ends with the last second of its last day.
  return { start, end: atTime(end > first ? addSeconds(end, -1)! : end, DAY_SECONDS - 1) };
}

function written(value: string, part: string) {
  const [, year, month, monthDay, hour = '00', minute = '00', second = '00', utc] = DATE.exec(value) ?? [];
  const length = monthLength(Number(month), isLeapYear(Number(year)));
  const isDay = year !== undefined && year >= '1000' && Number(monthDay) >= 1 && Number(monthDay) <= length;
  const isTime = hour < '24' && minute < '60' && second <= '60';
  if (!isDay || !isTime) throw new RecurrenceProblem(part, 'value', value);
  // A leap second belongs to the minute before.
  const wall = `${year}-${month}-${monthDay} ${hour}:${minute}:${second === '60' ? '59' : second}`;
  return { wall, isUtc: utc !== undefined, isDate: isDateAlone(value) };
}

function zoneOf(part: string, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const zone = parseZone(name);
  if (zone === undefined) throw new RecurrenceProblem(part, 'zone', name);
  return zone;
}

/** The wall time of an instant: the event's usual time if that is the instant, as where the clocks skip it. */
function startAt(epoch: number, second: number, zone: string): Wall {
  const wall = toWall(epoch, zone);
  const time = timeOf(second);
  if (wall.endsWith(time)) return wall;
  const { day } = readWall(wall);
  // The clocks may have skipped it before midnight.
  const usual = wallOf(wall.slice(11) > time ? day : day - 1, second);
  return toEpoch(usual, zone) === epoch ? usual : wall;
}

const DURATION = /^\+?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i;

/** Seconds; undefined if it is not a duration. */
function durationOf(value: string): number | undefined {
  const parts = DURATION.exec(value)?.slice(1);
  if (!parts?.some(part => part !== undefined)) return undefined;
  const [weeks, days, hours, minutes, seconds] = parts.map(part => Number(part ?? 0));
  return ((weeks! * 7 + days!) * 24 + hours!) * 3600 + minutes! * 60 + seconds!;
}

const atTime = (wall: Wall, second: number): Wall => wallOf(readWall(wall).day, second);
