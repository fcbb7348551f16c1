import { hidingNames, ignoredNames, type Params, withParams } from '../input/read-arguments.ts';
import { hasBody, SAFE } from '../lib/http-server.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { MAX_SMALL_BODY, MAX_URL } from '../limits.ts';
import type { SignIns } from '../net/sign-ins.ts';
import type { Conditions } from '../records/state.ts';
import { addressToKeep } from '../records/versions/actor.ts';
import { NAMESPACES } from '../site/address.ts';
import { authenticate, credentialsOf, namesAccount } from '../users/auth.ts';
import type { LastUses } from '../users/last-uses.ts';
import type { BodyBudget } from './body-budget.ts';
import type { IdempotencyKey, Method } from './call.ts';
import { conditionsOf } from './conditions.ts';
import { WORDPRESS } from './discovery.ts';
import { unsupportedCoding } from './encodings.ts';
import { forbidden, RestError, refusal, tooManyRequests, uriTooLong } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { ignoredHeader, PRIVATE, preferredHandling, varyOf } from './headers.ts';
import { idempotencyKeyOf } from './idempotency/store.ts';
import type { Declared, OperationRequest, ReceivedBody } from './operation.ts';
import { callbackOf, DEFAULT_SHAPE, readFields, wantsEnvelope } from './response-shape.ts';
import type { Matched } from './route.ts';
import { readParams } from './sent-values.ts';
import { isDocument } from './site-pages.ts';
import type { ServiceStores } from './stores.ts';

/** What admission needs. */
export interface AdmissionSettings {
  readonly stores: ServiceStores;
  readonly signIns: SignIns;
  readonly uses: LastUses;
}

/**
 * Admits a request: checks its length, rate limit, host and codings, and authenticates the client.
 * @throws RestError if one of the checks fails
 */
export async function admit(exchange: Exchange, settings: AdmissionSettings): Promise<void> {
  const { request, headers } = exchange;
  const lastOf = readerOf(queryOf(exchange.url));
  exchange.now = epochSeconds();
  // It may be admitted once more, after the settings have changed.
  Object.assign(exchange, { viewer: undefined, page: undefined, shape: DEFAULT_SHAPE });
  exchange.speak(lastOf?.('i18n_language'));
  if (!exchange.isDeterminedByUrl) Object.assign(headers, PRIVATE);
  assertWithinLimits(exchange);
  if (lastOf) {
    const [callback, envelope] = [callbackOf(lastOf('_jsonp')), wantsEnvelope(lastOf('_envelope'))];
    exchange.shape = { ...DEFAULT_SHAPE, callback, envelope };
  }
  assertReadable(exchange);
  if (request.headers.authorization !== undefined) await signIn(exchange, settings);
}

/** @throws RestError 414 for an address that is too long, 429 for too many requests */
export function assertWithinLimits({ target, quota }: Exchange): void {
  if (target.length > MAX_URL) throw uriTooLong();
  if (quota?.wait) throw tooManyRequests(quota.wait);
}

/** @throws RestError 400 for an invalid host, 415 for a body in an unknown coding */
export function assertReadable({ request, headers, namesHost }: Exchange): void {
  if (!namesHost) {
    // No cache may store a response to an invalid host.
    Object.assign(headers, PRIVATE);
    throw refusal(400, 'rest_invalid_host');
  }
  const unreadable = unsupportedCoding(request.headers);
  if (unreadable) throw unreadable;
}

/**
 * Authenticates once more whoever has sent a body slowly: with a password that was revoked meanwhile, or with the rights of
 * a former role, nothing is written.
 * @throws RestError, SignInFailed as `admit` does
 */
export function admitAgain(exchange: Exchange, settings: AdmissionSettings): Promise<void> {
  exchange.now = epochSeconds();
  return signIn(exchange, settings);
}

async function signIn(exchange: Exchange, { stores, signIns, uses }: AdmissionSettings): Promise<void> {
  const { request, headers, client, now } = exchange;
  const { authorization } = request.headers;
  if (isForEverybody(exchange) && !(await namesAccount(stores.db, authorization))) return;
  const used = (password: number) => uses.record(password, { at: now, from: client.address });
  exchange.viewer = await signIns.attempt(credentialsOf(authorization), client, () =>
    authenticate(stores.db, authorization, now, used, position => {
      exchange.position = position;
    }),
  );
  if (!exchange.viewer) return;
  exchange.viewer = { ...exchange.viewer, from: addressToKeep(exchange.config, client) };
  Object.assign(headers, PRIVATE);
  if (exchange.viewer.readOnly && !SAFE.has(request.method!)) throw refusal(403, 'insufficient_scope');
}

/**
 * Whether a request is for what people and robots read: pages, their documents and files. The interface answers programs,
 * which must know that their login is wrong.
 */
function isForEverybody({ request, url, place: { requested: page } }: Exchange): boolean {
  if (page) return page instanceof RestError || isDocument(page) || page.page.html !== undefined;
  return SAFE.has(request.method!) && ![...NAMESPACES, WORDPRESS].some(root => url.startsWith(root));
}

/**
 * A reader of the query's parameters; of a repeated parameter the last value counts, as in `readParams`. Undefined if the
 * query has none of those that are read here, as most queries.
 */
function readerOf(query: string): ((name: string) => string | undefined) | undefined {
  if (!/i18n_language|_jsonp|_envelope|%/.test(query)) return undefined;
  const parameters = new URLSearchParams(query);
  return name => parameters.getAll(name).at(-1);
}

/** The query of a URL, without the question mark. */
const queryOf = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

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
  { route, operation, key, ahead }: Matched,
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
  const read = { method, key, params, headers, ahead };
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
