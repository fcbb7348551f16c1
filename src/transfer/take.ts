import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { CommitInDoubt, isConflict, isUnavailable } from '../db/errors.ts';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { yieldIfDue } from '../lib/pacer.ts';
import { countBatch } from './alone.ts';
import { attempt, imageOf, type Result } from './attempt.ts';
import { holdLinked } from './held.ts';
import { remember } from './imported.ts';
import { insertNewEvents, isNewEvent } from './insert-events.ts';
import { keptId } from './kept-id.ts';
import type { Run } from './run.ts';
import type { WriteTask } from './tasks.ts';

/**
 * Takes records in one transaction: those that are new are made, those that changed at their source are
 * changed, all others stay. A record that cannot be written is left out whole and does not disturb the others.
 */
export async function take(run: Run, tasks: readonly WriteTask[]): Promise<void> {
  if (tasks.length === 0) return;
  for (const { plan } of tasks) {
    if (plan.picture) await run.pictures.obtain({ ...plan.picture, own: plan.own !== undefined });
  }
  const { batches, tell } = await inTransaction(run.db, async db => {
    const batches = await countBatch(db, run.batches);
    // What an attempt that lost against another process has written is still to be written.
    run.pictures.unsettle();
    await passIds(db, run, tasks);
    await holdLinked(
      db,
      run,
      tasks.map(({ plan }) => plan),
    );
    const results = await attemptAll(db, run, tasks);
    await remember(
      db,
      results.flatMap(({ rows }) => rows),
    );
    return { batches, tell: results.map(result => result.tell) };
  }).catch(error => {
    // The files of pictures whose records may be there are kept.
    if (error instanceof CommitInDoubt) run.pictures.commit();
    else run.pictures.unsettle();
    throw error;
  });
  run.batches = batches;
  run.pictures.commit();
  for (const told of tell) told();
}

/** Has new ids come after those that are going to be kept. */
async function passIds(db: Db, run: Run, tasks: readonly WriteTask[]): Promise<void> {
  const highest = { records: 0, terms: 0 };
  for (const { plan } of tasks) {
    const table = plan.type === 'category' || plan.type === 'tag' ? 'terms' : 'records';
    highest[table] = Math.max(highest[table], keptId(run.options, plan.id) ?? 0);
  }
  for (const table of ['records', 'terms'] as const) await dialectOf(db).passIds(db, table, highest[table]);
}

/** New events are written together, behind what they link to; all others one by one, in their order. */
async function attemptAll(db: Db, run: Run, tasks: readonly WriteTask[]): Promise<Result[]> {
  const results = new Map<WriteTask, Result>();
  const fresh: WriteTask[] = [];
  for (const task of tasks) {
    await yieldIfDue();
    if (isNewEvent(task)) fresh.push(task);
    else results.set(task, await attempt(db, run, task));
  }
  for (const [i, result] of (await attemptEvents(db, run, fresh)).entries()) results.set(fresh[i]!, result);
  return tasks.map(task => results.get(task)!);
}

/** Writes new events together; where one of them cannot be written, each by itself. */
async function attemptEvents(db: Db, run: Run, tasks: readonly WriteTask[]): Promise<Result[]> {
  if (tasks.length === 0) return [];
  const images = new Map<WriteTask, number | null | undefined>();
  for (const task of tasks) images.set(task, await imageOf(db, run, task.plan));
  await sql`savepoint events`.execute(db);
  try {
    const results = await insertNewEvents(db, run, images);
    await sql`release savepoint events`.execute(db);
    return results;
  } catch (error) {
    if (isConflict(error) || isUnavailable(error)) throw error;
    await sql`rollback to savepoint events`.execute(db);
    await sql`release savepoint events`.execute(db);
  }
  const results: Result[] = [];
  for (const task of tasks) results.push(await attempt(db, run, task));
  return results;
}
