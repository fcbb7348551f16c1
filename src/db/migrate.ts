import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Dialect, dialectOf } from './dialect.ts';
import { LaterSchema } from './errors.ts';
import * as calendar from './migrations/0001-calendar.ts';
import * as wordsAndPlaces from './migrations/0002-words-and-places.ts';
import * as changes from './migrations/0003-changes.ts';
import * as wordsInMemory from './migrations/0004-words-in-memory.ts';
import * as history from './migrations/0005-history.ts';
import * as idempotencyKeys from './migrations/0006-idempotency-keys.ts';
import * as credentials from './migrations/0007-credentials.ts';
import * as wordsOfPostgres from './migrations/0008-words-of-postgres.ts';
import * as names from './migrations/0009-names.ts';
import * as virtualAndStatus from './migrations/0010-virtual-and-status.ts';
import * as formerAddresses from './migrations/0011-former-addresses.ts';
import * as series from './migrations/0012-series.ts';
import type { Db } from './tables.ts';

/** All migrations, in order. A released migration is never changed. */
const steps = {
  '0001-calendar': calendar,
  '0002-words-and-places': wordsAndPlaces,
  '0003-changes': changes,
  '0004-words-in-memory': wordsInMemory,
  '0005-history': history,
  '0006-idempotency-keys': idempotencyKeys,
  '0007-credentials': credentials,
  '0008-words-of-postgres': wordsOfPostgres,
  '0009-names': names,
  '0010-virtual-and-status': virtualAndStatus,
  '0011-former-addresses': formerAddresses,
  '0012-series': series,
};

export type SchemaStep = keyof typeof steps;

/**
 * Migrates the schema. If several processes start together, the first one migrates and the others wait.
 * @param last the last step to take; all steps by default. A test of a step stops before it
 * @throws LaterSchema if a later version has migrated the store; nothing is changed then
 */
export async function migrate(db: Db, last?: SchemaStep): Promise<void> {
  const dialect = dialectOf(db);
  if (dialect.name === 'postgres') return migrateWith(db, dialect, last);
  await db.connection().execute(async db => {
    // Kysely locks PostgreSQL itself. For SQLite the caller must open the transaction.
    await sql`begin immediate`.execute(db);
    try {
      await migrateWith(db, dialect, last);
      await sql`commit`.execute(db);
    } catch (error) {
      await sql`rollback`.execute(db);
      throw error;
    }
  });
}

async function migrateWith(db: Db, dialect: Dialect, last?: SchemaStep): Promise<void> {
  await assertKnownSchema(db);
  const migrator = migratorOf(db, dialect);
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
  if (!error) return;
  // A process of a later version may have migrated first.
  await assertKnownSchema(db);
  throw error;
}

/**
 * How many of the migrations a store has.
 * @throws LaterSchema if the store has migrations that this version does not know
 */
export async function migrationState(db: Db): Promise<'none' | 'some' | 'all'> {
  const taken = await assertKnownSchema(db);
  if (taken === 0) return 'none';
  return taken < Object.keys(steps).length ? 'some' : 'all';
}

/**
 * Resolves to the number of migrations that a store has.
 * @throws LaterSchema if the store has migrations that this version does not know
 */
export async function assertKnownSchema(db: Db): Promise<number> {
  const dialect = dialectOf(db);
  if (!(await dialect.hasTable(db, STEPS))) return 0;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(STEPS)} order by name`.execute(
    db,
  );
  const unknown = unknownSteps(rows.map(({ name }) => name));
  if (unknown.length > 0) throw new LaterSchema(await dialect.describe(db), unknown);
  return rows.length;
}

/** Kysely's table of applied migrations. */
export const STEPS = 'kysely_migration';

/** The migrations that this version does not know. */
export const unknownSteps = (names: readonly string[]): string[] =>
  names.filter(name => !Object.hasOwn(steps, name));

function migratorOf(db: Db, dialect: Dialect): Migrator {
  const migrations: Record<string, Migration> = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { up: db => step.up(db, dialect) }]),
  );
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}
