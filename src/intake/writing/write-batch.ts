import { dialectOf } from '../../db/dialect.ts';
import { CommitInDoubt } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isTaxonomy, KINDS } from '../../kinds.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { keepFormer } from '../../records/former-addresses.ts';
import type { LinkedType } from '../../records/versions/links.ts';
import { keptId, remember } from '../imported.ts';
import { placeOf } from '../plans/plan.ts';
import { addressesOf } from '../reading/source-addresses.ts';
import { countOutcome, type RecordOutcome } from '../report.ts';
import type { ImportRun } from '../run.ts';
import { proposeChange } from './propose-change.ts';
import {
  imageOf,
  inSavepoint,
  insertNewEvents,
  isNewEvent,
  type Result,
  rehearsed,
  writeRecord,
} from './write-record.ts';
import { assertCurrent, type BatchTasks, type WriteTask } from './write-tasks.ts';

/** Imports records in a transaction of their own. */
export async function writeInTransaction(run: ImportRun, batch: BatchTasks): Promise<void> {
  if (batch.tasks.length === 0 && batch.addresses.length === 0) return;
  if (run.options.dryRun) {
    for (const task of batch.tasks) countOutcome(run.report, await rehearsed(run.db, run, task));
    return;
  }
  for (const { plan } of batch.tasks) {
    const own = plan.own !== undefined && (run.source.isOwn || !run.source.isExport);
    if (plan.picture) await run.pictures.obtain({ ...plan.picture, own });
  }
  const outcomes = await inCountedTransaction(run, async db => {
    if (run.lock.hasOthers) await assertCurrent(db, batch.tasks);
    return writeBatch(db, run, batch);
  });
  for (const outcome of outcomes) countOutcome(run.report, outcome);
}

/** Writes in a transaction that counts as a batch, whose pictures are committed with it. */
export async function inCountedTransaction<T>(run: ImportRun, write: (db: Db) => Promise<T>): Promise<T> {
  const { counts, result } = await inTransaction(run.db, async db => {
    const counts = await run.lock.count(db);
    // After a serialisation failure, the rolled-back records must be written again.
    run.pictures.unsettle();
    return { counts, result: await write(db) };
  }).catch(error => {
    // The commit may have succeeded, so the image files are kept.
    if (error instanceof CommitInDoubt) run.pictures.commit();
    else run.pictures.unsettle();
    throw error;
  });
  run.lock.committed(counts);
  run.pictures.commit();
  return result;
}

/**
 * Writes records within a transaction: new ones are created, changed ones are updated, all others stay. A record that
 * cannot be written is skipped completely, and does not affect the others.
 */
export async function writeBatch(
  db: Db,
  run: ImportRun,
  { tasks, addresses }: BatchTasks,
): Promise<RecordOutcome[]> {
  await passIds(db, run, tasks);
  await lockLinked(db, run, tasks);
  const results = await writeAll(db, run, tasks);
  const rows = results.flatMap(({ rows }) => rows);
  await remember(db, rows);
  const written = results.flatMap(({ rows }, i) =>
    rows.flatMap(({ local_id }) => addressesOf(tasks[i]!.plan, local_id)),
  );
  await keepFormer(db, [...addresses, ...written]);
  return results.map(({ outcome }) => outcome);
}

/** Makes new ids follow those that are going to be kept. */
async function passIds(db: Db, run: ImportRun, tasks: readonly WriteTask[]): Promise<void> {
  const highest = { records: 0, terms: 0 };
  for (const { plan } of tasks) {
    const table = isTaxonomy(plan.type) ? 'terms' : 'records';
    for (const id of [plan.id, ...(plan.occurrences ?? [])])
      highest[table] = Math.max(highest[table], keptId(run.options, id) ?? 0);
  }
  for (const table of ['records', 'terms'] as const) await dialectOf(db).passIds(db, table, highest[table]);
}

/**
 * New events are written together, after the records that they link to. All others are written one by one, in order.
 */
async function writeAll(db: Db, run: ImportRun, tasks: readonly WriteTask[]): Promise<Result[]> {
  const results = new Map<WriteTask, Result>();
  const fresh: WriteTask[] = [];
  for (const task of tasks) {
    await yieldIfDue();
    if (isNewEvent(task)) fresh.push(task);
    else results.set(task, await (task.isProposed ? proposeChange : writeRecord)(db, run, task));
  }
  for (const [i, result] of (await writeNewEvents(db, run, fresh)).entries()) results.set(fresh[i]!, result);
  return tasks.map(task => results.get(task)!);
}

/** Writes new events together or, if one of them cannot be written, one by one. */
async function writeNewEvents(db: Db, run: ImportRun, tasks: readonly WriteTask[]): Promise<Result[]> {
  if (tasks.length === 0) return [];
  const images = new Map<WriteTask, number | null | undefined>();
  for (const task of tasks) images.set(task, await imageOf(db, run, task.plan));
  const together = await inSavepoint(db, () => insertNewEvents(db, run, images));
  if (!('why' in together)) return together;
  const results: Result[] = [];
  for (const task of tasks) results.push(await writeRecord(db, run, task));
  return results;
}

/**
 * Locks the records that these plans link to until the transaction ends. Records that were deleted or moved to the
 * trash during the import are forgotten.
 */
async function lockLinked(db: Db, run: ImportRun, tasks: readonly WriteTask[]): Promise<void> {
  const places = new Map<LinkedType, Map<string, number>>();
  for (const { type, identity } of tasks.flatMap(({ plan }) => plan.links)) {
    const place = placeOf(type, identity);
    const id = run.settled.get(place);
    if (id !== undefined) places.set(type, (places.get(type) ?? new Map()).set(place, id));
  }
  for (const [type, ids] of places) {
    const there = await present(db, type, [...new Set(ids.values())]);
    for (const [place, id] of ids) if (!there.has(id)) run.settled.set(place, undefined);
  }
}

async function present(db: Db, type: LinkedType, ids: readonly number[]): Promise<Set<number>> {
  if (isTaxonomy(type)) {
    const terms = await db.selectFrom('terms').select('id').where('id', 'in', ids).execute();
    return new Set(terms.map(({ id }) => id));
  }
  const { table } = KINDS[type];
  if ((await dialectOf(db).lockRowsShared(db, table, ids)) === ids.length) return new Set(ids);
  const left = db.selectFrom(table).select('id').where('id', 'in', ids).where('status', '!=', 'trash');
  return new Set((await left.execute()).map(({ id }) => id));
}
