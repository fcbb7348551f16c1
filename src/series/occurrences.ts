import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { raw, rowsOf } from '../db/prepared.ts';
import type { Db, EventRow, Tables } from '../db/tables.ts';
import { lockEventRow } from '../events/store.ts';
import { idsOf } from '../lib/objects.ts';
import { Pacer } from '../lib/pacer.ts';
import { type EventLinks, linksOf } from '../records/versions/links.ts';
import type { PlannedOccurrence } from './plan.ts';

const COLUMNS = [
  ...(['id', 'series_id', 'recurrence_id', 'slug', 'status', 'status_before_trash', 'own_members'] as const),
  ...(['all_day', 'start_date', 'end_date', 'start_at', 'end_at', 'timezone', 'timezone_abbr'] as const),
] as const satisfies (keyof EventRow)[];

/** An occurrence of a series, as far as a change of the series must know it. */
export type Occurrence = Pick<EventRow, (typeof COLUMNS)[number]> & PlannedOccurrence & { series_id: number };

/** The occurrences of a series, those in the trash included, in the order of their dates. */
export async function findOccurrences(db: Db, series: number): Promise<Occurrence[]> {
  const size = dialectOf(db).isOutOfProcess ? MOST : SLICE;
  const found: Occurrence[] = [];
  const pacer = new Pacer();
  for (;;) {
    const after = found.at(-1)?.recurrence_id ?? '';
    const some = (await rowsOf(db, ofSeries, [series, after, size])) as Occurrence[];
    for (const one of some) found.push(one);
    if (some.length < size) return found;
    await pacer.pause();
  }
}

/** Rows per read. Their columns lie behind long texts, so that the embedded store reads these, too. */
const SLICE = 200;
const MOST = 10_000;

const ofSeries = (db: Db) =>
  db
    .selectFrom('events')
    .select(COLUMNS)
    .where('series_id', '=', 0)
    .where('recurrence_id', '>', '')
    .orderBy('recurrence_id')
    .limit(0);

/** The dates of the occurrences of a series, as its rule gives them. */
export const findDates = async (db: Db, series: number): Promise<ReadonlySet<string | null>> =>
  new Set((await rowsOf(db, datesOfSeries, [series])).map(row => row.recurrence_id));

const datesOfSeries = (db: Db) => db.selectFrom('events').select('recurrence_id').where('series_id', '=', 0);

export type Tombstone = Tables['vanished_occurrences'];

export const findTombstones = (db: Db, series: number): Promise<Tombstone[]> =>
  rowsOf(db, vanishedOf, [series]);

const vanishedOf = (db: Db) =>
  db.selectFrom('vanished_occurrences').selectAll().where('series_id', '=', 0).orderBy('recurrence_id');

/** The names of the members that are an occurrence's own. */
export const ownOf = ({ own_members }: Pick<EventRow, 'own_members'>): readonly string[] =>
  own_members === '' ? [] : own_members.split(',');

export type LinkedEvent = EventRow & EventLinks;

export const withLinkIds = async (db: Db, row: EventRow): Promise<LinkedEvent> => ({
  ...row,
  ...(await linksOf(db, row.id)),
});

/** An event, with its series if it is an occurrence; both are locked until the transaction ends. */
export interface LockedEvent {
  readonly event: EventRow;
  readonly series: EventRow | undefined;
}

/** Reads an event and locks it until the transaction ends, an occurrence after its series: everybody in this order. */
export async function lockWithSeries(db: Db, id: number): Promise<LockedEvent | undefined> {
  for (;;) {
    const [found] = await rowsOf(db, seriesOf, [id]);
    if (!found) return undefined;
    const series = found.series_id === null ? undefined : await lockEventRow(db, found.series_id);
    const event = await lockEventRow(db, id);
    // A split may have moved it meanwhile.
    if (event?.series_id === found.series_id) return { event, series };
  }
}

const seriesOf = (db: Db) => db.selectFrom('events').select('series_id').where('id', '=', 0);

/** The number of published occurrences of these series by term. */
export async function termsOfOccurrences(
  db: Db,
  series: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await rowsOf(db, publishedTermsOf, [dialectOf(db).listOf(series)]);
  return new Map(rows.map(({ term_id, events }) => [term_id, Number(events)]));
}

const publishedTermsOf = raw(
  db => sql<{ term_id: number; events: number }>`
    select term_id, count(*) as events from event_terms where event_id in (
      select id from events
      where ${dialectOf(db).among(sql.ref('series_id'), 0)} and status = ${sql.lit('publish')}
    ) group by term_id`,
);

export const amongIds = (db: Db, column: string, ids: readonly number[]) =>
  dialectOf(db).among(sql.ref(column), dialectOf(db).listOf(ids));

/** True for these records. */
export const areThese = (db: Db, records: readonly Pick<EventRow, 'id'>[]) =>
  amongIds(db, 'id', idsOf(records));
