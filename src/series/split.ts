import type { Db, EventRow } from '../db/tables.ts';
import { insertRows } from '../db/write-rows.ts';
import type { EventPatch } from '../events/store.ts';
import { onDaysOfSite } from '../events/whole-days.ts';
import { slugsFor, withoutTrashMark } from '../records/slug.ts';
import { newId } from '../records/table.ts';
import { keepTranslatedSlugs, withFreeSlugs } from '../records/translations/slugs.ts';
import { creation, type FormerValues } from '../records/versions/record-change.ts';
import type { Wall } from '../recurrence/rule.ts';
import { type StartedRecurrence, splitRecurrence } from '../recurrence/split.ts';
import type { SeriesCall } from './dictated.ts';
import { inherit } from './inherit.ts';
import { copyAllLinks } from './insert.ts';
import { findOccurrences, withLinkIds } from './occurrences.ts';
import { columnOf, type Repeating, recurrenceOf, type SeriesTimes, seriesTimes } from './recurrence.ts';
import { keptFrom, moveToSeries } from './take-over.ts';
import { updateSeries, type Written } from './write.ts';

/** A series before a date, as a patch, and its recurrence from then on; undefined if the series begins there. */
export async function earlierPart(db: Db, series: EventRow, at: Wall) {
  const { earlier, right } = partsAt(series, at);
  const occurrences = await findOccurrences(db, series.id);
  const hasEarlier = occurrences.some(({ recurrence_id }) => recurrence_id < at);
  return earlier && right && hasEarlier ? { earlier, right, occurrences } : undefined;
}

/** A series before a date, as a patch, and its recurrence from then on; a side without dates is undefined. */
function partsAt(series: Repeating & SeriesTimes, at: Wall) {
  const { recurrence, start } = recurrenceOf(series)!;
  const { left, right } = splitRecurrence(recurrence, start, at);
  if (!left) return { right };
  // A start that has become one of the later dates would go on being a date.
  const times = left.start === start ? {} : { times: seriesTimes(series, left.start) };
  const earlier: EventPatch = { recurrence: columnOf(left, series.all_day === 1), ...times };
  return { earlier, right };
}

/** What a source says of a series, without the dates that it does not reach. */
export async function withinReach(db: Db, series: number, source: string, said: EventPatch) {
  const { recurrence, times, ...others } = said;
  const day = await keptFrom(db, series, source);
  if (day === undefined || !recurrence || !times) return said;
  const { earlier } = partsAt({ ...times, recurrence }, day);
  return { ...others, ...(earlier && { times, ...earlier }) };
}

/**
 * Splits a series: a new one takes over the occurrences from a date on, with their ids and all that is their own.
 * Undefined if the series begins at the date.
 */
export async function splitSeries(db: Db, series: EventRow, at: Wall, context: SeriesCall) {
  const parts = await earlierPart(db, series, at);
  if (!parts) return undefined;
  const later = await insertLaterPart(db, series, parts.right, context);
  const moving = parts.occurrences.filter(({ recurrence_id }) => recurrence_id >= at);
  await moveToSeries(db, series, later, moving, context);
  // Their slugs in other languages are those of their new series.
  if (later.translations !== series.translations)
    await inherit(
      db,
      await withLinkIds(db, series),
      await withLinkIds(db, later),
      moving,
      new Set(),
      context,
    );
  await db
    .updateTable('vanished_occurrences')
    .set({ series_id: later.id })
    .where('series_id', '=', series.id)
    .where('recurrence_id', '>=', at)
    .execute();
  return {
    later,
    /** Ends the earlier part. Its version remembers the later one, and the seconds by which that moved at once. */
    end(shift: number | undefined): Promise<Written> {
      const beside = { [SPLIT]: later.id, ...noteOfShift(shift) };
      return updateSeries(db, series, parts.earlier, { ...context, beside });
    },
  };
}

/** A new series like another one, with an identity and an address of its own. */
async function insertLaterPart(
  db: Db,
  series: EventRow,
  part: StartedRecurrence,
  context: SeriesCall,
): Promise<EventRow> {
  const id = await newId(db, 'event', creation(context));
  const { title: name, status } = series;
  const sent = series.slug === null ? undefined : withoutTrashMark(series.slug);
  const [slug] = await slugsFor(db, [{ id, sent, name, status }]);
  const own = { ...series, id, slug: slug! };
  const later: EventRow = {
    ...{ ...own, translations: await withFreeSlugs(db, 'event', own) },
    ...seriesTimes(series, part.start),
    // Its dates may come back with its own number, which is never below theirs.
    ...{ uid: null, sequence: series.sequence + 1, modified_at: context.now },
    recurrence: columnOf(part, series.all_day === 1),
  };
  const row = await onDaysOfSite(db, later);
  await insertRows(db, 'events', [row]);
  await keepTranslatedSlugs(db, 'event', row);
  await copyAllLinks(db, series.id, [id]);
  return row;
}

/** Under this name a version of a series remembers the series that was split off. */
const SPLIT = 'split_into';

/**
 * Under this name a version remembers by how many seconds all dates moved with their occurrences: those of the series
 * itself, or of the one that was split off.
 */
const SHIFT = 'shifted_by';

/** Under this name a version remembers what became one with the series; under the other one, what left it again. */
const [JOINED, PARTED] = ['joined', 'parted'] as const;

/** Series, and by how many seconds their dates differ from those of the series that they were split off from. */
type Parts = readonly (readonly [id: number, seconds: number])[];

/** What a version of a series remembers in addition to its columns. */
interface Notes {
  [SPLIT]?: number;
  [SHIFT]?: number;
  [JOINED]?: Parts;
  [PARTED]?: Parts;
}

export const noteOfShift = (seconds: number | undefined): FormerValues =>
  seconds ? ({ [SHIFT]: seconds } satisfies Notes) : {};

export const noteOfParts = (joined: Parts, parted: Parts): FormerValues => ({
  ...(joined.length > 0 && { [JOINED]: joined }),
  ...(parted.length > 0 && { [PARTED]: parted }),
});

/**
 * By how many seconds the dates of a series have moved since a version, and those of the series that were split off
 * from it since, from one another too. The series itself is the first. `parted` are those that became one with it since.
 * @param before seconds by which its dates had moved before
 */
export async function shiftsSince(
  db: Db,
  series: number,
  version: number,
  before = 0,
): Promise<{ moved: Map<number, number>; parted: Map<number, number> }> {
  const versions = await db
    .selectFrom('versions')
    .select(['id', 'former'])
    .where('type', '=', 'event')
    .where('record_id', '=', series)
    .where('id', '>=', version)
    .where(eb => eb.or([SPLIT, SHIFT, JOINED, PARTED].map(name => eb('changed', 'like', `%"${name}"%`))))
    .orderBy('id')
    .execute();
  let shift = before;
  const [later, parted] = [new Map<number, number>(), new Map<number, number>()];
  for (const { id: at, former } of versions) {
    // This module has made these values.
    const notes = JSON.parse(former ?? '{}') as Notes;
    const { [SPLIT]: split, [SHIFT]: moved = 0, [JOINED]: joined = [], [PARTED]: left = [] } = notes;
    for (const [id, seconds] of joined) if (!later.delete(id)) parted.set(id, seconds);
    if (split === undefined) shift += moved;
    for (const [id, seconds] of split === undefined ? left : [[split, moved] as const]) {
      if (parted.delete(id)) continue;
      const since = await shiftsSince(db, id, at, shift + seconds);
      for (const one of since.moved) later.set(...one);
    }
  }
  return { moved: new Map([[series, shift], ...later]), parted };
}
