import { type Times, timesOf } from '../../events/times.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { endOfDay, isDay, startOfDay } from '../../lib/time/dates.ts';
import { isUtc, parseZone, toEpoch, toWall } from '../../lib/time/zones.ts';
import { because, type Reason } from '../reason.ts';
import { flagOf, textOf } from './values.ts';

/**
 * When an event of another site takes place. Given instants in UTC are authoritative, and the wall time follows from
 * them and the zone. All-day events keep their dates on the wall, whatever the instants are.
 * @param siteZone the zone of the site, for events that name none
 * @param inPlaceOfUtc the zone of this site for events in UTC, if nobody has chosen that
 */
export function readTimes(
  record: JsonObject,
  siteZone: string,
  inPlaceOfUtc?: string,
): { times: Times; notes: Reason[] } | { refused: Reason } {
  const notes: Reason[] = [];
  const written: ReadTimes = {
    start: { wall: wallOf(record.start_date), utc: instantOf(record.utc_start_date) },
    end: { wall: wallOf(record.end_date), utc: instantOf(record.utc_end_date) },
  };
  const timezone = zoneOf(textOf(record.timezone).trim(), written, siteZone, notes);
  const zone = parseZone(timezone)!;
  const allDay = flagOf(record.all_day);
  const start = momentOf(written.start, zone, allDay && startOfDay);
  if (!start) return { refused: because('start_no_date') };
  let end = momentOf(written.end, zone, allDay && endOfDay);
  if (!end || end.epoch < start.epoch) {
    notes.push(end ? because('end_moved') : because('end_no_date'));
    end = momentOf(written.start, zone, allDay && endOfDay)!;
  }
  if (start.contradicts || end.contradicts) {
    notes.push(because('utc_taken', { start: start.wall, zone: timezone }));
  }
  if (inPlaceOfUtc === undefined || !isUtc(zone))
    return { times: timesOf(start, end, timezone, allDay), notes };
  const moved = (moment: { wall: string; epoch: number }) => inZone(moment, inPlaceOfUtc, allDay);
  return { times: timesOf(moved(start), moved(end), inPlaceOfUtc, allDay), notes };
}

/** The same instant or, of an all-day event, the same date in another zone. */
function inZone(moment: { wall: string; epoch: number }, timezone: string, allDay: boolean) {
  const zone = parseZone(timezone)!;
  return allDay
    ? { wall: moment.wall, epoch: toEpoch(moment.wall, zone) }
    : { wall: toWall(moment.epoch, zone), epoch: moment.epoch };
}

/** The instant of a member such as `date_utc`, in epoch seconds; undefined if it is missing, as in a draft. */
export const instantOf = (value: unknown): number | undefined => instantIn(value, 'UTC');

/** The instant of a wall time in a zone, in epoch seconds. */
export function instantIn(value: unknown, zone: string): number | undefined {
  const wall = wallOf(value);
  return wall === undefined ? undefined : toEpoch(wall, zone);
}

/** The years that the store accepts, with a day's margin for zones. */
const FIRST_DAY = '1000-01-02';
const LAST_DAY = '9999-12-30';

interface StatedMoment {
  wall: string | undefined;
  utc: number | undefined;
}

type ReadTimes = Record<'start' | 'end', StatedMoment>;

/**
 * A date in the form of the interface, `2031-05-10 18:30:00`; undefined for any other text and for impossible days.
 * Phrases such as `tomorrow` would mean another day in each import.
 */
export function wallOf(value: unknown): string | undefined {
  const [, date, time = '00:00', seconds = ':00'] = WALL.exec(textOf(value).trim()) ?? [];
  if (date === undefined || date < FIRST_DAY || date > LAST_DAY || !isDay(date)) return undefined;
  return `${date} ${time}${seconds}`;
}

const WALL =
  /^([1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[ T]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?Z?)?$/;

function zoneOf(written: string, { start, end }: ReadTimes, siteZone: string, notes: Reason[]): string {
  if (written !== '' && written.length <= 100 && parseZone(written)) return written;
  const pair = [start, end].find(({ wall, utc }) => wall !== undefined && utc !== undefined);
  const taken = pair ? zoneBetween(pair.wall!, pair.utc!, siteZone) : siteZone;
  notes.push(
    written === ''
      ? because('no_zone', { zone: taken })
      : because('other_zone', { name: written, zone: taken }),
  );
  return taken;
}

const QUARTER_HOUR = 900;
const MOST_HOURS = 14;

/** The zone of the site if it explains the difference between wall time and UTC, else a fixed offset. */
function zoneBetween(wall: string, utc: number, siteZone: string): string {
  if (toWall(utc, parseZone(siteZone)!) === wall) return siteZone;
  const offset = toEpoch(wall, 'UTC') - utc;
  if (offset % QUARTER_HOUR !== 0 || Math.abs(offset) > MOST_HOURS * 3600) return 'UTC';
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 3600), (Math.abs(offset) % 3600) / 60];
  return `UTC${offset < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${minutes}`}`;
}

function momentOf({ wall, utc }: StatedMoment, zone: string, wholeDay: false | ((wall: string) => string)) {
  if (wholeDay) {
    const day = wall ?? (utc === undefined ? undefined : toWall(utc, zone));
    if (day === undefined) return undefined;
    return { wall: wholeDay(day), epoch: toEpoch(wholeDay(day), zone), contradicts: false };
  }
  const epoch = utc ?? (wall === undefined ? undefined : toEpoch(wall, zone));
  if (epoch === undefined) return undefined;
  const shown = toWall(epoch, zone);
  // A wall time that the clocks skip is shown as another one, which is no contradiction.
  const contradicts = wall !== undefined && shown !== wall && toEpoch(wall, zone) !== epoch;
  return { wall: shown, epoch, contradicts };
}
