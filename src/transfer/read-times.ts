import { type Times, timesOf } from '../events/times.ts';
import { endOfDay, startOfDay } from '../lib/time/dates.ts';
import { parseZone, toEpoch, toWall } from '../lib/time/zones.ts';
import { flagOf, type JsonObject, textOf } from './json.ts';

/**
 * When an event of another site takes place. The instants in UTC are the truth where they are told: the wall
 * time follows from them and the zone. Days that are whole are the days on the wall, whatever the instants.
 * @param siteZone the zone as it is written that holds where the event names none
 */
export function readTimes(
  record: JsonObject,
  siteZone: string,
): { times: Times; notes: string[] } | { refused: string } {
  const notes: string[] = [];
  const told: ReadTimes = {
    start: { wall: wallOf(record.start_date), utc: instantOf(record.utc_start_date) },
    end: { wall: wallOf(record.end_date), utc: instantOf(record.utc_end_date) },
  };
  const timezone = zoneOf(textOf(record.timezone).trim(), told, siteZone, notes);
  const zone = parseZone(timezone)!;
  const allDay = flagOf(record.all_day);
  const start = momentOf(told.start, zone, allDay && startOfDay);
  if (!start) return { refused: 'its start is no date' };
  let end = momentOf(told.end, zone, allDay && endOfDay);
  if (!end || end.epoch < start.epoch) {
    notes.push(end ? 'it ended before it started: it now ends as it starts' : 'its end is not a date');
    end = momentOf(told.start, zone, allDay && endOfDay)!;
  }
  if (start.contradicts || end.contradicts) {
    notes.push(
      `its local times contradict its UTC times; the UTC times were taken: ${start.wall} in ${timezone}`,
    );
  }
  return { times: timesOf(start, end, timezone, allDay), notes };
}

/** The instant of a member such as `date_utc`, epoch seconds; undefined for none, as of a draft. */
export const instantOf = (value: unknown): number | undefined => instantIn(value, 'UTC');

/** The instant of a wall time in a zone, epoch seconds. */
export function instantIn(value: unknown, zone: string): number | undefined {
  const wall = wallOf(value);
  return wall === undefined ? undefined : toEpoch(wall, zone);
}

/** The years that the store knows, with a day to spare for the zones. */
const FIRST_DAY = '1000-01-02';
const LAST_DAY = '9999-12-30';

interface ToldMoment {
  wall: string | undefined;
  utc: number | undefined;
}

interface ReadTimes {
  start: ToldMoment;
  end: ToldMoment;
}

/**
 * A date as the interface shows it, `2031-05-10 18:30:00`; undefined for anything else, and for days that are
 * not. What people may say for a date (`tomorrow`) would mean another day each time.
 */
function wallOf(value: unknown): string | undefined {
  const [, date, time = '00:00', seconds = ':00'] =
    /^([1-9]\d{3}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?Z?)?$/.exec(textOf(value).trim()) ?? [];
  if (date === undefined || date < FIRST_DAY || date > LAST_DAY) return undefined;
  const epoch = Date.parse(`${date}T${time}${seconds}Z`) / 1000;
  const wall = `${date} ${time}${seconds}`;
  return Number.isNaN(epoch) || toWall(epoch, 'UTC') !== wall ? undefined : wall;
}

function zoneOf(said: string, { start, end }: ReadTimes, siteZone: string, notes: string[]): string {
  if (said !== '' && said.length <= 100 && parseZone(said)) return said;
  const told = [start, end].find(({ wall, utc }) => wall !== undefined && utc !== undefined);
  const taken = told ? zoneBetween(told.wall!, told.utc!, siteZone) : siteZone;
  notes.push(`${said === '' ? 'it names no time zone' : `"${said}" is not a time zone`}: ${taken} was used`);
  return taken;
}

const QUARTER_HOUR = 900;
const MOST_HOURS = 14;

/** The zone of the site where it explains how the two lie apart, else the offset between them. */
function zoneBetween(wall: string, utc: number, siteZone: string): string {
  if (toWall(utc, parseZone(siteZone)!) === wall) return siteZone;
  const offset = toEpoch(wall, 'UTC') - utc;
  if (offset % QUARTER_HOUR !== 0 || Math.abs(offset) > MOST_HOURS * 3600) return 'UTC';
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 3600), (Math.abs(offset) % 3600) / 60];
  return `UTC${offset < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${minutes}`}`;
}

function momentOf({ wall, utc }: ToldMoment, zone: string, wholeDay: false | ((wall: string) => string)) {
  if (wholeDay) {
    const day = wall ?? (utc === undefined ? undefined : toWall(utc, zone));
    if (day === undefined) return undefined;
    return { wall: wholeDay(day), epoch: toEpoch(wholeDay(day), zone), contradicts: false };
  }
  const epoch = utc ?? (wall === undefined ? undefined : toEpoch(wall, zone));
  if (epoch === undefined) return undefined;
  const shown = toWall(epoch, zone);
  // Of a wall time that clocks skip, another one is shown: that is none that contradicts.
  const contradicts = wall !== undefined && shown !== wall && toEpoch(wall, zone) !== epoch;
  return { wall: shown, epoch, contradicts };
}
