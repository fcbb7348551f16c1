import type { Config } from '../../config.ts';
import type { BareCall } from '../../http/call.ts';
import { assertPage, sharedListToHorizon } from '../../http/list-answer.ts';
import type { Language } from '../../i18n/language.ts';
import { eventFilters, type ListArgs } from '../../search/event-filter.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { type PageAnswer, page } from '../page.ts';
import { readFiltering } from '../parts/filters.ts';
import { queryOfNumber } from '../parts/pager.ts';
import { isPlain, queryOfPage } from '../parts/query.ts';
import { onceArgument } from '../parts/series-once.ts';
import { listPreview } from '../preview-cards/preview.ts';
import { wordsIn } from '../words.ts';
import { listBody } from './body.ts';
import { findList, type ListKind } from './find-list.ts';
import { descriptionOf, headingOf, titleOf } from './titles.ts';

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
    title: titleOf(heading.text, args.page, call),
    ...(kind.languages && { languages: kind.languages }),
    description: descriptionOf(heading.text, found, filtering, call),
    section: kind.section,
    main,
    ...addresses,
    ...(addresses.isListed && { preview: await listPreview(args, call) }),
    ...caching,
  };
}

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
  ...onceArgument,
  per_page: {
    ...eventFilters.per_page,
    configured: (config: Config) => Math.min(Math.max(config.PER_PAGE, PER_PAGE), config.MAX_PER_PAGE),
  },
};

export const listPage = page({
  arguments: listArguments,
  show: ({ args, ...call }) =>
    showList(call, args, {
      path: pathOf(PAGES.list),
      section: 'list',
      title: wordsIn('listPages', call).upcoming,
    }),
});

/** The list of events that have ended, the last ones first. */
export const pastPage = page({
  arguments: listArguments,
  show({ args, ...call }) {
    // The address stands for the days before today; events that ended today are past as well.
    const { ends_before, ...asked } = args;
    const isAsked = queryOfPage(call).has('ends_before');
    const list: ListArgs = { order: 'desc', ...asked, ...(isAsked && { ends_before }), when: ['past'] };
    return showList(call, list, {
      path: pathOf(PAGES.past),
      section: 'past',
      title: wordsIn('listPages', call).past,
      documents: { path: pathOf(PAGES.list), query: { when: 'past', order: 'desc' } },
    });
  },
});
