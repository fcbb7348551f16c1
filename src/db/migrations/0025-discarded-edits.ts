import { type Kysely, sql } from 'kysely';
import type { WayBack } from '../migration.ts';

/** Changes of published events that their author has discarded, which come back for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table pending_edits add column discarded_at bigint').execute(db);
}

export const down: WayBack = {
  loss: 'changes of published events that were discarded within the last day.',
  async undo(db) {
    await sql`delete from pending_edits where discarded_at is not null`.execute(db);
    await sql`alter table pending_edits drop column discarded_at`.execute(db);
  },
};
