import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * What an application password may be used for and until when, from where it was used last, and which one took its
 * place. Those that are there go on as they were: for all that their account may do, without an end.
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
