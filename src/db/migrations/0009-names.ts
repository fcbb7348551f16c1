import { type Kysely, sql } from 'kysely';
import { matchKey } from '../../lib/text/keys.ts';
import { fold } from '../../lib/text/search-terms.ts';
import type { Dialect } from '../dialect.ts';

/** Maximum number of rows whose descriptions are in memory at once. */
const BATCH = 100;

/**
 * Adds a key by which duplicate venues and organizers are found, by name and description without case. On PostgreSQL,
 * name indexes become hash indexes, because a B-tree entry holds at most 2,700 bytes.
 */
export async function up(db: Kysely<unknown>, { name, text }: Dialect): Promise<void> {
  for (const table of ['venues', 'organizers']) {
    await sql.raw(`alter table ${table} add column match_key ${text}`).execute(db);
    await fill(db, table);
    await sql
      .raw(`create index ${table}_match on ${table} (match_key) where match_key is not null`)
      .execute(db);
  }
  if (name === 'postgres') for (const statement of HASHED) await sql.raw(statement).execute(db);
}

const HASHED = [
  ...['venues', 'organizers'].flatMap(table => [
    `drop index ${table}_name`,
    `create index ${table}_name on ${table} using hash (folded_name)`,
  ]),
  'drop index terms_name',
  'create index terms_name on terms using hash (lower_name)',
];

async function fill(db: Kysely<unknown>, table: string): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; name: string; description: string }>`
      select id, name, description from ${sql.table(table)}
      where id > ${last} and description <> '' order by id limit ${BATCH}`.execute(db);
    for (const { id, name, description } of rows)
      await sql`update ${sql.table(table)} set match_key = ${matchKey(fold(name), description)}
        where id = ${id}`.execute(db);
    if (rows.length < BATCH) return;
    last = rows.at(-1)!.id;
  }
}
