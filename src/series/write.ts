import type { Db, EventRow } from '../db/tables.ts';
import { type EventPatch, insertEventRows, type NewEvent, updateEvent } from '../events/store.ts';
import { type ApplyContext, applyPlan, type Change } from './apply.ts';
import { gather, keepVanished } from './gather.ts';
import { datesOfIds, type SeriesCall } from './given.ts';
import { findOccurrences, findVanished, type Linked, withLinkIds } from './occurrences.ts';
import { formerDates, planOccurrences } from './plan.ts';
import { isSeries, recurrenceOf } from './recurrence.ts';
import { horizonOf } from './times.ts';

/** A series after a write, with what became of its occurrences. */
export interface Written {
  readonly row: EventRow;
  readonly changes: readonly Change[];
}

/** Inserts an event, with its occurrences if the patch has a recurrence. */
export async function insertSeries(db: Db, event: NewEvent, context: SeriesCall): Promise<Written> {
  const [row] = await insertEventRows(db, [event], context);
  if (!isSeries(row!)) return { row: row!, changes: [] };
  if (context.given) await gather(db, row!, context.given, context);
  const after = await withLinkIds(db, row!);
  return { row: row!, changes: await regenerate(db, [after], after, context) };
}

/**
 * Changes an event that is or becomes a series, or stops being one, and brings its occurrences in line.
 * @param merged series whose occurrences this one takes over
 */
export async function updateSeries(
  db: Db,
  current: EventRow,
  patch: EventPatch,
  context: SeriesCall,
  merged: readonly Linked[] = [],
): Promise<Written> {
  const before = await withLinkIds(db, current);
  const row = await updateEvent(db, current, patch, context);
  if (!isSeries(row) && !isSeries(current)) return { row, changes: [] };
  if (context.given) await gather(db, row, context.given, context);
  const after = await withLinkIds(db, row);
  return { row, changes: await regenerate(db, [before, ...merged], after, context) };
}

/**
 * Brings the occurrences of a series in line with its row. What is so already stays untouched.
 * @param before the series before the change, and those whose occurrences it takes over
 */
export async function regenerate(
  db: Db,
  before: readonly Linked[],
  after: Linked,
  context: ApplyContext,
): Promise<Change[]> {
  const live = [];
  for (const { id } of before) live.push(...(await findOccurrences(db, id)));
  const vanished = await findVanished(db, after.id);
  const horizon = horizonOf(after, context.now);
  const former = {
    rule: recurrenceOf(before[0]!)?.recurrence.rule,
    dates: [...new Set(before.flatMap(series => formerDates(recurrenceOf(series), horizon).dates))].sort(),
  };
  const given = repeatsAlike(before[0]!, after) ? undefined : context.given;
  const plan = planOccurrences(former, recurrenceOf(after), live, vanished, horizon, datesOfIds(given));
  // A series that was merged into another one lies in the trash without occurrences.
  const isEmptied = after.status === 'trash' && live.length === 0;
  const changes = await applyPlan(db, before, after, isEmptied ? { ...plan, added: [] } : plan, context);
  if (context.given) await keepVanished(db, after.id, context.given.vanished);
  return changes;
}

/** Whether the dates of a series are what they were: then each occurrence has its own one still. */
const repeatsAlike = (before: EventRow, after: EventRow): boolean =>
  before.recurrence === after.recurrence && before.start_date === after.start_date;
