import type { PageRange } from '../../db/list-page.ts';
import type { BareCall } from '../../http/call.ts';
import type { Language } from '../../i18n/language.ts';
import { range } from '../../input/common-arguments.ts';
import type { Html } from '../../lib/html.ts';
import { atOneVersion } from '../../read-model/record-source.ts';
import type { EventFilter, ListArgs } from '../../search/event-filter.ts';
import type { FacetRequest } from '../../search/facets.ts';
import { findEvents } from '../../search/find-events.ts';
import { readOrder } from '../../search/order.ts';
import { whenNow } from '../../search/when.ts';
import { cardsOf, type FoundCards, findCards } from '../find-cards.ts';
import type { NavSection } from '../frame/document-parts.ts';
import { cardTemplate, compactCard } from '../parts/card.ts';
import { filterRequest } from '../parts/facet-choices.ts';
import type { Filtering } from '../parts/filters.ts';
import { comingUp, isDated } from '../parts/query.ts';
import { readListFilter } from '../parts/series-once.ts';
import type { SubscribedList } from '../parts/subscribe.ts';

/** What lists differ in. */
export interface ListKind {
  /** The path below the language to which the form and the pages of the list lead. */
  readonly path: string;
  readonly section?: NavSection;
  /** What the list is called where no filter says it better. */
  readonly title: string;
  readonly intro?: (found: FoundCards, filtering: Filtering) => Html;
  /** The canonical path, if it differs by language. */
  readonly canonical?: (language: Language) => string;
  /** The languages in which the record of the list has a page, its own first. */
  readonly languages?: readonly Language[];
  readonly titleLanguage?: Language;
  /** The list to which people subscribe, if its address is another one. */
  readonly documents?: Pick<SubscribedList, 'path' | 'query'>;
}

export interface FoundList extends FoundCards {
  readonly args: ListArgs;
  readonly filter: EventFilter;
  /** The running events of a list of events that have not ended: those that end first, and how many there are. */
  readonly ongoing?: Pick<FoundCards, 'cards' | 'total'>;
  readonly pages: number;
}

/** What a page has that is a list, and a list within another page has not. */
interface Whole {
  readonly request: FacetRequest | undefined;
  /** Whether programs read its events. */
  readonly isMarkedUp: boolean;
}

/** Running events of the first page. */
const MOST_ONGOING = 6;

/**
 * A page of a list of events.
 * @param isWhole whether it is a page, with the counts of its filters and what programs read of its events
 */
export async function findList(call: BareCall, sent: ListArgs, isWhole = true): Promise<FoundList> {
  const args = inOrder(comingUp(sent));
  const filter = await readListFilter(args, call);
  const page = range(args, call.config);
  const whole: Whole = { isMarkedUp: isWhole, request: isWhole ? filterRequest(call, args) : undefined };
  // In another order, running events are not the first ones.
  if (isDated(sent) || filter.order) {
    const template = { ...cardTemplate, isMarkedUp: isWhole };
    const list = await findCards(call, template, filter, page, whole.request);
    return { ...list, args, filter, pages: Math.ceil(list.total / page.limit) };
  }
  const list = await findComing(call, args.page > 1 ? 0 : MOST_ONGOING, filter, page, whole);
  return { ...list, args, filter, pages: Math.ceil((list.total - list.ongoing.total) / page.limit) };
}

/** What is on now is shown in the order in which it ends. */
const inOrder = (args: ListArgs): ListArgs =>
  args.when?.join() === 'ongoing' && args.orderby === undefined ? { ...args, orderby: 'end' } : args;

/**
 * Finds the events of a list that have not ended. By start, those that run come first: the pages begin after them.
 * @param most running events to show
 * @param filter has the phases `ongoing` and `upcoming`
 */
async function findComing(
  call: BareCall,
  most: number,
  filter: EventFilter,
  { limit, offset }: PageRange,
  { isMarkedUp, request }: Whole,
) {
  const { viewer, clock } = call;
  const order = readOrder({ orderby: 'end' }, { ...call, isLocated: false });
  const running: EventFilter = { ...filter, when: whenNow(['ongoing'], clock), order };
  return atOneVersion(call, async source => {
    const reading = { ...call, readModel: source.readModel };
    const first = await findEvents(source, running, viewer, { limit: most, offset: 0 });
    const range = { limit, offset: offset + first.total };
    const others = await findEvents(source, filter, viewer, range, request);
    const ongoing = await cardsOf(first, { ...compactCard, isMarkedUp }, reading, filter.offeredHash);
    const cards = await cardsOf(others, { ...cardTemplate, isMarkedUp }, reading, filter.offeredHash);
    if (!ongoing || !cards || first.version !== others.version) return undefined;
    const { total, facets } = others;
    return { cards, total, facets, ongoing: { cards: ongoing, total: first.total } };
  });
}
