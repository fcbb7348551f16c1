import type { RestError } from './errors.ts';

/** Statuses of requests whose body is too large, or cannot be read. */
const UNREAD: ReadonlySet<number> = new Set([413, 415, 501]);

/** What the headers of an error say beside its body. */
export const errorHeaders = ({ status, retryAfter }: RestError): Record<string, string | number> => ({
  // What is left of the body is not waited for.
  ...(UNREAD.has(status) && { connection: 'close' }),
  ...(status === 415 && { 'accept-encoding': 'identity' }),
  ...(status === 401 && { 'www-authenticate': 'Bearer realm="Almanac"' }),
  ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
});
