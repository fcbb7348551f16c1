import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

/** Answers to signed-in users are private and not cached. */
export const PRIVATE = { 'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private' };

/** Public answers may be cached, with revalidation each time or for a while. */
export const publicHeaders = ({ CACHE_SECONDS }: Pick<Config, 'CACHE_SECONDS'>): Record<string, string> => ({
  'cache-control': CACHE_SECONDS > 0 ? `public, max-age=${CACHE_SECONDS}` : 'public, no-cache',
});

/** Those of them without which a 304 could not be used, by a cache or a script of another site: RFC 9110, section 15.4.5. */
export const unchangedHeaders = (site: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(site).filter(([name]) => OF_UNCHANGED.has(name)));

const OF_UNCHANGED = new Set([
  'vary',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
]);

/** Names and values in turn. */
export const flat = (headers: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);

/** Headers of every answer. Any site may read what is public; credentials only from configured origins. */
export const commonHeaders = (headers: IncomingHttpHeaders, requestId: string, config: Config) => ({
  ...siteHeaders(headers, config),
  'x-request-id': requestId,
});

/** The same without what tells one request from another. */
export function siteHeaders({ origin }: IncomingHttpHeaders, config: Config): Record<string, string> {
  const trusted = origin !== undefined && config.CORS_ORIGINS.includes(origin);
  return {
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': trusted ? origin : '*',
    ...(trusted && { 'access-control-allow-credentials': 'true' }),
    // What is answered depends on who asks, and on which codings the client reads.
    vary: `Authorization, Accept-Encoding${config.CORS_ORIGINS.length > 0 ? ', Origin' : ''}`,
    'access-control-expose-headers':
      'X-TEC-Total, X-TEC-TotalPages, Link, Location, Allow, ETag, X-Request-Id, Almanac-Position, RateLimit, RateLimit-Policy, Retry-After',
    // Content-MD5 and X-WP-Nonce say nothing here: scripts written for other sites send them.
    'access-control-allow-headers':
      'Authorization, Content-Type, Content-Disposition, Idempotency-Key, If-Match, If-None-Match, If-Unmodified-Since, X-HTTP-Method-Override, Almanac-Position, Content-MD5, X-WP-Nonce',
    'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
  };
}
