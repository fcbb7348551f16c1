import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';
import type { Scheme } from '../net/forwarded.ts';
import { ADMIN } from '../site/address.ts';
import { SESSION_LIFETIME } from '../users/sessions.ts';

/** What decides how the cookie of a session is sent. */
export interface CookiePlace {
  readonly config: Pick<Config, 'SITE_URL' | 'ADMIN_OVER_HTTP'>;
  readonly scheme: Scheme;
}

/**
 * Whether the cookie travels unencrypted, which the operator allows for an intranet. Otherwise it is always `Secure`:
 * browsers keep such a cookie on https and on loopback.
 */
export const isUnencrypted = ({ config, scheme }: CookiePlace): boolean =>
  config.ADMIN_OVER_HTTP && scheme === 'http' && !config.SITE_URL.startsWith('https:');

/** Its name: the prefix keeps other sites of the domain from setting it (RFC 6265bis, section 4.1.3). */
function nameOf(place: CookiePlace): string {
  if (isUnencrypted(place)) return 'almanac';
  return pathOf(place) === '/' ? '__Host-almanac' : '__Secure-almanac';
}

/** A site below a path shares its host with others. */
function pathOf(place: CookiePlace): string {
  const { SITE_URL } = place.config;
  const site = SITE_URL && new URL(SITE_URL).pathname.replace(/\/$/, '');
  return site || isUnencrypted(place) ? site + ADMIN : '/';
}

/** The token of the session that a request names. */
export function tokenIn({ cookie = '' }: IncomingHttpHeaders, place: CookiePlace): string | undefined {
  const name = `${nameOf(place)}=`;
  const found = cookie
    .split(';')
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(name));
  return found?.slice(name.length) || undefined;
}

/** The header that gives a session to a browser; without a token it takes it away. */
export function sessionCookie(token: string | undefined, place: CookiePlace): string {
  const age = token === undefined ? 0 : SESSION_LIFETIME;
  const secure = isUnencrypted(place) ? '' : '; Secure';
  return `${nameOf(place)}=${token ?? ''}; Path=${pathOf(place)}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}
