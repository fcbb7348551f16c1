import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * Scope, expiry, last client address and successor of application passwords. Existing passwords keep working: with all
 * rights of their account, without expiry.
 */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  for (const column of [
    `scope ${text} not null default 'administer'`,
    'expires_at bigint',
    `last_used_from ${text}`,
    'replaced_by bigint',
  ])
    await sql.raw(`alter table app_passwords add column ${column}`).execute(db);
}
