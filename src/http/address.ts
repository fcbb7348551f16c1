import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { type Language, languages } from '../i18n/language.ts';
import type { Scheme } from '../net/forwarded.ts';

/** The path of the interface; aliases and language copies lead to it. */
export const CANONICAL = '/cal/events/v1';

/** Addresses beside it: what links in their answers begin with. */
export const HISTORY = '/cal/history/v1';
export const TRASH = '/cal/trash/v1';
/** Where image files are served and taken. */
export const IMAGES_PATH = '/images';

/** How a request addressed the interface: links in its answer keep that form. */
export interface RequestAddress {
  /** `https://agenda.example.org`, with the path of SITE_URL if that has one. */
  readonly site: string;
  /** Its host and path, without scheme and port: what global ids begin with. */
  readonly name: string;
  /** The address of the namespace, without a slash at the end. */
  readonly api: string;
  /** `cal/events/v1`, or the alias's. */
  readonly namespace: string;
  /** The language that the path names. */
  readonly language: Language | undefined;
}

interface Path {
  /** Language and alias or canonical path, as the request wrote them. */
  prefix: string;
  namespace: string;
  language: Language | undefined;
  /** The rest of the path, on the canonical namespace, with the query. */
  url: string;
}

const addressed = new WeakMap<IncomingMessage, Path>();

/**
 * The URL that routes are written for. The namespace may be asked for in any case, under a language or an
 * alias, with slashes at the end, or as `/?rest_route=`; `_method` or a header may override the method of a POST.
 * @param beside the addresses beside the interface, which have languages and no aliases
 */
export function rewriteUrl(
  request: IncomingMessage,
  config: Pick<Config, 'ALIASES' | 'SITE_URL'>,
  beside: readonly string[],
): string {
  const url = withinSite(request.url ?? '/', config);
  request.method = overriddenMethod(request, url);
  const path =
    readPath(url, config.ALIASES, beside) ?? readPath(restRoute(url, beside), config.ALIASES, beside);
  if (!path) return url;
  addressed.set(request, path);
  return path.url;
}

/** Without the path of SITE_URL, which a proxy may pass on or leave out. */
function withinSite(url: string, { SITE_URL }: Pick<Config, 'SITE_URL'>): string {
  const path = SITE_URL && new URL(SITE_URL).pathname;
  return path && path !== '/' && url.startsWith(`${path}/`) ? url.slice(path.length) : url;
}

function readPath(url: string, aliases: readonly string[], beside: readonly string[]): Path | undefined {
  if (url.startsWith(`${CANONICAL}/events`)) {
    const query = url.indexOf('?');
    // What most requests are: nothing of it has to be taken apart.
    if (url.charCodeAt((query < 0 ? url.length : query) - 1) !== SLASH) return { ...UNADDRESSED, url };
  }
  const [path = '', query] = split(url);
  const language = languageOfPath(path);
  const rest = path.slice(prefixOf(language).length);
  const root = [CANONICAL, ...aliases, ...beside].find(known => {
    const found = rest.toLowerCase();
    return found === known.toLowerCase() || found.startsWith(`${known.toLowerCase()}/`);
  });
  if (root === undefined) return undefined;
  // Whichever namespace shows a record, the record itself is in the interface.
  const [served, shown] = beside.includes(root) ? [root, CANONICAL] : [CANONICAL, root];
  return {
    prefix: `${prefixOf(language)}${shown}`,
    namespace: shown.replace(/^\/(wp-json\/)?/, ''),
    language,
    url: `${served}${withoutSlashes(rest.slice(root.length))}${query}`,
  };
}

/** The language whose tag the path begins with, in any case. */
function languageOfPath(path: string): Language | undefined {
  const lowerCase = path.toLowerCase();
  return languages.find(known => lowerCase.startsWith(`/${known.toLowerCase()}/`));
}

const prefixOf = (language: Language | undefined) => (language ? `/${language}` : '');

/** The address of a namespace beside the interface, in the language in which the request addressed it. */
export const addressBeside = (
  { site, language }: Pick<RequestAddress, 'site' | 'language'>,
  root: string,
): string => `${site}${prefixOf(language)}${root}`;

const SLASH = 0x2f;

/** Without the slashes at its end. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

const split = (url: string): [string, string] => {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
};

/** `/?rest_route=/tribe/events/v1/events&page=2` → `/wp-json/tribe/events/v1/events?page=2` */
function restRoute(url: string, beside: readonly string[]): string {
  const [path, query] = split(url);
  if (!/^\/(index\.php)?$/.test(path) || !query.includes('rest_route=')) return '';
  const parameters = new URLSearchParams(query);
  const route = parameters.get('rest_route') ?? '';
  parameters.delete('rest_route');
  const isCanonical = [CANONICAL, ...beside].some(known => route.toLowerCase().startsWith(known));
  const root = isCanonical ? '' : '/wp-json';
  // Its own query is none.
  const encoded = encodeURI(route).replace(/[?#]/g, encodeURIComponent);
  return `${root}${encoded}?${parameters}`;
}

// Not HEAD: a client that sent another method waits for a body.
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A POST may stand for another method. A GET may not: browsers, crawlers and caches send and repeat it as a read. */
function overriddenMethod(request: IncomingMessage, url: string): string {
  const { method = 'GET' } = request;
  if (method !== 'POST') return method;
  const [, query] = split(url);
  const wanted =
    (query.includes('_method=') ? new URLSearchParams(query).get('_method') : null) ??
    request.headers['x-http-method-override'];
  const override = typeof wanted === 'string' ? wanted.toUpperCase() : '';
  return METHODS.includes(override) ? override : method;
}

/**
 * The address of a request: SITE_URL where it is configured, otherwise what the request itself says.
 * @param scheme by which the client has reached the site
 */
export function addressOf(request: IncomingMessage, config: Config, scheme: Scheme = 'http'): RequestAddress {
  const { prefix, namespace, language } = addressed.get(request) ?? UNADDRESSED;
  const site = config.SITE_URL || `${scheme}://${hostOf(request.headers.host ?? '', config)}`;
  const key = `${site} ${prefix}`;
  const known = addresses.get(key);
  if (known) return known;
  const address = addressAt(site, { prefix, namespace, language });
  addresses.set(key, address);
  return address;
}

/** The address of the interface on a site, by its own path where no other is named. */
export function addressAt(
  site: string,
  { prefix, namespace, language }: Omit<Path, 'url'> = UNADDRESSED,
): RequestAddress {
  const { hostname, pathname } = new URL(site);
  const name = `${hostname}${pathname.replace(/\/$/, '')}`;
  return { site, name, api: `${site}${prefix}`, namespace, language };
}

const UNADDRESSED: Omit<Path, 'url'> = {
  prefix: CANONICAL,
  namespace: CANONICAL.slice(1),
  language: undefined,
};

/** Addresses that requests came by before. */
const addresses = new LRUCache<string, RequestAddress>({ max: 100 });

const hostOf = (host: string, { HOST, PORT }: Config): string => (isHost(host) ? host : `${HOST}:${PORT}`);

/**
 * Whether a request says once which host it is for, as HTTP has it: by a name or an address, possibly with a port.
 * Links, and what is kept of answers, follow it. HTTP/1.0 may leave it out.
 */
export function namesHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') times++;
  }
  return times === 1 && isHost(headers.host);
}

/** A host, possibly with a port, and nothing else. */
function isHost(host: string): boolean {
  if (hosts.get(host)) return true;
  if (host.length > 255 || !HOST.test(host) || !URL.canParse(`http://${host}/`)) return false;
  hosts.set(host, true);
  return true;
}

/** A name of labels, or an address of IPv4 or, in brackets, of IPv6; the parser of addresses knows their numbers. */
const HOST = /^(?:[\w-]{1,63}(?:\.[\w-]{1,63})*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Hosts that requests have named before. */
const hosts = new LRUCache<string, true>({ max: 100 });
