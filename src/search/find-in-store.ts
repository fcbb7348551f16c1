import type { PageRange } from '../db/list-page.ts';
import { longRead } from '../db/long-read.ts';
import type { Db } from '../db/tables.ts';
import type { EventRecord } from '../events/event.ts';
import { withLinks } from '../events/linked.ts';
import type { Viewer } from '../users/rights.ts';
import type { EventFilter } from './event-filter.ts';
import { orderedIds } from './order-in-store.ts';
import { matching } from './store-conditions.ts';

/** One page of the matching events and their total, read in one snapshot of the store. */
export const findInStore = (
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<{ records: EventRecord[]; total: number }> =>
  longRead(db, async db => {
    const events = matching(db, filter, viewer);
    const { total } = await events
      .select(eb => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await (filter.order
      ? rowsOf(db, await orderedIds(db, filter, viewer, range))
      : events
          .selectAll()
          .orderBy('start_at')
          .orderBy('date_at')
          .orderBy('id')
          .limit(range.limit)
          .offset(range.offset)
          .execute());
    return { records: await withLinks(db, rows, viewer), total: Number(total) };
  });

/** The rows of these events, in their order. */
async function rowsOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('events').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map(row => [row.id, row]));
  return ids.map(id => byId.get(id)!);
}
