import { KINDS, ofReference, publishedTypes } from '../kinds.ts';
import { eventFilters } from '../search/event-filter.ts';
import {
  PAGES,
  type PageAddress,
  type PathParameters,
  parametersIn,
  pathOf,
  twinOf,
} from '../site/page-addresses.ts';
import { noRoute } from './errors.ts';
import {
  DAY,
  listExpression,
  ownQuery,
  type ShownView,
  viewOf,
  viewPages,
  withQuery,
} from './reference-views.ts';
import type { Route } from './route.ts';
import type { PageContext, SitePage } from './site-pages.ts';

/** What there is at the address of a page: the table of them is in `pages/routes.ts`. */
export interface PublicPage {
  readonly at: PageAddress;
  /** The page; undefined if people are led to the interface as well. */
  readonly route?: Route;
  /** Whether it is there, if that does not follow from its address alone. Such a page has all parameters that are sent. */
  isThere?(parameters: PathParameters, context: PageContext): boolean;
}

/**
 * The page at a path below the language; undefined if there is none.
 * @param path of encoded segments, with a slash at its end
 * @param pages those beside the views of lists
 * @throws RestError if the parameters are refused
 */
export function pageAt(
  path: string,
  sent: URLSearchParams,
  context: PageContext,
  pages: readonly PublicPage[],
): SitePage | undefined {
  if (path === '/' || path === '/index.php/') return frontPage(sent, context);
  for (const { address, expression } of LISTS) {
    const found = expression.exec(path)?.groups;
    if (found) return listPage(address, found, sent, context);
  }
  for (const page of pages) {
    const { at, route, isThere = () => true } = page;
    const parameters = viewPages.has(at) ? undefined : parametersIn(at, path);
    if (parameters && isThere(parameters, context))
      return pageOf(at, parameters, path, route && (page.isThere ? sent : ownQuery(sent)));
  }
  return undefined;
}

type TermList = typeof PAGES.category | typeof PAGES.tagBelowEvents;

/** The lists of which sites of the reference have views. */
const LISTS = [PAGES.list, PAGES.category, PAGES.tagBelowEvents].map(address => ({
  address,
  expression: listExpression(address),
}));

/** @param query the parameters of the page; undefined if there is only the interface */
function pageOf(
  at: PageAddress,
  parameters: PathParameters,
  path: string,
  query: URLSearchParams | undefined,
): SitePage {
  const { asks, names, mustExist, template = at.path.slice(0, -1) } = at;
  return {
    ...{ template, path: twinOf(at, parameters), ...(names && { names }), ...(mustExist && { mustExist }) },
    ...((asks || names === 'tags') && {
      query: { ...asks, ...(names === 'tags' && { tags: parameters.slug! }) },
    }),
    ...(query && { html: { at, parameters, path, query } }),
  };
}

/**
 * `/?p=5` is the short address of an event, `/?post_type=tribe_events&p=5` that of an event that is not public yet,
 * `/?post_type=tribe_events` that of the list.
 * @throws RestError 404 for a `rest_route` without a route
 */
function frontPage(sent: URLSearchParams, context: PageContext): SitePage {
  if (sent.get('rest_route')) throw noRoute();
  const named = namedRecord(sent);
  if (named) return named;
  const type = sent.get('post_type');
  const posted = ofReference(type ?? KINDS.event.reference);
  const id = sent.get('p') ?? '';
  if (posted && /^\d+$/.test(id)) {
    const at = PAGES[`${posted}ById`];
    const html = { at, parameters: { id }, path: '/', query: sent };
    return { template: at.template, path: twinOf(at, { id }), names: at.names, html };
  }
  const shown = viewOf({}, sent, context)!;
  const category = sent.get(KINDS.category.reference);
  if (category) return listOfTerm(PAGES.category, '/', encodeURIComponent(category), shown);
  const { query, html } = shown;
  const isFront = html.at === PAGES.list && type === null;
  const isHome = context.config.FRONT_PAGE === 'home' && ![...html.query.keys()].some(isOfList);
  return {
    ...{ template: '/', path: PAGES.list.twin, query, root: '/' },
    html: isFront ? { ...html, at: isHome ? PAGES.home : html.at, path: '/' } : html,
  };
}

/** Whether a parameter asks for some list. Others, by which newsletters count their readers, change no page. */
const isOfList = (name: string): boolean =>
  Object.hasOwn(eventFilters, name.replace(/\[.*$/s, '')) || name === 'all_values';

/** `/?tribe_events=SLUG`, the address of a record on a site without permalinks. */
function namedRecord(sent: URLSearchParams): SitePage | undefined {
  const type = publishedTypes.find(known => sent.get(KINDS[known].reference));
  if (type === undefined) return undefined;
  const slug = sent.get(KINDS[type].reference)!;
  const day = sent.get('eventDate') ?? '';
  const segment = encodeURIComponent(slug);
  if (type === 'event' && DAY.test(day)) {
    const path = `${pathOf(PAGES.event, { slug: segment })}${day}/`;
    return pageOf(PAGES.occurrence, { slug, day }, path, ownQuery(sent));
  }
  return pageOf(PAGES[type], { slug }, pathOf(PAGES[type], { slug: segment }), ownQuery(sent));
}

/** A list of events: all of them, or those of a category or tag, in one of the views of the reference. */
function listPage(
  address: typeof PAGES.list | TermList,
  { slugs, name, date, number }: PathParameters,
  asked: URLSearchParams,
  context: PageContext,
): SitePage | undefined {
  const sent = number ? new URLSearchParams([...asked, ['tribe_paged', number]]) : asked;
  const shown = viewOf({ name, date }, sent, context);
  if (!shown) return undefined;
  if ('names' in address) return listOfTerm(address, address.template, slugs!, shown);
  const category = sent.get(KINDS.category.reference);
  if (category) return listOfTerm(PAGES.category, address.twin, encodeURIComponent(category), shown);
  const isWhole = name === undefined && date === undefined;
  return { template: address.twin, path: address.twin, ...(isWhole && { root: '/' }), ...shown };
}

/**
 * A category or tag has a page of its own for the list; another view of it is that of all events with a filter.
 * @param slugs the last one names it; those before it are the categories above it
 */
function listOfTerm(
  address: TermList,
  template: string,
  slugs: string,
  { query, html }: ShownView,
): SitePage {
  const { names, twin } = address;
  const slug = decodeURIComponent(slugs.slice(slugs.lastIndexOf('/') + 1));
  const named = { [names]: slug };
  const isList = html.at === PAGES.list;
  return {
    ...{ template, path: twin, names, query: { ...query, ...named } },
    html: isList
      ? { ...html, at: address, parameters: { slug }, path: pathOf(address, { slugs }) }
      : withQuery(html, named),
  };
}
