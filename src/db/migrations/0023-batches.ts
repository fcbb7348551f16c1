import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { createIndex, type MigrationRun, type WayBack } from '../migration.ts';

/** Which changes somebody made by one action. */
export async function up(db: Kysely<unknown>, { text }: Dialect, run: MigrationRun): Promise<void> {
  await sql.raw(`alter table versions add column batch ${text}`).execute(db);
  await createIndex(db, run, 'versions_batch', 'versions (batch) where batch is not null');
}

export const down: WayBack = {
  loss: 'which changes one action has made: each change can still be undone by itself.',
  async undo(db) {
    await sql`drop index versions_batch`.execute(db);
    await sql`alter table versions drop column batch`.execute(db);
  },
};
