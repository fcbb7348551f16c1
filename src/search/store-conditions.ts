import { sql } from 'kysely';
import type { PageRange } from '../db/list-page.ts';
import { isListed, isListedOfFew } from '../db/listed.ts';
import type { Db } from '../db/tables.ts';
import { totalOf } from '../records/table.ts';
import { readable, type Viewer } from '../users/rights.ts';
import { listable, unlockedOfMany } from '../users/visible.ts';
import { type EventFilter, reveals, setFilters } from './event-filter.ts';
import type { Condition, SqlContext } from './filter.ts';

/**
 * The events that match a filter, and that the viewer may see.
 * @param isUnlocked whether those that a password hides from the viewer are left out, which some filters do anyway
 */
export function matching(db: Db, filter: EventFilter, viewer: Viewer, isUnlocked = false) {
  return filter.oneOfSeries
    ? db.selectFrom('events').where('events.id', 'in', oneOfEach(db, filter, viewer, isUnlocked).select('id'))
    : ofEachDate(db, filter, viewer, isUnlocked);
}

const ofEachDate = (db: Db, filter: EventFilter, viewer: Viewer, isUnlocked = false) =>
  db.selectFrom('events').where(eb => eb.and(conditions({ eb, db, viewer }, filter, isUnlocked)));

/** Of each series the occurrence that stands for it, and all other events. An index has what this reads. */
function oneOfEach(db: Db, filter: EventFilter, viewer: Viewer, isUnlocked = false) {
  const rank = sql<number>`row_number() over (partition by ${seriesKey} order by ${IN_SERIES[filter.oneOfSeries!]})`;
  const ranked = ofEachDate(db, filter, viewer, isUnlocked)
    .select(['events.id', 'start_at', 'date_at', rank.as('rank')])
    .as('ranked');
  return db.selectFrom(ranked).where('rank', '=', 1);
}

/** The ids of one page of a list that shows each series once, in list order. */
export async function idsOfSeriesOnce(
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  { limit, offset }: PageRange,
): Promise<number[]> {
  const inOrder = oneOfEach(db, filter, viewer).orderBy('start_at').orderBy('date_at').orderBy('id');
  return (await inOrder.select('id').limit(limit).offset(offset).execute()).map(({ id }) => id);
}

/** How many events a list has. */
export async function totalOfList(db: Db, filter: EventFilter, viewer: Viewer): Promise<number> {
  const dates = ofEachDate(db, filter, viewer);
  if (!filter.oneOfSeries) return totalOf(dates);
  const series = sql<number>`count(distinct ${seriesKey})`;
  return Number((await dates.select(series.as('total')).executeTakeFirstOrThrow()).total);
}

/** The same for all occurrences of a series; ids of series and of other events never coincide. */
export const seriesKey = sql<number>`coalesce(events.series_id, events.id)`;

/** The order, from the occurrence that stands for its series: list order, or the reverse. */
const IN_SERIES = {
  first: sql`events.start_at, events.date_at, events.id`,
  last: sql`events.start_at desc, events.date_at desc, events.id desc`,
};

/** Events that are looked for one by one, and not among all that lists show. */
const FEW = 1000;

const isFew = ({ include, search }: EventFilter): boolean =>
  [include, search?.ids].some(ids => ids !== undefined && ids.length <= FEW);

function conditions(context: SqlContext, filter: EventFilter, isUnlocked: boolean): Condition[] {
  const { eb, db, viewer } = context;
  const set = setFilters(filter);
  // Filters that reveal what a password hides come last: most of them read texts or other tables.
  const ordered = set.toSorted((one, other) => Number(one.filter.reveals) - Number(other.filter.reveals));
  return [
    readable(viewer, 'events'),
    listable(viewer, filter.withHidden),
    isFew(filter) ? isListedOfFew : isListed,
    ...(filter.status ? [] : [eb('status', '!=', 'trash')]),
    ...ordered.flatMap(({ filter, value }) => filter.sql(value, context)),
    ...(isUnlocked || reveals(set) ? [unlockedOfMany(db, viewer, filter.offeredHash)] : []),
  ];
}
