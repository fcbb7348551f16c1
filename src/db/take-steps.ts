import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Migration, MigrationNotice, MigrationRun } from './migration.ts';
import { despiteLocks, LOCK_TIMEOUT } from './postgres/migration-lock.ts';
import type { Db } from './tables.ts';

/** Kysely's table of applied migrations: earlier versions migrated with its Migrator, and read the table with it. */
export const STEPS = 'kysely_migration';

/** A migration that a store lacks. */
export interface MigrationStep {
  readonly name: string;
  load(): Promise<Migration>;
}

type Notify = (notice: MigrationNotice) => void;

/** Takes all steps in the transaction of the caller: on the embedded store, or where there is no schema yet. */
export async function takeTogether(
  db: Db,
  dialect: Dialect,
  steps: readonly MigrationStep[],
  notify: Notify,
) {
  for (const [index, step] of steps.entries()) {
    const run = begin(step, index, steps, notify, false);
    await (await step.load()).up(db as Kysely<unknown>, dialect, run);
    await record(db, [step]);
  }
}

/**
 * Takes steps on PostgreSQL while others use the store: each in a transaction of its own, or in none. Earlier versions
 * serve the store with any of them, so those that are taken stay if a later one fails.
 */
export async function takeOnline(db: Db, dialect: Dialect, steps: readonly MigrationStep[], notify: Notify) {
  for (const [index, step] of steps.entries()) {
    const { up, isOnline = false } = await step.load();
    const run = begin(step, index, steps, notify, isOnline);
    const take = async (db: Db) => {
      await up(db as Kysely<unknown>, dialect, run);
      await record(db, [step]);
    };
    const inTransactionOfItsOwn = () =>
      db.transaction().execute(async db => {
        // Whoever needs the table waits behind this transaction, so it must not wait long itself.
        await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT}`).execute(db);
        await take(db);
      });
    const blocked = (by: string) => notify({ migration: step.name, blocked: by });
    await despiteLocks(db, isOnline ? () => take(db) : inTransactionOfItsOwn, blocked);
  }
}

/**
 * Makes the schema of an empty store: at once what all steps make one after another, in a fourth of the time. A test
 * compares both.
 */
export async function createSchema(
  db: Db,
  { name }: Dialect,
  steps: readonly MigrationStep[],
): Promise<void> {
  const text = await readFile(new URL(`./schema/${name}.sql`, import.meta.url), 'utf8');
  // Only a statement, or a comment before it, begins at the margin after a semicolon.
  for (const statement of text.split(/(?<=;\n)(?=\n|create )/)) await sql.raw(statement).execute(db);
  await record(db, steps);
}

/** Creates the table of applied migrations. */
export const createSteps = (db: Db) =>
  sql`create table if not exists ${sql.table(STEPS)} (
    name varchar(255) not null primary key,
    "timestamp" varchar(255) not null
  )`.execute(db);

/** Kysely, in earlier versions, orders the migrations by their times, whatever the clock did. */
async function record(db: Db, steps: readonly MigrationStep[]): Promise<void> {
  const { rows } = await sql<{ last: string | null }>`
    select max("timestamp") as last from ${sql.table(STEPS)}`.execute(db);
  const first = Math.max(Date.now(), rows[0]?.last ? Date.parse(rows[0].last) + 1 : 0);
  const taken = steps.map(({ name }, index) => sql`(${name}, ${new Date(first + index).toISOString()})`);
  await sql`insert into ${sql.table(STEPS)} (name, "timestamp") values ${sql.join(taken)}`.execute(db);
}

/** Rows between two reports of progress. */
const REPORTED = 10_000;

function begin(
  { name }: MigrationStep,
  index: number,
  steps: readonly MigrationStep[],
  notify: Notify,
  isOnline: boolean,
): MigrationRun {
  notify({ migration: name, number: index + 1, of: steps.length });
  let [last, reported] = ['', 0];
  return {
    isOnline,
    progress(part, rows) {
      if (part === last && (rows ?? 0) < reported + REPORTED) return;
      [last, reported] = [part, rows ?? 0];
      notify({ migration: name, part, ...(rows !== undefined && { rows }) });
    },
  };
}
