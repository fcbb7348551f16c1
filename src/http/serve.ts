import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { MAX_SMALL_BODY, MAX_URL } from '../limits.ts';
import type { RateLimits } from '../net/client-limits.ts';
import type { SignIns } from '../net/sign-ins.ts';
import { authenticate } from '../users/auth.ts';
import { LastUses } from '../users/last-uses.ts';
import { addressOf, CANONICAL, namesHost } from './address.ts';
import { unsupportedCoding } from './codings.ts';
import { conditionsOf } from './conditions.ts';
import { describeRoute } from './describe-route.ts';
import {
  type ApiRequest,
  allowed,
  callOf,
  dispatch,
  found,
  keyOf,
  positionIn,
  type ServiceStores,
} from './dispatch.ts';
import { asRestError, isExpected } from './domain-errors.ts';
import { forbidden, noRoute, RestError, refusal, tooManyRequests, uriTooLong } from './errors.ts';
import { commonHeaders, isToldByAddress, PRIVATE } from './headers.ts';
import { idempotencyKeyOf } from './idempotency/key.ts';
import { languageOf, queryOf } from './request-context.ts';
import { callbackOf, DEFAULT_SHAPE, readFields, wantsEnvelope } from './response-shape.ts';
import { type Method, type Operation, type Route, SAFE } from './route.ts';
import { send } from './send.ts';
import { sendRead } from './send-read.ts';
import { type Params, readParams } from './sent-values.ts';
import type { TransitBudget } from './transit.ts';

/** Statuses of requests whose body is too large, or cannot be read. */
const UNREAD: ReadonlySet<number> = new Set([413, 415, 501]);

/** What keeps one client, or all of them together, from asking too much of this process. */
export interface ClientLimits {
  readonly bodies: TransitBudget;
  readonly clients: RateLimits;
  readonly signIns: SignIns;
}

/** Serves the routes of the interface on `app`, each with the steps that a request passes, in their order. */
export function serveRoutes(
  app: FastifyInstance,
  stores: ServiceStores,
  config: Config,
  routes: readonly Route[],
  { bodies, clients, signIns }: ClientLimits,
): void {
  const uses = new LastUses(stores, error =>
    app.log.warn({ err: error }, 'the last use of application passwords could not be noted'),
  );
  app.addHook('onClose', () => uses.close());
  app.decorateRequest('asked');
  app.removeAllContentTypeParsers();
  // Bodies are read by those who want them, with GET too.
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.addHook('onRequest', async (request, reply) => {
    // A type that is none says nothing of the body: the parameters of the query still count.
    if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(;|$)/.test(request.headers['content-type'] ?? ''))
      delete request.raw.headers['content-type'];
    const address = addressOf(request.raw, config);
    const now = Math.floor(Date.now() / 1000);
    const query = new URLSearchParams(queryOf(request.raw.url ?? ''));
    // As where all parameters are read.
    const lastOf = (name: string) => query.getAll(name).at(-1);
    const language = languageOf(lastOf('i18n_language'), address, config);
    request.requestContext = { address, now, viewer: undefined, language, shape: DEFAULT_SHAPE };
    if (request.originalUrl.length > MAX_URL) throw uriTooLong();
    reply.headers(commonHeaders(request.headers, request.id, config));
    if (!isToldByAddress(request.headers)) reply.headers(PRIVATE);
    const quota = clients.quotaOf(request.raw);
    if (quota) reply.headers({ 'ratelimit-policy': quota.policy, ratelimit: quota.state });
    if (quota?.wait) throw tooManyRequests(quota.wait);
    const callback = callbackOf(lastOf('_jsonp'));
    const envelope = wantsEnvelope(lastOf('_envelope'));
    request.requestContext.shape = { ...DEFAULT_SHAPE, callback, envelope };
    if (!namesHost(request.raw)) {
      // Whoever asks: nothing of it is for a cache.
      reply.headers(PRIVATE);
      throw refusal(400, 'rest_invalid_host');
    }
    const unreadable = unsupportedCoding(request.headers);
    if (unreadable) throw unreadable;
    const { authorization } = request.headers;
    const client = clients.of(request.raw);
    const used = (password: number) => uses.note(password, { at: now, from: client.address });
    const viewer = await signIns.attempt(authorization, client, () =>
      authenticate(stores.db, authorization, now, used),
    );
    request.requestContext.viewer = viewer;
    if (viewer) reply.headers(PRIVATE);
    if (viewer?.readOnly && !SAFE.has(request.method)) throw refusal(403, 'insufficient_scope');
  });
  app.setErrorHandler(answerError(config));
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'OPTIONS') return send(request, reply, { body: [] });
    throw noRoute();
  });
  for (const route of routes) serveRoute(app, stores, config, route, bodies);
}

/** Answers what went wrong, also for requests that the router itself refused. */
export const answerError =
  (config: Config) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const known = asRestError(error, request.method);
    if (request.raw.destroyed && !request.raw.complete) request.log.info('the client went away');
    else if (known.status >= 500 && !isExpected(error))
      request.log.error({ err: error }, 'the request failed');
    // What is left of the body is not waited for.
    if (UNREAD.has(known.status)) reply.header('connection', 'close');
    if (known.status === 415) reply.header('accept-encoding', 'identity');
    if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
    if (known.status === 401) reply.header('www-authenticate', 'Bearer realm="Almanac"');
    reply.headers(commonHeaders(request.headers, request.id, config));
    const body = known.body(request.requestContext?.language ?? config.LANGUAGE);
    const allow = reply.getHeader('allow');
    return send(request, reply, { status: known.status, body }, typeof allow === 'string' ? { allow } : {});
  };

function serveRoute(
  app: FastifyInstance,
  stores: ServiceStores,
  config: Config,
  route: Route,
  bodies: TransitBudget,
): void {
  const url = (route.root ?? CANONICAL) + route.path.replace(/:id|:version/g, '$&(^\\d+$)');
  for (const operation of route.operations) {
    app.route({
      url,
      method: [...operation.methods],
      async handler(request, reply) {
        const body = await bodyOf(request, reply, operation, bodies, config);
        const apiRequest = await apiRequestOf(request, body, config, route, operation);
        try {
          const answer = await dispatch(apiRequest, stores, config);
          const sending = operation.methods.includes('GET') ? sendRead : send;
          return sending(request, reply, answer, apiRequest.headers);
        } catch (error) {
          reply.headers(apiRequest.headers);
          throw error;
        }
      },
    });
  }
  app.options(url, async (request, reply) => {
    const call = callOf(request.requestContext, stores.db, config);
    const target = await found(route, call, keyOf(request.params), 'GET');
    const headers = { allow: allowed(route, call.viewer, target) };
    return send(request, reply, { body: describeRoute(route, call) }, headers);
  });
}

/**
 * The body of a request. One that only reads or deletes says little, and who has no right to write needs to say no more
 * to be told so: neither has others wait while much is parsed.
 * @throws RestError 413 where the body is too large; 401 or 403 instead where the right is missing
 */
async function bodyOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { methods, may }: Operation,
  bodies: TransitBudget,
  { MAX_BODY_BYTES }: Config,
): Promise<Buffer> {
  const { viewer } = request.requestContext;
  const isWrite = methods.includes('POST');
  const most = isWrite && may(viewer, undefined) ? MAX_BODY_BYTES : Math.min(MAX_SMALL_BODY, MAX_BODY_BYTES);
  return bodies.read(request.raw, reply.raw, most).catch(error => {
    if (!(error instanceof RestError) || error.status !== 413 || may(viewer, undefined)) throw error;
    // What is left of the body is not waited for.
    reply.header('connection', 'close');
    throw forbidden(viewer !== undefined);
  });
}

async function apiRequestOf(
  request: FastifyRequest,
  body: Buffer,
  config: Config,
  route: Route,
  operation: Operation,
): Promise<ApiRequest> {
  const { requestContext: context, headers } = request;
  const names = [...Object.keys(operation.arguments), 'i18n_language', '_fields'];
  const params = await readParams(
    headers['content-type'] ?? '',
    body,
    queryOf(request.raw.url ?? ''),
    names,
    context.viewer,
  );
  context.language = languageOf(params.get('i18n_language'), context.address, config);
  // The others are heeded in the query alone, as what went wrong before a body was read is answered in their form, too.
  context.shape = { ...context.shape, fields: readFields(params.get('_fields')) };
  const method = (request.method === 'HEAD' ? 'GET' : request.method) as Method;
  const [key, position] = [keyOf(request.params), positionIn(headers)];
  const apiRequest = {
    route,
    operation,
    method,
    key,
    params,
    context,
    position,
    headers: {},
  };
  if (method === 'GET') return apiRequest;
  const creates = operation.answers.status === 201 && context.viewer !== undefined;
  const idempotencyKey = creates ? idempotencyKeyOf(headers, () => [route.path, saidBy(params)]) : undefined;
  return { ...apiRequest, idempotencyKey, conditions: creates ? undefined : conditionsOf(headers) };
}

/** What a request says, in whichever order: without what concerns the answer alone. */
const saidBy = (params: Params) =>
  [...params]
    .filter(([name]) => !name.startsWith('_') && name !== 'i18n_language')
    .sort(([one], [other]) => (one < other ? -1 : 1));
