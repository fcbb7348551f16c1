import type { Db, EventRow } from '../db/tables.ts';
import { findEventRow, lockEventRow } from '../events/store.ts';
import { assertWithinLimits } from '../records/limits.ts';
import { keepsHistory, type WriteCall } from '../records/versions/record-change.ts';
import { byStart, type Recurrence, type Wall } from '../recurrence/rule.ts';
import { NO_TERMS, recount } from '../terms/store.ts';
import { textSizeOf } from './insert.ts';
import { findOccurrences, termsOfOccurrences } from './occurrences.ts';
import { columnOf, datesOf, horizonOf, isSeries, recurrenceOf } from './recurrence.ts';
import { removeOccurrences } from './tombstones.ts';
import { updateSeries } from './write.ts';

/**
 * Deletes an event with its links. The occurrences of a series vanish with it, and return with it; an occurrence leaves
 * an excluded date in its series.
 */
export async function deleteEvent(db: Db, id: number, context: WriteCall): Promise<void> {
  await assertWithinLimits(db, context.viewer, [id]);
  const row = await findEventRow(db, { id });
  if (row && row.series_id !== null) return deleteOccurrence(db, row, row.series_id, context);
  if (row && isSeries(row)) await vanishAll(db, row, context);
  for (const table of ['event_venues', 'event_organizers', 'event_terms'] as const)
    await db.deleteFrom(table).where('event_id', '=', id).execute();
  await db.deleteFrom('events').where('id', '=', id).execute();
}

async function vanishAll(db: Db, series: EventRow, context: WriteCall): Promise<void> {
  const { id } = series;
  const occurrences = await findOccurrences(db, id);
  const terms = await termsOfOccurrences(db, [id]);
  const removed = occurrences.map(live => ({ live, to: live.recurrence_id }));
  await removeOccurrences(db, id, removed, textSizeOf(series));
  await recount(db, terms, NO_TERMS);
  // Without a history, nothing that was deleted can return.
  if (!keepsHistory(context))
    await db.updateTable('vanished_occurrences').set({ own: null }).where('series_id', '=', id).execute();
}

async function deleteOccurrence(db: Db, row: EventRow, seriesId: number, context: WriteCall): Promise<void> {
  const series = (await lockEventRow(db, seriesId))!;
  const date = row.recurrence_id!;
  await rewrite(db, series, context, recurrence => ({
    ...recurrence,
    excluded: [...new Set([...recurrence.excluded, date])].sort(),
  }));
  await db.updateTable('vanished_occurrences').set({ own: null }).where('id', '=', row.id).execute();
}

/** Changes the recurrence of a series. */
async function rewrite(
  db: Db,
  series: EventRow,
  context: WriteCall,
  change: (recurrence: Recurrence) => Recurrence,
): Promise<EventRow> {
  const started = recurrenceOf(series)!;
  const recurrence = columnOf({ ...started, recurrence: change(started.recurrence) }, series.all_day === 1);
  return (await updateSeries(db, series, { recurrence }, { ...context, operation: undefined })).row;
}

/**
 * Lets an occurrence that was deleted for good be one again, at the date that it would have now. Undefined if its
 * series is no more.
 */
export async function returnOccurrence(
  db: Db,
  seriesId: number,
  id: number,
  context: WriteCall,
): Promise<{ event: EventRow; series: EventRow } | undefined> {
  const locked = await lockEventRow(db, seriesId);
  const known = db.selectFrom('vanished_occurrences').selectAll().where('id', '=', id);
  const vanished = await known.executeTakeFirst();
  if (!locked || !isSeries(locked) || vanished?.series_id !== seriesId) {
    await db.deleteFrom('vanished_occurrences').where('id', '=', id).execute();
    return undefined;
  }
  const date: Wall = vanished.recurrence_id;
  const series = await rewrite(db, locked, context, recurrence => {
    const open = { ...recurrence, excluded: recurrence.excluded.filter(other => other !== date) };
    const dates = datesOf({ start: locked.start_date, recurrence: open }, horizonOf(locked, context.now));
    const isDate = dates.some(({ recurrenceId }) => recurrenceId === date);
    return isDate ? open : { ...open, dates: [...open.dates, { start: date }].sort(byStart) };
  });
  const event = await findEventRow(db, { id });
  if (event) return { event, series };
  await db.deleteFrom('vanished_occurrences').where('id', '=', id).execute();
  return undefined;
}
