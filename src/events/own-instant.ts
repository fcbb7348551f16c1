import type { EventRow } from '../db/tables.ts';
import { parseZone, toEpoch, toWall } from '../lib/time/zones.ts';

type Timed = Pick<EventRow, 'start_date' | 'end_date' | 'start_at' | 'end_at' | 'timezone'>;

/** The times of day at which whole days begin and end. */
const EDGES = { start: ' 00:00:00', end: ' 23:59:59' } as const;

/**
 * The instant at which an event begins or ends on the clocks of its own zone. The store keeps all-day events in the days
 * of the site (whole-days.ts), which may have another zone. Where a password hides whether an event lasts all day, its
 * times tell.
 */
export function ownInstant(event: Timed, edge: 'start' | 'end'): number {
  const [wall, at] = [event[`${edge}_date`], event[`${edge}_at`]];
  if (!wall.endsWith(EDGES[edge])) return at;
  const zone = parseZone(event.timezone) ?? 'UTC';
  // A time that the clocks repeat is known by its instant alone.
  return toWall(at, zone) === wall ? at : toEpoch(wall, zone);
}
