import { type SelectQueryBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { PageRange } from '../db/list-page.ts';
import { type Db, type EventRow, statuses, type Tables } from '../db/tables.ts';
import { shownTitle } from '../db/translated.ts';
import { mayOpenAll } from '../events/protection.ts';
import { Pacer } from '../lib/pacer.ts';
import { titleKey } from '../lib/text/keys.ts';
import { NOWHERE } from '../read-model/index/order.ts';
import type { Viewer } from '../users/rights.ts';
import type { EventFilter } from './event-filter.ts';
import { venueDistancesInStore } from './located.ts';
import type { EventOrder } from './order.ts';
import { Scores } from './relevance.ts';
import { matching } from './store-conditions.ts';
import { venueRanksInStore } from './venue-ranks.ts';

/** The ids of one page of the matching events, in the order of the filter. */
export async function orderedIds(
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<number[]> {
  const { by, ...order } = filter.order!;
  if (by === 'title') return byTitle(db, filter, viewer, range);
  if (by === 'relevance') return byRelevance(db, filter, viewer, range);
  if (by === 'distance') return byDistance(db, filter, viewer, range);
  if (by === 'venue') return byVenue(db, filter, viewer, range);
  if (by === 'status') {
    const numbers = statuses.map((status, number) => sql`when ${sql.lit(status)} then ${sql.lit(number)}`);
    const number = sql`case status ${sql.join(numbers, sql` `)} end`;
    const ordered = matching(db, filter, viewer).select('id').orderBy(number, direction(false, order));
    return pageOf(ordered, order, range);
  }
  const { column, isDescending } = COLUMNS[by];
  const ordered = matching(db, filter, viewer).select('id').orderBy(column, direction(isDescending, order));
  return pageOf(ordered, order, range);
}

/** The ids of a page; events that are equal in the order are in list order. */
async function pageOf(
  ordered: SelectQueryBuilder<Tables, 'events', { id: number }>,
  order: Pick<EventOrder, 'isReversed'>,
  { limit, offset }: PageRange,
): Promise<number[]> {
  const way = direction(false, order);
  const inListOrder = ordered.orderBy('start_at', way).orderBy('date_at', way).orderBy('events.id', way);
  return (await inListOrder.limit(limit).offset(offset).execute()).map(({ id }) => id);
}

const COLUMNS = {
  start: { column: 'start_at', isDescending: false },
  end: { column: 'end_at', isDescending: false },
  date: { column: 'date_at', isDescending: true },
  modified: { column: 'modified_at', isDescending: true },
} as const satisfies Record<string, { column: keyof Tables['events']; isDescending: boolean }>;

const direction = (isDescending: boolean, { isReversed }: Pick<EventOrder, 'isReversed'>) =>
  isDescending === isReversed ? 'asc' : 'desc';

async function byDistance(db: Db, filter: EventFilter, viewer: Viewer, range: PageRange): Promise<number[]> {
  const metres = await venueDistancesInStore(db, viewer, filter.around!);
  const ordered = matching(db, filter, viewer)
    .innerJoin(leastOf(db, metres), 'least.event_id', 'events.id')
    .select('events.id')
    .orderBy('least.number', direction(false, filter.order!));
  return pageOf(ordered, filter.order!, range);
}

/** Events without a readable venue are last, and those whose venue a password may hide. */
async function byVenue(db: Db, filter: EventFilter, viewer: Viewer, range: PageRange): Promise<number[]> {
  const ranks = await venueRanksInStore(db, viewer, filter.order!.alphabet);
  const isShown = mayOpenAll(viewer) ? sql`true` : sql`password_hash is null`;
  const ordered = matching(db, filter, viewer)
    .leftJoin(leastOf(db, ranks), 'least.event_id', 'events.id')
    .select('events.id')
    .orderBy(
      sql`case when ${isShown} then coalesce(least.number, ${NOWHERE}) else ${NOWHERE} end`,
      direction(false, filter.order!),
    );
  return pageOf(ordered, filter.order!, range);
}

/** The least number of the venues of each event. */
function leastOf(db: Db, numbers: ReadonlyMap<number, number>) {
  const { pairsOf, listOf } = dialectOf(db);
  const pairs = pairsOf(listOf([...numbers.keys()]), listOf([...numbers.values()]));
  return sql<{ event_id: number; number: number }>`(
    select event_venues.event_id, min(pair.other) as number
    from ${pairs} join event_venues on event_venues.venue_id = pair.one
    group by event_venues.event_id
  )`.as<'least'>(sql`least`);
}

/** Titles are sorted here: no store knows the alphabets. */
const byTitle = (db: Db, filter: EventFilter, viewer: Viewer, range: PageRange) =>
  bestOf(slices(db, filter, viewer), range, filter.order!.isReversed, async rows =>
    rows.map(({ title }) => titleKey(title, filter.order!.alphabet)),
  );

async function byRelevance(db: Db, filter: EventFilter, viewer: Viewer, range: PageRange): Promise<number[]> {
  const scores = await Scores.of(db, filter.search?.all ?? [], viewer);
  return bestOf(slices(db, filter, viewer), range, filter.order!.isReversed, async rows =>
    (await scores.get(rows.map(({ id }) => id))).map(score => -score),
  );
}

/** Events per read. */
const SLICE = 2000;

/** The matching events in list order, some at a time. */
async function* slices(db: Db, filter: EventFilter, viewer: Viewer): AsyncGenerator<Ranked[]> {
  for (let last: Ranked | undefined; ; ) {
    let query = matching(db, filter, viewer).select([
      ...(['id', 'start_at', 'date_at'] as const),
      shownTitle(db, filter.order!.language).as('title'),
    ]);
    if (last)
      query = query.where(
        sql<boolean>`(start_at, date_at, id) > (${last.start_at}, ${last.date_at}, ${last.id})`,
      );
    const rows = await query.orderBy('start_at').orderBy('date_at').orderBy('id').limit(SLICE).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < SLICE) return;
    last = rows.at(-1);
  }
}

export type Ranked = Pick<EventRow, 'id' | 'title' | 'start_at' | 'date_at'>;

interface SortedRow<Key> {
  readonly id: number;
  readonly key: Key;
  readonly place: number;
}

/**
 * The ids of a page in ascending order of their keys, equal ones in list order; from the end if it is reversed. No
 * more than the events up to the page are held in memory.
 * @param slices events in list order
 */
export async function bestOf<Key extends string | number>(
  slices: AsyncIterable<Ranked[]>,
  { offset, limit }: PageRange,
  isReversed: boolean,
  keysOf: (rows: readonly Ranked[]) => Promise<Key[]>,
): Promise<number[]> {
  const ascending = (a: SortedRow<Key>, b: SortedRow<Key>) =>
    a.key < b.key ? -1 : a.key > b.key ? 1 : a.place - b.place;
  const compare = isReversed ? (a: SortedRow<Key>, b: SortedRow<Key>) => ascending(b, a) : ascending;
  const pacer = new Pacer();
  let best: SortedRow<Key>[] = [];
  let place = 0;
  for await (const rows of slices) {
    const keys = await keysOf(rows);
    const fresh = rows.map(({ id }, at) => ({ id, key: keys[at]!, place: place++ })).sort(compare);
    best = merged(best, fresh, compare, offset + limit);
    await pacer.pause();
  }
  return best.slice(offset, offset + limit).map(({ id }) => id);
}

function merged<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (a: Item, b: Item) => number,
  most: number,
): Item[] {
  const all: Item[] = [];
  for (let [at, next] = [0, 0]; all.length < most; ) {
    if (at === one.length && next === other.length) break;
    const isOne = next === other.length || (at < one.length && compare(one[at]!, other[next]!) <= 0);
    all.push(isOne ? one[at++]! : other[next++]!);
  }
  return all;
}
