import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/** What administrators decide and see of accounts: limits to some events, the last sign-in, and when one was removed. */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  for (const column of [`limits ${text} not null default ''`, 'signed_in_at bigint', 'removed_at bigint'])
    await sql.raw(`alter table users add column ${column}`).execute(db);
}

export const down: WayBack = {
  loss: 'the limits of accounts to some events; accounts that left records behind are subscribers without a password.',
  async undo(db) {
    for (const column of ['limits', 'signed_in_at', 'removed_at'])
      await db.schema.alterTable('users').dropColumn(column).execute();
  },
};
