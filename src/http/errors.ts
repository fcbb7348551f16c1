import type { Language } from '../i18n/language.ts';
import { answerWords } from '../i18n/messages.ts';
import { type ErrorKey, type MessageValues, say } from '../i18n/say.ts';
import { type DescribedMember, described, optionally, ref } from '../input/schemas.ts';

/** A sample id for the documentation of errors. */
export const EXAMPLE_ID = 12;

/** An error response: a stable `code` for programs, and a message for people in their language. */
export class RestError extends Error {
  override name = 'RestError';
  readonly code: string;
  readonly status: number;
  /** Members of `data` beside `status`. */
  readonly data: (language: Language) => object;
  readonly text: (language: Language) => string;
  /** Members of the body beside `code`, `message` and `data`. */
  readonly additional: object;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, key: ErrorKey, details: Partial<Details> = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.text = language => say(key, language, details.values);
    this.data = details.data ?? (() => ({}));
    this.additional = details.additional ?? {};
    this.retryAfter = details.retryAfter;
  }

  body(language: Language): object {
    const data = { status: this.status, ...this.data(language) };
    return { code: this.code, message: this.text(language), data, ...this.additional };
  }
}

interface Details {
  values: MessageValues;
  data: (language: Language) => object;
  additional: object;
  retryAfter: number;
}

/** An error whose code is also the key of its message. */
export const refusal = (status: number, code: ErrorKey): RestError => new RestError(status, code, code);

/** 401 if nobody is signed in, 403 if the viewer lacks the right. */
export function forbidden(signedIn: boolean): RestError {
  return signedIn
    ? new RestError(403, 'rest_forbidden', 'rest_forbidden_403')
    : new RestError(401, 'rest_forbidden', 'rest_forbidden_401');
}

export const noRoute = () => new RestError(404, 'rest_no_route', 'rest_no_route');

export const tooLarge = () => new RestError(413, 'rest_payload_too_large', 'payload_too_large');

export const uriTooLong = () => new RestError(414, 'rest_uri_too_long', 'uri_too_long');

export const headersTooLarge = () => new RestError(431, 'rest_headers_too_large', 'headers_too_large');

export const requestTimedOut = () => new RestError(408, 'rest_request_timeout', 'request_timed_out');

/** @param wait seconds until the next request is allowed */
export const tooManyRequests = (wait: number) =>
  new RestError(429, 'rest_too_many_requests', 'too_many_requests', { values: { wait }, retryAfter: wait });

/** @param wait seconds until the next attempt is allowed */
export const tooManyFailures = (wait: number) =>
  new RestError(429, 'rest_too_many_failures', 'too_many_failures', { values: { wait }, retryAfter: wait });

/** Seconds after which a client may retry when the service is overloaded or the store is unavailable. */
const SOON = 5;

export const unavailable = () =>
  new RestError(503, 'service_unavailable', 'service_unavailable', { retryAfter: SOON });

/** 503: the store cannot write, because its disk is full or fails. */
export const notWritable = () =>
  new RestError(503, 'store_not_writable', 'store_not_writable', { retryAfter: SOON });

/** 503: a write may be in the store, which could not confirm it. */
export const inDoubt = (code: 'service_unavailable' | 'store_not_writable') =>
  new RestError(503, code, 'write_in_doubt', { retryAfter: SOON });

export const failed = () => new RestError(500, 'internal_server_error', 'internal_server_error');

export const errorMembers = {
  code: described({ type: 'string' }, answerWords.code),
  message: described({ type: 'string' }, answerWords.message),
  data: described(ref('ErrorData'), answerWords.data),
  additional_data: optionally(
    described({ type: 'array', items: { type: 'integer' } }, answerWords.error_additional_data),
  ),
} satisfies Record<string, DescribedMember>;

const texts = { type: 'object', additionalProperties: { type: 'string' } };

export const errorDataMembers = {
  status: described({ type: 'integer' }, answerWords.error_status),
  params: optionally(
    described({ anyOf: [texts, { type: 'array', items: { type: 'string' } }] }, answerWords.error_params),
  ),
  details: optionally(
    described({ type: 'object', additionalProperties: ref('Error') }, answerWords.error_details),
  ),
  param: optionally(described({ type: 'string' }, answerWords.error_param)),
  term_id: optionally(described({ type: 'integer' }, answerWords.error_term_id)),
  json_error_code: optionally(described({ type: 'integer' }, answerWords.json_error_code)),
  json_error_message: optionally(described({ type: 'string' }, answerWords.json_error_message)),
} satisfies Record<string, DescribedMember>;

/** Statuses of requests whose body is not read: it is too large or in an unknown coding. */
const UNREAD: ReadonlySet<number> = new Set([413, 415, 501]);

export const errorHeaders = ({ status, retryAfter }: RestError): Record<string, string | number> => ({
  // The rest of the body is not read.
  ...(UNREAD.has(status) && { connection: 'close' }),
  ...(status === 415 && { 'accept-encoding': 'identity' }),
  ...(status === 401 && { 'www-authenticate': 'Bearer realm="Almanac"' }),
  ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
});
