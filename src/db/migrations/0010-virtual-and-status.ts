import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * What sites tell of events that take place online, are cancelled or have a currency or fields of their own; and the
 * identity and revision of events in calendar files. Constant defaults: neither engine rewrites the rows.
 */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  for (const column of [
    'is_virtual integer not null default 0',
    `virtual_url ${text} not null default ''`,
    `virtual_video_source ${text} not null default ''`,
    `event_status ${text} not null default 'scheduled'`,
    `status_reason ${text} not null default ''`,
    `currency_code ${text} not null default ''`,
    `uid ${text}`,
    'sequence integer not null default 0',
    // The longest column comes last.
    `custom_fields ${text} not null default ''`,
  ])
    await sql.raw(`alter table events add column ${column}`).execute(db);
}
