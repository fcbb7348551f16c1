import { isException } from '../db/listed.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { NotAllowed } from '../errors.ts';
import { type EventPatch, lockEventRow, updateEvent } from '../events/store.ts';
import { idsOf } from '../lib/objects.ts';
import { assertWithinLimits } from '../records/limits.ts';
import type { WriteCall } from '../records/versions/record-change.ts';
import { movedBy } from '../recurrence/calendar.ts';
import { asEditor, mayEdit, mayEditOthers, type Viewer } from '../users/rights.ts';
import { NO_SHIFTS, type Shifts } from './dictated.ts';
import { findTombstones, withLinkIds } from './occurrences.ts';
import { noteOfParts, noteOfShift, shiftsSince } from './split.ts';
import { returnToSources } from './take-over.ts';
import { moveTombstones } from './tombstones.ts';
import { updateSeries, type Written } from './write.ts';

/**
 * Brings a series back to what it was before a version. Series that were split off since are merged into it: their
 * occurrences return with their ids, and they go into the trash. Where all dates of a series moved, its occurrences move
 * back with them.
 * @param version undefined for a series that comes out of the trash as it is
 * @throws NotAllowed if the viewer may not edit all that the restoration reaches
 */
export async function restoreSeries(
  db: Db,
  current: EventRow,
  patch: EventPatch,
  version: number | undefined,
  context: WriteCall,
): Promise<Written> {
  const since = version === undefined ? undefined : await shiftsSince(db, current.id, version);
  const { moved, parted } = since ?? { moved: NO_SHIFTS, parted: NO_SHIFTS };
  const own = moved.get(current.id) ?? 0;
  const merged: EventRow[] = [];
  for (const [id, shift] of moved) {
    if (id === current.id) continue;
    await takeTombstones(db, id, current.id, own - shift);
    const row = await lockEventRow(db, id);
    if (row) merged.push(row);
  }
  for (const row of [current, ...merged]) await assertEditsAll(db, row, context.viewer);
  const linked = [];
  for (const row of merged) linked.push(await withLinkIds(db, row));
  const back = new Map([...moved].flatMap(([id, shift]) => (shift === 0 ? [] : [[id, -shift] as const])));
  const joined = merged.map(({ id }) => [id, moved.get(id)! - own] as const);
  const beside = { ...noteOfShift(-own), ...noteOfParts(joined, [...parted]) };
  // The number of a series is never below those of its dates, which may come back with it.
  const sent =
    merged.length > 0 ? { ...patch, sequence: Math.max(...merged.map(row => row.sequence + 1)) } : patch;
  const written = await updateSeries(db, current, sent, { ...context, shifts: back, beside }, linked);
  await returnDates(db, current.id, parted);
  if (merged.length > 0) await returnToSources(db, current.id);
  const trashing = { ...context, operation: undefined, viewer: asEditor(context.viewer) };
  for (const row of merged)
    if (row.status !== 'trash') await updateEvent(db, row, { status: 'trash' }, trashing);
  return written;
}

/** Lets series that leave another one again have their dates, the latest first: they come back with them. */
async function returnDates(db: Db, from: number, parted: Shifts): Promise<void> {
  const parts: { id: number; shift: number; start: string; there: string }[] = [];
  for (const [id, shift] of parted) {
    const start = (await lockEventRow(db, id))?.start_date;
    if (start) parts.push({ id, shift, start, there: movedBy(start, -shift) });
  }
  parts.sort((a, b) => (a.there < b.there ? 1 : -1));
  for (const { id, shift, start } of parts) await takeTombstones(db, from, id, shift, start);
}

/** Gives a series the vanished occurrences of another one from a date on, whose dates move by some seconds. */
async function takeTombstones(db: Db, from: number, to: number, shift: number, since = ''): Promise<void> {
  const moved = (await findTombstones(db, from))
    .map(one => [one, { series_id: to, recurrence_id: movedBy(one.recurrence_id, shift) }] as const)
    .filter(([, { recurrence_id }]) => recurrence_id >= since);
  await moveTombstones(db, moved);
}

/**
 * A change of a series reaches all its occurrences, and others may have published one of them, or made it theirs.
 * @throws NotAllowed if the viewer may not edit the series or one of them, DomainError if one is outside its limits
 */
export async function assertEditsAll(db: Db, series: EventRow, viewer: Viewer): Promise<void> {
  if (mayEditOthers(viewer) && !viewer?.limits) return;
  const exceptions = await db
    .selectFrom('events')
    .select(['id', 'author_id', 'status', 'status_before_trash'])
    .where('series_id', '=', series.id)
    .where(isException)
    .execute();
  if (![series, ...exceptions].every(event => mayEdit(viewer, event)))
    throw new NotAllowed(viewer !== undefined);
  await assertWithinLimits(db, viewer, idsOf([series, ...exceptions]));
}
