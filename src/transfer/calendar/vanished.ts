import type { Db } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { holdEventRow, updateEvent } from '../../events/store.ts';
import { countBatch } from '../alone.ts';
import { type Known, remember } from '../imported.ts';
import { note, vanished } from '../report.ts';
import type { Run } from '../run.ts';

/** Events moved to the trash in one transaction. */
const BATCH = 200;

/**
 * Reports events that a calendar has no more. With `prune` they are moved to the trash, unless the calendar has lost so
 * many that it is probably at fault.
 * @param before how many events of the calendar are imported
 */
export async function reportVanished(run: Run, missing: readonly Known[], before: number): Promise<void> {
  const live = missing.filter(({ gone, trashed }) => !gone && !trashed);
  const { prune } = run.options;
  const shrinks = live.length * 3 > before;
  if (prune && shrinks) tellShrunk(run, live.length, before);
  if (!prune || shrinks) {
    for (const one of live) tell(run, one, 'it is no longer in the calendar');
    return;
  }
  for (let at = 0; at < live.length; at += BATCH) {
    run.options.signal?.throwIfAborted();
    await trashAll(run, live.slice(at, at + BATCH));
  }
}

const tell = (run: Run, { source }: Known, why: string): void =>
  vanished(run.report, { source, type: 'event', why });

const tellShrunk = ({ report }: Run, count: number, before: number): void =>
  note(report, {
    source: 'the calendar',
    type: 'event',
    why: `${count} of its ${before} events are gone, more than a third: none was moved to the trash`,
  });

async function trashAll(run: Run, live: readonly Known[]): Promise<void> {
  const { batches, trashed } = await inTransaction(run.db, async db => {
    const batches = await countBatch(db, run.batches);
    const trashed: Known[] = [];
    for (const one of live) if (await trash(db, run, one)) trashed.push(one);
    return { batches, trashed };
  });
  run.batches = batches;
  for (const one of live) {
    const isTrashed = trashed.includes(one);
    tell(
      run,
      one,
      isTrashed
        ? 'it is no longer in the calendar and was moved to the trash'
        : 'it is no longer in the calendar, but was edited here, so it stays',
    );
  }
}

/** Moves an event to the trash, unless it was edited here. */
async function trash(
  db: Db,
  run: Run,
  { edited: _, gone: __, trashed: ___, ...row }: Known,
): Promise<boolean> {
  const current = await holdEventRow(db, row.local_id);
  if (!current || current.status === 'trash' || current.modified_at !== row.modified_at) return false;
  const { modified_at } = await updateEvent(db, current, { status: 'trash' }, run.context);
  // Without a fingerprint, the event returns if it is in the calendar again.
  await remember(db, [{ ...row, fingerprint: '', modified_at }]);
  return true;
}
