import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Dialect, dialectOf } from './dialect.ts';
import * as calendar from './migrations/0001-calendar.ts';
import * as wordsAndPlaces from './migrations/0002-words-and-places.ts';
import * as changes from './migrations/0003-changes.ts';
import * as wordsInMemory from './migrations/0004-words-in-memory.ts';
import * as history from './migrations/0005-history.ts';
import * as idempotencyKeys from './migrations/0006-idempotency-keys.ts';
import * as credentials from './migrations/0007-credentials.ts';
import * as wordsOfPostgres from './migrations/0008-words-of-postgres.ts';
import type { Db } from './tables.ts';

/** Each step of the schema, in order. A step that has been released is never changed. */
const steps = {
  '0001-calendar': calendar,
  '0002-words-and-places': wordsAndPlaces,
  '0003-changes': changes,
  '0004-words-in-memory': wordsInMemory,
  '0005-history': history,
  '0006-idempotency-keys': idempotencyKeys,
  '0007-credentials': credentials,
  '0008-words-of-postgres': wordsOfPostgres,
};

/** Brings the schema up to date; where processes start together, the first does it and the others wait. */
export async function migrate(db: Db): Promise<void> {
  const dialect = dialectOf(db);
  if (dialect.name === 'postgres') return migrateWith(db, dialect);
  await db.connection().execute(async db => {
    // Kysely locks PostgreSQL itself, and leaves it to the caller to change a SQLite schema in a transaction.
    await sql`begin immediate`.execute(db);
    try {
      await migrateWith(db, dialect);
      await sql`commit`.execute(db);
    } catch (error) {
      await sql`rollback`.execute(db);
      throw error;
    }
  });
}

async function migrateWith(db: Db, dialect: Dialect): Promise<void> {
  const { error } = await migratorOf(db, dialect).migrateToLatest();
  if (error) throw error;
}

/** Which steps of the schema a store has behind it; others are those of a later version. */
export async function stepsTaken(db: Db): Promise<'none' | 'some' | 'all' | 'others'> {
  const steps = await migratorOf(db, dialectOf(db)).getMigrations();
  const taken = steps.filter(({ executedAt }) => executedAt);
  if (taken.length < steps.length) return taken.length > 0 ? 'some' : 'none';
  const { rows } = await sql<{ count: number }>`select count(*) as count from kysely_migration`.execute(db);
  return Number(rows[0]!.count) === taken.length ? 'all' : 'others';
}

function migratorOf(db: Db, dialect: Dialect): Migrator {
  const migrations: Record<string, Migration> = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { up: db => step.up(db, dialect) }]),
  );
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}
