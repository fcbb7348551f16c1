import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { isException, isSeriesRow } from '../db/listed.ts';
import { type PreparedQuery, rowsOf } from '../db/prepared.ts';
import type { Db, EventRow } from '../db/tables.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { laterOccurrences } from '../read-model/series.ts';
import { isOwnText, OWN_TEXT, withoutDrafts } from '../records/translations/stored.ts';
import { readable, type Viewer } from '../users/rights.ts';
import { unlocked } from '../users/visible.ts';

/** An occurrence of a series, by its id and the date that the series gives it. */
export type OccurrenceDate = Pick<EventRow, 'id'> & { readonly recurrence_id: string };

/** The occurrences of a series in the order of their dates, also those that nobody may see. */
export const occurrenceDates = (db: Db, series: number): Promise<OccurrenceDate[]> =>
  rowsOf(db, occurrences, [series]);

/** Those of them that differ from their series in something that people can see, in the order of their dates. */
export async function exceptionDates(
  db: Db,
  series: Pick<EventRow, 'id' | 'translations'>,
): Promise<OccurrenceDate[]> {
  const all = await rowsOf(db, exceptions, [series.id]);
  const alike = new Set<number>();
  for (let at = 0; at < all.length; at += SLICE) {
    const ids = all.slice(at, at + SLICE).map(({ id }) => id);
    for (const one of await rowsOf(db, withOwnTexts, [dialectOf(db).listOf(ids)]))
      if (!differsIn(one, series)) alike.add(one.id);
  }
  return all.filter(({ id }) => !alike.has(id));
}

/** Rows per read. Their columns lie behind long texts, so that the embedded store reads these, too. */
const SLICE = 200;

type RowTexts = Pick<EventRow, 'id' | 'own_members' | 'translations'>;

/** Nothing else than drafts of translations may be the occurrence's own. */
const differsIn = (
  { own_members, translations }: RowTexts,
  series: Pick<EventRow, 'translations'>,
): boolean =>
  !own_members.split(',').every(isOwnText) ||
  withoutDrafts(translations) !== withoutDrafts(series.translations);

// Indexes have all that these read.
const occurrences: PreparedQuery<OccurrenceDate> = db =>
  db
    .selectFrom('events')
    .select(['id', 'recurrence_id'])
    .where('series_id', '=', 0)
    .orderBy('recurrence_id')
    .$narrowType<{ recurrence_id: string }>();

const exceptions: PreparedQuery<OccurrenceDate> = db =>
  db
    .selectFrom('events')
    .select(['id', 'recurrence_id'])
    .where('series_id', '=', 0)
    .where(isException)
    .orderBy('recurrence_id')
    .$narrowType<{ recurrence_id: string }>();

/** Occurrences of which the first own member, by name, is a text in another language. */
const withOwnTexts: PreparedQuery<RowTexts> = db =>
  db
    .selectFrom('events')
    .select(['id', 'own_members', 'translations'])
    .where(dialectOf(db).among(sql.ref('id'), 0))
    .where('own_members', 'like', sql.lit(`${OWN_TEXT}%`));

/** The series of those of these events that are occurrences. */
export async function seriesOfEvents(
  { db, readModel }: { readonly db: Db; readonly readModel?: ReadModel | undefined },
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const entries = ids.map(id => readModel?.index?.get(id));
  const unknown = ids.filter((_, at) => entries[at] === undefined);
  const rows = unknown.length === 0 ? [] : await rowsOf(db, seriesByEvent, [dialectOf(db).listOf(unknown)]);
  const known = entries.flatMap((entry): [number, number][] =>
    entry?.series ? [[entry.id, entry.series]] : [],
  );
  return new Map([...known, ...rows.map(({ id, series_id }): [number, number] => [id, series_id])]);
}

const seriesByEvent: PreparedQuery<{ id: number; series_id: number }> = db =>
  db
    .selectFrom('events')
    .select(['id', 'series_id'])
    .where(dialectOf(db).among(sql.ref('id'), 0))
    .where('series_id', 'is not', null)
    .$narrowType<{ series_id: number }>();

/** How many occurrences that all may see follow one in its series. */
export const countLater = async (db: Db, occurrence: number): Promise<number> =>
  Number((await rowsOf(db, laterOccurrences, [occurrence]))[0]!.count);

/** The start of the earliest series that lists may show as a whole to this viewer. */
export const earliestSeries = (
  db: Db,
  viewer: Viewer,
  offeredHash: string | undefined,
): Promise<number | undefined> =>
  earliest(
    eventStarts(db)
      .where(isSeriesRow)
      .where('status', '!=', 'trash')
      .where('hide_from_listings', '=', 0)
      .where(readable(viewer, 'events'))
      .where(unlocked(viewer, offeredHash)),
  );

/** The start of the earliest occurrence of a series that this viewer may read. */
export const earliestOccurrence = (db: Db, viewer: Viewer, series: number): Promise<number | undefined> =>
  earliest(
    eventStarts(db)
      .where('series_id', '=', series)
      .where('status', '!=', 'trash')
      .where(readable(viewer, 'events')),
  );

export const startOf = (db: Db, event: number): Promise<number | undefined> =>
  earliest(eventStarts(db).where('id', '=', event));

const eventStarts = (db: Db) => db.selectFrom('events').select('start_at');

const earliest = async (starts: ReturnType<typeof eventStarts>): Promise<number | undefined> =>
  (await starts.orderBy('start_at').limit(1).executeTakeFirst())?.start_at;
