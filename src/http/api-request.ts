import type { Config } from '../config.ts';
import { isConnectionLost } from '../db/errors.ts';
import type { Db } from '../db/tables.ts';
import { RequestClock } from '../input/context.ts';
import { hidingNames, ignoredNames, type Params, withParams } from '../input/params.ts';
import { hasBody } from '../lib/http-server.ts';
import { MAX_SMALL_BODY } from '../limits.ts';
import type { Log } from '../observability/log.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Conditions } from '../records/conditions.ts';
import type { BodyBudget } from './body-budget.ts';
import type { Answer, BareCall, IdempotencyKey, Method } from './call.ts';
import { conditionsOf } from './conditions.ts';
import { forbidden, RestError } from './errors.ts';
import { type Exchange, languagesOf, queryOf, type RequestContext } from './exchange.ts';
import { ignoredHeader, preferredHandling, varyOf } from './headers.ts';
import { answerIdempotently } from './idempotency/answer-idempotently.ts';
import { idempotencyKeyOf } from './idempotency/store.ts';
import type { Declared, ReceivedBody } from './operation.ts';
import { readFields } from './response-shape.ts';
import type { PathKey, Route } from './route.ts';
import type { RouteMatch } from './router.ts';
import { readParams } from './sent-values.ts';
import type { ServiceStores } from './stores.ts';

/**
 * Reads the body and the parameters of an admitted request.
 * @param received the body, if the operation has received it already
 */
export async function readApiRequest(
  exchange: Exchange,
  { route, operation, key }: RouteMatch & { operation: Declared },
  context: RequestContext,
  bodies: BodyBudget,
  config: Config,
  received?: ReceivedBody,
): Promise<Omit<ApiRequest, 'readModel' | 'log'>> {
  const { request, headers } = exchange;
  // A page keeps the parameters that it knows, and ignores those of newsletters and campaigns.
  const isPage = context.page !== undefined;
  const isSent = hasBody(request.headers) && !received;
  const body = isSent ? await bodyOf(exchange, operation, context, bodies, config) : NOTHING;
  const names = () => [...Object.keys(operation.arguments), ...hidingNames, ...GENERAL];
  const contentType = request.headers['content-type'] ?? '';
  const sent = await readParams(contentType, body, queryOf(exchange.url), names, context.viewer);
  const params = received ? withParams(sent, received.fields) : sent;
  Object.assign(context, languagesOf(params.get('i18n_language'), context, config));
  if (!isPage) tellHandling(exchange, operation, params, context, config);
  // `_jsonp` and `_envelope` count in the query only: they also shape errors that occur before the body is read.
  context.shape = { ...context.shape, fields: readFields(params.get('_fields')) };
  const method = (request.method === 'HEAD' ? 'GET' : request.method) as Method;
  const apiRequest = { route, operation, method, key, params, context, headers };
  if (method === 'GET') return apiRequest;
  const creates = operation.answers.status === 201 && context.viewer !== undefined;
  const idempotencyKey = creates
    ? idempotencyKeyOf(request.headers, () => received?.identity ?? [route.path, identifyingParams(params)])
    : undefined;
  const conditions = creates ? undefined : conditionsOf(request.headers);
  return { ...apiRequest, idempotencyKey, conditions, received: received?.content };
}

const NOTHING = Buffer.alloc(0);

/** Parameters that every operation reads. */
const GENERAL = ['i18n_language', 'strict', '_fields'];

/** Notes what the client prefers, and tells it by headers what of the request has no effect. */
function tellHandling(
  { request, headers }: Exchange,
  operation: Declared,
  params: Params,
  context: RequestContext,
  config: Config,
): void {
  context.handling = preferredHandling(request.headers);
  if (context.handling) {
    headers['preference-applied'] = `handling=${context.handling}`;
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
  { request, response, headers }: Exchange,
  { methods, may }: Declared,
  { viewer }: RequestContext,
  bodies: BodyBudget,
  { MAX_BODY_BYTES }: Config,
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

interface ApiRequest {
  readonly route: Route;
  readonly operation: Declared;
  readonly method: Method;
  readonly key: PathKey;
  readonly params: Params;
  readonly context: RequestContext;
  readonly conditions?: Conditions | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** What the operation has received, if the body does not hold the arguments. */
  readonly received?: unknown;
  /** The up-to-date read model, for a read; undefined if the store must answer. */
  readonly readModel?: ReadModel | undefined;
  /** Headers of the response, whether it succeeds or fails. */
  readonly headers: Record<string, string | number>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Carries out the operation of a request.
 * @throws RestError if one of its steps refuses the request
 */
export async function dispatch(
  apiRequest: ApiRequest,
  stores: ServiceStores,
  config: Config,
): Promise<Answer> {
  const { route, operation, context, conditions, idempotencyKey, received, headers } = apiRequest;
  if (operation.methods.includes('GET')) return read(apiRequest, stores, config);
  const call = { ...callOf(context, stores.db, config), conditions, idempotencyKey, received };
  const written = await answerIdempotently(call, () => route.answer(call, apiRequest));
  // An answer that is replayed under an idempotency key has no Allow header yet.
  headers.allow ??= route.allowed(context.viewer);
  return written;
}

/** Repeats a read once if its connection broke: the store may be fine, and a read changes nothing. */
async function read(apiRequest: ApiRequest, stores: ServiceStores, config: Config): Promise<Answer> {
  const { route, context, readModel, log } = apiRequest;
  const attempt = async () => {
    const call = callOf(context, stores.db, config, readModel);
    return whileTrue(await route.answer(call, apiRequest), call.clock);
  };
  try {
    return await attempt();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    log.warn({ err: error }, 'the connection of a read was lost: it is repeated on another one');
    return attempt();
  }
}

/** The answer with the period in which it holds, which the clock narrows by what the answer says of the time. */
function whileTrue({ until, ...answer }: Answer, { period }: RequestClock): Answer {
  if (until === undefined || !period) return answer;
  return { ...answer, since: period.since, until: Math.min(until, period.until) };
}

export function callOf(context: RequestContext, db: Db, config: Config, readModel?: ReadModel): BareCall {
  const { viewer, address, language, textLanguage, now, shape, document, page, handling } = context;
  const whole = !shape.fields && !shape.envelope;
  return {
    ...{ viewer, db, readModel, config, address, language, textLanguage, now, document, page, whole },
    ...{ handling, clock: new RequestClock(now, config.TIME_ZONE.id) },
  };
}
