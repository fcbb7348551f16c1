import { type Kysely, sql } from 'kysely';

/**
 * Indexes of the trash, so that it is listed, counted and emptied without reading the records outside it. The status is
 * in front because SQLite otherwise prefers an index of lists, which begins with it; the time of the change tells which
 * records are old enough. The index of events leaves out the occurrences that are in the trash with their series: they
 * are no entries of the trash, and have nothing of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, condition] of Object.entries({
    events: `status = 'trash' and (series_id is null or own_members <> '')`,
    venues: `status = 'trash'`,
    organizers: `status = 'trash'`,
  })) {
    const columns = '(status, id, modified_at)';
    await sql.raw(`create index ${table}_trash on ${table} ${columns} where ${condition}`).execute(db);
  }
}
