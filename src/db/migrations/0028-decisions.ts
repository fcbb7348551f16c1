import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/** What an editor has decided about a proposal, and how often proposals of an account were refused. */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  await sql.raw(`alter table pending_edits add column decision ${text} not null default ''`).execute(db);
  await sql.raw('alter table users add column refused integer not null default 0').execute(db);
}

export const down: WayBack = {
  loss: 'which proposals were refused, and how many of each account.',
  async undo(db) {
    await sql`alter table users drop column refused`.execute(db);
    await sql`alter table pending_edits drop column decision`.execute(db);
  },
};
