import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

const COLUMNS = [
  ['users', 'totp_step', 'bigint not null default 0'],
  ['users', 'recovery_codes', undefined],
  ['sessions', 'factors', 'integer not null default 1'],
  ['security_log', 'times', 'integer not null default 1'],
] as const;

/** What a second factor at /admin needs, and how often something happened that the log of security tells once. */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  for (const [table, column, type = `${text} not null default ''`] of COLUMNS)
    await sql.raw(`alter table ${table} add column ${column} ${type}`).execute(db);
}

export const down: WayBack = {
  loss: 'second factors of /admin: accounts that have one sign in with their password alone.',
  async undo(db) {
    for (const [table, column] of COLUMNS) await db.schema.alterTable(table).dropColumn(column).execute();
    await sql`update users set totp_secret = null`.execute(db);
  },
};
