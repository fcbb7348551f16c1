import type { Config } from '../config.ts';
import type { EventRow } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import { endOfDay, isInRange, lastSecondOf, parseDate, startOfDay } from '../lib/time/dates.ts';
import { parseZone, toEpoch, zoneAbbreviation } from '../lib/time/zones.ts';
import { ownInstant } from './whole-days.ts';

export interface TimesPatch {
  start_date?: string | number | undefined;
  end_date?: string | number | undefined;
  /** '' for the time zone of the site. */
  timezone?: string | undefined;
  all_day?: boolean | undefined;
}

export type Times = Pick<
  EventRow,
  'all_day' | 'start_date' | 'end_date' | 'start_at' | 'end_at' | 'timezone' | 'timezone_abbr'
>;

/** The columns of an event's times, on the clocks of its zone. The store puts whole days into those of the site. */
export const timesOf = (
  start: WallAndEpoch,
  end: WallAndEpoch,
  timezone: string,
  allDay: boolean,
): Times => ({
  all_day: Number(allDay),
  start_date: start.wall,
  end_date: end.wall,
  start_at: start.epoch,
  end_at: end.epoch,
  timezone,
  timezone_abbr: zoneAbbreviation(timezone, start.epoch),
});

interface WallAndEpoch {
  wall: string;
  epoch: number;
}

/**
 * The times of an event after a write. Times that are not sent keep their local date and hour, so a new time zone moves
 * the instants. For invalid times returns the parameter's name and the refusal.
 */
export function eventTimes(
  patch: TimesPatch,
  current: Times | undefined,
  { config, now }: { config: Pick<Config, 'TIME_ZONE'>; now: number },
): Times | { name: string; refused: Refused } {
  const timezone =
    patch.timezone === ''
      ? config.TIME_ZONE.name
      : (patch.timezone ?? current?.timezone ?? config.TIME_ZONE.name);
  const zone = parseZone(timezone);
  if (zone === undefined) return { name: 'timezone', refused: new Refused('expected_time_zone') };
  const moved = timezone !== current?.timezone;
  const moment = (
    sent: string | number | undefined,
    kept: WallAndEpoch | undefined,
  ): WallAndEpoch | undefined => {
    const read = sent === undefined ? undefined : parseDate(sent, { zone, now });
    // An hour may occur twice when clocks are set back. A client that sends back the time it has read means the same
    // one.
    const same = !moved && read?.wall === kept?.wall && sent === kept?.wall;
    if (sent !== undefined && !same) return read;
    return kept && { wall: kept.wall, epoch: moved ? toEpoch(kept.wall, zone) : kept.epoch };
  };
  const allDay = patch.all_day ?? current?.all_day === 1;
  const whole = (
    found: WallAndEpoch | undefined,
    day: (wall: string) => WallAndEpoch,
  ): WallAndEpoch | undefined => (found && allDay ? day(found.wall) : found);
  const start = whole(
    moment(patch.start_date, current && { wall: current.start_date, epoch: ownInstant(current, 'start') }),
    wall => ({ wall: startOfDay(wall), epoch: toEpoch(startOfDay(wall), zone) }),
  );
  const end = whole(
    moment(patch.end_date, current && { wall: current.end_date, epoch: ownInstant(current, 'end') }),
    wall => ({ wall: endOfDay(wall), epoch: lastSecondOf(wall, zone) }),
  );
  if (!start || !isInRange(start.epoch)) return { name: 'start_date', refused: new Refused('expected_date') };
  if (!end || !isInRange(end.epoch)) return { name: 'end_date', refused: new Refused('expected_date') };
  if (end.epoch < start.epoch)
    return { name: culprit(patch), refused: new Refused('expected_end_after_start') };
  return timesOf(start, end, timezone, allDay);
}

/** The sent parameter that makes the event end before it starts. */
function culprit({ start_date, end_date }: TimesPatch): string {
  if (end_date !== undefined) return 'end_date';
  return start_date !== undefined ? 'start_date' : 'timezone';
}
