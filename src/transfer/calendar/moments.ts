import { toEpoch, toWall } from '../../lib/time/zones.ts';
import { meansDay } from '../../recurrence/date-values.ts';
import type { Property } from './properties.ts';
import type { FileZones } from './zones/file-zones.ts';
import { offsetSeconds } from './zones/observances.ts';

/** A date or a time of a calendar, in a zone. */
export interface CalendarMoment {
  /** `YYYY-MM-DD HH:MM:SS` on the clocks of the zone. */
  wall: string;
  zone: string;
  isDate: boolean;
  /** The time was written in UTC; the zone is the calendar's. */
  isUtc: boolean;
  /** The wall time as it was written, if that was with an offset or in UTC. */
  written?: string;
  /** Epoch seconds, if the wall time and the zone do not tell them. */
  epoch?: number | undefined;
}

export interface MomentContext {
  zones: FileZones;
  /** The zone of the calendar. */
  zone: string;
  /** The same as the calendar names it; '' if it names none. */
  saidZone: string;
  /** Where times are that say no zone, if not in that of the calendar: beside a start they are on its clock. */
  clock?: { tzid: string | undefined; zone: string } | undefined;
}

/** How the other times of an event are read. Times without a zone are those of its clock, as its start shows it. */
export const besideStart = <Context extends MomentContext>(
  context: Context,
  start: CalendarMoment,
  property: Pick<Property, 'params'> | undefined,
): Context => ({
  ...context,
  clock: { tzid: property?.params.tzid ?? context.clock?.tzid, zone: start.isUtc ? 'UTC' : start.zone },
});

/** The forms of dates: `20310510`, `20310510T183000`, with `Z` or an offset, also with the separators of ISO 8601. */
const FORM =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Reads a value of a property; undefined if it is no date. */
export function readMoment(
  value: string,
  { params, type }: Pick<Property, 'params' | 'type'>,
  { zones, zone, saidZone, clock }: MomentContext,
): CalendarMoment | undefined {
  const [, year, month, day, hour, minute, second = '00', offset] = FORM.exec(value.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  if (year === undefined || !isDate(date)) return undefined;
  if (hour === undefined || type === 'date')
    return { wall: `${date} 00:00:00`, zone: zones.site, isDate: true, isUtc: false };
  const wall = wallOf(date, Number(hour), Number(minute), Number(second));
  if (wall === undefined) return undefined;
  const id = params.tzid ?? clock?.tzid;
  if (offset || zones.isUnchosenUtc(id ?? saidZone)) return inUtc(wall, offset ?? 'Z', zone);
  const own = clock?.zone ?? zone;
  const place = id === undefined ? { zone: own } : zones.locate(wall, id, own);
  return { wall, isDate: false, isUtc: false, ...place };
}

/** The years that the store accepts, with a margin. */
const isDate = (date: string): boolean =>
  date >= '1000-01-03' &&
  date <= '9999-12-29' &&
  new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) === date;

/** Midnight is also written as 24:00 of the day before, and some seconds are leap seconds. */
function wallOf(date: string, hour: number, minute: number, second: number): string | undefined {
  if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second > 0)) return undefined;
  const epoch = toEpoch(`${date} 00:00:00`, 'UTC') + hour * 3600 + minute * 60 + Math.min(second, 59);
  return toWall(epoch, 'UTC');
}

function inUtc(wall: string, offset: string, zone: string): CalendarMoment {
  const epoch = toEpoch(wall, 'UTC') - (offsetSeconds(offset) ?? 0);
  return { wall: toWall(epoch, zone), zone, isDate: false, isUtc: true, written: wall, epoch };
}

/** The day that a moment means where an event lasts all day: RFC 5545 gives such an event days alone. */
export const dayOf = ({ wall, written = wall }: CalendarMoment): string =>
  (meansDay(written) ? written : wall).slice(0, 10);

export const epochOf = ({ wall, zone, epoch }: CalendarMoment): number => epoch ?? toEpoch(wall, zone);

/** The same instant on the clocks of another zone. Dates are the same everywhere. */
export function inZone(moment: CalendarMoment, zone: string): CalendarMoment {
  if (moment.isDate || moment.zone === zone) return { ...moment, zone };
  const epoch = epochOf(moment);
  return { ...moment, wall: toWall(epoch, zone), zone, epoch };
}

/** A duration: days that are as long as the clocks make them, and seconds. */
export interface Duration {
  days: number;
  seconds: number;
}

/** `P1D`, `PT1H30M`; undefined for anything else and for durations below 0. */
export function readDuration(value: string): Duration | undefined {
  const [whole, weeks, days, hours, minutes, seconds] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T?(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/i.exec(
      value.trim(),
    ) ?? [];
  if (whole === undefined || whole.replace(/\+/, '').length < 3) return undefined;
  const number = (digits = '0') => Number(digits);
  return {
    days: number(weeks) * 7 + number(days),
    seconds: number(hours) * 3600 + number(minutes) * 60 + number(seconds),
  };
}

/** The moment after a duration; undefined beyond the years that the store accepts. */
export function after(moment: CalendarMoment, { days, seconds }: Duration): CalendarMoment | undefined {
  const local = toEpoch(moment.wall, 'UTC') + days * 86_400;
  if (local + seconds > LAST) return undefined;
  if (moment.isDate) return { ...moment, wall: toWall(local + Math.ceil(seconds / 86_400) * 86_400, 'UTC') };
  // The clocks may change within the duration.
  const begun = days === 0 ? epochOf(moment) : toEpoch(toWall(local, 'UTC'), moment.zone);
  const epoch = begun + seconds;
  return { ...moment, wall: toWall(epoch, moment.zone), epoch };
}

/** The moment when the clocks have gone on by a duration, whether they change within it or not. */
export function afterOnClocks(
  moment: CalendarMoment,
  { days, seconds }: Duration,
): CalendarMoment | undefined {
  const local = toEpoch(moment.wall, 'UTC') + days * 86_400 + seconds;
  return local > LAST ? undefined : { ...moment, wall: toWall(local, 'UTC') };
}

const LAST = Date.UTC(9999, 11, 29) / 1000;

export const dayAfter = (date: string, days: number): string =>
  String(Temporal.PlainDate.from(date.slice(0, 10)).add({ days }));
