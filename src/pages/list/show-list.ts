import { withHorizon } from '../../api/events/horizon.ts';
import type { BareCall } from '../../http/call.ts';
import { assertPage, range } from '../../http/paging.ts';
import type { Language } from '../../i18n/language.ts';
import type { Html } from '../../lib/html.ts';
import { dayOf } from '../../lib/time/day.ts';
import { cachingOf, type EventFilter, type ListArgs, readFilter } from '../../search/event-filter.ts';
import { type FoundCards, findCards } from '../find-cards.ts';
import { type FoundComing, findComing } from '../find-coming.ts';
import type { Section } from '../frame/document-parts.ts';
import type { PageAnswer } from '../page.ts';
import { card, compactCard } from '../parts/card.ts';
import { filterRequest } from '../parts/facet-choices.ts';
import { type Filtering, readFiltering } from '../parts/filtering.ts';
import { queryOfNumber } from '../parts/pager.ts';
import { comingUp, isDated, queryOfPage } from '../parts/query.ts';
import type { Subscription } from '../parts/subscribe.ts';
import { listBody } from './body.ts';
import { descriptionOf, headingOf, titleOf } from './titles.ts';

/** What lists differ in. */
export interface ListKind {
  /** The path below the language to which the form and the pages of the list lead. */
  readonly path: string;
  readonly section?: Section;
  /** What the list is called where no filter says it better. */
  readonly title: string;
  /** What stands between the heading and the events. */
  readonly intro?: (found: FoundCards, filtering: Filtering) => Html;
  /** The canonical path, if it differs by language. */
  readonly canonical?: (language: Language) => string;
  readonly titleLanguage?: Language;
  /** The list to which people subscribe, if its address is another one. */
  readonly documents?: Pick<Subscription, 'path' | 'query'>;
}

/** A page of a list, and what it was found by. */
export interface FoundList extends FoundCards {
  readonly args: ListArgs;
  readonly filter: EventFilter;
  /** The running events, of a list of events that have not ended. */
  readonly ongoing?: FoundComing['ongoing'] | undefined;
  readonly pages: number;
}

/** Running events of the first page. */
const MOST_ONGOING = 6;

/** A list of events as a page: found as in the interface, with the counts of its filters. */
export async function showList(call: BareCall, sent: ListArgs, kind: ListKind): Promise<PageAnswer> {
  const found = await findList(call, sent);
  const { args, filter, facets } = found;
  assertPage(args, { total_pages: found.pages }, 'event-archive-page-not-found');
  const filtering = await readFiltering(call, { args, filter, facets: facets!, path: kind.path });
  const heading = headingOf(call, kind, args, filtering);
  const main = await listBody(call, kind, found, filtering, heading);
  const caching = await withHorizon(filter, call, cachingOf(args, call));
  return {
    title: titleOf(heading, args.page, call),
    titleLanguage: kind.titleLanguage,
    description: descriptionOf(heading, found, filtering, call),
    section: kind.section,
    main,
    ...addressesOf(call, kind, args.page),
    ...untilMidnight(call, caching),
  };
}

async function findList(call: BareCall, sent: ListArgs): Promise<FoundList> {
  const args = inOrder(comingUp(sent));
  const filter = await readFilter(args, call);
  const page = range(args, call.config);
  const request = filterRequest(call);
  // In another order, running events are not the first ones.
  if (isDated(sent) || filter.order) {
    const list = await findCards(call, card, filter, page, request);
    return { ...list, args, filter, pages: Math.ceil(list.total / page.limit) };
  }
  const templates = { coming: card, ongoing: compactCard, most: args.page > 1 ? 0 : MOST_ONGOING };
  const list = await findComing(call, templates, filter, page, request);
  const coming = list.total - list.ongoing.total;
  return { ...list, args, filter, pages: Math.ceil(coming / page.limit) };
}

/** What is on now is shown in the order in which it ends. */
const inOrder = (args: ListArgs): ListArgs =>
  args.when?.join() === 'ongoing' && args.orderby === undefined ? { ...args, orderby: 'end' } : args;

/** Search engines list each page of a list, but not what readers make of it by filters. */
function addressesOf(call: BareCall, { path, canonical = () => path }: ListKind, page: number) {
  const isPlain = [...queryOfPage(call).keys()].every(name => name === 'page');
  const query = isPlain ? queryOfNumber(call, page) : `?${queryOfPage(call)}`;
  return { path: (language: Language) => canonical(language) + query, isListed: isPlain };
}

/** Lists say which day is today. */
function untilMidnight({ config, now }: BareCall, caching: Pick<PageAnswer, 'headers' | 'since' | 'until'>) {
  const { until } = dayOf(config.TIME_ZONE.id, now);
  return caching.until === undefined ? caching : { ...caching, until: Math.min(caching.until, until) };
}
