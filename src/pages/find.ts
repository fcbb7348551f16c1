import type { PageRange } from '../db/list-page.ts';
import type { EventRecord } from '../events/event.ts';
import type { BareCall } from '../http/call.ts';
import { atOneVersion } from '../read-model/at-one-version.ts';
import type { EventFilter } from '../search/event-filter.ts';
import type { FacetRequest, Facets } from '../search/facets.ts';
import { findEvents, foundRecords } from '../search/find-events.ts';
import { readOrder } from '../search/order.ts';
import { readWhen } from '../search/when.ts';
import { pageView, type ShownEvent, shownEvent } from './view.ts';

/** One page of a list of events, as its reader may see them. */
export interface ShownList {
  readonly events: readonly ShownEvent[];
  readonly total: number;
  readonly facets: Facets | undefined;
}

/** A list of events that have not ended: those that run now apart, and a page of those to come. */
export interface ShownComing extends ShownList {
  /** Those that end first, and how many there are. */
  readonly ongoing: Pick<ShownList, 'events' | 'total'>;
}

/**
 * Finds the events of a list that have not ended. By start, those that run come first: the pages begin after them.
 * @param filter has the phases `ongoing` and `upcoming`
 * @param most running events to show
 */
export async function findComing(
  call: BareCall,
  filter: EventFilter,
  { limit, offset }: PageRange,
  most: number,
  request?: FacetRequest,
): Promise<ShownComing> {
  const view = pageView(call);
  const running: EventFilter = {
    ...filter,
    ...{
      when: readWhen(['ongoing'], call.now),
      order: readOrder({ orderby: 'end' }, { ...call, isLocated: false }),
    },
  };
  const shown = (records: readonly EventRecord[]) =>
    records.map(event => shownEvent(event, view, filter.offeredHash));
  return atOneVersion(call, async source => {
    const now = await findEvents(source, running, call.viewer, { limit: most, offset: 0 });
    const range = { limit, offset: offset + now.total };
    const coming = await findEvents(source, filter, call.viewer, range, request);
    const records = await foundRecords(coming, source, call.viewer);
    const ongoing = await foundRecords(now, source, call.viewer);
    if (!records || !ongoing || now.version !== coming.version) return undefined;
    return {
      ...{ events: shown(records), total: coming.total, facets: coming.facets },
      ongoing: { events: shown(ongoing), total: now.total },
    };
  });
}

/** Finds events as every list does, and reads what a page shows of them. */
export async function findShown(
  call: BareCall,
  filter: EventFilter,
  range: PageRange,
  request?: FacetRequest,
): Promise<ShownList> {
  const view = pageView(call);
  return atOneVersion(call, async source => {
    const found = await findEvents(source, filter, call.viewer, range, request);
    const records = await foundRecords(found, source, call.viewer);
    return (
      records && {
        events: records.map(event => shownEvent(event, view, filter.offeredHash)),
        ...{ total: found.total, facets: found.facets },
      }
    );
  });
}
