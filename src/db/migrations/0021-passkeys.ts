import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/** Whether a passkey is kept elsewhere as well, and the challenges that passkeys have answered. */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  await sql`alter table passkeys add column backed_up integer not null default 0`.execute(db);
  const columns = `challenge ${text} not null primary key, expires_at bigint not null`;
  await sql.raw(`create table used_challenges (${columns})`).execute(db);
}

export const down: WayBack = {
  loss: '',
  async undo(db) {
    await db.schema.dropTable('used_challenges').execute();
    await db.schema.alterTable('passkeys').dropColumn('backed_up').execute();
  },
};
