import type { Db, EventRow } from '../db/tables.ts';
import {
  type EventPatch,
  holdEventRow,
  insertEventRows,
  type NewEvent,
  updateEvent,
} from '../events/store.ts';
import { Pacer } from '../lib/pacer.ts';
import type { Wall } from '../recurrence/rule.ts';
import { applyPlan, type Change } from './apply.ts';
import { gather, keepVanished } from './gather.ts';
import { type ApplyContext, datesOfIds, type SeriesCall } from './given.ts';
import { findOccurrences, findVanished, type Linked, withLinkIds } from './occurrences.ts';
import { type FormerDates, formerDates, planOccurrences } from './plan.ts';
import { isSeries, recurrenceOf } from './recurrence.ts';
import { assertFits } from './size.ts';
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
  await gatherGiven(db, row!, context);
  assertFits(row!, context.now);
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
  await gatherGiven(db, row, context);
  const grows = [patch.description, patch.excerpt, patch.recurrence].some(said => said !== undefined);
  if (grows) assertFits(row, context.now);
  const after = await withLinkIds(db, row);
  return { row, changes: await regenerate(db, [before, ...merged], after, context) };
}

/**
 * Gives a series what it has at its source. A series that this import wrote before, and that gives occurrences away, gets
 * others for their dates; one that it has not written yet follows by itself.
 */
async function gatherGiven(db: Db, series: EventRow, { given, ...context }: SeriesCall): Promise<void> {
  if (!given) return;
  for (const { id } of await gather(db, series, given, context)) {
    const said = given.others.get(id);
    const giver = said && (await holdEventRow(db, id));
    if (!giver) continue;
    const whole = await withLinkIds(db, giver);
    await regenerate(db, [whole], whole, { ...context, given: said });
  }
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
  const pacer = new Pacer();
  const former = hasSameDates(before, after) ? undefined : formerDatesOf(before, horizon);
  await pacer.pause();
  const known = datesOfIds(context.given);
  const plan = planOccurrences(former, recurrenceOf(after), live, vanished, horizon, known);
  await pacer.pause();
  // A series that was merged into another one lies in the trash without occurrences.
  const isEmptied = after.status === 'trash' && live.length === 0 && !context.given?.live.size;
  const changes = await applyPlan(db, before, after, isEmptied ? { ...plan, added: [] } : plan, context);
  if (context.given) await keepVanished(db, after.id, context.given.vanished);
  return changes;
}

const hasSameDates = ([one, ...others]: readonly Linked[], { recurrence, start_date }: Linked): boolean =>
  others.length === 0 && one?.recurrence === recurrence && one.start_date === start_date;

/** The dates of several series that become one, whose rule is that of the first. */
const formerDatesOf = (before: readonly Linked[], horizon: Wall): FormerDates => ({
  rule: recurrenceOf(before[0]!)?.recurrence.rule,
  dates: [...new Set(before.flatMap(series => formerDates(recurrenceOf(series), horizon).dates))].sort(),
});
