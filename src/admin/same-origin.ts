import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

/**
 * Whether a page of this site sent a request, by what the browser says of it: Sec-Fetch-Site (Fetch Metadata), which
 * browsers send on https and on loopback, otherwise Origin. A request that says neither is refused.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, { SITE_URL }: Pick<Config, 'SITE_URL'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined || !/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === host || (SITE_URL !== '' && from.origin === new URL(SITE_URL).origin);
}

/** Whether a request says nothing of where it comes from, as browsers do of every form: a program sent it. */
export const isNoBrowser = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === undefined && headers.origin === undefined;
