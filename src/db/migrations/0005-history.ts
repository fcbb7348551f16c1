import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * What records were before they were changed, and who made them. A new record costs no row: the one that it draws its
 * id from tells of its creation.
 */
export async function up(db: Kysely<unknown>, { identity, text }: Dialect): Promise<void> {
  for (const statement of [
    `alter table records add column created ${text}`,
    // What is long comes last: lists do not look at it.
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
    // Whether a picture is shown anywhere is asked before it is removed.
    ...['events', 'venues', 'organizers'].map(
      table => `create index ${table}_image on ${table} (image_id) where image_id is not null`,
    ),
  ])
    await sql.raw(statement).execute(db);
}
