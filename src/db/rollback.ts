import { sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import { type SchemaStep, steps, takenSteps } from './migrate.ts';
import type { Migration, WayBack } from './migration.ts';
import type { Db } from './tables.ts';
import { STEPS } from './take-steps.ts';

/** The last migration of each released version, from the first one on. */
export const RELEASES: Readonly<Record<string, SchemaStep>> = { '0.1.0': '0014-trash' };

/** What a rollback does, before anything is changed. */
export interface RollbackPlan {
  /** The last migration that stays. */
  readonly last: SchemaStep;
  /** The migrations that are undone, the newest first. */
  readonly undone: readonly UndoneStep[];
  /** How many records of each table were created or changed since the first of them. */
  readonly written: Readonly<Record<string, number>>;
}

export interface UndoneStep {
  readonly name: SchemaStep;
  /** When it was taken: ISO 8601. */
  readonly at: string;
  readonly wayBack: WayBack;
}

/** The last migration of the newest version that knows fewer migrations than these; undefined if there is none. */
export const releaseBefore = (taken: readonly string[]): string | undefined =>
  Object.keys(RELEASES).findLast(version => RELEASES[version]! < (taken.at(-1) ?? ''));

export const isStep = (name: string): name is SchemaStep => Object.hasOwn(steps, name);

/** @throws LaterSchema if the store has migrations that this version does not know */
export async function planRollback(db: Db, last: SchemaStep): Promise<RollbackPlan> {
  const undone: UndoneStep[] = [];
  const names = (await takenSteps(db)).filter(name => name > last).filter(isStep);
  const times = await timesOf(db);
  for (const name of names.reverse()) {
    const { down }: Migration = await steps[name]();
    const wayBack = down ?? { impossible: 'It was made before migrations could be undone.' };
    undone.push({ name, at: times.get(name)!, wayBack });
  }
  const first = undone.at(-1);
  return { last, undone, written: first ? await writtenSince(db, Date.parse(first.at) / 1000) : {} };
}

async function timesOf(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; at: string }>`
    select name, "timestamp" as at from ${sql.table(STEPS)}`.execute(db);
  return new Map(rows.map(({ name, at }) => [name, at]));
}

/** What people see of the time of a change; migrations and the horizon of series leave it. */
const TIMES = {
  events: 'modified_at',
  venues: 'modified_at',
  organizers: 'modified_at',
  images: 'created_at',
  users: 'created_at',
  app_passwords: 'created_at',
} as const;

async function writtenSince(db: Db, since: number): Promise<Record<string, number>> {
  const written: Record<string, number> = {};
  const count = async (name: string, condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${condition}`.execute(db);
    if (rows[0]!.count > 0) written[name] = Number(rows[0]!.count);
  };
  for (const [table, column] of Object.entries(TIMES))
    await count(table, sql`${sql.table(table)} where ${sql.ref(column)} >= ${Math.floor(since)}`);
  // Terms have no time of their own; they are in the change log for as long as it is kept.
  const terms = sql`select distinct record_id from changes where type = 'term' and at > ${Math.ceil(since)}`;
  await count('terms', sql`(${terms}) as changed`);
  return written;
}

/**
 * Undoes migrations, the newest first, in the transaction of the caller.
 * @param undone those of a plan, all of which have a way back
 */
export async function undoSteps(db: Db, undone: readonly UndoneStep[]): Promise<void> {
  const dialect = dialectOf(db);
  for (const { name, wayBack } of undone) {
    if ('impossible' in wayBack) throw new Error(`migration ${name} cannot be undone`);
    await wayBack.undo(db as never, dialect);
    await sql`delete from ${sql.table(STEPS)} where name = ${name}`.execute(db);
  }
}
