import { type Migration, Migrator } from 'kysely/migration';
import { sqliteDialect } from './dialect.ts';
import * as calendar from './migrations/0001-calendar.ts';
import type { Db } from './tables.ts';

/** Each step of the schema, in order. A step that has been released is never changed. */
const steps = { '0001-calendar': calendar };

/** Brings the schema up to date; processes that start together do it once. */
export async function migrate(db: Db): Promise<void> {
  const migrations: Record<string, Migration> = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { up: database => step.up(database, sqliteDialect) }]),
  );
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  if (error) throw error;
}
