import type { EventRecord } from '../../events/event.ts';
import { withLinks } from '../../events/linked.ts';
import { earliestOccurrence, earliestSeries, seriesOfEvents, startOf } from '../../events/series-dates.ts';
import { findEventRow } from '../../events/store.ts';
import type { DocumentEvent } from '../../formats/event-format.ts';
import type { BareCall } from '../../http/call.ts';
import { documentRoundRobin, Pacer } from '../../lib/pacer.ts';
import { MAX_DATES } from '../../recurrence/rule.ts';
import type { EventFilter } from '../../search/event-filter.ts';
import { findEventIds, type ReadFound, recordsOfList } from '../../search/find-events.ts';
import { mayRead } from '../../users/rights.ts';
import { isLocked } from '../../users/visible.ts';
import { type SeriesReader, seriesInCalendar } from './calendar-series.ts';

/** Who reads a list, and from where. */
type ListReader = Pick<BareCall, 'db' | 'readModel' | 'viewer'>;

/** Ids of which the series are looked up together. */
const SLICE = 50;
/** Events that are read before more series are looked up: the first reads of a list are small. */
const MANY = 500;

/**
 * Reads the events of a list for a calendar, in batches. A series stands in the place of its first occurrence, with all
 * its dates, also those beyond the dates of the list: if occurrences that differ in nothing match. Otherwise only the
 * exceptions are shown that match.
 * @param ids in list order
 */
export async function* calendarBatches<Shown extends object = DocumentEvent>(
  call: ListReader,
  filter: EventFilter,
  ids: readonly number[],
  read?: ReadFound<Shown>,
): AsyncGenerator<readonly (DocumentEvent | Shown)[]> {
  const isShown = new Map<number, boolean>();
  const pacer = new Pacer(() => documentRoundRobin.next());
  let rest: number[] = [];
  for (let at = 0; at < ids.length; at += SLICE) {
    await pacer.pause();
    const slice = ids.slice(at, at + SLICE);
    const series = await seriesOfEvents(call, slice);
    for (const id of slice) {
      const own = series.get(id);
      if (own !== undefined && !isShown.has(own)) {
        yield* recordsOfList(call, filter, call.viewer, rest, read);
        rest = [];
        isShown.set(own, yield* wholeSeries(call, filter, own));
      }
      if (own === undefined || !isShown.get(own)) rest.push(id);
    }
    if (rest.length >= MANY) {
      yield* recordsOfList(call, filter, call.viewer, rest, read);
      rest = [];
    }
  }
  yield* recordsOfList(call, filter, call.viewer, rest, read);
}

/** A series of which an occurrence matches, unless it is hidden or locked itself. */
async function* wholeSeries(
  call: ListReader,
  filter: EventFilter,
  id: number,
): AsyncGenerator<readonly DocumentEvent[], boolean> {
  const row = await findEventRow(call.db, { id });
  if (!row || row.status === 'trash' || !mayRead(call.viewer, row)) return false;
  if (isLocked(call.viewer, row, filter.offeredHash)) return false;
  const [series] = await withLinks(call.db, [row], call.viewer);
  return yield* seriesInCalendar(call.db, series!, readerOf(call, filter, id));
}

function readerOf(call: ListReader, filter: EventFilter, series: number): SeriesReader {
  const { viewer } = call;
  const all = { ...filter, oneOfSeries: undefined };
  return {
    async shown(exceptions) {
      const range = { offset: 0, limit: 2 * MAX_DATES };
      const { ids } = await findEventIds(call, { ...all, series: [series] }, viewer, range);
      const matching = new Set(ids);
      const shown = exceptions.filter(id => matching.has(id));
      return shown.length < matching.size ? new Set(shown) : undefined;
    },
    exceptions: ids => recordsOfList(call, all, viewer, ids),
    plain: ids => recordsOfList(call, { ...all, ...AT_ANY_TIME }, viewer, ids),
  };
}

/** Without the filters by what differs between the occurrences of a series. */
const AT_ANY_TIME = {
  ...{ window: undefined, when: undefined, overlaps: undefined, modified: undefined },
} satisfies EventFilter;

// A calendar describes its time zones before its events, so it must know first how far back these go.

type CalendarCall = Pick<BareCall, 'db' | 'viewer'>;

/**
 * Epoch seconds before which no event of a calendar starts, and no series that it shows as a whole. Undefined if the
 * events come in another order than that of their starts.
 * @param ids in list order
 */
export async function startOfCalendar(
  { db, viewer }: CalendarCall,
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
  { db, viewer }: CalendarCall,
): Promise<number> {
  const first = recurrence === '' ? undefined : await earliestOccurrence(db, viewer, id);
  return Math.min(start_at, first ?? start_at);
}
