import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * The embedded store no longer keeps an index of words: each process has a quicker one beside it, and writing to this
 * one took as long as all the rest of a write.
 */
export async function up(db: Kysely<unknown>, { name }: Dialect): Promise<void> {
  if (name === 'postgres') return;
  for (const action of ['insert', 'delete', 'update'])
    await sql.raw(`drop trigger events_words_${action}`).execute(db);
  await sql`drop table events_words`.execute(db);
}
