import { type Kysely, sql } from 'kysely';
import { parseZone, toEpoch } from '../../lib/time/zones.ts';
import type { Dialect } from '../dialect.ts';
import { createIndex, type MigrationRun, type WayBack } from '../migration.ts';

export const isOnline = true;

/**
 * From here on, all-day events are kept in the days of the site. The service brings those of earlier versions there as
 * it starts, since it alone knows the zone; an earlier version, which would write others, no longer opens the store.
 * The index finds them without reading the other events.
 */
export async function up(db: Kysely<unknown>, _: Dialect, run: MigrationRun): Promise<void> {
  await createIndex(db, run, 'events_all_day', 'events (id) where all_day = 1');
}

/** Brings all-day events back into the days of their own zones. */
export const down: WayBack = {
  loss: '',
  async undo(db, { objectsOf }) {
    await sql`drop index events_all_day`.execute(db);
    await sql`delete from settings where name = 'days_zone'`.execute(db);
    for (let last = 0; ; ) {
      const rows = await allDay(db, last);
      const placed = objectsOf(JSON.stringify(rows.map(inOwnZone)), COLUMNS);
      await sql`update events set start_at = item.start_at, end_at = item.end_at from ${placed}
        where events.id = item.id`.execute(db);
      if (rows.length < BATCH) return;
      last = rows.at(-1)!.id;
    }
  },
};

const BATCH = 1000;

interface AllDay {
  id: number;
  start_date: string;
  end_date: string;
  timezone: string;
}

const allDay = async (db: Kysely<unknown>, last: number): Promise<AllDay[]> =>
  (
    await sql<AllDay>`select id, start_date, end_date, timezone from events
      where all_day = 1 and id > ${last} order by id limit ${BATCH}`.execute(db)
  ).rows;

function inOwnZone({ id, start_date, end_date, timezone }: AllDay) {
  const zone = parseZone(timezone) ?? 'UTC';
  return { id, start_at: toEpoch(start_date, zone), end_at: toEpoch(end_date, zone) };
}

const COLUMNS = { id: 'bigint', start_at: 'bigint', end_at: 'bigint' } as const;
