import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isUnavailable, isUnwritable } from '../db/errors.ts';
import { onceOf } from '../idempotency/key.ts';
import { authenticate } from '../users/auth.ts';
import { LastUses } from '../users/last-uses.ts';
import { addressOf, CANONICAL, namesHost } from './address.ts';
import { callbackOf, PLAIN, readForm } from './answer.ts';
import { languageOf, queryOf } from './asked.ts';
import { conditionsOf } from './conditions.ts';
import { failed, noRoute, RestError, refusal, tooLarge } from './errors.ts';
import { commonHeaders, PRIVATE } from './headers.ts';
import { describeRoute } from './index-route.ts';
import { type Sent, sentValues } from './parameters.ts';
import { allowed, callOf, found, keyOf, perform, positionIn, type Question, type Stores } from './perform.ts';
import type { Method, Operation, Route } from './route.ts';
import { send } from './send.ts';
import { sendRead } from './send-read.ts';

/** Methods that only read, whatever the route. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Seconds after which a request that found the store away, or not to be written, may come again. */
const RETRY_AFTER = 5;

/** Serves the routes of the interface on `app`, each with the steps that a request passes, in their order. */
export function serveRoutes(
  app: FastifyInstance,
  stores: Stores,
  config: Config,
  routes: readonly Route[],
): void {
  const uses = new LastUses(stores, error =>
    app.log.warn({ err: error }, 'the last use of application passwords could not be noted'),
  );
  app.addHook('onClose', () => uses.close());
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
    request.asked.form = { ...PLAIN, callback, envelope: query.has('_envelope') };
    if (!namesHost(request.raw)) throw refusal(400, 'rest_invalid_host');
    const viewer = await authenticate(stores.db, request.headers.authorization, now, password =>
      uses.note(password, { at: now, from: request.ip }),
    );
    request.asked.viewer = viewer;
    if (viewer) reply.headers(PRIVATE);
    if (viewer?.readOnly && !SAFE.has(request.method)) throw refusal(403, 'insufficient_scope');
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
    const known = asRestError(error, request.method);
    if (request.raw.destroyed && !request.raw.complete) request.log.info('the client went away');
    else if (known.status >= 500 && known !== error) request.log.error({ err: error }, 'the request failed');
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
  const url = (route.root ?? CANONICAL) + route.path.replace(/:id|:version/g, '$&(^\\d+$)');
  for (const operation of route.operations) {
    app.route({
      url,
      method: [...operation.methods],
      async handler(request, reply) {
        const question = await questionOf(request, config, route, operation);
        try {
          const answer = await perform(question, stores, config);
          const sending = operation.methods.includes('GET') ? sendRead : send;
          return sending(request, reply, answer, question.headers);
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
  const [key, position] = [keyOf(request.params), positionIn(headers)];
  const question = { route, operation, method, key, sent, asked, position, headers: {} };
  if (method === 'GET') return question;
  const creates = operation.answers.status === 201 && asked.viewer !== undefined;
  const once = creates ? onceOf(headers, () => [route.path, saidBy(sent)]) : undefined;
  return { ...question, once, conditions: creates ? undefined : conditionsOf(headers) };
}

/** What a request says, in whichever order: without what concerns the answer alone. */
const saidBy = (sent: Sent) =>
  [...sent]
    .filter(([name]) => !name.startsWith('_') && name !== 'i18n_language')
    .sort(([one], [other]) => (one < other ? -1 : 1));

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
export function asRestError(error: unknown, method: string): RestError {
  if (error instanceof RestError) return error;
  if (isUnwritable(error) && !SAFE.has(method)) return refusal(503, 'store_not_writable');
  if (isUnavailable(error)) return refusal(503, 'service_unavailable');
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 413) return tooLarge();
  if (statusCode >= 400 && statusCode < 500)
    return new RestError(statusCode, 'rest_bad_request', 'rest_bad_request');
  return failed();
}
