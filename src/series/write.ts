import type { Db, EventRow } from '../db/tables.ts';
import { type EventPatch, insertEventRows, type NewEvent, updateEvent } from '../events/store.ts';
import { Pacer } from '../lib/pacer.ts';
import { movedBy } from '../recurrence/calendar.ts';
import type { Wall } from '../recurrence/rule.ts';
import { shiftTo } from '../recurrence/shift.ts';
import { applyPlan, type OccurrenceChange } from './apply.ts';
import { type ApplyContext, knownDates, NO_SHIFTS, type SeriesCall, type Shifts } from './dictated.ts';
import { assertFits } from './insert.ts';
import {
  findOccurrences,
  findTombstones,
  type LinkedEvent,
  type Occurrence,
  type Tombstone,
  withLinkIds,
} from './occurrences.ts';
import { type EarlierDates, earlierDates, planOccurrences } from './plan.ts';
import { horizonWith, isSeries, recurrenceOf } from './recurrence.ts';
import { keepTombstones, takeOverOccurrences } from './take-over.ts';

/** A series after a write, with what became of its occurrences. */
export interface Written {
  readonly row: EventRow;
  readonly changes: readonly OccurrenceChange[];
  /** The ids of other series from which an import has taken occurrences. They may need others in their place. */
  readonly losing?: readonly number[];
}

/** Inserts an event, with its occurrences if the patch has a recurrence. */
export async function insertSeries(db: Db, event: NewEvent, context: SeriesCall): Promise<Written> {
  const [row] = await insertEventRows(db, [event], context);
  if (!isSeries(row!)) return { row: row!, changes: [] };
  assertFits(row!, context.now);
  return { row: row!, ...(await bringInLine(db, [], row!, context)) };
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
  merged: readonly LinkedEvent[] = [],
): Promise<Written> {
  const before = await withLinkIds(db, current);
  const row = await updateEvent(db, current, patch, context);
  if (!isSeries(row) && !isSeries(current)) return { row, changes: [] };
  const { description, excerpt, recurrence, translations, languageState } = patch;
  const grows = [description, excerpt, recurrence, translations, languageState].some(
    value => value !== undefined,
  );
  if (grows) assertFits(row, context.now);
  return { row, ...(await bringInLine(db, [before, ...merged], row, context)) };
}

async function bringInLine(
  db: Db,
  before: readonly LinkedEvent[],
  row: EventRow,
  context: SeriesCall,
): Promise<Pick<Written, 'changes' | 'losing'>> {
  const losing = context.dictated ? await takeOverOccurrences(db, row, context.dictated, context) : [];
  const after = await withLinkIds(db, row);
  return { losing, changes: await regenerate(db, before.length === 0 ? [after] : before, after, context) };
}

/**
 * Brings the occurrences of a series in line with its row. What is so already stays untouched.
 * @param before the series before the change, and those whose occurrences it takes over
 */
export async function regenerate(
  db: Db,
  before: readonly LinkedEvent[],
  after: LinkedEvent,
  context: ApplyContext,
): Promise<OccurrenceChange[]> {
  const live: Occurrence[] = [];
  for (const { id } of before) live.push(...(await findOccurrences(db, id)));
  // Dates that were made since the split of series that become one give way to those that it had.
  if (before.length > 1) live.sort((a, b) => a.id - b.id);
  const vanished = await findTombstones(db, after.id);
  const horizon = horizonWith(after, context.now, datesBeyondFirst(before, live));
  const pacer = new Pacer();
  const { shifts = NO_SHIFTS } = context;
  const dateIn = ({ series_id, recurrence_id: date }: Occurrence | Tombstone) =>
    movedBy(date, shifts.get(series_id));
  const isAsBefore = (one: LinkedEvent) =>
    one.recurrence === after.recurrence && one.start_date === after.start_date;
  const isSame = before.length === 1 && before.every(isAsBefore) && shifts.size === 0;
  // Series that become one again have had these dates. Their present ones follow different rules, and match less well.
  const lost = before.length > 1 ? vanished.map(dateIn) : [];
  const former = isSame ? undefined : formerDatesOf(before, shifts, lost, horizon);
  await pacer.pause();
  const known = isSame ? new Map<number, Wall>() : knownDates(context);
  const plan = planOccurrences(former, recurrenceOf(after), live, vanished, horizon, dateIn, known);
  await pacer.pause();
  // A series that was merged into another one lies in the trash without occurrences.
  const isEmptied = after.status === 'trash' && live.length === 0 && !context.dictated?.live.size;
  const changes = await applyPlan(
    db,
    before,
    after,
    { ...plan, ...(isEmptied && { added: [] }), ...(context.onlyAdds && { removed: [] }) },
    context,
  );
  if (context.dictated) await keepTombstones(db, after.id, context.dictated.vanished);
  return changes;
}

/** The dates of these occurrences, without the first of each series: that one exists wherever it lies. */
function datesBeyondFirst(series: readonly LinkedEvent[], occurrences: readonly Occurrence[]): Wall[] {
  const starts = new Map(series.map(({ id, start_date }) => [id, start_date]));
  return occurrences.flatMap(({ series_id, recurrence_id: date }) =>
    date > (starts.get(series_id) ?? date) ? date : [],
  );
}

/**
 * The dates of several series that become one, after their shifts, and dates that vanished. The rule is that of the
 * first.
 */
function formerDatesOf(
  before: readonly LinkedEvent[],
  shifts: Shifts,
  lost: readonly Wall[],
  horizon: Wall,
): EarlierDates {
  const datesOf = (series: LinkedEvent) =>
    earlierDates(recurrenceOf(series), horizon).dates.map(date => movedBy(date, shifts.get(series.id)));
  const dates = [...new Set([...before.flatMap(datesOf), ...lost])].sort();
  const [first] = before;
  const started = recurrenceOf(first!);
  const shift = shifts.get(first!.id);
  // Where no rule says the move, it stays as it was.
  const moved = (started && shift && shiftTo(started, movedBy(started.start, shift))) || started;
  return { rule: moved?.recurrence.rule, dates, started: moved };
}
