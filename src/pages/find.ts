import type { PageRange } from '../db/list-page.ts';
import type { BareCall } from '../http/call.ts';
import { atOneVersion } from '../read-model/record-source.ts';
import type { EventFilter } from '../search/event-filter.ts';
import type { FacetRequest, Facets } from '../search/facets.ts';
import { findEvents, foundRecords } from '../search/find-events.ts';
import { pageView, type ShownEvent, shownEvent } from './view.ts';

/** One page of a list of events, as its reader may see them. */
export interface ShownList {
  readonly events: readonly ShownEvent[];
  readonly total: number;
  readonly facets: Facets | undefined;
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
