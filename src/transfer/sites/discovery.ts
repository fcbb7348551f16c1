import { textOf } from '../../intake/reading/values.ts';
import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import { STORE_HEADER } from '../../records/store-id.ts';
import type { CalendarText } from '../calendar/text.ts';
import { isFeed, isOwnFeed } from '../feeds/feed.ts';
import { type Markup, readMarkup } from '../feeds/markup.ts';
import { readDocument, type SourceDocument } from '../files/documents.ts';
import { isAgenda } from '../sheets/agenda-json.ts';
import { isSignInForRows } from '../sheets/source.ts';
import { answered, elsewhere, isSameSite, type Visitor, type WebPage } from './visitor.ts';

/**
 * The meaning of an address: the namespace of an interface, one response of it, a calendar, a spreadsheet, a feed,
 * or a page of events.
 */
export type Discovered =
  | { namespace: URL; store: string | undefined }
  | { answer: SourceDocument; page: WebPage }
  | { calendar: CalendarText }
  | { sheet: Buffer }
  | { feed: WebPage; store: string | undefined }
  | { events: WebPage; markup: Markup };

/**
 * Finds the calendar interface at an address: a site, one of its pages, a namespace or a response. A site without one
 * may have events in its page, or one feed.
 */
export async function discover(visitor: Visitor, address: URL): Promise<Discovered> {
  const page = await visitor.get(address);
  const place = await placeOf(page);
  if (place) return place;
  const signingIn = because('login_page', { address: page.url.href });
  if (isSignInForRows(page.url, page.headers.get('content-type') ?? '')) throw new SourceError(signingIn);
  if (isFeedPage(page)) return { feed: page, store: await storeOfFeed(visitor, page) };
  const markup = await readMarkup(page.body);
  for (const candidate of [...announced(page, markup), ...usual(page.url)]) {
    if (!isSameSite(page.url, candidate)) throw elsewhere(page.url, candidate.href);
    const found = await placeOf(await visitor.get(candidate));
    if (found) return found;
  }
  const found = page.status === 200 && (await withoutInterface(visitor, page, markup));
  if (found) return found;
  if (page.status !== 200) throw answered(page.url, page.status);
  // A form with a password and nothing of a calendar.
  const isSigningIn = /<input[^<>]+type=["']?password/i.test(page.body);
  throw new SourceError(isSigningIn ? signingIn : because('no_interface'));
}

/** What a page is, if it is a response of the interface or the site's index of interfaces. */
async function placeOf(page: WebPage): Promise<Discovered | undefined> {
  if (page.calendar && page.status === 200) return { calendar: page.calendar };
  if (page.sheet && page.status === 200) return { sheet: page.sheet };
  if (isAgenda(page.body) && page.status === 200) return { sheet: Buffer.from(page.body) };
  const answer = page.status === 200 ? await readDocument(page.body) : undefined;
  if (!answer) return undefined;
  const { namespace, namespaces, id, title } = answer.members;
  if (typeof namespace === 'string' && 'routes' in answer.members) {
    return /(^|\/)events\/v1$/.test(namespace) ? { namespace: page.url, store: storeOf(page) } : undefined;
  }
  const known = Array.isArray(namespaces) ? NAMESPACES.find(name => namespaces.includes(name)) : undefined;
  if (known) return { namespace: endpoint(page.url, known), store: storeOf(page) };
  return answer.lists.size > 0 || (id !== undefined && title !== undefined) ? { answer, page } : undefined;
}

/** The id of the store behind an index of Almanac. */
const storeOf = ({ headers }: WebPage): string | undefined => headers.get(STORE_HEADER) ?? undefined;

/** The id of the store behind a response of the interface; undefined if the site is not Almanac. */
export async function storeBehind(visitor: Visitor, response: URL): Promise<string | undefined> {
  const [namespace] = /^.*?\/events\/v1(?=\/|$)/.exec(response.pathname) ?? [];
  return namespace && storeOf(await visitor.get(new URL(namespace, response)));
}

const NAMESPACES = ['tribe/events/v1', 'cal/events/v1'];

/**
 * The address of a route below a namespace. Sites without pretty permalinks carry the route in their query, and sites
 * of several languages may carry the language there.
 */
export function endpoint(namespace: URL, route: string): URL {
  const url = new URL(namespace);
  const query = url.searchParams.get('rest_route');
  const language = url.searchParams.get('lang');
  if (query !== null) url.searchParams.set('rest_route', `${query.replace(/\/+$/, '')}/${route}`);
  else {
    [url.pathname, url.search] = [`${url.pathname.replace(/\/+$/, '')}/${route}`, ''];
    if (language !== null) url.searchParams.set('lang', language);
  }
  return url;
}

const isFeedPage = ({ status, headers, body }: WebPage): boolean =>
  status === 200 && isFeed(headers.get('content-type') ?? '', body);

/** The id of the store behind a feed of Almanac. */
async function storeOfFeed(visitor: Visitor, { url, body }: WebPage): Promise<string | undefined> {
  for (const place of isOwnFeed(body) ? usual(url) : []) {
    const store = storeOf(await visitor.get(place));
    if (store) return store;
  }
  return undefined;
}

/** The events of a page, or the one feed that it names. */
async function withoutInterface(
  visitor: Visitor,
  page: WebPage,
  markup: Markup,
): Promise<Discovered | undefined> {
  if (markup.events.length > 1) return { events: page, markup };
  const feeds = markup.links.filter(
    ({ rel, type }) =>
      /\balternate\b/i.test(rel ?? '') && /^application\/(?:rss|atom)\+xml\b/i.test(type ?? ''),
  );
  const addresses = feeds.flatMap(({ href }) => (href ? (URL.parse(href, page.url)?.href ?? []) : []));
  const [feed, ...others] = new Set(addresses);
  if (others.length > 0)
    throw new SourceError(because('several_feeds', { feeds: [feed, ...others.slice(0, 9)].join(', ') }));
  const found = feed === undefined ? undefined : await visitor.get(new URL(feed));
  if (found && isFeedPage(found)) return { feed: found, store: undefined };
  return markup.events.length > 0 ? { events: page, markup } : undefined;
}

/** The addresses that a page announces, in its headers and its `<head>`. */
function announced({ headers, url }: WebPage, { links, metas }: Markup): URL[] {
  const found = [
    textOf(headers.get('x-tec-api-root') ?? undefined),
    ...links.flatMap(({ rel, href }) =>
      /\balternate\b/i.test(rel ?? '') && href && /events\/v1/.test(href) ? href : [],
    ),
    ...metas.flatMap(({ name, content }) =>
      name === 'tec-api-origin' && content ? `${content.replace(/\/+$/, '')}/wp-json/tribe/events/v1` : [],
    ),
  ];
  return found.flatMap(address => (address === '' ? [] : (URL.parse(address, url) ?? [])));
}

/** The usual addresses of the interface: below the given address, and at the root of its host. */
function usual(url: URL): URL[] {
  const below = url.pathname.replace(/\/[^/]*$/, '');
  const paths = [...new Set([below, ''])].flatMap(path =>
    ['/wp-json/tribe/events/v1', '/cal/events/v1'].map(known => path + known),
  );
  return paths.map(path => new URL(path, url));
}
