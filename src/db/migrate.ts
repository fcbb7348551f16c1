import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Dialect, dialectOf } from './dialect.ts';
import { LaterSchema } from './errors.ts';
import type { Db } from './tables.ts';

interface Step {
  up(db: Db, dialect: Dialect): Promise<void>;
}

const folder = new URL('./migrations/', import.meta.url);

/** Each step of the schema, by the name of its file, in order. A step that has been released is never changed. */
const steps: Readonly<Record<string, Step>> = Object.fromEntries(
  await Promise.all(
    readdirSync(folder)
      .filter(file => /^\d{4}-[\w-]+\.ts$/.test(file))
      .sort()
      .map(async file => [file.replace(/\.ts$/, ''), (await import(new URL(file, folder).href)) as Step]),
  ),
);

/**
 * Brings the schema up to date; where processes start together, the first does it and the others wait.
 * @throws LaterSchema where a later version has brought it further; nothing is changed then
 */
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
  await assertKnownSchema(db);
  const { error } = await migratorOf(db, dialect).migrateToLatest();
  if (!error) return;
  // A process of a later version may have been faster.
  await assertKnownSchema(db);
  throw error;
}

/**
 * Which steps of the schema a store has behind it.
 * @throws LaterSchema where there are others than this version knows
 */
export async function stepsTaken(db: Db): Promise<'none' | 'some' | 'all'> {
  const taken = await assertKnownSchema(db);
  if (taken === 0) return 'none';
  return taken < Object.keys(steps).length ? 'some' : 'all';
}

/**
 * Resolves to the number of steps that the schema of a store has behind it.
 * @throws LaterSchema where there are others than this version knows
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

/** Kysely's table of the steps that have been taken. */
export const STEPS = 'kysely_migration';

/** Those of these steps that this version does not know. */
export const unknownSteps = (names: readonly string[]): string[] =>
  names.filter(name => !Object.hasOwn(steps, name));

function migratorOf(db: Db, dialect: Dialect): Migrator {
  const migrations: Record<string, Migration> = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { up: db => step.up(db, dialect) }]),
  );
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}
