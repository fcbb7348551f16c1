import type { SelectQueryBuilder } from 'kysely';
import type { PageRange } from '../db/list-page.ts';
import { longRead } from '../db/long-read.ts';
import type { Db, Tables } from '../db/tables.ts';
import type { EventRecord } from '../events/event.ts';
import { withLinks } from '../events/linked.ts';
import { readable, type Viewer } from '../users/rights.ts';
import { unlocked } from '../users/visible.ts';
import { type EventFilter, reveals, setFilters } from './event-filter.ts';
import type { Condition, SqlContext } from './filter.ts';

/** One page of the matching events and their total, read in one snapshot of the store. */
export const findInStore = (
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<{ records: EventRecord[]; total: number }> =>
  longRead(db, async db => {
    const matching = matchingEvents(db, filter, viewer);
    const rows = await inOrder(matching.selectAll(), range).execute();
    return { records: await withLinks(db, rows, viewer), total: await totalOf(matching) };
  });

/** The ids of one page, which may be long, and the total. */
export const findIdsInStore = (
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<{ items: number[]; total: number }> =>
  longRead(db, async db => {
    const matching = matchingEvents(db, filter, viewer);
    const rows = await inOrder(matching.select('id'), range).execute();
    return { items: rows.map(({ id }) => id), total: await totalOf(matching) };
  });

const matchingEvents = (db: Db, filter: EventFilter, viewer: Viewer) =>
  db.selectFrom('events').where(eb => eb.and(conditions({ eb, db, viewer }, filter)));

const totalOf = async (matching: ReturnType<typeof matchingEvents>): Promise<number> =>
  Number((await matching.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total);

const inOrder = <Row>(rows: SelectQueryBuilder<Tables, 'events', Row>, { limit, offset }: PageRange) =>
  rows.orderBy('start_at').orderBy('date_at').orderBy('id').limit(limit).offset(offset);

function conditions(context: SqlContext, filter: EventFilter): Condition[] {
  const { eb, viewer } = context;
  const set = setFilters(filter);
  // Filters that reveal what a password hides come last: most of them read texts or other tables.
  const ordered = set.toSorted((one, other) => Number(one.filter.reveals) - Number(other.filter.reveals));
  return [
    readable(viewer, 'events'),
    eb('hide_from_listings', '=', 0),
    ...(filter.status ? [] : [eb('status', '!=', 'trash')]),
    ...ordered.flatMap(({ filter, value }) => filter.sql(value, context)),
    ...(reveals(set) ? [unlocked(viewer, filter.offeredHash)] : []),
  ];
}
