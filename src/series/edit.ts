import { isException } from '../db/listed.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { InvalidValue, Refused } from '../errors.ts';
import { type EventPatch, findEventRow } from '../events/store.ts';
import { eventTimes } from '../events/times.ts';
import { withoutHistory } from '../records/versions/record-change.ts';
import { secondsBetween } from '../recurrence/calendar.ts';
import type { OccurrenceChange } from './apply.ts';
import type { SeriesCall } from './dictated.ts';
import { readSeries, type SeriesInput, saysTheSame, throughOccurrence, timesOrRefusal } from './input.ts';
import type { Placement } from './insert.ts';
import { updateOccurrence } from './occurrence.ts';
import { type LockedEvent, ownOf } from './occurrences.ts';
import { memberOf } from './own.ts';
import { namesOfSent, otherSlug } from './own-texts.ts';
import { isSeries } from './recurrence.ts';
import { earlierPart, noteOfShift, splitSeries } from './split.ts';
import { keepFromSources } from './take-over.ts';
import { updateSeries, type Written } from './write.ts';

export const scopes = ['this', 'following', 'all'] as const;

/** The occurrences that an edit of one of them reaches. */
export type EditScope = (typeof scopes)[number];

/** A change of an event: of its fields, and of when it takes place. */
export interface Edit {
  readonly patch: EventPatch;
  readonly input: SeriesInput;
}

/**
 * Changes an event, a series, or as many occurrences of one as the scope says. Returns the event that was named; if it
 * vanished by the change, its series.
 * @throws InvalidValue
 */
export async function editEvent(
  db: Db,
  { event, series }: LockedEvent,
  scope: EditScope | undefined,
  edit: Edit,
  context: SeriesCall,
): Promise<Written> {
  if (!series) return editWhole(db, event, scope, edit, context);
  if ((scope ?? 'this') === 'this') return editOne(db, event, series, edit, context);
  const at = event.recurrence_id!;
  const divided = scope === 'following' ? await splitSeries(db, series, at, context) : undefined;
  if (!divided) return (await editThrough(db, event, series, edit, context, false)).written;
  await keepFromSources(db, series.id, at, divided.later.id);
  const named = (await findEventRow(db, { id: event.id }))!;
  const { written, shift } = await editThrough(db, named, divided.later, edit, context, true);
  await divided.end(shift);
  return written;
}

async function editWhole(
  db: Db,
  event: EventRow,
  scope: EditScope | undefined,
  { patch, input }: Edit,
  context: SeriesCall,
): Promise<Written> {
  if (isSeries(event) && scope === 'this')
    throw new InvalidValue('scope', new Refused('expected_scope_of_series'));
  const recurring = await readSeries(input, event, await trashedDates(db, event), context);
  return updateSeries(db, event, { ...patch, ...recurring }, context);
}

async function editOne(
  db: Db,
  event: EventRow,
  series: EventRow,
  { patch, input }: Edit,
  context: SeriesCall,
): Promise<Written> {
  const { recurrence, dates } = input;
  const refuse = (name: string, values?: { name: string }) => {
    throw new InvalidValue(name, new Refused('expected_scope_for_recurrence', values));
  };
  if (recurrence && !(await saysTheSame(recurrence, series, await trashedDates(db, series))))
    refuse('recurrence');
  if (dates) refuse('dates');
  if (patch.slug !== undefined && patch.slug !== series.slug) refuse('slug');
  const language = otherSlug(patch, series);
  if (language !== undefined) refuse('translations', { name: `translations.${language}.slug` });
  const times = timesOrRefusal(input, event, context);
  const row = await updateOccurrence(db, series, event, { ...patch, times }, context);
  return { row, changes: [{ id: row.id, before: event, after: row }] };
}

/**
 * Changes a series as one of its occurrences changes. `shift` is the number of seconds by which all dates have moved.
 * @param isNew whether this write has made the series: what it becomes is then no version of it
 */
async function editThrough(
  db: Db,
  event: EventRow,
  series: EventRow,
  { patch, input }: Edit,
  context: SeriesCall,
  isNew: boolean,
): Promise<{ written: Written; shift: number | undefined }> {
  const trashed = await trashedDates(db, series);
  const hasSameRule = !input.recurrence || (await saysTheSame(input.recurrence, series, trashed));
  const sent = hasSameRule ? { ...input, recurrence: undefined } : input;
  const through = throughOccurrence(sent, event, series, context);
  const recurring = await readSeries(through, series, trashed, context);
  const isShifted = hasSameRule && !input.dates && recurring.times.all_day === series.all_day;
  const shift = isShifted ? secondsBetween(series.start_date, recurring.times.start_date) : undefined;
  const writing = isNew ? withoutHistory(context) : context;
  const shifting = shift ? { shifts: new Map([[series.id, shift]]), beside: noteOfShift(shift) } : {};
  const written = await updateSeries(db, series, { ...patch, ...recurring }, { ...writing, ...shifting });
  return { written: await editNamed(db, event, written, { patch, input }, context), shift };
}

/** Gives the occurrence that a write names what was sent, where it has its own. */
async function editNamed(
  db: Db,
  event: EventRow,
  written: Written,
  { patch, input }: Edit,
  context: SeriesCall,
): Promise<Written> {
  const row = await findEventRow(db, { id: event.id });
  if (!row) return written;
  const own = ownOf(row);
  if (![...membersOf(patch, input)].some(name => own.includes(name))) return { ...written, row };
  // What was sent for this occurrence counts more than what has been its own.
  const times = own.includes('start_date') ? eventTimes(input, event, context) : undefined;
  const ownTimes = times && !('refused' in times) ? { times } : {};
  // A dry run has left the row where it was.
  if (context.isDry) return { ...written, row, changes: withTimes(written.changes, row.id, ownTimes.times) };
  const last = await updateOccurrence(db, written.row, row, { ...patch, ...ownTimes }, context);
  return { row: last, changes: withTimes(written.changes, last.id, last) };
}

/** The changes, with the own times of one occurrence. */
const withTimes = (
  changes: readonly OccurrenceChange[],
  id: number,
  times: Partial<Placement> | undefined,
): OccurrenceChange[] =>
  changes.map(change =>
    change.id === id && change.after ? { ...change, after: { ...change.after, ...times } } : change,
  );

/** The names of the members that a write says something of. */
function membersOf(patch: EventPatch, { start_date, end_date, timezone, all_day }: SeriesInput): Set<string> {
  const names = Object.entries(patch).flatMap(([name, value]) => (value === undefined ? [] : memberOf(name)));
  const isTimed = [start_date, end_date, timezone, all_day].some(value => value !== undefined);
  return new Set([...names, ...namesOfSent(patch), ...(isTimed ? ['start_date'] : [])]);
}

/** Puts an event, a series, or as many occurrences of one as the scope says into the trash, or ends the series. */
export async function trashEvent(
  db: Db,
  { event, series }: LockedEvent,
  scope: EditScope | undefined,
  context: SeriesCall,
): Promise<Written> {
  const patch = { status: 'trash' } as const;
  if (!series) return editWhole(db, event, scope, { patch, input: {} }, context);
  if ((scope ?? 'this') === 'this') return editOne(db, event, series, { patch, input: {} }, context);
  const at = event.recurrence_id!;
  const parts = scope === 'following' ? await earlierPart(db, series, at) : undefined;
  if (parts) await keepFromSources(db, series.id, at);
  if (parts) return updateSeries(db, series, parts.earlier, context);
  const written = await updateSeries(db, series, patch, context);
  return { ...written, row: (await findEventRow(db, { id: event.id })) ?? written.row };
}

/** The dates of the occurrences of a series that are in the trash while the series is not. */
async function trashedDates(db: Db, series: EventRow): Promise<string[]> {
  if (!isSeries(series)) return [];
  const exceptions = db
    .selectFrom('events')
    .select(['recurrence_id', 'own_members'])
    .where('series_id', '=', series.id)
    .where(isException)
    .where('status', '=', 'trash')
    .orderBy('recurrence_id');
  const trashed = (await exceptions.execute()).filter(one => ownOf(one).includes('status'));
  return trashed.map(({ recurrence_id }) => recurrence_id!);
}
