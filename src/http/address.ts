import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { withoutTrailingSlashes } from '../lib/text/addresses.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { CANONICAL, languageOfPath, pathAndQuery, prefixOf, UNADDRESSED } from '../site/address.ts';
import { inDefaultWords, wordsOf } from '../site/words.ts';
import { asRestError, isExpected } from './domain-errors.ts';
import { RestError } from './errors.ts';
import { readPage } from './read-page.ts';
import type { PublicPage } from './reference-pages.ts';
import { byOneName } from './reference-views.ts';
import { type Destination, isDocument, type SitePageRequest, urlOfDocument } from './site-pages.ts';

/** The alias by which programs recognise the interface; the pages of the site lead there. */
const RECOGNISED = '/wp-json/tribe/events/v1';

/** What the addresses of a service are. */
export interface Addresses {
  /** The namespaces beside the interface; they have language prefixes but no aliases. */
  readonly beside: readonly string[];
  /** The pages of the site. */
  readonly pages: readonly PublicPage[];
}

/**
 * Reads the address of a request, and rewrites its URL to the canonical form that routes use. It may spell the namespace in
 * any case, with a language prefix, an alias or trailing slashes, or as `/?rest_route=`, or name a document of a page of
 * the site. `_method` or a header may override the method of a POST.
 */
export function placeOf(request: IncomingMessage, config: Config, { beside, pages }: Addresses): Destination {
  const url = sentUrl(request.url ?? '/', config);
  request.method = overriddenMethod(request, url);
  return (
    readPath(url, config.ALIASES, beside) ??
    readPath(restRoute(url, beside), config.ALIASES, beside) ??
    (PAGE_METHODS.has(request.method) ? placeOfPage(url, request.method, config, pages) : undefined) ??
    unknownPlace(url)
  );
}

/** An address without anything behind it still names a language, in which the error is told. */
function unknownPlace(url: string): Destination {
  const language = languageOfPath(url);
  return { ...UNADDRESSED, ...(language && { prefix: prefixOf(language) + CANONICAL, language }), url };
}

/** Whether an address without the site is that of the front page, which is in no language. */
export const isFrontPage = (sent: string): boolean => /^\/(index\.php)?(\?|$)/.test(sent);

/** The address of a request as it was sent, without the path of SITE_URL, which a proxy may have removed already. */
export function sentUrl(url: string, { SITE_URL }: Pick<Config, 'SITE_URL'>): string {
  const path = SITE_URL && new URL(SITE_URL).pathname;
  if (!path || path === '/' || !url.startsWith(path)) return url;
  const rest = url.slice(path.length);
  // The front page is also known without a slash.
  return rest.startsWith('/') ? rest : /^(?:\?|$)/.test(rest) ? `/${rest}` : url;
}

function readPath(
  url: string,
  aliases: readonly string[],
  beside: readonly string[],
): Destination | undefined {
  if (url.startsWith(`${CANONICAL}/events`)) {
    const query = url.indexOf('?');
    // The fast path: most requests use the canonical form already.
    if (url.charCodeAt((query < 0 ? url.length : query) - 1) !== SLASH) return { ...UNADDRESSED, url };
  }
  const [path = '', query] = pathAndQuery(url);
  const language = languageOfPath(path);
  const rest = path.slice(prefixOf(language).length);
  const root = [CANONICAL, ...aliases, ...beside].find(known => {
    const found = rest.toLowerCase();
    return found === known.toLowerCase() || found.startsWith(`${known.toLowerCase()}/`);
  });
  if (root === undefined) return undefined;
  // Links to records always lead to the interface, also from history and trash.
  const [served, shown] = beside.includes(root) ? [root, CANONICAL] : [CANONICAL, root];
  return {
    prefix: `${prefixOf(language)}${shown}`,
    namespace: namespaceOf(shown),
    language,
    url: `${served}${withoutTrailingSlashes(rest.slice(root.length))}${query}`,
  };
}

/** A form of a page may be posted. */
const PAGE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** What the address of a page leads to; undefined if there is no such page. @param url without the site */
export function placeOfPage(
  url: string,
  method: string,
  config: Config,
  pages: readonly PublicPage[],
): Destination | undefined {
  const [path, sent] = pathAndQuery(url);
  const query = byOneName(sent);
  const language = languageOfPath(path);
  const rest = inDefaultWords(path.slice(prefixOf(language).length), wordsOf(config));
  const shown = config.ALIASES.includes(RECOGNISED) ? RECOGNISED : CANONICAL;
  const page = pageOrRefusal(rest, query.slice(1), pages, { config, now: epochSeconds() });
  if (!page || (method === 'POST' && !isForm(page))) return undefined;
  return {
    prefix: `${prefixOf(language)}${shown}`,
    namespace: namespaceOf(shown),
    language,
    url:
      page instanceof RestError || !isDocument(page) ? rest + query : CANONICAL + urlOfDocument(page, query),
    requested: page,
  };
}

/** Whether something may be posted to a page: never to its documents, which are answers of the interface. */
const isForm = (page: SitePageRequest | RestError): boolean =>
  !(page instanceof RestError) && !isDocument(page) && page.page.html !== undefined;

/** The page at a path. People type addresses in capitals, as posters have them. */
function pageOrRefusal(...[path, ...sent]: Parameters<typeof readPage>): Destination['requested'] {
  try {
    const page = readPage(path, ...sent);
    return page || !/[A-Z]/.test(path) ? page : readPage(path.toLowerCase(), ...sent);
  } catch (error) {
    if (isExpected(error)) return asRestError(error, 'GET');
    throw error;
  }
}

const namespaceOf = (root: string): string => root.replace(/^\/(wp-json\/)?/, '');

const SLASH = 0x2f;

/** `/?rest_route=/tribe/events/v1/events&page=2` → `/wp-json/tribe/events/v1/events?page=2` */
function restRoute(url: string, beside: readonly string[]): string {
  const [path, query] = pathAndQuery(url);
  if (!/^\/(index\.php)?$/.test(path) || !query.includes('rest_route=')) return '';
  const parameters = new URLSearchParams(query);
  const route = parameters.get('rest_route') ?? '';
  parameters.delete('rest_route');
  const isCanonical = [CANONICAL, ...beside].some(known => route.toLowerCase().startsWith(known));
  const root = isCanonical ? '' : '/wp-json';
  // A `?` or `#` within the route is part of the path.
  const encoded = encodeURI(route).replace(/[?#]/g, encodeURIComponent);
  return `${root}${encoded}?${parameters}`;
}

// HEAD is not included: a client that sent a POST waits for a body.
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Only a POST can override its method. Browsers, crawlers and caches send and repeat a GET as a read. */
function overriddenMethod(request: IncomingMessage, url: string): string {
  const { method = 'GET' } = request;
  if (method !== 'POST') return method;
  const [, query] = pathAndQuery(url);
  const wanted =
    (query.includes('_method=') ? new URLSearchParams(query).get('_method') : null) ??
    request.headers['x-http-method-override'];
  const override = typeof wanted === 'string' ? wanted.toUpperCase() : '';
  return METHODS.includes(override) ? override : method;
}
