import { isException } from '../../db/listed.ts';
import type { Db, EventRow } from '../../db/tables.ts';
import { type EventPatch, lockEventRow } from '../../events/store.ts';
import { EDITED, type WriteCall, withoutHistory } from '../../records/versions/record-change.ts';
import { timesFromSeries, updateOccurrence } from '../../series/occurrence.ts';
import { ownOf, withLinkIds } from '../../series/occurrences.ts';
import { memberOf } from '../../series/own.ts';
import { withOwnTexts } from '../../series/own-texts.ts';
import { isSeries } from '../../series/recurrence.ts';
import { insertTombstone } from '../../series/tombstones.ts';
import type { Identity } from '../identity.ts';
import { keptId, lookUp, provenanceOf } from '../imported.ts';
import { placeOf } from '../plans/plan.ts';
import { exceptionsOf, type SourceOccurrence, type SourceSeries } from '../reading/source-series.ts';
import type { ImportRun } from '../run.ts';

/**
 * Writes an exception of a series that was imported before it: what is its own. Returns its id; undefined if its series
 * is not here, so that it becomes a single event.
 * @param languageState the languages that it has here, from those that it takes from its series
 * @throws if the series has no such date here
 */
export async function insertOccurrence(
  db: Db,
  run: ImportRun,
  occurrence: SourceOccurrence,
  event: EventPatch,
  languageState: (inherited: EventRow) => EventPatch['languageState'],
): Promise<{ id: number; modified_at?: number } | undefined> {
  const series = await localSeries(db, run, occurrence.series);
  if (!series) return undefined;
  const patch = { ...event, languageState: languageState(series), search_text: undefined };
  const isNew = run.newSeries.has(series.id);
  // What a new record has from its source is no version of it.
  const context = isNew ? withoutHistory(run.context) : run.context;
  if (occurrence.hasVanished) {
    const id = keptId(run.options, occurrence.id);
    const place = { date: occurrence.date, id };
    return { id: await insertTombstone(db, series, place, patch, withoutHistory(run.context)) };
  }
  const row = await occurrenceAt(db, series.id, occurrence.date);
  if (!row) throw new Error('its series has no occurrence of this date here');
  const changed = { ...patch, languageState: languageState(row) };
  const isEdited =
    !isNew && row.own_members !== '' && !(await provenanceOf(db, 'event', [row.id])).has(row.id);
  const said = isEdited ? withoutOwn(row, changed) : changed;
  await updateOccurrence(db, series, ...revision(row, said, isNew), context, occurrence.own);
  return { id: row.id, ...(isEdited && { modified_at: EDITED }) };
}

/** What a source says of an occurrence, without what people here have made its own. */
function withoutOwn(row: EventRow, { kept = {}, languageState: said, ...patch }: EventPatch): EventPatch {
  const own = ownOf(row);
  const others = (part: object) =>
    Object.fromEntries(Object.entries(part).filter(([name]) => !own.includes(memberOf(name))));
  const { language } = own.includes('language') || !said ? row : said;
  const languageState = said && { language, ...withOwnTexts(said, { ...row, language }, own) };
  return { ...others(patch), kept: others(kept), languageState };
}

/** A new occurrence has the revision of the source. One that was edited here keeps its status. */
function revision(
  row: EventRow,
  { sequence, kept, uid: _, ...patch }: EventPatch,
  isNew: boolean,
): [EventRow, EventPatch] {
  if (isNew) return [row, { ...patch, kept: { ...kept, sequence: sequence ?? 0 } }];
  const status = row.own_members === '' ? patch.status : undefined;
  return [row, { ...patch, sequence, kept, status }];
}

/** An occurrence here. */
export async function localOccurrence(
  db: Db,
  run: ImportRun,
  { series: identity, date }: SourceOccurrence,
): Promise<EventRow | undefined> {
  const series = await localSeries(db, run, identity);
  return series && occurrenceAt(db, series.id, date);
}

/** A series that this import or an earlier one has written. */
async function localSeries(db: Db, run: ImportRun, series: Identity): Promise<EventRow | undefined> {
  const settled = run.settled.get(placeOf('event', series));
  const id = settled ?? (await lookUp(db, 'event', [series.key])).get(series.key)?.local_id;
  const row = id === undefined ? undefined : await lockEventRow(db, id);
  return row && isSeries(row) ? row : undefined;
}

const occurrenceAt = (db: Db, series: number, date: string): Promise<EventRow | undefined> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('series_id', '=', series)
    .where('recurrence_id', '=', date)
    .executeTakeFirst();

/** Imported exceptions that are plain occurrences at their source by now, unless they were edited here. */
export async function removedExceptions(
  db: Db,
  series: number,
  carried: SourceSeries,
  { base }: Identity,
): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .innerJoin('imported', join =>
      join.onRef('imported.local_id', '=', 'events.id').on('imported.type', '=', 'event'),
    )
    .select(['events.id', 'events.recurrence_id', 'imported.source'])
    .where('series_id', '=', series)
    .where(isException)
    .whereRef('imported.modified_at', '=', 'events.modified_at')
    .execute();
  const exceptions = new Set(exceptionsOf(carried));
  return rows
    .filter(
      ({ source, recurrence_id }) =>
        [`${base}?`, `${base}#`].some(start => source.startsWith(start)) && !exceptions.has(recurrence_id!),
    )
    .map(({ id }) => id);
}

/**
 * Gives occurrences back everything that their series has, and forgets where they came from: their source shows them as
 * part of the series.
 * @param patch what the series was given
 */
export async function reattach(
  db: Db,
  series: EventRow,
  ids: readonly number[],
  { recurrence: _, times: __, search_text: ___, ...patch }: EventPatch,
  context: WriteCall,
): Promise<void> {
  const { status, image_id, password_hash, author_id: author, language, translations } = series;
  const languageState = { language, translations };
  const { venue_ids, organizer_ids, category_ids, tag_ids } = await withLinkIds(db, series);
  const links = { venue_ids, organizer_ids, category_ids, tag_ids };
  for (const id of ids) {
    const row = await lockEventRow(db, id);
    if (row?.series_id !== series.id) continue;
    const times = timesFromSeries(series, row.recurrence_id!);
    const whole = { ...patch, ...links, times, status, image_id, password_hash, author, languageState };
    await updateOccurrence(db, series, row, whole, context);
    await db.deleteFrom('imported').where('type', '=', 'event').where('local_id', '=', id).execute();
  }
}
