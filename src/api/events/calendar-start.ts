import type { EventRecord } from '../../events/event.ts';
import { earliestOccurrence, earliestSeries, startOf } from '../../events/series-dates.ts';
import type { BareCall } from '../../http/call.ts';
import type { EventFilter } from '../../search/event-filter.ts';

// A calendar describes its time zones before its events, so it must know first how far back these go.

type Reader = Pick<BareCall, 'db' | 'viewer'>;

/**
 * Epoch seconds before which no event of a calendar starts, and no series that it shows as a whole. Undefined if the
 * events come in another order than that of their starts.
 * @param ids in list order
 */
export async function startOfCalendar(
  { db, viewer }: Reader,
  { order, offeredHash }: EventFilter,
  ids: readonly number[],
): Promise<number | undefined> {
  const first = order === undefined && ids.length > 0 ? await startOf(db, ids[0]!) : undefined;
  if (first === undefined) return undefined;
  return Math.min(first, (await earliestSeries(db, viewer, offeredHash)) ?? first);
}

/** The same for the calendar of one event, which may be a series. */
export async function startOfEvent(
  { id, recurrence, start_at }: EventRecord,
  { db, viewer }: Reader,
): Promise<number> {
  const first = recurrence === '' ? undefined : await earliestOccurrence(db, viewer, id);
  return Math.min(start_at, first ?? start_at);
}
