import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * Drops the full-text index of PostgreSQL. Only searches before the in-memory index is ready used it, and it took most
 * of the server's time for writing an event. The extension that it needed stays installed.
 */
export async function up(db: Kysely<unknown>, { name }: Dialect): Promise<void> {
  if (name === 'postgres') await sql`drop index if exists events_words`.execute(db);
}
