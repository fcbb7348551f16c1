import { isUnavailable, isUnwritable, refersToNothing } from '../db/errors.ts';
import { SAFE } from './admission.ts';
import { failed, notWritable, RestError, tooLarge, unavailable, uriTooLong } from './errors.ts';

/** Whatever went wrong, as an answer that tells nothing of the inside. */
export function asRestError(error: unknown, method: string): RestError {
  if (error instanceof RestError) return error;
  if (isUnwritable(error) && !SAFE.has(method)) return notWritable();
  // Sent again it is refused as it should be, or done.
  if (isUnavailable(error) || refersToNothing(error)) return unavailable();
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 413) return tooLarge();
  if (statusCode === 414) return uriTooLong();
  if (statusCode >= 400 && statusCode < 500)
    return new RestError(statusCode, 'rest_bad_request', 'rest_bad_request');
  return failed();
}

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
