import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * PostgreSQL keeps no index of words any more, either: only searches before the index in memory is there read it, and
 * it took most of what writing an event costs the server. The extension that it was made with stays where it is.
 */
export async function up(db: Kysely<unknown>, { name }: Dialect): Promise<void> {
  if (name === 'postgres') await sql`drop index if exists events_words`.execute(db);
}
