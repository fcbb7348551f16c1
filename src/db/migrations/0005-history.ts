import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * Earlier versions of records, with who changed them. A new record needs no row here: its row in `records` tells of its
 * creation.
 */
export async function up(db: Kysely<unknown>, { identity, text }: Dialect): Promise<void> {
  for (const statement of [
    `alter table records add column created ${text}`,
    // Long columns come last, because lists do not read them.
    `create table versions (
      id ${identity},
      type ${text} not null,
      record_id bigint not null,
      operation ${text} not null,
      at bigint not null,
      actor ${text} not null,
      changed ${text} not null,
      image_id bigint,
      former ${text}
    )`,
    'create index versions_record on versions (type, record_id, id)',
    'create index versions_image on versions (image_id) where image_id is not null',
    // Used to check whether an image is in use before it is deleted.
    ...['events', 'venues', 'organizers'].map(
      table => `create index ${table}_image on ${table} (image_id) where image_id is not null`,
    ),
  ])
    await sql.raw(statement).execute(db);
}
