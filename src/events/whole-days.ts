import { dialectOf } from '../db/dialect.ts';
import { type PreparedQuery, rowsOf } from '../db/prepared.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { lastSecondOf, startOfDay } from '../lib/time/dates.ts';
import { parseZone, toEpoch, toWall } from '../lib/time/zones.ts';

// A date has no zone (RFC 5545 calls it floating), and lists, filters and orders compare instants. So the store keeps an
// event that lasts all day from the first to the last second of its dates in the zone of the site, whatever zone the
// event names: all that compares `start_at` and `end_at` then compares whole days by their dates.

/**
 * The setting that names the zone of these days: that of the service that was started last. Without it, all-day events
 * are as earlier versions kept them, in the days of their own zones.
 */
export const DAYS_ZONE = 'days_zone';

/** What decides where an event stands in the calendar of the site. */
export type Dated = Pick<EventRow, 'all_day' | 'start_date' | 'end_date' | 'start_at' | 'end_at'>;

/** An event as the store keeps it. Everything that writes the times of events passes them through here. */
export const onDaysOfSite = async <Event extends Dated>(db: Db, event: Event): Promise<Event> =>
  (await allOnDaysOfSite(db, [event]))[0]!;

/** The same for several events, in the same order. */
export async function allOnDaysOfSite<Event extends Dated>(
  db: Db,
  events: readonly Event[],
): Promise<Event[]> {
  if (!events.some(isAllDay)) return [...events];
  const zone = await heldDaysZone(db);
  if (zone === '') return [...events];
  return events.map(event => inDaysOf(zone, event));
}

/** An event with its whole days in a zone; others stay as they are. */
export const inDaysOf = <Event extends Dated>(zone: string, event: Event): Event =>
  isAllDay(event) ? { ...event, ...daysIn(zone, event) } : event;

const isAllDay = ({ all_day }: Dated): boolean => all_day === 1;

/** From the first to the last second of an event's dates in a zone. */
export const daysIn = (
  zone: string,
  { start_date, end_date }: Pick<Dated, 'start_date' | 'end_date'>,
): Pick<Dated, 'start_at' | 'end_at'> => ({
  start_at: toEpoch(startOfDay(start_date), zone),
  end_at: lastSecondOf(end_date, zone),
});

/**
 * The zone of the store's days; '' if there is none yet. It stays the same until the transaction ends: a service that
 * starts with another zone waits, so that it finds all events.
 */
async function heldDaysZone(db: Db): Promise<string> {
  const [known] = await rowsOf(db, daysZone, [DAYS_ZONE]);
  if (known) return known.value;
  // Waits for another process that is about to name the zone.
  await db
    .insertInto('settings')
    .values({ name: DAYS_ZONE, value: '' })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  return (await rowsOf(db, daysZone, [DAYS_ZONE]))[0]?.value ?? '';
}

const daysZone: PreparedQuery<{ value: string }> = db =>
  db.selectFrom('settings').select('value').where('name', '=', '').modifyEnd(dialectOf(db).forShare);

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
