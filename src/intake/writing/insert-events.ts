import type { Db } from '../../db/tables.ts';
import { insertEvents, type NewEvent } from '../../events/store.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { claimIds } from '../../records/table.ts';
import { creation } from '../../records/versions/record-change.ts';
import { keptId, readProvenance, rememberNew } from '../imported.ts';
import { placeOf } from '../plans/plan.ts';
import type { Run } from '../run.ts';
import { type Result, row, written } from './write-record.ts';
import type { WriteTask } from './write-tasks.ts';

/** Whether an event is certainly new: neither imported before nor possibly one of this very store. */
export const isNewEvent = ({ plan, known, writes }: WriteTask): boolean =>
  known === undefined && plan.own === undefined && writes.newEvent !== undefined;

/** Writes new events with their pictures, all of them or none. */
export async function insertNewEvents(
  db: Db,
  run: Run,
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
  return tasks.map((task, i) => {
    const { plan } = task;
    run.settled.set(placeOf('event', plan.identity), ids[i]);
    // A picture that could not be obtained is tried again by the next import.
    const extra = plan.picture && images.get(task) === undefined ? undefined : plan.extra;
    const modified_at = events[i]!.patch.kept?.modified_at ?? run.context.now;
    return { rows: [row(plan, ids[i]!, extra, modified_at)], outcome: written(run, task) };
  });
}
