import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { sqliteDialect } from './dialect.ts';
import * as calendar from './migrations/0001-calendar.ts';
import type { Db } from './tables.ts';

/** Each step of the schema, in order. A step that has been released is never changed. */
const steps = { '0001-calendar': calendar };

/** Brings the schema up to date; where processes start together, the first does it and the others wait. */
export async function migrate(db: Db): Promise<void> {
  const migrations: Record<string, Migration> = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { up: db => step.up(db, sqliteDialect) }]),
  );
  await db.connection().execute(async db => {
    // Kysely leaves it to the caller to change a SQLite schema within a transaction.
    await sql`begin immediate`.execute(db);
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
    }).migrateToLatest();
    await (error ? sql`rollback` : sql`commit`).execute(db);
    if (error) throw error;
  });
}
