import { sql } from 'kysely';
import { allSettled } from '../../db/direct.ts';
import { isConflict, isUnavailable } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import { withLinks } from '../../events/linked.ts';
import { eventMembers, type ImportedEventMember, showEvent } from '../../events/members.ts';
import { dropProposed, proposeOfSource } from '../../events/pending-edits.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { addressAt } from '../../site/address.ts';
import { wordsOf } from '../../site/words.ts';
import { because } from '../reason.ts';
import type { ImportRun } from '../run.ts';
import { imageOf, leftOut, outcomeOf, type Result, row } from './write-record.ts';
import type { WriteTask } from './write-tasks.ts';

/**
 * Lets a change of a public event wait for an editor, as a change by the owner of the source. It counts as left out until
 * then.
 */
export async function proposeChange(db: Db, run: ImportRun, task: WriteTask): Promise<Result> {
  const { plan, known } = task;
  const image = await imageOf(db, run, plan);
  // A change that does not come to wait has no use for it.
  if (image) run.loosened.add(image);
  const { now, viewer } = run.context;
  const event_id = known!.local_id;
  const changed = await rehearse(db, run, task, image);
  if (changed.why !== undefined)
    return { rows: [], outcome: leftOut(plan, because('not_written', { why: changed.why })) };
  const { before, after } = changed;
  const { formOf } = run.options.reading!;
  const [was, is] = [formOf(before), formOf(after)];
  // The address of a public event stays.
  const names = Object.keys(is).filter(name => is[name] !== was[name] && name !== 'slug');
  const read = row(task, image, event_id, changed.modified_at);
  if (names.length > 0) {
    const of = (values: typeof was) => Object.fromEntries(names.map(name => [name, values[name]!]));
    const edit = {
      ...{ event_id, user_id: viewer.id, base: of(was), members: of(is), saved_at: now, submitted_at: now },
      imported: JSON.stringify({ source: read.source, fingerprint: read.fingerprint }),
    };
    const why = await proposeOfSource(db, edit, run.loosened);
    return { rows: [], outcome: leftOut(plan, because(why)) };
  }
  await dropProposed(db, [event_id], run.loosened);
  const unseen = IMPORTED.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  // The public has it already: somebody has made the same change here.
  if (unseen.length === 0) return { rows: [read], outcome: outcomeOf(plan, 'unchanged') };
  return { rows: [], outcome: leftOut(plan, because('by_hand', { names: unseen.join(', ') })) };
}

const IMPORTED = (Object.keys(eventMembers) as ImportedEventMember[]).filter(
  name => eventMembers[name]?.imported === true && name !== 'slug',
);

/** The event as it is, and as the import would make it: that is written and taken back. */
async function rehearse(
  db: Db,
  run: ImportRun,
  { plan, known, writes }: WriteTask,
  image: number | null | undefined,
) {
  const { local_id } = known!;
  const shown = await shownIn(db, run, local_id);
  await sql`savepoint rehearsal`.execute(db);
  try {
    if (plan.picture) await run.pictures.rehearse(db, plan.picture.url);
    await writes.update(db, known!, image);
    await allSettled(db);
    const { event: after } = await shownIn(db, run, local_id);
    return { before: shown.event, after, modified_at: shown.modified_at };
  } catch (error) {
    if (isConflict(error) || isUnavailable(error)) throw error;
    return { why: (error as Error).message };
  } finally {
    await sql`rollback to savepoint rehearsal`.execute(db);
    await sql`release savepoint rehearsal`.execute(db);
  }
}

/** An event as editors see it. */
async function shownIn(db: Db, { config, context }: ImportRun, id: number) {
  const rows = await db.selectFrom('events').selectAll().where('id', '=', id).execute();
  const [event] = await withLinks(db, rows, context.viewer);
  const { SITE_URL, HOST, PORT, LANGUAGE: language } = config;
  const address = addressAt(SITE_URL || `http://${HOST}:${PORT}`, undefined, wordsOf(config));
  const view = { address, config, viewer: context.viewer, language, single: false } as const;
  return { event: showEvent(event!, view) as JsonObject, modified_at: event!.modified_at };
}
