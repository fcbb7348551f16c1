import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { createIndex, type MigrationRun, type WayBack } from '../migration.ts';

export const isOnline = true;

/** The index of lists has the series of an event as well: lists that show each series once read no events to find them. */
export async function up(db: Kysely<unknown>, _: Dialect, run: MigrationRun): Promise<void> {
  await createIndex(db, run, 'events_listed', `${COLUMNS}, series_id) where recurrence = ''`);
  await sql.raw(`drop index ${run.isOnline ? 'concurrently ' : ''}if exists events_start`).execute(db);
}

const COLUMNS = 'events (status, hide_from_listings, start_at, date_at, id, end_at';

export const down: WayBack = {
  loss: '',
  async undo(db) {
    await sql.raw(`create index events_start on ${COLUMNS}) where recurrence = ''`).execute(db);
    await sql`drop index events_listed`.execute(db);
  },
};
