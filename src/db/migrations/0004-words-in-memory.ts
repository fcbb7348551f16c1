import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * Drops the full-text index of the embedded store. Each process has a faster one beside the store, and this one took as
 * long as all the rest of a write.
 */
export async function up(db: Kysely<unknown>, { name }: Dialect): Promise<void> {
  if (name === 'postgres') return;
  for (const action of ['insert', 'delete', 'update'])
    await sql.raw(`drop trigger events_words_${action}`).execute(db);
  await sql`drop table events_words`.execute(db);
}
