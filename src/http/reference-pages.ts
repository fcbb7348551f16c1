import {
  contactTypes,
  isTaxonomy,
  KINDS,
  linkedTypes,
  ofReference,
  type PublishedType,
  publishedTypes,
  type Taxonomy,
} from '../kinds.ts';
import { noRoute } from './errors.ts';
import {
  DAY,
  isViewName,
  ownQuery,
  pageAt,
  pageOfView,
  queryOfView,
  viewOf,
  withoutNumber,
  withQuery,
} from './reference-views.ts';
import type { HtmlPage, PageContext, SitePage, SitePages } from './site-pages.ts';

/** The public addresses of records and lists, as sites of the reference have them. */
export const sitePages: SitePages = (segments, sent, context) => {
  const [first, ...rest] = segments;
  if (first === undefined || (first === 'index.php' && rest.length === 0)) return frontPage(sent, context);
  const type = publishedTypes.find(known => known === first);
  if (type && rest.length === 1) return recordPage(type, rest[0]!, sent);
  if (first === 'event' && rest.length > 1) return seriesPage(rest, sent);
  if (LISTS.has(first) && rest.length === 0) return recordList(first, sent);
  if (first === 'tag' && rest.length === 1)
    return termPage('tag', '/tag/:slug', rest, pageAt(segments, ownQuery(sent)));
  return first === 'events' ? listPage(rest, sent, context) : undefined;
};

/** The lists beside that of events. */
const LISTS = new Set<string>(linkedTypes.map(type => KINDS[type].collection));

/** Terms have no list for people: their pages are reached from events. */
const recordList = (name: string, sent: URLSearchParams): SitePage => ({
  ...{ template: `/${name}`, path: `/${name}` },
  ...(PLACES.has(name) && { html: pageAt([name], ownQuery(sent)) }),
});

const PLACES = new Set<string>(contactTypes.map(type => KINDS[type].collection));

/** Published records have their type as the first segment of their addresses. */
const recordPage = (type: PublishedType, slug: string, sent: URLSearchParams) => ({
  template: `/${type}/:slug`,
  path: `/${KINDS[type].collection}/by-slug/${encodeURIComponent(slug)}`,
  names: 'slug',
  html: pageAt([type, slug], ownQuery(sent)),
});

/** `/event/SLUG/all/`, the occurrences of a series, `/event/SLUG/2031-05-06/` one of them, `…/2/` the second of the day. */
function seriesPage(segments: readonly string[], sent: URLSearchParams): SitePage | undefined {
  const [slug, view, number, ...more] = segments;
  const isAll = view === 'all' && number === undefined;
  const isDay = DAY.test(view!) && (number === undefined || /^[1-9]\d{0,3}$/.test(number));
  if (more.length > 0 || !(isAll || isDay)) return undefined;
  const { path, names } = recordPage('event', slug!, sent);
  const html = pageAt(['event', ...segments], ownQuery(sent));
  if (isAll)
    return { template: '/event/:slug/all', path: `${path}/occurrences`, names, mustExist: true, html };
  const date = [view, ...(number ? [number] : [])].join('-');
  return {
    ...{ template: '/event/:slug/:date', path: `${path}/occurrences/${date}`, names, mustExist: true },
    html: { ...html, route: pageAt(['event', slug!, date], sent).route },
  };
}

/**
 * The list of a category or a tag.
 * @param slugs the last one names it; those before it are the categories above it
 * @param page as its address names it
 */
function termPage(
  taxonomy: Taxonomy,
  template: string,
  slugs: readonly string[],
  page: HtmlPage,
  query: SitePage['query'] = {},
): SitePage {
  const slug = slugs.at(-1)!;
  const parameter = KINDS[taxonomy].collection;
  const { route } = pageAt(['events', taxonomy, slug], page.query);
  return {
    ...{ template, path: '/events', names: parameter },
    ...{ query: { ...query, [parameter]: slug }, html: { ...page, route } },
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
    const { collection } = KINDS[posted];
    const html = { ...pageAt(['by-id', collection, id], sent), path: '/' };
    return { template: '/', path: `/${collection}/${id}`, names: 'id', html };
  }
  const view = viewOf([], sent)!;
  const query = queryOfView(view, sent, context)!;
  const category = sent.get(KINDS.category.reference);
  const shown = pageOfView(view, sent, context);
  if (category) return viewOfTerm('category', [category], '/', { shown, query }, sent);
  const isHome = shown.route === '/events' && type === null;
  return {
    ...{ template: '/', path: '/events', query, root: '/' },
    html: isHome ? { ...shown, path: '/' } : shown,
  };
}

/** `/?tribe_events=SLUG`, the address of a record on a site without permalinks. */
function namedRecord(sent: URLSearchParams): SitePage | undefined {
  const type = publishedTypes.find(known => sent.get(KINDS[known].reference));
  if (type === undefined) return undefined;
  const slug = sent.get(KINDS[type].reference)!;
  const day = sent.get('eventDate') ?? '';
  return type === 'event' && DAY.test(day) ? seriesPage([slug, day], sent) : recordPage(type, slug, sent);
}

/** A list of events: all of them, or those of a category or tag, in one of the views of the reference. */
function listPage(
  segments: readonly string[],
  asked: URLSearchParams,
  context: PageContext,
): SitePage | undefined {
  const [kind] = segments;
  const isTerm = kind !== undefined && isTaxonomy(kind);
  const { path, number } = withoutNumber(segments);
  const isNumbered = number !== undefined && (!isTerm || path.length > 1);
  const [rest, sent] = isNumbered
    ? [path, new URLSearchParams([...asked, ['tribe_paged', number]])]
    : [segments, asked];
  const found = rest.findIndex((segment, at) => at > 1 && isViewName(segment));
  const end = found < 0 ? rest.length : found;
  const view = viewOf(isTerm ? rest.slice(end) : rest, sent);
  const query = view && queryOfView(view, sent, context);
  if (!query) return undefined;
  const shown = pageOfView(view, sent, context);
  if (isTerm) {
    const slugs = rest.slice(1, end);
    const template = kind === 'tag' ? '/events/tag/:slug' : '/events/category/*';
    return slugs.length > 0 ? viewOfTerm(kind, slugs, template, { shown, query }, sent) : undefined;
  }
  const root = rest.length === 0 ? { root: '/' } : {};
  return { template: '/events', path: '/events', query, ...root, html: shown };
}

/** A category or tag has a page of its own for the list; another view of it is that of all events with a filter. */
function viewOfTerm(
  kind: Taxonomy,
  slugs: readonly string[],
  template: string,
  { shown, query }: { shown: HtmlPage; query: SitePage['query'] },
  sent: URLSearchParams,
): SitePage {
  const parameter = KINDS[kind].collection;
  const slug = slugs.at(-1)!;
  if (shown.route === '/events') {
    const page = { ...pageAt(['events', kind, ...slugs], ownQuery(sent)), query: shown.query };
    return termPage(kind, template, slugs, page, query);
  }
  const names = { template, path: '/events', names: parameter, query: { ...query, [parameter]: slug } };
  return { ...names, html: withQuery(shown, { [parameter]: slug }) };
}
