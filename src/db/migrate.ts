import { sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import { isBusy, LaterSchema } from './errors.ts';
import type { Migration, MigrationNotice } from './migration.ts';
import { whileLocked } from './postgres/migration-lock.ts';
import type { Db } from './tables.ts';
import {
  createSchema,
  createSteps,
  type MigrationStep,
  STEPS,
  takeOnline,
  takeTogether,
} from './take-steps.ts';

/** All migrations, in order; loaded when a store lacks one. A released migration is never changed. */
export const steps = {
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
  '0017-site-settings': () => import('./migrations/0017-site-settings.ts'),
  '0018-people': () => import('./migrations/0018-people.ts'),
  '0019-second-factor': () => import('./migrations/0019-second-factor.ts'),
  '0020-focal-point': () => import('./migrations/0020-focal-point.ts'),
  '0021-passkeys': () => import('./migrations/0021-passkeys.ts'),
  '0022-pending-edits': () => import('./migrations/0022-pending-edits.ts'),
  '0023-batches': () => import('./migrations/0023-batches.ts'),
  '0024-tickets': () => import('./migrations/0024-tickets.ts'),
  '0025-discarded-edits': () => import('./migrations/0025-discarded-edits.ts'),
  '0026-colors': () => import('./migrations/0026-colors.ts'),
  '0027-series-in-list-order': () => import('./migrations/0027-series-in-list-order.ts'),
  '0028-decisions': () => import('./migrations/0028-decisions.ts'),
  '0030-accounts': () => import('./migrations/0030-accounts.ts'),
  '0031-outbox': () => import('./migrations/0031-outbox.ts'),
  '0033-public-proposals': () => import('./migrations/0033-public-proposals.ts'),
  '0034-credits': () => import('./migrations/0034-credits.ts'),
  '0035-sources': () => import('./migrations/0035-sources.ts'),
  '0036-imported-edits': () => import('./migrations/0036-imported-edits.ts'),
  '0037-whole-seconds': () => import('./migrations/0037-whole-seconds.ts'),
} satisfies Record<string, () => Promise<Migration>>;

export type SchemaStep = keyof typeof steps;

/** What is called during a migration. */
export interface MigrationHooks {
  /**
   * Called with the last step that a store has, before the others change it; not for a store without a schema. One
   * process alone calls it, which has locked the store.
   */
  before?(step: string): unknown;
  /** Not called for a store without a schema. */
  notify?(notice: MigrationNotice): void;
}

/**
 * Migrates the schema. If several processes start together, the first one migrates and the others wait.
 * @param last the last step to take, one after another; all steps by default. A test of a step stops before it
 * @throws LaterSchema if a later version has migrated the store; nothing is changed then
 */
export async function migrate(db: Db, last?: SchemaStep, hooks: MigrationHooks = {}): Promise<void> {
  const waiting = () => hooks.notify?.({ waiting: 'for another process' });
  await db
    .connection()
    .execute(db =>
      dialectOf(db).name === 'postgres'
        ? whileLocked(db, waiting, () => takeMissing(db, last, hooks))
        : inEmbedded(db, waiting, () => takeMissing(db, last, hooks)),
    );
}

/** Milliseconds for which a migration of the embedded store waits for another process. */
const PATIENCE = 10_000;

async function inEmbedded(db: Db, waiting: () => void, work: () => Promise<void>): Promise<void> {
  const begin = async (patience: number) => {
    await sql.raw(`pragma busy_timeout = ${patience}`).execute(db);
    await sql`begin immediate`.execute(db);
  };
  await begin(0).catch(error => {
    if (!isBusy(error)) throw error;
    waiting();
    return begin(PATIENCE);
  });
  try {
    await sql.raw(`pragma busy_timeout = ${PATIENCE}`).execute(db);
    await work();
    await sql`commit`.execute(db);
  } catch (error) {
    // After some errors, such as a full disk, SQLite has rolled back by itself.
    await sql`rollback`.execute(db).catch(() => {});
    throw error;
  }
}

/** The caller has locked the store. */
async function takeMissing(db: Db, last: SchemaStep | undefined, { before, notify }: MigrationHooks) {
  const [dialect, started] = [dialectOf(db), Date.now()];
  const taken = await takenSteps(db);
  const missing = stepsAfter(taken, last);
  if (missing.length === 0) return;
  const step = taken.at(-1);
  if (step === undefined) {
    const takeAll = async (db: Db) => {
      if (last === undefined) return createSchema(db, dialect, missing);
      await createSteps(db);
      await takeTogether(db, dialect, missing, () => {});
    };
    // The embedded store is in a transaction already.
    return dialect.name === 'postgres' ? db.transaction().execute(takeAll) : takeAll(db);
  }
  await before?.(step);
  const take = dialect.name === 'postgres' ? takeOnline : takeTogether;
  await take(db, dialect, missing, notice => notify?.(notice));
  const seconds = Math.round((Date.now() - started) / 100) / 10;
  notify?.({ migrated: missing.map(({ name }) => name), seconds });
}

/** The steps that a store lacks, up to a last one. */
function stepsAfter(taken: readonly string[], last: string | undefined): MigrationStep[] {
  return Object.entries(steps)
    .filter(([name]) => !taken.includes(name) && (last === undefined || name <= last))
    .map(([name, load]) => ({ name, load }));
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

/** The migrations that this version does not know. */
export const unknownSteps = (names: readonly string[]): string[] =>
  names.filter(name => !Object.hasOwn(steps, name));
