import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { isSeriesRow } from '../db/listed.ts';
import { type PreparedQuery, type Reads, raw, readsThrough } from '../db/prepared.ts';
import type { Db, EventRow } from '../db/tables.ts';

const columns = [
  ...(['id', 'author_id', 'status', 'status_before_trash', 'slug', 'title', 'password_hash'] as const),
  ...(['language', 'translations'] as const),
  ...([
    'sequence',
    'recurrence',
    'start_date',
    'end_date',
    'start_at',
    'end_at',
    'all_day',
    'timezone',
  ] as const),
] as const;

export type SeriesRow = Pick<EventRow, (typeof columns)[number]> & { readonly uid: string };

/** What answers and documents tell of the series of an event. It is the same for all readers of the series. */
export interface SeriesRecord extends SeriesRow {
  /** How many of its occurrences everybody may see. */
  readonly total: number;
  /** The recurrence ids of its occurrences in the trash, in order. */
  readonly trashed: readonly string[];
  /** The recurrence ids of other occurrences that not everybody may see, in order: drafts, hidden and locked ones. */
  readonly hidden: readonly string[];
}

/** Another occurrence of a series, as an event of the series refers to it. */
export type NextOccurrence = Pick<
  EventRow,
  'id' | 'slug' | 'status' | 'start_date' | 'end_date' | 'start_at' | 'end_at' | 'timezone'
>;

/**
 * True for occurrences that everybody may see: published, listed, and protected at most by the password of the series.
 * `one` is the occurrence, `series` its series.
 */
const isSeen = sql<boolean>`one.status = 'publish' and one.hide_from_listings = 0
  and (one.password_hash is null or one.password_hash is not distinct from series.password_hash)`;

/** The same rule as `uidOf`. */
const uid = sql<string>`coalesce(uid, id || '@' || (select value from settings where name = 'store_id'))`;

export const seriesRows: PreparedQuery<SeriesRow> = db =>
  db
    .selectFrom('events')
    .select([...columns, uid.as('uid')])
    .where(dialectOf(db).among(sql.ref('id'), 0))
    .where(sql<boolean>`coalesce(recurrence, '') <> ''`);

const seenCounts: PreparedQuery<{ series_id: number; total: number }> = raw(
  db => sql`select one.series_id, count(*) as total
    from events as series join events as one on one.series_id = series.id
    where ${dialectOf(db).among(sql.ref('series.id'), 0)} and ${isSeen} group by one.series_id`,
);

interface UnseenRow {
  readonly series_id: number;
  readonly recurrence_id: string;
  readonly status: string;
}

const unseen: PreparedQuery<UnseenRow> = raw(
  // An index has what `isSeen` asks of the occurrences; only those that are not seen are read.
  db => sql`select one.series_id, whole.recurrence_id, one.status
    from events as series join events as one on one.series_id = series.id join events as whole on whole.id = one.id
    where ${dialectOf(db).among(sql.ref('series.id'), 0)} and not (${isSeen})
    order by one.series_id, whole.recurrence_id`,
);

/** Adds what follows from the occurrences of these series. */
export async function withOccurrences(
  { dialect, rows }: Pick<Reads, 'dialect' | 'rows'>,
  series: readonly SeriesRow[],
): Promise<SeriesRecord[]> {
  if (series.length === 0) return [];
  const list = [dialect.listOf(series.map(({ id }) => id))];
  const counts = new Map(
    (await rows(seenCounts, list)).map(({ series_id, total }) => [series_id, Number(total)]),
  );
  const absent = Map.groupBy(await rows(unseen, list), ({ series_id }) => series_id);
  return series.map(row => {
    const [trashed, hidden] = [true, false].map(isTrashed =>
      (absent.get(row.id) ?? [])
        .filter(({ status }) => (status === 'trash') === isTrashed)
        .map(({ recurrence_id }) => recurrence_id),
    );
    return { ...row, total: counts.get(row.id) ?? 0, trashed: trashed!, hidden: hidden! };
  });
}

const shown = sql.raw(
  'one.id, one.slug, one.status, one.start_date, one.end_date, one.start_at, one.end_at, one.timezone',
);

/** For each of these occurrences (by id, as `of`) the one that follows it in its series, of those that all may see. */
export const followingOccurrences: PreparedQuery<NextOccurrence & { readonly of: number }> = raw(
  db => sql`select event.id as of, ${shown}
    from events as event join events as one on one.id = (
      select one.id from events as one join events as series on series.id = one.series_id
      where one.series_id = event.series_id and ${isSeen}
        and (one.start_at, one.date_at, one.id) > (event.start_at, event.date_at, event.id)
      order by one.start_at, one.date_at, one.id limit 1
    )
    where ${dialectOf(db).among(sql.ref('event.id'), 0)}`,
);

/** How many occurrences follow the one with this id in its series, of those that all may see. */
export const laterOccurrences: PreparedQuery<{ readonly count: number }> = raw(
  () => sql`select count(*) as count
    from events as event
    join events as series on series.id = event.series_id
    join events as one on one.series_id = series.id
    where event.id = ${0} and ${isSeen}
      and (one.start_at, one.date_at, one.id) > (event.start_at, event.date_at, event.id)`,
);

/** For each of these series (the second list, as `of`) the first occurrence that ends after an instant (the first value). */
export const comingOccurrences: PreparedQuery<NextOccurrence & { readonly of: number }> = raw(
  db => sql`select event.id as of, ${shown}
    from events as event join events as one on one.id = (
      select one.id from events as one join events as series on series.id = one.series_id
      where one.series_id = event.id and one.end_at > ${0} and ${isSeen}
      order by one.start_at, one.date_at, one.id limit 1
    )
    where ${dialectOf(db).among(sql.ref('event.id'), 0)}`,
);

/** Series per read: other requests are answered in between. */
const PAGE = 500;
/** Behind all dates. */
const NO_END = '99999999';

/**
 * The last day on which a public series may have dates, as `20311122`: that of its `UNTIL`, or behind all dates for a
 * rule without an end. A rule with a `COUNT` ends anyway. '' without such series.
 */
export async function lastDayOfSeries(reads: Pick<Reads, 'rows'>): Promise<string> {
  let latest = '';
  for (let last = 0; ; await setImmediate()) {
    const rows = await reads.rows(rulesAfter, [last]);
    for (const { recurrence } of rows) {
      const day = /UNTIL=(\d{8})/.exec(recurrence)?.[1] ?? NO_END;
      if (day > latest) latest = day;
    }
    if (rows.length < PAGE || latest === NO_END) return latest;
    last = rows.at(-1)!.id;
  }
}

export const lastDayInStore = (db: Db): Promise<string> => lastDayOfSeries(readsThrough(db));

const rulesAfter: PreparedQuery<{ id: number; recurrence: string }> = db =>
  db
    .selectFrom('events')
    .select(['id', 'recurrence'])
    .where(isSeriesRow)
    .where('id', '>', 0)
    .where(sql<boolean>`status = 'publish' and recurrence like '%RRULE:%' and recurrence not like '%COUNT=%'`)
    .orderBy('id')
    .limit(sql.lit(PAGE));
