import type { RestError } from './errors.ts';

/** Statuses of requests whose body is not read: it is too large or in an unknown coding. */
const UNREAD: ReadonlySet<number> = new Set([413, 415, 501]);

/** The headers of an error response. */
export const errorHeaders = ({ status, retryAfter }: RestError): Record<string, string | number> => ({
  // The rest of the body is not read.
  ...(UNREAD.has(status) && { connection: 'close' }),
  ...(status === 415 && { 'accept-encoding': 'identity' }),
  ...(status === 401 && { 'www-authenticate': 'Bearer realm="Almanac"' }),
  ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
});
