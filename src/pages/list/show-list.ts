import type { Config } from '../../config.ts';
import type { BareCall } from '../../http/call.ts';
import { assertPage, sharedListToHorizon } from '../../http/list-answer.ts';
import type { Language } from '../../i18n/language.ts';
import { range } from '../../input/common-arguments.ts';
import { eventFilters, type ListArgs, readFilter } from '../../search/event-filter.ts';
import { findCards } from '../find-cards.ts';
import type { PageAnswer } from '../page.ts';
import { cardTemplate, compactCard } from '../parts/card.ts';
import { filterRequest } from '../parts/facet-choices.ts';
import { readFiltering } from '../parts/filtering.ts';
import { queryOfNumber } from '../parts/pager.ts';
import { comingUp, isDated, isPlain } from '../parts/query.ts';
import { listPreview } from '../preview-cards/preview.ts';
import { listBody } from './body.ts';
import { findComing } from './find-coming.ts';
import type { FoundList, ListKind } from './found-list.ts';
import { descriptionOf, headingOf, titleOf } from './titles.ts';

/** Running events of the first page. */
const MOST_ONGOING = 6;

const TEMPLATES = {
  coming: { ...cardTemplate, isMarkedUp: true },
  ongoing: { ...compactCard, isMarkedUp: true },
};

/** A list of events as a page: found as in the interface, with the counts of its filters. */
export async function showList(call: BareCall, sent: ListArgs, kind: ListKind): Promise<PageAnswer> {
  const found = await findList(call, sent);
  const { args, filter, facets } = found;
  assertPage(args, { total_pages: found.pages }, 'event-archive-page-not-found');
  const filtering = await readFiltering(call, { args, filter, facets: facets!, path: kind.path });
  const addresses = addressesOf(call, kind, args.page);
  const heading = headingOf(call, kind, args, filtering);
  const main = await listBody(call, kind, found, filtering, heading);
  const caching = await sharedListToHorizon(args, filter, call);
  return {
    title: titleOf(heading, args.page, call),
    titleLanguage: kind.titleLanguage,
    ...(kind.languages && { languages: kind.languages }),
    description: descriptionOf(heading, found, filtering, call),
    section: kind.section,
    main,
    ...addresses,
    ...(addresses.isListed && { preview: await listPreview(args, call) }),
    ...caching,
  };
}

async function findList(call: BareCall, sent: ListArgs): Promise<FoundList> {
  const args = inOrder(comingUp(sent));
  const filter = await readFilter(args, call);
  const page = range(args, call.config);
  const request = filterRequest(call, args);
  // In another order, running events are not the first ones.
  if (isDated(sent) || filter.order) {
    const list = await findCards(call, TEMPLATES.coming, filter, page, request);
    return { ...list, args, filter, pages: Math.ceil(list.total / page.limit) };
  }
  const templates = { ...TEMPLATES, most: args.page > 1 ? 0 : MOST_ONGOING };
  const list = await findComing(call, templates, filter, page, request);
  const coming = list.total - list.ongoing.total;
  return { ...list, args, filter, pages: Math.ceil(coming / page.limit) };
}

/** What is on now is shown in the order in which it ends. */
const inOrder = (args: ListArgs): ListArgs =>
  args.when?.join() === 'ongoing' && args.orderby === undefined ? { ...args, orderby: 'end' } : args;

/** Search engines list each page of a list, but not what readers make of it by filters. */
function addressesOf(call: BareCall, { path, canonical = () => path }: ListKind, page: number) {
  const isListed = isPlain(call);
  const query = isListed ? queryOfNumber(call, page) : '';
  return { path: (language: Language) => canonical(language) + query, isListed };
}

/** Events of a page for people, if the operator and the reader want no more. */
const PER_PAGE = 20;

/** The parameters of a page with a list: those of the interface, with room for more events. */
export const listArguments = {
  ...eventFilters,
  per_page: {
    ...eventFilters.per_page,
    configured: (config: Config) => Math.min(Math.max(config.PER_PAGE, PER_PAGE), config.MAX_PER_PAGE),
  },
};
