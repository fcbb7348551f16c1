import { inBackground, type Owner } from '../background/background.ts';
import { type ParsedBody, parseBody, parseUpload } from '../background/body.ts';
import { type BodyProblem, isBodyProblem, JSON_PROBLEMS, parseForm } from '../background/form-body.ts';
import { hidingNames, ignoredNames, type Params, SentParams, withParams } from '../input/read-arguments.ts';
import { hasBody } from '../lib/http-server.ts';
import { MAX_SMALL_BODY, MAX_VALUES } from '../limits.ts';
import type { Conditions } from '../records/state.ts';
import type { BodyBudget } from './body-budget.ts';
import type { IdempotencyKey, Method } from './call.ts';
import { conditionsOf } from './conditions.ts';
import { forbidden, RestError } from './errors.ts';
import { type Exchange, queryOf } from './exchange.ts';
import { ignoredHeader, preferredHandling, varyOf } from './headers.ts';
import { idempotencyKeyOf } from './idempotency/store.ts';
import type { Declared, OperationRequest, ReceivedBody } from './operation.ts';
import { readFields } from './response-shape.ts';
import type { Matched } from './route.ts';

/** An admitted request with what it sends. */
export interface ReadRequest extends OperationRequest {
  readonly conditions?: Conditions | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** What the operation has received, if the body does not hold the arguments. */
  readonly received?: unknown;
}

/**
 * Reads the body and the parameters of an admitted request.
 * @param received the body, if the operation has received it already
 */
export async function readRequest(
  exchange: Exchange,
  { route, operation, key }: Matched,
  bodies: BodyBudget,
  received?: ReceivedBody,
): Promise<ReadRequest> {
  const { request, headers } = exchange;
  // A page keeps the parameters that it knows, and ignores those of newsletters and campaigns.
  const isPage = exchange.page !== undefined;
  const isSent = hasBody(request.headers) && !received;
  const body = isSent ? await bodyOf(exchange, operation, bodies) : NOTHING;
  const names = () => [...Object.keys(operation.arguments), ...hidingNames, ...GENERAL];
  const contentType = request.headers['content-type'] ?? '';
  const sent = await readParams(contentType, body, queryOf(exchange.url), names, exchange.viewer);
  const params = received ? withParams(sent, received.fields) : sent;
  exchange.speak(params.get('i18n_language'));
  if (!isPage) tellHandling(exchange, operation, params);
  // `_jsonp` and `_envelope` count in the query only: they also shape errors that occur before the body is read.
  exchange.shape = { ...exchange.shape, fields: readFields(params.get('_fields')) };
  const method = (request.method === 'HEAD' ? 'GET' : request.method) as Method;
  const read = { method, key, params, headers };
  if (method === 'GET') return read;
  const creates = operation.answers.status === 201 && exchange.viewer !== undefined;
  const idempotencyKey = creates
    ? idempotencyKeyOf(request.headers, () => received?.identity ?? [route.path, identifyingParams(params)])
    : undefined;
  const conditions = creates ? undefined : conditionsOf(request.headers);
  return { ...read, idempotencyKey, conditions, received: received?.content };
}

const NOTHING = Buffer.alloc(0);

/** Parameters that every operation reads. */
const GENERAL = ['i18n_language', 'strict', '_fields'];

/** Notes what the client prefers, and tells it by headers what of the request has no effect. */
function tellHandling(exchange: Exchange, operation: Declared, params: Params): void {
  const { request, headers, config } = exchange;
  exchange.handling = preferredHandling(request.headers);
  if (exchange.handling) {
    headers['preference-applied'] = `handling=${exchange.handling}`;
    headers.vary = `${headers.vary ?? varyOf(config)}, Prefer`;
  }
  const ignored = ignoredNames(operation, params);
  if (ignored.length > 0) headers['almanac-ignored'] = ignoredHeader(ignored);
}

/**
 * The body of a request. Only writes by clients with the right to write may have a large body: parsing it must not
 * block other requests.
 * @throws RestError 413 if the body is too large; 401 or 403 instead if the right is missing
 */
async function bodyOf(
  { request, response, headers, viewer, config: { MAX_BODY_BYTES } }: Exchange,
  { methods, may }: Declared,
  bodies: BodyBudget,
): Promise<Buffer> {
  // The form of a page, which GET shows, is small.
  const isWrite = methods.includes('POST') && !methods.includes('GET');
  const most = isWrite && may(viewer, undefined) ? MAX_BODY_BYTES : Math.min(MAX_SMALL_BODY, MAX_BODY_BYTES);
  return bodies.read(request, response, most).catch(error => {
    if (!(error instanceof RestError) || error.status !== 413 || may(viewer, undefined)) throw error;
    // The rest of the body is not read.
    headers.connection = 'close';
    throw forbidden(viewer !== undefined);
  });
}

/** The parameters that identify a request, sorted by name; those that only shape the response are left out. */
const identifyingParams = (params: Params) =>
  [...params]
    .filter(([name]) => !name.startsWith('_') && !GENERAL.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));

/**
 * Reads the parameters of a request from its body and query. If both have a name, the body wins; `null` in the body
 * counts as not sent then.
 * @param body in its own buffer; do not use it afterwards, since it may be transferred to another thread
 * @param names the parameters to read from the body; all by default
 * @param owner the account that sent the request
 * @throws RestError 400 if the body or the query is malformed or has too many values
 */
export async function readParams(
  contentType: string,
  body: Uint8Array,
  query: string,
  names?: () => readonly string[],
  owner?: Owner,
): Promise<Params> {
  const read = async () => [await bodyValues(contentType, body, names, owner), parseForm(query)] as const;
  const [{ values, others }, queried] = await parsed(read);
  const sent = new SentParams(Object.entries(values), others);
  for (const [name, value] of Object.entries(queried))
    if ((sent.get(name) ?? null) === null) sent.set(name, value);
  return sent;
}

/** A multipart form, and its part `file` if it has one; 400 if the body is no such form. */
export async function multipartForm(contentType: string, body: Uint8Array, owner?: Owner) {
  const { bytes, ...form } = await parsed(() =>
    isSmall(body)
      ? parseUpload(contentType, body)
      : inBackground(owner, 'parseUpload', [contentType, body], buffersOf(body)),
  );
  // The parser returns the bytes in an ArrayBuffer.
  const file = bytes && Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
  return { ...form, bytes: file };
}

async function bodyValues(
  contentType: string,
  body: Uint8Array,
  names?: () => readonly string[],
  owner?: Owner,
): Promise<ParsedBody> {
  if (body.length === 0) return NO_BODY;
  return isSmall(body)
    ? parseBody(contentType, body, names?.())
    : inBackground(owner, 'parseBody', [contentType, body, names?.()], buffersOf(body));
}

const NO_BODY: ParsedBody = { values: {}, others: [] };

/** Whether a body is parsed in the main thread: that takes a few milliseconds at most. */
const isSmall = ({ length }: Uint8Array): boolean => length <= MAX_SMALL_BODY;

const buffersOf = ({ buffer }: Uint8Array) => (buffer instanceof ArrayBuffer ? [buffer] : []);

/** Calls `parse`, and maps a problem with the body, from any thread, to an HTTP error. */
async function parsed<Result>(parse: () => Promise<Result>): Promise<Result> {
  try {
    return await parse();
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw isBodyProblem(code) ? errorOf(code) : error;
  }
}

function errorOf(problem: BodyProblem): RestError {
  if (problem === 'too many values')
    return new RestError(400, 'rest_bad_request', 'too_many_values', { values: { max: MAX_VALUES } });
  if (problem === 'not multipart')
    return new RestError(400, 'rest_invalid_multipart', 'rest_invalid_multipart');
  const [code, message] = JSON_PROBLEMS[problem];
  return invalidJson(code, message);
}

export const invalidJson = (code: number, message: string) =>
  new RestError(400, 'rest_invalid_json', 'rest_invalid_json', {
    data: () => ({ json_error_code: code, json_error_message: message }),
  });
