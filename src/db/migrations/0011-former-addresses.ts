import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The public addresses that records had before: at the sites from which they were imported, and under former slugs. */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  for (const statement of [
    `create table former_addresses (
      path ${text} primary key,
      site ${text} not null,
      type ${text} not null,
      record_id bigint not null
    )`,
    'create index former_addresses_record on former_addresses (record_id, type)',
  ])
    await sql.raw(statement).execute(db);
}
