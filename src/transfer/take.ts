import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { isConflict, isUnavailable } from '../db/errors.ts';
import type { Db, Tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { insertEvents, type NewEvent } from '../events/store.ts';
import { claimIds, typeOf } from '../records/table.ts';
import { breathe } from './breathe.ts';
import { holdLinked } from './held.ts';
import { readProvenance, remember, rememberNew } from './imported.ts';
import { type Plan, placeOf } from './plan.ts';
import { count, note } from './report.ts';
import { keptId, type Run } from './run.ts';
import { leave, type Task, tasksOf } from './tasks.ts';

/**
 * Takes records in one transaction: those that are new are made, those that changed at their source are
 * changed, all others stay. A record that cannot be written is left out whole and does not disturb the others.
 */
export async function take(run: Run, plans: readonly Plan[]): Promise<void> {
  const tasks = await tasksOf(run, plans);
  if (tasks.length === 0) return;
  for (const { plan } of tasks) {
    if (plan.picture) await run.pictures.obtain({ ...plan.picture, own: plan.own !== undefined });
  }
  const tell = await inTransaction(run.db, async db => {
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
    return results.map(result => result.tell);
  }).catch(error => {
    run.pictures.unsettle();
    throw error;
  });
  run.pictures.commit();
  for (const told of tell) told();
}

/** Has new ids come after those that are going to be kept. */
async function passIds(db: Db, run: Run, tasks: readonly Task[]): Promise<void> {
  const highest = { records: 0, terms: 0 };
  for (const { plan } of tasks) {
    const table = plan.type === 'category' || plan.type === 'tag' ? 'terms' : 'records';
    highest[table] = Math.max(highest[table], keptId(run.options, plan.id) ?? 0);
  }
  for (const table of ['records', 'terms'] as const) await dialectOf(db).passIds(db, table, highest[table]);
}

/** What came of a record: what is to be remembered of it, and what is to be told once it is stored. */
interface Result {
  rows: Tables['imported'][];
  tell(): void;
}

/** New events are written together, behind what they link to; all others one by one, in their order. */
async function attemptAll(db: Db, run: Run, tasks: readonly Task[]): Promise<Result[]> {
  const results = new Map<Task, Result>();
  const fresh: Task[] = [];
  for (const task of tasks) {
    await breathe();
    if (isNewEvent(task)) fresh.push(task);
    else results.set(task, await attempt(db, run, task));
  }
  for (const [i, result] of (await attemptEvents(db, run, fresh)).entries()) results.set(fresh[i]!, result);
  return tasks.map(task => results.get(task)!);
}

/** An event that is neither here already nor, as one of this very store, may be. */
const isNewEvent = ({ plan, known, writes }: Task): boolean =>
  known === undefined && plan.own === undefined && writes.newEvent !== undefined;

/** Writes new events together; where one of them cannot be written, each by itself. */
async function attemptEvents(db: Db, run: Run, tasks: readonly Task[]): Promise<Result[]> {
  await sql`savepoint events`.execute(db);
  try {
    const results = await insertEventsOf(db, run, tasks);
    await sql`release savepoint events`.execute(db);
    return results;
  } catch (error) {
    if (isConflict(error) || isUnavailable(error)) throw error;
    await sql`rollback to savepoint events`.execute(db);
    await sql`release savepoint events`.execute(db);
  }
  run.pictures.unsettle();
  const results: Result[] = [];
  for (const task of tasks) results.push(await attempt(db, run, task));
  return results;
}

async function insertEventsOf(db: Db, run: Run, tasks: readonly Task[]): Promise<Result[]> {
  const wanted = tasks.map(({ plan }) => keptId(run.options, plan.id));
  const claimed = await claimIds(db, 'event', [...new Set(wanted.filter(id => id !== undefined))]);
  const events: NewEvent[] = [];
  for (const [i, { plan, writes }] of tasks.entries()) {
    await breathe();
    const image = await imageOf(db, run, plan);
    // Of several that want one id the first has it.
    const id = claimed.delete(wanted[i]!) ? wanted[i] : undefined;
    events.push({ id, wish: writes.newEvent!(image) });
  }
  const ids = await insertEvents(db, events, run.writing);
  await rememberNew(
    db,
    tasks.flatMap(({ plan }, i) => readProvenance(plan.provenance, 'event', ids[i]!)),
  );
  return tasks.map((task, i) => {
    const { plan } = task;
    const { image_id, kept } = events[i]!.wish;
    run.settled.set(placeOf('event', plan.identity), ids[i]);
    // What could not be had is looked for again the next time.
    const extra = plan.picture && image_id === undefined ? undefined : plan.extra;
    const modified_at = kept?.modified_at ?? run.writing.now;
    return { rows: [row(plan, ids[i]!, extra, modified_at)], tell: telling(run, task) };
  });
}

/** The picture of a record: null for none, undefined where it was refused or pictures are not taken. */
const imageOf = async (db: Db, run: Run, { picture }: Plan): Promise<number | null | undefined> =>
  picture ? run.pictures.settle(db, picture.url) : picture === '' ? null : undefined;

/** Writes one record whole or not at all. */
async function attempt(db: Db, run: Run, task: Task): Promise<Result> {
  const { plan, known } = task;
  const { type, identity, picture } = plan;
  const place = placeOf(type, identity);
  const unchanged = () => count(run.report, type, 'unchanged');
  const linked = known ? undefined : await linkOf(db, task);
  if (linked) {
    run.settled.set(place, linked.id);
    // That a record is itself need not be remembered.
    const rows = linked.own || run.source.isOwn ? [] : [row(plan, linked.id, plan.extra, null)];
    return { rows, tell: linked.own ? leaving(run, plan, 'it is a record of this very store') : unchanged };
  }
  const image = await imageOf(db, run, plan);
  const refused = Boolean(picture) && image === undefined;
  if (task.onlyPicture && refused) return { rows: [], tell: unchanged };
  await sql`savepoint record`.execute(db);
  try {
    const { id, modified_at } = await write(db, run, task, image);
    await rememberNew(db, readProvenance(plan.provenance, type, id));
    await sql`release savepoint record`.execute(db);
    run.settled.set(place, task.writes.isLinkable ? id : undefined);
    // What could not be had is looked for again the next time.
    const extra = (refused ? undefined : plan.extra) ?? known?.fingerprint.split('.')[1];
    return { rows: [row(plan, id, extra, modified_at)], tell: telling(run, task) };
  } catch (error) {
    if (isConflict(error) || isUnavailable(error)) throw error;
    await sql`rollback to savepoint record`.execute(db);
    await sql`release savepoint record`.execute(db);
    return { rows: [], tell: leaving(run, plan, `it could not be written: ${(error as Error).message}`) };
  }
}

const leaving = (run: Run, plan: Plan, why: string) => () => leave(run, plan, why);

const telling =
  (run: Run, { plan, known, notes }: Task) =>
  () => {
    count(run.report, plan.type, known ? 'changed' : 'created');
    const all = known?.edited
      ? [...notes, 'it had been changed here, too: what its source says was taken']
      : notes;
    for (const why of all) note(run.report, { source: plan.identity.key, type: plan.type, why });
  };

const row = (
  { type, identity, core }: Plan,
  local_id: number,
  extra: string | undefined,
  modified_at: number | null,
) => ({ type, source: identity.key, local_id, fingerprint: `${core}.${extra ?? ''}`, modified_at });

/** The record here that a new one is although it was not imported: it stays as it is, and is linked to. */
async function linkOf(db: Db, { plan, writes }: Task): Promise<{ id: number; own: boolean } | undefined> {
  const own = await ownRecord(db, plan);
  if (own !== undefined) return { id: own, own: true };
  const same = await writes.same(db);
  return same === undefined ? undefined : { id: same, own: false };
}

const write = (db: Db, run: Run, { plan, known, writes }: Task, image: number | null | undefined) =>
  known
    ? writes.update(db, known.local_id, known.edited, image)
    : writes.insert(db, keptId(run.options, plan.id), image);

/** The id of the record of this very store that the plan is about, read from an export or from its own site. */
async function ownRecord(db: Db, { type, id, own }: Plan): Promise<number | undefined> {
  if (!own || id === undefined || type === 'category' || type === 'tag') return undefined;
  if (own.slug === undefined) return (await typeOf(db, id)) === type ? id : undefined;
  const found = await db
    .selectFrom(`${type}s` as const)
    .select('id')
    .where('id', '=', id)
    .where('slug', '=', own.slug)
    .executeTakeFirst();
  return found?.id;
}
