import { sql } from 'kysely';
import { allSettled } from '../../db/direct.ts';
import { isConflict, isUnavailable } from '../../db/errors.ts';
import { type Db, statuses, type Tables } from '../../db/tables.ts';
import { dropProposed } from '../../events/pending-edits.ts';
import { insertEvents, type NewEvent } from '../../events/store.ts';
import { isTaxonomy } from '../../kinds.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { fold } from '../../lib/text/search-terms.ts';
import { claimIds, typeOf } from '../../records/table.ts';
import { creation, keepCreations } from '../../records/versions/record-change.ts';
import { keptKey } from '../../series/take-over.ts';
import { followModified, keptId, readProvenance, rememberNew } from '../imported.ts';
import { fingerprintOf, type ImportPlan, placeOf, storedFingerprint } from '../plans/plan.ts';
import { because, type Reason } from '../reason.ts';
import type { Outcome, RecordOutcome, Remark } from '../report.ts';
import type { ImportRun } from '../run.ts';
import { hasGained, type WriteTask } from './write-tasks.ts';

/** What to remember of one record in `imported`, and what to report once it is committed. */
export interface Result {
  rows: Tables['imported'][];
  outcome: RecordOutcome;
}

/** Writes one record completely or not at all. */
export async function writeRecord(db: Db, run: ImportRun, task: WriteTask): Promise<Result> {
  const { plan, known } = task;
  const { type, identity, picture } = plan;
  const place = placeOf(type, identity);
  const linked = known ? undefined : await linkOf(db, run, task);
  if (linked) {
    run.settled.set(place, linked.id);
    // A record of this very store needs no note of its source.
    const rows = linked.own || run.source.isOwn ? [] : [row(task, null, linked.id, null)];
    return { rows, outcome: linked.own ? leftOut(plan, OWN) : outcomeOf(plan, 'unchanged') };
  }
  if (task.onlyLinks && !hasGained(run, plan)) return { rows: [], outcome: outcomeOf(plan, 'unchanged') };
  const image = await imageOf(db, run, plan);
  const refused = Boolean(picture) && image === undefined;
  if (task.onlyPicture && refused)
    return { rows: [], outcome: outcomeOf(plan, 'unchanged', lackedPicture(run, plan)) };
  const done = await inSavepoint(db, async () => {
    const { id, modified_at } = await write(db, run, task, image);
    // What is its series' own goes with that.
    if (!known && type === 'event' && !plan.seriesOf) await keepCreations(db, run.context, [id]);
    if (known && type === 'event' && run.options.reading) await dropProposed(db, [id], run.loosened);
    if (known && !known.edited)
      await followModified(db, type, known.local_id, known.modified_at, modified_at);
    await rememberNew(db, readProvenance(plan.provenance, type, id, keptKey(identity.key)));
    return { id, modified_at };
  });
  if ('why' in done) return { rows: [], outcome: leftOut(plan, because('not_written', done)) };
  run.settled.set(place, task.writes.isLinkable ? done.id : undefined);
  return { rows: [row(task, image, done.id, done.modified_at)], outcome: written(run, task) };
}

/** Writes all of something or, where a part of it cannot be written, nothing; then it returns why. */
export async function inSavepoint<Made>(db: Db, make: () => Promise<Made>): Promise<Made | { why: string }> {
  await sql`savepoint record`.execute(db);
  try {
    const made = await make();
    await allSettled(db);
    await sql`release savepoint record`.execute(db);
    return made;
  } catch (error) {
    if (isConflict(error) || isUnavailable(error)) throw error;
    await sql`rollback to savepoint record`.execute(db);
    await sql`release savepoint record`.execute(db);
    return { why: (error as Error).message };
  }
}

export const outcomeOf = (
  { type, name, start, address, identity: { key: source } }: ImportPlan,
  outcome: Outcome,
  whys: readonly Reason[] = [],
): RecordOutcome => ({
  type,
  outcome,
  ...{ name, start, address },
  remarks: whys.map((why): Remark => ({ source, type, why })),
});

export const leftOut = (plan: ImportPlan, why: Reason): RecordOutcome => outcomeOf(plan, 'skipped', [why]);

/** The outcome of a record that was written, with its notes. */
export function written(run: ImportRun, { plan, known, notes }: WriteTask): RecordOutcome {
  const ours = known?.edited ? [because('changed_here')] : [];
  return outcomeOf(plan, known ? 'changed' : 'created', [...notes, ...ours, ...lackedPicture(run, plan)]);
}

/** Why a record lacks its picture, or what its source says of it; nothing if it does not. */
function lackedPicture(run: ImportRun, { picture }: ImportPlan): Reason[] {
  if (picture && run.pictures.keepsTexts(picture.url)) return [because('picture_texts_stay')];
  const refusal = picture && run.pictures.refusal(picture.url);
  return picture && refusal ? [because('lacks_picture', { why: refusal })] : [];
}

/**
 * The row that remembers a record, with hashes of what was read. A picture or parent that could not be obtained is tried
 * again by the next import.
 * @param image that of the record; undefined if it could not be obtained
 */
export function row(
  { plan, known }: Pick<WriteTask, 'plan' | 'known'>,
  image: number | null | undefined,
  local_id: number,
  modified_at: number | null,
) {
  const { type, identity, core, content = '', picture } = plan;
  const former = fingerprintOf(known);
  const extra = (picture && image === undefined ? undefined : plan.extra) ?? former.extra;
  const translations = plan.translations ?? former.translations;
  const fingerprint = storedFingerprint({ core, extra, content, translations });
  return { type, source: identity.key, local_id, fingerprint, modified_at };
}

/**
 * The existing record that a new one matches although it was never imported. It stays as it is, and events link to
 * it.
 */
async function linkOf(
  db: Db,
  run: ImportRun,
  { plan, writes }: WriteTask,
): Promise<{ id: number; own: boolean } | undefined> {
  const series = plan.seriesOf && placeOf('event', plan.seriesOf);
  const isReturned = series !== undefined && run.returned.has(series);
  const own = isReturned ? run.settled.get(series) : await ownRecord(db, plan);
  if (own !== undefined && plan.occurrences && !run.source.isOwn)
    run.returned.add(placeOf('event', plan.identity));
  if (own !== undefined) return { id: own, own: true };
  const same = await writes.same(db);
  return same === undefined ? undefined : { id: same, own: false };
}

/** What would become of a record. */
export async function rehearsed(db: Db, run: ImportRun, task: WriteTask): Promise<RecordOutcome> {
  const { plan, known, onlyLinks } = task;
  const linked = known ? undefined : await linkOf(db, run, task);
  if (linked?.own) return leftOut(plan, OWN);
  if (linked || (onlyLinks && !hasGained(run, plan))) return outcomeOf(plan, 'unchanged');
  return written(run, { ...task, notes: [...task.notes, ...(await resembling(db, task))] });
}

/** The events that are here already, by another hand, with the start of a new one and its title or a part of it. */
async function resembling(db: Db, { known, writes: { newEvent } }: WriteTask): Promise<Reason[]> {
  const { title = '', times } = (!known && newEvent?.(null)) || {};
  if (title === '' || !times) return [];
  const found = await db
    .selectFrom('events')
    .select('title')
    .where(
      'status',
      'in',
      statuses.filter(status => status !== 'trash'),
    )
    // By an index on these columns.
    .where('hide_from_listings', 'in', [0, 1])
    .where('start_at', '=', times.start_at)
    .where('recurrence', '=', '')
    .where('title', '!=', '')
    .limit(MOST_BESIDE)
    .execute();
  const own = fold(title);
  return found
    .filter(one => own.includes(fold(one.title)) || fold(one.title).includes(own))
    .map(one => because('resembles', { name: one.title }));
}

/** Events at one instant that are compared with a new one. */
const MOST_BESIDE = 50;

const OWN = because('own_record');

const write = (
  db: Db,
  run: ImportRun,
  { plan, known, writes }: WriteTask,
  image: number | null | undefined,
) => (known ? writes.update(db, known, image) : writes.insert(db, keptId(run.options, plan.id), image));

/** The id of this store's own record that the plan is about, read from an export or from its own site. */
async function ownRecord(db: Db, { type, own }: ImportPlan): Promise<number | undefined> {
  if (own?.id === undefined || isTaxonomy(type)) return undefined;
  const { id } = own;
  if (own.slug === undefined) return (await typeOf(db, id)) === type ? id : undefined;
  const found = await db
    .selectFrom(`${type}s` as const)
    .select('id')
    .where('id', '=', id)
    .where('slug', '=', own.slug)
    .executeTakeFirst();
  return found?.id;
}

/** The picture of a record: null for none, undefined if it was refused or pictures are not imported. */
export const imageOf = async (
  db: Db,
  run: ImportRun,
  { picture }: ImportPlan,
): Promise<number | null | undefined> =>
  picture ? run.pictures.settle(db, picture.url) : picture === '' ? null : undefined;

/** Whether an event is certainly new: neither imported before nor possibly one of this very store. */
export const isNewEvent = ({ plan, known, writes }: WriteTask): boolean =>
  known === undefined && plan.own === undefined && writes.newEvent !== undefined;

/** Writes new events with their pictures, all of them or none. */
export async function insertNewEvents(
  db: Db,
  run: ImportRun,
  images: ReadonlyMap<WriteTask, number | null | undefined>,
): Promise<Result[]> {
  const tasks = [...images.keys()];
  const wanted = tasks.map(({ plan }) => keptId(run.options, plan.id));
  const unclaimed = [...new Set(wanted.filter(id => id !== undefined))];
  const claimed = await claimIds(db, 'event', unclaimed, creation(run.context));
  const events: NewEvent[] = [];
  for (const [i, task] of tasks.entries()) {
    await yieldIfDue();
    // If several events want one id, the first one gets it.
    const id = claimed.delete(wanted[i]!) ? wanted[i] : undefined;
    events.push({ id, patch: task.writes.newEvent!(images.get(task)) });
  }
  const ids = await insertEvents(db, events, run.context);
  const provenance = tasks.flatMap(({ plan }, i) => readProvenance(plan.provenance, 'event', ids[i]!));
  await rememberNew(db, provenance);
  await keepCreations(db, run.context, ids);
  return tasks.map((task, i) => {
    const { plan } = task;
    run.settled.set(placeOf('event', plan.identity), ids[i]);
    const modified_at = events[i]!.patch.kept?.modified_at ?? run.context.now;
    return { rows: [row(task, images.get(task), ids[i]!, modified_at)], outcome: written(run, task) };
  });
}
