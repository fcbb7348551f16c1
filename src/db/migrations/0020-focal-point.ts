import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/** The point of an image that crops keep. */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  await sql.raw(`alter table images add column focal_point ${text} not null default ''`).execute(db);
}

export const down: WayBack = {
  loss: 'the focal points of images.',
  undo: db => sql`alter table images drop column focal_point`.execute(db),
};
