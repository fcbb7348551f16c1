import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isUnavailable } from '../db/errors.ts';
import { authenticate } from '../users/auth.ts';
import { addressOf, CANONICAL } from './address.ts';
import { callbackOf, PLAIN, readForm, wantsEnvelope } from './answer.ts';
import { languageOf, queryOf } from './asked.ts';
import { failed, noRoute, RestError, tooLarge } from './errors.ts';
import { commonHeaders, PRIVATE } from './headers.ts';
import { describeRoute } from './index-route.ts';
import { sentValues } from './parameters.ts';
import { allowed, callOf, found, keyOf, perform, positionIn, type Question, type Stores } from './perform.ts';
import type { Method, Operation, Route } from './route.ts';
import { send } from './send.ts';

/** Seconds after which a request that found the store away may come again. */
const RETRY_AFTER = 5;

/** Serves the routes of the interface on `app`, each with the steps that a request passes, in their order. */
export function serveRoutes(
  app: FastifyInstance,
  stores: Stores,
  config: Config,
  routes: readonly Route[],
): void {
  const { db } = stores;
  app.decorateRequest('asked');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    // A type that is none says nothing of the body: the parameters of the query still count.
    if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(;|$)/.test(request.headers['content-type'] ?? ''))
      delete request.raw.headers['content-type'];
    const address = addressOf(request.raw, config);
    const now = Math.floor(Date.now() / 1000);
    const query = new URLSearchParams(queryOf(request.raw.url ?? ''));
    const language = languageOf(query.get('i18n_language'), address, config);
    request.asked = { address, now, viewer: undefined, language, form: PLAIN };
    reply.headers(commonHeaders(request.headers, request.id, config));
    const callback = callbackOf(query.get('_jsonp') ?? undefined);
    const envelope = wantsEnvelope(query.get('_envelope') ?? undefined);
    request.asked.form = { ...PLAIN, callback, envelope };
    request.asked.viewer = await authenticate(db, request.headers.authorization, now);
    if (request.asked.viewer) reply.headers(PRIVATE);
  });
  app.setErrorHandler(answerError(config));
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'OPTIONS') return send(request, reply, { body: [] });
    throw noRoute();
  });
  for (const route of routes) serveRoute(app, stores, config, route);
}

/** Answers what went wrong, also for requests that the router itself refused. */
export const answerError =
  (config: Config) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = asRestError(error);
    if (request.raw.destroyed && !request.raw.complete) request.log.info('the client went away');
    else if (known.status >= 500) request.log.error({ err: error }, 'the request failed');
    // What is left of the body is not waited for.
    if (known.status === 413) reply.header('connection', 'close');
    if (known.status === 503) reply.header('retry-after', RETRY_AFTER);
    if (known.status === 401) reply.header('www-authenticate', 'Bearer realm="Almanac"');
    reply.headers(commonHeaders(request.headers, request.id, config));
    const body = known.body(request.asked?.language ?? config.LANGUAGE);
    const allow = reply.getHeader('allow');
    return send(request, reply, { status: known.status, body }, typeof allow === 'string' ? { allow } : {});
  };

function serveRoute(app: FastifyInstance, stores: Stores, config: Config, route: Route): void {
  const url = CANONICAL + route.path.replace(':id', ':id(^\\d+$)');
  for (const operation of route.operations) {
    app.route({
      url,
      method: [...operation.methods],
      async handler(request, reply) {
        const question = await questionOf(request, config, route, operation);
        try {
          return send(request, reply, await perform(question, stores, config), question.headers);
        } catch (error) {
          reply.headers(question.headers);
          throw error;
        }
      },
    });
  }
  app.options(url, async (request, reply) => {
    const call = callOf(request.asked, stores.db, config);
    const target = await found(route, call, keyOf(request.params), 'GET');
    const headers = { allow: allowed(route, call.viewer, target) };
    return send(request, reply, { body: describeRoute(route, call) }, headers);
  });
}

async function questionOf(
  request: FastifyRequest,
  config: Config,
  route: Route,
  operation: Operation,
): Promise<Question> {
  const { asked, headers } = request;
  const body = await bodyOf(request, config);
  const sent = await sentValues(headers['content-type'] ?? '', body, queryOf(request.raw.url ?? ''));
  asked.language = languageOf(sent.get('i18n_language'), asked.address, config);
  asked.form = readForm(sent);
  const method = (request.method === 'HEAD' ? 'GET' : request.method) as Method;
  const key = keyOf(request.params);
  return { route, operation, method, key, sent, asked, position: positionIn(headers), headers: {} };
}

/** The body: already read by Fastify, except with GET, where this interface allows one too. */
async function bodyOf(request: FastifyRequest, config: Config): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body;
  const { method, headers, raw } = request;
  const sendsOne = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!['GET', 'HEAD'].includes(method) || !sendsOne) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of raw) {
    length += chunk.length;
    if (length > config.MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What goes wrong before or beneath an operation, as an answer that tells nothing of the inside. */
export function asRestError(error: unknown): RestError {
  if (error instanceof RestError) return error;
  if (isUnavailable(error)) return new RestError(503, 'service_unavailable', 'service_unavailable');
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 413) return tooLarge();
  if (statusCode >= 400 && statusCode < 500)
    return new RestError(statusCode, 'rest_bad_request', 'rest_bad_request');
  return failed();
}
