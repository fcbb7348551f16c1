import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

/** Responses to signed-in users are private and must not be cached. */
export const PRIVATE = { 'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private' };

/** Public responses may be cached for CACHE_SECONDS; if that is 0, each use needs a revalidation. */
export const publicHeaders = ({ CACHE_SECONDS }: Pick<Config, 'CACHE_SECONDS'>): Record<string, string> => ({
  'cache-control': CACHE_SECONDS > 0 ? `public, max-age=${CACHE_SECONDS}` : 'public, no-cache',
});

/** The headers that a 304 needs for caches and for scripts of other sites: RFC 9110, section 15.4.5. */
export const unchangedHeaders = (site: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(site).filter(([name]) => OF_UNCHANGED.has(name)));

const OF_UNCHANGED = new Set([
  'cache-control',
  'vary',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
]);

/** The headers as a flat list of alternating names and values, without those of these names. */
export function flat(
  headers: Readonly<Record<string, string | number>>,
  without?: ReadonlySet<string>,
): string[] {
  const all: string[] = [];
  for (const name of Object.keys(headers)) if (!without?.has(name)) all.push(name, String(headers[name]));
  return all;
}

/** The headers of every response that some responses have with other values. */
export const VARIED: ReadonlySet<string> = new Set(['vary', 'cache-control', 'content-security-policy']);

let written = { at: 0, date: '' };

/** A time in epoch milliseconds as headers write it. Most answers have that of the last change, which is kept. */
export function httpDate(at: number): string {
  if (written.at !== at) written = { at, date: new Date(at).toUTCString() };
  return written.date;
}

/** The Vary header of a response whose format depends on Accept. */
export const varyByFormat = (config: Config): string => `${varyOf(config)}, Accept`;

/** The Vary header of the front page, which leads each reader to a language. */
export const varyByLanguage = (config: Config): string => `${varyByFormat(config)}, Accept-Language`;

/** The response depends on the viewer and on the codings that the client accepts. */
export const varyOf = ({ CORS_ORIGINS }: Config): string =>
  `Authorization, Accept-Encoding${CORS_ORIGINS.length > 0 ? ', Origin' : ''}`;

/** The headers of every response. Any site may read public data; only configured origins may send credentials. */
export const commonHeaders = (headers: IncomingHttpHeaders, requestId: string, config: Config) => ({
  ...siteHeaders(headers, config),
  'x-request-id': requestId,
});

/**
 * The headers of every page for people. A page loads nothing but what the service itself serves, and no script or style
 * that stands within it.
 */
export function pageHeaders(headers: IncomingHttpHeaders, config: Config): Record<string, string> {
  // Scripts of other sites find the interface by its headers; what they may send is said where they send it.
  const {
    'access-control-allow-methods': _methods,
    'access-control-allow-headers': _headers,
    ...site
  } = listedHeaders(headers, config);
  return {
    ...site,
    'content-security-policy': securityPolicy(),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    vary: varyByFormat(config),
  };
}

/** The common headers of what search engines may list: pages and pictures. */
export function listedHeaders(headers: IncomingHttpHeaders, config: Config): Record<string, string> {
  const { 'x-robots-tag': _, ...site } = siteHeaders(headers, config);
  return site;
}

/** The origins that a page involves besides the service itself. */
interface OtherOrigins {
  readonly images?: readonly string[];
  /** Those whose pages may show it in a frame; by default its own. */
  readonly frames?: readonly string[];
}

/** What a page may load, and who may show it. */
export const securityPolicy = ({ images = [], frames = ["'self'"] }: OtherOrigins = {}): string =>
  [
    "default-src 'none'",
    ...['script', 'style', 'font', 'connect', 'manifest'].map(kind => `${kind}-src 'self'`),
    ["img-src 'self'", ...images].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    ['frame-ancestors', ...frames].join(' '),
  ].join('; ');

/** The common headers without those that differ for each request. */
export function siteHeaders({ origin }: IncomingHttpHeaders, config: Config): Record<string, string> {
  const trusted = origin !== undefined && config.CORS_ORIGINS.includes(origin);
  return {
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': trusted ? origin : '*',
    ...(trusted && { 'access-control-allow-credentials': 'true' }),
    vary: varyOf(config),
    'access-control-expose-headers':
      'X-TEC-Total, X-TEC-TotalPages, X-Almanac-Horizon, Link, Location, Allow, ETag, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Almanac-Ignored, Preference-Applied',
    // Content-MD5 and X-WP-Nonce are ignored, but scripts written for other sites send them.
    'access-control-allow-headers':
      'Authorization, Content-Type, Content-Disposition, Idempotency-Key, If-Match, If-None-Match, If-Unmodified-Since, X-HTTP-Method-Override, Prefer, Content-MD5, X-WP-Nonce',
    'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
  };
}

/** How a client prefers to be treated (RFC 7240, section 4.4). */
export type Handling = 'strict' | 'lenient';

/** The handling that the header `Prefer` asks for; of several the first counts. */
export function preferredHandling({ prefer }: IncomingHttpHeaders): Handling | undefined {
  const sent = [prefer ?? []].flat().join();
  const [, handling] = /(?:^|[,;])\s*handling\s*=\s*"?(strict|lenient)"?\s*(?:[,;]|$)/i.exec(sent) ?? [];
  return handling?.toLowerCase() as Handling | undefined;
}

/** The value of the header that names what was ignored: strings of RFC 9651, with other characters percent-encoded. */
export function ignoredHeader(names: readonly string[]): string {
  let header = '';
  for (const name of names) {
    const next = header === '' ? quoted(name) : `${header}, ${quoted(name)}`;
    if (next.length > MAX_HEADER) break;
    header = next;
  }
  return header;
}

// A name may end within a character of two units.
const quoted = (name: string): string =>
  `"${name
    .slice(0, MAX_NAME)
    .toWellFormed()
    .replace(/[^ !#$&-[\]-~]/gu, encodeURIComponent)}"`;

/** Characters of a name in a header. */
const MAX_NAME = 100;

/** Characters of the header: proxies refuse answers with long ones. It has room for any name. */
const MAX_HEADER = 1000;
