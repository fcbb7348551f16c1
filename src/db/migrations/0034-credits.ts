import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/** Who made an image, its licence, and of which image it is the former file. */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  for (const statement of [
    `alter table images add column credit ${text} not null default ''`,
    `alter table images add column license ${text} not null default ''`,
    'alter table images add column former_of bigint',
    'create index images_former on images (former_of, id)',
  ])
    await sql.raw(statement).execute(db);
}

export const down: WayBack = {
  loss: 'the credits and licences of images, and which are the former files of others.',
  async undo(db) {
    await sql`drop index images_former`.execute(db);
    for (const column of ['credit', 'license', 'former_of'])
      await sql`alter table images drop column ${sql.ref(column)}`.execute(db);
  },
};
