import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { inSlices, readInSlices } from '../db/slices.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { DAYS_ZONE, daysIn } from './whole-days.ts';

/**
 * Brings the all-day events of a store into the days of the site's zone, once, if they are in those of another one: at
 * the first start of this version, and after a change of the zone. Several processes may start at the same time.
 * @param zone as `parseZone` returns it
 * @param progress called with how many of how many events are moved so far
 * @returns how many events changed their place
 */
export async function alignDays(db: Db, zone: string, progress: Progress = () => {}): Promise<number> {
  // A transaction would wait for whoever writes, such as an import.
  if ((await zoneNamed(db)) === zone) return 0;
  return inTransaction(db, async db => {
    // Another process that starts may be moving them, and a large calendar has many.
    await dialectOf(db).takeTime(db);
    await claim(db);
    if ((await zoneNamed(db)) === zone) return 0;
    const moved = await placeAll(db, zone, progress);
    await db.updateTable('settings').set({ value: zone }).where('name', '=', DAYS_ZONE).execute();
    return moved;
  });
}

type Progress = (moved: number, of: number) => void;

const zoneNamed = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('name', '=', DAYS_ZONE).executeTakeFirst())?.value;

/** Keeps the zone from others until the transaction ends; waits for all that write all-day events now. */
const claim = (db: Db) =>
  db
    .insertInto('settings')
    .values({ name: DAYS_ZONE, value: '' })
    .onConflict(conflict => conflict.column('name').doUpdateSet(eb => ({ value: eb.ref('settings.value') })))
    .execute();

type Placed = Pick<EventRow, 'id' | 'start_at' | 'end_at'>;
type WholeDays = Placed & Pick<EventRow, 'start_date' | 'end_date'>;

async function placeAll(db: Db, zone: string, progress: Progress): Promise<number> {
  const all = await readInSlices<WholeDays>(
    ({ id }) => id,
    (after, limit) => wholeDays(db).where('id', '>', after).orderBy('id').limit(limit).execute(),
  );
  const moving = all.flatMap(({ id, start_at, end_at, ...dates }): Placed[] => {
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
const move = (db: Db, rows: readonly Placed[]) =>
  sql`update events set start_at = item.start_at, end_at = item.end_at
    from ${dialectOf(db).objectsOf(JSON.stringify(rows), COLUMNS)} where events.id = item.id`.execute(db);
