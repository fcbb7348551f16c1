import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

const COLUMNS = ['ticket_url', 'availability'];

/** Where tickets are sold, and whether there are any left. */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  for (const name of COLUMNS)
    await sql.raw(`alter table events add column ${name} ${text} not null default ''`).execute(db);
}

export const down: WayBack = {
  loss: 'where tickets of events are sold, and whether there are any left.',
  async undo(db) {
    for (const name of COLUMNS) await sql`alter table events drop column ${sql.ref(name)}`.execute(db);
  },
};
