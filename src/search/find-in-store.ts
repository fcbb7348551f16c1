import type { SelectQueryBuilder } from 'kysely';
import type { PageRange } from '../db/list-page.ts';
import type { Db, Tables } from '../db/tables.ts';
import type { EventRecord } from '../events/event.ts';
import { withLinks } from '../events/linked.ts';
import { inOrder } from '../read-model/record-source.ts';
import { totalOf } from '../records/table.ts';
import type { Viewer } from '../users/rights.ts';
import type { EventFilter } from './event-filter.ts';
import { orderedIds } from './order-in-store.ts';
import { findByStore } from './read-texts.ts';
import { matching } from './store-conditions.ts';

/**
 * One page of the matching events and their total, read in one snapshot of the store.
 * @param also reads more of the same events in the same snapshot
 * @param base see `findByIndex`
 */
export const findInStore = <More>(
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
  also: (db: Db, filter: EventFilter) => Promise<More>,
  base: EventFilter = filter,
): Promise<{ records: EventRecord[]; total: number; more: More }> => {
  const find = async (db: Db, filter: EventFilter) => {
    const events = matching(db, filter, viewer);
    const rows = filter.order
      ? await rowsOf(db, await orderedIds(db, filter, viewer, range))
      : await inListOrder(events.selectAll(), range).execute();
    const [records, total] = [await withLinks(db, rows, viewer), await totalOf(events)];
    return { records, total, more: await also(db, filter) };
  };
  return findByStore(db, filter, viewer, find, base);
};

/** The ids of one page, which may be long, and the total. */
export const findIdsInStore = (
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<{ items: number[]; total: number }> =>
  findByStore(db, filter, viewer, async (db, filter) => {
    const events = matching(db, filter, viewer);
    const items = filter.order
      ? await orderedIds(db, filter, viewer, range)
      : (await inListOrder(events.select('id'), range).execute()).map(({ id }) => id);
    return { items, total: await totalOf(events) };
  });

const inListOrder = <Row>(rows: SelectQueryBuilder<Tables, 'events', Row>, { limit, offset }: PageRange) =>
  rows.orderBy('start_at').orderBy('date_at').orderBy('id').limit(limit).offset(offset);

async function rowsOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('events').selectAll().where('id', 'in', ids).execute();
  return inOrder(ids, rows);
}
