import type { Db, EventRow } from '../db/tables.ts';
import { type EventPatch, holdEventRow, updateEvent } from '../events/store.ts';
import type { WriteCall } from '../records/write-call.ts';
import { asEditor } from '../users/rights.ts';
import { findVanished, withLinkIds } from './occurrences.ts';
import { assertEditsAll } from './rights.ts';
import { SPLIT } from './split.ts';
import { forget, remember } from './vanish.ts';
import { updateSeries, type Written } from './write.ts';

/**
 * Brings a series back to what it was before a version. Series that were split off since are merged into it: their
 * occurrences return with their ids, and they go into the trash.
 * @param version undefined if it was not split since
 * @throws NotAllowed if the viewer may not edit all that the restoration reaches
 */
export async function restoreSeries(
  db: Db,
  current: EventRow,
  patch: EventPatch,
  version: number | undefined,
  context: WriteCall,
): Promise<Written> {
  const ids = version === undefined ? [] : await splitOff(db, current.id, version);
  const merged: EventRow[] = [];
  for (const id of ids) {
    await takeVanished(db, id, current.id);
    const row = await holdEventRow(db, id);
    if (row) merged.push(row);
  }
  for (const row of [current, ...merged]) await assertEditsAll(db, row, context.viewer);
  const linked = [];
  for (const row of merged) linked.push(await withLinkIds(db, row));
  const written = await updateSeries(db, current, patch, context, linked);
  const trashing = { ...context, operation: undefined, viewer: asEditor(context.viewer) };
  for (const row of merged)
    if (row.status !== 'trash') await updateEvent(db, row, { status: 'trash' }, trashing);
  return written;
}

/** The series that were split off from a series since a version, and from these in turn. */
async function splitOff(db: Db, series: number, since: number): Promise<number[]> {
  const versions = await db
    .selectFrom('versions')
    .select('former')
    .where('type', '=', 'event')
    .where('record_id', '=', series)
    .where('id', '>=', since)
    .where('changed', 'like', `%"${SPLIT}"%`)
    .orderBy('id')
    .execute();
  // split.ts wrote these values.
  const ids = versions.map(({ former }) => (JSON.parse(former ?? '{}') as { [SPLIT]: number })[SPLIT]);
  const further = [];
  for (const id of ids) further.push(...(await splitOff(db, id, 0)));
  return [...new Set([...ids, ...further])];
}

/** Gives a series the vanished occurrences of another one. */
async function takeVanished(db: Db, from: number, to: number): Promise<void> {
  const vanished = await findVanished(db, from);
  await forget(
    db,
    vanished.map(({ id, recurrence_id }) => ({ id, recurrence_id })),
  );
  await remember(
    db,
    vanished.map(one => ({ ...one, series_id: to })),
  );
}
