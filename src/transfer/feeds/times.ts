import type { JsonObject } from '../../lib/objects.ts';
import { isDay } from '../../lib/time/dates.ts';
import { toEpoch, toWall } from '../../lib/time/zones.ts';

/** When an event takes place, as members of a record. Instants are those of UTC; other times are on the clocks of this site. */
export interface FeedTimes {
  readonly members: JsonObject;
  /** What identifies its start, however that is written. */
  readonly start: string;
  readonly isWithoutZone: boolean;
}

/**
 * The times of an event; undefined if its start is no date. Dates are whole days, and so are times from midnight to the
 * last minute of a day.
 */
export function eventTimes(from: string, to: string): FeedTimes | undefined {
  const start = momentOf(from);
  if (!start) return undefined;
  const end = endOf(start, momentOf(to));
  const all_day = start.isDate || (start.wall.endsWith(' 00:00:00') && / 23:59:\d\d$/.test(end.wall));
  const membersOf = (edge: string, { wall, utc }: WrittenMoment) =>
    utc === undefined || all_day
      ? { [`${edge}_date`]: all_day ? wall.slice(0, 10) : wall }
      : { [`utc_${edge}_date`]: utc };
  const members = { all_day, ...membersOf('start', start), ...membersOf('end', end) };
  const { wall, utc } = start;
  return { members, start: all_day ? wall : (utc ?? wall), isWithoutZone: !all_day && utc === undefined };
}

/** The wall time at which an event starts in the zone of this site. */
export const startHere = ({ start, members, isWithoutZone }: FeedTimes, zone: string): string =>
  members.all_day || isWithoutZone ? start : toWall(toEpoch(start, 'UTC'), zone);

/** ISO 8601, also in the short form of calendars. */
const MOMENT =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]([01]\d|2[0-3]):?([0-5]\d)(?::?([0-5]\d)(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

type WrittenMoment = NonNullable<ReturnType<typeof momentOf>>;

/** A time as it is written, and in UTC if it has an offset. */
function momentOf(text: string) {
  const [whole, year, month, day, hour, minute = '00', second = '00', zone] = MOMENT.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  if (whole === undefined || !isDay(date)) return undefined;
  const wall = `${date} ${hour ?? '00'}:${minute}:${second}`;
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):?(\d\d)?/.exec(zone ?? '') ?? [];
  const offset = (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1);
  const utc = zone === undefined ? undefined : toWall(toEpoch(wall, 'UTC') - offset, 'UTC');
  return { wall, utc, isDate: hour === undefined };
}

/** A date alone does not say when a timed event ends on its own day; on a later one it lasts until its end. */
function endOf(start: WrittenMoment, end = start): WrittenMoment {
  if (!end.isDate || start.isDate) return end;
  return end.wall > start.wall ? { ...end, wall: `${end.wall.slice(0, 10)} 23:59:59` } : start;
}
