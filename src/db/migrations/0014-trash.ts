import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { createIndex, type MigrationRun } from '../migration.ts';

export const isOnline = true;

/**
 * Indexes of the trash, so that it is listed, counted and emptied without reading the records outside it. The status is
 * in front because SQLite otherwise prefers an index of lists, which begins with it; the time of the change tells which
 * records are old enough. The index of events leaves out the occurrences that are in the trash with their series: they
 * are no entries of the trash, and have nothing of their own.
 */
export async function up(db: Kysely<unknown>, _: Dialect, run: MigrationRun): Promise<void> {
  for (const [table, condition] of Object.entries({
    events: `status = 'trash' and (series_id is null or own_members <> '')`,
    venues: `status = 'trash'`,
    organizers: `status = 'trash'`,
  })) {
    await createIndex(db, run, `${table}_trash`, `${table} (status, id, modified_at) where ${condition}`);
  }
}
