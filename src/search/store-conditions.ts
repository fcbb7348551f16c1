import type { Db } from '../db/tables.ts';
import { readable, type Viewer } from '../users/rights.ts';
import { unlocked } from '../users/visible.ts';
import { type EventFilter, reveals, setFilters } from './event-filter.ts';
import type { Condition, SqlContext } from './filter.ts';

/** The events that match a filter, and that the viewer may see. */
export const matching = (db: Db, filter: EventFilter, viewer: Viewer) =>
  db.selectFrom('events').where(eb => eb.and(conditions({ eb, db, viewer }, filter)));

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
