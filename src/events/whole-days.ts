import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { type PreparedQuery, rowsOf } from '../db/prepared.ts';
import { inSlices, readInSlices } from '../db/slices.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
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
export type EventDates = Pick<EventRow, 'all_day' | 'start_date' | 'end_date' | 'start_at' | 'end_at'>;

/** An event as the store keeps it. Everything that writes the times of events passes them through here. */
export const onDaysOfSite = async <Event extends EventDates>(db: Db, event: Event): Promise<Event> =>
  (await allOnDaysOfSite(db, [event]))[0]!;

/** The same for several events, in the same order. */
export async function allOnDaysOfSite<Event extends EventDates>(
  db: Db,
  events: readonly Event[],
): Promise<Event[]> {
  if (!events.some(isAllDay)) return [...events];
  const zone = await lockedDaysZone(db);
  if (zone === '') return [...events];
  return events.map(event => inDaysOf(zone, event));
}

/** An event with its whole days in a zone; others stay as they are. */
export const inDaysOf = <Event extends EventDates>(zone: string, event: Event): Event =>
  isAllDay(event) ? { ...event, ...daysIn(zone, event) } : event;

const isAllDay = ({ all_day }: EventDates): boolean => all_day === 1;

/** From the first to the last second of an event's dates in a zone. */
export const daysIn = (
  zone: string,
  { start_date, end_date }: Pick<EventDates, 'start_date' | 'end_date'>,
): Pick<EventDates, 'start_at' | 'end_at'> => ({
  start_at: toEpoch(startOfDay(start_date), zone),
  end_at: lastSecondOf(end_date, zone),
});

/**
 * The zone of the store's days; '' if there is none yet. It stays the same until the transaction ends: a service that
 * starts with another zone waits, so that it finds all events.
 */
async function lockedDaysZone(db: Db): Promise<string> {
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

type TimedEvent = Pick<EventRow, 'start_date' | 'end_date' | 'start_at' | 'end_at' | 'timezone'>;

/** The times of day at which whole days begin and end. */
const EDGES = { start: ' 00:00:00', end: ' 23:59:59' } as const;

/**
 * The instant at which an event begins or ends on the clocks of its own zone. The store keeps all-day events in the days
 * of the site (whole-days.ts), which may have another zone. Where a password hides whether an event lasts all day, its
 * times tell.
 */
export function ownInstant(event: TimedEvent, edge: 'start' | 'end'): number {
  const [wall, at] = [event[`${edge}_date`], event[`${edge}_at`]];
  if (!wall.endsWith(EDGES[edge])) return at;
  const zone = parseZone(event.timezone) ?? 'UTC';
  // A time that the clocks repeat is known by its instant alone.
  return toWall(at, zone) === wall ? at : toEpoch(wall, zone);
}

/**
 * Brings the all-day events of a store into the days of the site's zone, once, if they are in those of another one: at
 * the first start of this version, and after a change of the zone. Several processes may start at the same time.
 * @param zone as `parseZone` returns it
 * @param progress called with how many of how many events are moved so far
 * @returns how many events changed their place
 */
export async function alignDays(db: Db, zone: string, progress: ReportProgress = () => {}): Promise<number> {
  // A transaction would wait for whoever writes, such as an import.
  if ((await zoneNamed(db)) === zone) return 0;
  return inTransaction(db, db => alignDaysWithin(db, zone, progress));
}

/** The same, within a transaction. */
export async function alignDaysWithin(
  db: Db,
  zone: string,
  progress: ReportProgress = () => {},
): Promise<number> {
  // Another process that starts may be moving them, and a large calendar has many.
  await dialectOf(db).takeTime(db);
  await claim(db);
  if ((await zoneNamed(db)) === zone) return 0;
  const moved = await placeAll(db, zone, progress);
  await db.updateTable('settings').set({ value: zone }).where('name', '=', DAYS_ZONE).execute();
  return moved;
}

type ReportProgress = (moved: number, of: number) => void;

const zoneNamed = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('name', '=', DAYS_ZONE).executeTakeFirst())?.value;

/** Keeps the zone from others until the transaction ends; waits for all that write all-day events now. */
const claim = (db: Db) =>
  db
    .insertInto('settings')
    .values({ name: DAYS_ZONE, value: '' })
    .onConflict(conflict => conflict.column('name').doUpdateSet(eb => ({ value: eb.ref('settings.value') })))
    .execute();

type EventInstants = Pick<EventRow, 'id' | 'start_at' | 'end_at'>;
type WholeDays = EventInstants & Pick<EventRow, 'start_date' | 'end_date'>;

async function placeAll(db: Db, zone: string, progress: ReportProgress): Promise<number> {
  const all = await readInSlices<WholeDays>(
    ({ id }) => id,
    (after, limit) => wholeDays(db).where('id', '>', after).orderBy('id').limit(limit).execute(),
  );
  const moving = all.flatMap(({ id, start_at, end_at, ...dates }): EventInstants[] => {
    const moved = daysIn(zone, dates);
    return moved.start_at === start_at && moved.end_at === end_at ? [] : [{ id, ...moved }];
  });
  let moved = 0;
  await inSlices(db, moving, async some => {
    await move(db, some);
    moved += some.length;
    progress(moved, moving.length);
  });
  return moving.length;
}

const wholeDays = (db: Db) =>
  db
    .selectFrom('events')
    .select(['id', 'start_date', 'end_date', 'start_at', 'end_at'])
    .where('all_day', '=', sql.lit(1));

const COLUMNS = { id: 'bigint', start_at: 'bigint', end_at: 'bigint' } as const;

/** Nothing that people wrote changes, so neither do the revision and the time of the last change. */
const move = (db: Db, rows: readonly EventInstants[]) =>
  sql`update events set start_at = item.start_at, end_at = item.end_at
    from ${dialectOf(db).objectsOf(JSON.stringify(rows), COLUMNS)} where events.id = item.id`.execute(db);
