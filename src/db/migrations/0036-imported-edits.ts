import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/** Of which record of a source a change that waits is, and what it makes of it. */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  await sql.raw(`alter table pending_edits add column imported ${text} not null default ''`).execute(db);
}

export const down: WayBack = {
  loss: 'changes of published events from sources that wait at /admin: the next readings leave them out.',
  async undo(db) {
    await sql`delete from pending_edits where imported <> ''`.execute(db);
    await sql`alter table pending_edits drop column imported`.execute(db);
  },
};
