import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isConflict, isUnavailable } from '../db/errors.ts';
import type { Replicas } from '../db/replicas.ts';
import type { Db } from '../db/tables.ts';
import { authenticate } from '../users/auth.ts';
import type { Viewer } from '../users/rights.ts';
import { type Address, addressOf, CANONICAL } from './address.ts';
import { callbackOf, type Form, keepFields, PLAIN, readForm } from './answer.ts';
import { failed, forbidden, invalidParameters, noRoute, Refused, RestError, tooLarge } from './errors.ts';
import { commonHeaders, PRIVATE } from './headers.ts';
import { describeRoute } from './index-route.ts';
import { i18nLanguage } from './language.ts';
import { type Sent, sentValues } from './parameters.ts';
import { assertSent, readArguments } from './reading.ts';
import type { Answer, Call, Method, Operation, Route } from './route.ts';
import { type Language, languages } from './words/words.ts';

/** What is known of a request before its operation is called. */
interface Asked {
  readonly address: Address;
  readonly now: number;
  viewer: Viewer;
  language: Language;
  form: Form;
}

declare module 'fastify' {
  interface FastifyRequest {
    asked: Asked;
  }
}

/** Seconds after which a request that found the store away may come again. */
const RETRY_AFTER = 5;

/** Where requests are answered from: the store, or what follows it for who only reads. */
interface Stores {
  readonly db: Db;
  readonly replicas: Replicas;
}

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
    const query = new URLSearchParams(queryOf(request));
    const language = languageOf(query.get('i18n_language'), address, config);
    request.asked = { address, now, viewer: undefined, language, form: PLAIN };
    reply.headers(commonHeaders(request, config));
    const callback = callbackOf(query.get('_jsonp') ?? undefined);
    request.asked.form = { ...PLAIN, callback, envelope: query.has('_envelope') };
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
    reply.headers(commonHeaders(request, config));
    const body = known.body(request.asked?.language ?? config.LANGUAGE);
    return send(request, reply, { status: known.status, body });
  };

function serveRoute(app: FastifyInstance, stores: Stores, config: Config, route: Route): void {
  const url = CANONICAL + route.path.replace(':id', ':id(^\\d+$)');
  for (const operation of route.operations) {
    app.route({
      url,
      method: [...operation.methods],
      handler: (request, reply) => perform(request, reply, stores, config, route, operation),
    });
  }
  app.options(url, async (request, reply) => {
    const call = callOf(request, stores.db, config);
    const target = await found(route, call, keyOf(request), 'GET');
    reply.header('allow', allowed(route, call.viewer, target));
    return send(request, reply, { body: describeRoute(route, call) });
  });
}

async function perform(
  request: FastifyRequest,
  reply: FastifyReply,
  stores: Stores,
  config: Config,
  route: Route,
  operation: Operation,
) {
  const { asked } = request;
  const sent = await sentValues(
    request.headers['content-type'] ?? '',
    await bodyOf(request, config),
    queryOf(request),
  );
  asked.language = languageOf(sent.get('i18n_language'), asked.address, config);
  asked.form = readForm(sent);
  const answered = (db: Db) => answer(request, reply, callOf(request, db, config), sent, route, operation);
  if (!operation.methods.includes('GET')) {
    const written = await answered(stores.db);
    const position = await stores.replicas.wrote();
    return send(request, reply.headers(position === undefined ? {} : { [POSITION]: position }), written);
  }
  // Who signs in may have written: the store itself answers.
  const replica = asked.viewer ? undefined : stores.replicas.choose(positionIn(request));
  if (!replica) return send(request, reply, await answered(stores.db));
  return send(
    request,
    reply,
    await answered(replica.db).catch(error => {
      if (!isUnavailable(error) && !isConflict(error)) throw error;
      replica.lost();
      return answered(stores.db);
    }),
  );
}

/** How far the answer's reader has seen, for a client that writes and then reads without signing in. */
const POSITION = 'almanac-position';

function positionIn({ headers }: FastifyRequest): number {
  const sent = Number(headers[POSITION]);
  return Number.isSafeInteger(sent) ? sent : 0;
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  call: BareCall,
  sent: Sent,
  route: Route,
  operation: Operation,
): Promise<Answer> {
  assertSent(operation.arguments, sent);
  const target = await found(route, call, keyOf(request), methodOf(request));
  const record = target instanceof RestError || target instanceof Refused ? undefined : target;
  const may = operation.may(call.viewer, record);
  const { args, refused } = await readArguments(
    { ...operation.arguments, i18n_language: i18nLanguage },
    sent,
    { ...call, futile: !may },
  );
  if (target instanceof Refused) refused.set(route.key!.name, target);
  if (refused.size > 0) throw invalidParameters(refused);
  reply.header('allow', allowed(route, call.viewer, target));
  if (!may) throw forbidden(call.viewer !== undefined);
  if (target instanceof RestError) throw target;
  const { i18n_language, ...own } = args as typeof args & { i18n_language?: Language };
  return operation.handle({ ...call, args: own, i18n_language, target: record });
}

type BareCall = Omit<Call, 'args' | 'target'>;

function callOf(request: FastifyRequest, db: Db, config: Config): BareCall {
  const { viewer, address, language, now } = request.asked;
  return { viewer, db, config, address, language, now };
}

async function found(
  route: Route,
  call: BareCall,
  key: { id: number; slug: string },
  method: Method,
): Promise<unknown> {
  return route.find?.(call, key, method);
}

/** Number and slug of the path. A number beyond all ids is an id that does not exist. */
function keyOf(request: FastifyRequest): { id: number; slug: string } {
  const { id, slug } = request.params as { id?: string; slug?: string };
  const number = Number(id ?? 0);
  return { id: Number.isSafeInteger(number) ? number : 0, slug: slug ?? '' };
}

const methodOf = (request: FastifyRequest): Method =>
  (request.method === 'HEAD' ? 'GET' : request.method) as Method;

/** The methods that this user may use here. */
function allowed(route: Route, viewer: Viewer, target: unknown): string {
  const record = target instanceof RestError || target instanceof Refused ? undefined : target;
  const methods = route.operations
    .filter(operation => operation.may(viewer, record))
    .flatMap(({ methods }) => methods);
  return methods.join(', ');
}

function languageOf(sent: unknown, address: Address, config: Config): Language {
  return languages.find(language => language === sent) ?? address.language ?? config.LANGUAGE;
}

const queryOf = (request: FastifyRequest): string => {
  const url = request.raw.url ?? '';
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

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
function asRestError(error: unknown): RestError {
  if (error instanceof RestError) return error;
  if (isUnavailable(error)) return new RestError(503, 'service_unavailable', 'service_unavailable');
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 413) return tooLarge();
  if (statusCode >= 400 && statusCode < 500)
    return new RestError(statusCode, 'rest_bad_request', 'rest_bad_request');
  return failed();
}

function send(request: FastifyRequest, reply: FastifyReply, { status = 200, headers = {}, body }: Answer) {
  const { fields, envelope, callback } = request.asked?.form ?? PLAIN;
  reply.headers(headers);
  const kept = fields && status < 400 ? keepFields(body, fields) : body;
  const shown = envelope ? { body: kept, status, headers: { ...allowHeader(reply), ...headers } } : kept;
  const json = JSON.stringify(shown);
  reply.code(envelope ? 200 : status);
  if (callback === undefined) return reply.type('application/json; charset=utf-8').send(json);
  return reply.type('application/javascript; charset=utf-8').send(`/**/${callback}(${json})`);
}

const allowHeader = (reply: FastifyReply) =>
  reply.hasHeader('allow') ? { Allow: reply.getHeader('allow') } : {};
