import type { EventRow } from '../db/tables.ts';
import { parseZone, toEpoch, toWall } from '../lib/time/zones.ts';

type Timed = Pick<EventRow, 'start_date' | 'end_date' | 'start_at' | 'end_at' | 'timezone'>;

/**
 * The instant at which an event begins or ends on the clocks of its own zone. The store keeps all-day events in the days
 * of the site (whole-days.ts), which may have another zone.
 */
export function ownInstant(event: Timed, edge: 'start' | 'end'): number {
  const [wall, at] = [event[`${edge}_date`], event[`${edge}_at`]];
  const zone = parseZone(event.timezone) ?? 'UTC';
  // A time that the clocks repeat is known by its instant alone.
  return toWall(at, zone) === wall ? at : toEpoch(wall, zone);
}
