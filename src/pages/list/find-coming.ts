import type { PageRange } from '../../db/list-page.ts';
import type { BareCall } from '../../http/call.ts';
import { atOneVersion } from '../../read-model/record-source.ts';
import type { EventFilter } from '../../search/event-filter.ts';
import type { FacetRequest } from '../../search/facets.ts';
import { findEvents } from '../../search/find-events.ts';
import { readOrder } from '../../search/order.ts';
import { whenNow } from '../../search/when.ts';
import { type CardTemplate, cardsOf, type FoundCards } from '../find-cards.ts';

/** A list of events that have not ended: those that run now apart, and a page of those to come. */
export interface FoundComing extends FoundCards {
  /** Those that end first, and how many there are. */
  readonly ongoing: Pick<FoundCards, 'cards' | 'total'>;
}

/** How the events of such a list are shown. */
interface ComingTemplates {
  readonly coming: CardTemplate;
  readonly ongoing: CardTemplate;
  /** Running events to show. */
  readonly most: number;
}

/**
 * Finds the events of a list that have not ended. By start, those that run come first: the pages begin after them.
 * @param filter has the phases `ongoing` and `upcoming`
 */
export async function findComing(
  call: BareCall,
  templates: ComingTemplates,
  filter: EventFilter,
  { limit, offset }: PageRange,
  request?: FacetRequest,
): Promise<FoundComing> {
  const { viewer, clock } = call;
  const order = readOrder({ orderby: 'end' }, { ...call, isLocated: false });
  const running: EventFilter = { ...filter, when: whenNow(['ongoing'], clock), order };
  return atOneVersion(call, async source => {
    const reading = { ...call, readModel: source.readModel };
    const first = await findEvents(source, running, viewer, { limit: templates.most, offset: 0 });
    const range = { limit, offset: offset + first.total };
    const others = await findEvents(source, filter, viewer, range, request);
    const ongoing = await cardsOf(first, templates.ongoing, reading, filter.offeredHash);
    const cards = await cardsOf(others, templates.coming, reading, filter.offeredHash);
    if (!ongoing || !cards || first.version !== others.version) return undefined;
    const { total, facets } = others;
    return { cards, total, facets, ongoing: { cards: ongoing, total: first.total } };
  });
}
