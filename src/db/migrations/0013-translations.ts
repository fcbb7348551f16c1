import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * The texts of records in several languages. A record without a language has that of the site. Constant defaults:
 * neither engine rewrites the rows.
 */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  for (const table of ['events', 'venues', 'organizers', 'terms'])
    for (const column of ['language', 'translated', 'translations'])
      await sql.raw(`alter table ${table} add column ${column} ${text} not null default ''`).execute(db);
  for (const statement of [
    ...['alt_text', 'language', 'translations'].map(
      column => `alter table images add column ${column} ${text} not null default ''`,
    ),
    `create index events_translated on events (id) where translated <> ''`,
    `create table translated_slugs (
      type ${text} not null,
      slug ${text} not null,
      record_id bigint not null,
      language ${text} not null,
      is_draft integer not null,
      primary key (type, slug),
      unique (type, record_id, language)
    )`,
  ])
    await sql.raw(statement).execute(db);
}
