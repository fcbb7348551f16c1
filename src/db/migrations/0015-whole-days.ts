import { type Kysely, sql } from 'kysely';

/**
 * From here on, all-day events are kept in the days of the site. The service brings those of earlier versions there as
 * it starts, since it alone knows the zone; an earlier version, which would write others, no longer opens the store.
 * The index finds them without reading the other events.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index events_all_day on events (id) where all_day = 1`.execute(db);
}
