import { sql } from 'kysely';
import type { Migration, Migrator } from 'kysely/migration';
import { type Dialect, dialectOf } from './dialect.ts';
import { LaterSchema } from './errors.ts';
import type { Db } from './tables.ts';

/** All migrations, in order; loaded when a store lacks one. A released migration is never changed. */
const steps = {
  '0001-calendar': () => import('./migrations/0001-calendar.ts'),
  '0002-words-and-places': () => import('./migrations/0002-words-and-places.ts'),
  '0003-changes': () => import('./migrations/0003-changes.ts'),
  '0004-words-in-memory': () => import('./migrations/0004-words-in-memory.ts'),
  '0005-history': () => import('./migrations/0005-history.ts'),
  '0006-idempotency-keys': () => import('./migrations/0006-idempotency-keys.ts'),
  '0007-credentials': () => import('./migrations/0007-credentials.ts'),
  '0008-words-of-postgres': () => import('./migrations/0008-words-of-postgres.ts'),
  '0009-names': () => import('./migrations/0009-names.ts'),
  '0010-virtual-and-status': () => import('./migrations/0010-virtual-and-status.ts'),
  '0011-former-addresses': () => import('./migrations/0011-former-addresses.ts'),
  '0012-series': () => import('./migrations/0012-series.ts'),
  '0013-translations': () => import('./migrations/0013-translations.ts'),
  '0014-trash': () => import('./migrations/0014-trash.ts'),
  '0015-whole-days': () => import('./migrations/0015-whole-days.ts'),
  '0016-catalan-dots': () => import('./migrations/0016-catalan-dots.ts'),
};

export type SchemaStep = keyof typeof steps;

/** Called with the last step that a store has, before the others change it; not for a store without a schema. */
export type BeforeMigration = (step: string) => unknown;

/**
 * Migrates the schema. If several processes start together, the first one migrates and the others wait.
 * @param last the last step to take; all steps by default. A test of a step stops before it
 * @param before on the embedded store, called by one process alone, which has locked the store
 * @throws LaterSchema if a later version has migrated the store; nothing is changed then
 */
export async function migrate(db: Db, last?: SchemaStep, before?: BeforeMigration): Promise<void> {
  const dialect = dialectOf(db);
  if (dialect.name === 'postgres') return migrateWith(db, dialect, last, before);
  await db.connection().execute(async db => {
    // Kysely locks PostgreSQL itself. For SQLite the caller must open the transaction.
    await sql`begin immediate`.execute(db);
    try {
      await migrateWith(db, dialect, last, before);
      await sql`commit`.execute(db);
    } catch (error) {
      await sql`rollback`.execute(db);
      throw error;
    }
  });
}

async function migrateWith(
  db: Db,
  dialect: Dialect,
  last?: SchemaStep,
  before?: BeforeMigration,
): Promise<void> {
  const taken = await takenSteps(db);
  const step = taken.at(-1);
  // Another process may have migrated meanwhile.
  if (step !== undefined && taken.length < Object.keys(steps).length) await before?.(step);
  const migrator = await migratorOf(db, dialect);
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
  if (!error) return;
  // A process of a later version may have migrated first.
  await takenSteps(db);
  throw error;
}

/**
 * How many of the migrations a store has.
 * @throws LaterSchema if the store has migrations that this version does not know
 */
export async function migrationState(db: Db): Promise<'none' | 'some' | 'all'> {
  const { length } = await takenSteps(db);
  if (length === 0) return 'none';
  return length < Object.keys(steps).length ? 'some' : 'all';
}

/**
 * Resolves to the names of the migrations that a store has, in order.
 * @throws LaterSchema if the store has migrations that this version does not know
 */
export async function takenSteps(db: Db): Promise<string[]> {
  const dialect = dialectOf(db);
  if (!(await dialect.hasTable(db, STEPS))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(STEPS)} order by name`.execute(
    db,
  );
  const names = rows.map(({ name }) => name);
  const unknown = unknownSteps(names);
  if (unknown.length > 0) throw new LaterSchema(await dialect.describe(db), unknown);
  return names;
}

/** Kysely's table of applied migrations. */
export const STEPS = 'kysely_migration';

/** The migrations that this version does not know. */
export const unknownSteps = (names: readonly string[]): string[] =>
  names.filter(name => !Object.hasOwn(steps, name));

async function migratorOf(db: Db, dialect: Dialect): Promise<Migrator> {
  const { Migrator } = await import('kysely/migration');
  const migrations: Record<string, Migration> = Object.fromEntries(
    Object.entries(steps).map(([name, load]) => [name, { up: async db => (await load()).up(db, dialect) }]),
  );
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}
