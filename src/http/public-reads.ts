import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { addMiddleware, hasBody } from '../lib/http-server.ts';
import type { Json } from '../lib/json.ts';
import { MAX_URL } from '../limits.ts';
import type { RateLimits } from '../net/client-limits.ts';
import type { Quota } from '../net/rate-limit.ts';
import { chunksFor } from '../net/unsent.ts';
import { nameWork } from '../observability/blocking.ts';
import { tellAnswered, withoutSecrets } from '../observability/log.ts';
import { cacheBytes, requestsInProgress } from '../observability/measures.ts';
import { meterOf, type RouteMeter } from '../observability/requests.ts';
import { tracing } from '../observability/traces.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { addressOf, CANONICAL, namesHost, rewriteUrl } from './address.ts';
import { type ApiRequest, dispatch, positionIn, type ServiceStores } from './dispatch.ts';
import { type Coding, compressor } from './encodings.ts';
import { RestError, tooManyRequests } from './errors.ts';
import { etagOf } from './etag.ts';
import { flat, publicHeaders, siteHeaders, unchangedHeaders } from './headers.ts';
import { matcher } from './match-route.ts';
import { type Body, Representation } from './representation.ts';
import { languageOf, queryOf, type RequestContext } from './request-context.ts';
import { ResponseCache } from './response-cache.ts';
import { DEFAULT_SHAPE, readResponseShape } from './response-shape.ts';
import type { Answer, Route } from './route.ts';
import { type ShapedResponse, STREAMED, shape } from './send.ts';
import { readParams } from './sent-values.ts';

/**
 * Answers what the world asks all day before the framework sees it: reads by nobody in particular. What holds for
 * everybody is kept, with its validators and codings, until something changes. All else goes on to the framework.
 */
export function servePublicReads(
  app: FastifyInstance,
  stores: ServiceStores,
  config: Config,
  routes: readonly Route[],
  clients: RateLimits,
): void {
  const match = matcher(routes);
  const answers = new ResponseCache<Representation>(() => (stores.readModel?.room ?? 0) / 4);
  cacheBytes.of('answers').read = () => answers.bytes;
  // Reads from trusted origins, whose headers are others, are not plain.
  const site = siteHeaders({}, config);
  const caching = publicHeaders(config);
  const shared = {
    whole: flat({ ...site, ...caching }),
    unchanged: flat({ ...unchangedHeaders(site), ...caching }),
  };
  // Writing a line nobody wants costs as much as answering.
  const logs = ['info', 'debug', 'trace'].includes(app.log.level);
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  const turn = new PollState();
  const goOn = addMiddleware(app.server, (request, response) => {
    const { readModel } = stores;
    if (!readModel || closing || !isPlain(request, config)) return goOn(request, response);
    const began = performance.now();
    const exchange = { request, response, began, quota: clients.quotaOf(request) };
    if (exchange.quota?.wait) return refuse(exchange, exchange.quota.wait);
    const waiting = turn.covers(request.socket) ? undefined : turn.begin(request.socket, ask(readModel));
    if (waiting === undefined) answer(exchange, readModel);
    else waiting.then(() => answer(exchange, readModel)).catch(() => handOn(exchange));
  });

  function answer(exchange: Exchange, readModel: ReadModel): void {
    const { request } = exchange;
    const now = Math.floor(Date.now() / 1000);
    const key = config.SITE_URL ? request.url! : `${request.headers.host ?? ''} ${request.url}`;
    const kept = answers.get(key, readModel.version, now);
    if (kept) deliver(exchange, kept);
    else {
      requestsInProgress.value++;
      work(exchange, readModel, now, key)
        .catch(() => handOn(exchange))
        .finally(() => requestsInProgress.value--);
    }
  }

  /** Rejects where the framework had better answer; nothing has been sent then. */
  async function work(exchange: Exchange, readModel: ReadModel, now: number, key: string): Promise<void> {
    const { request } = exchange;
    const { version } = readModel;
    const apiRequest = await apiRequestOf(request, now, readModel);
    const meter = meterOf(CANONICAL + apiRequest.route.path);
    try {
      const answered = await dispatch(apiRequest, stores, config);
      const shaped = await shape(apiRequest.context.shape, answered, apiRequest.headers);
      const { since = 0, until, source } = answered;
      if (until === undefined || version !== readModel.version || shaped.status !== 200)
        return sendOnce(exchange, meter, shaped);
      const isKept = answers.isAskedAgain(key) && shaped.body.length < STREAMED;
      const modified = lastModified(answered, readModel);
      const tag = etagOf(answered, shaped.body);
      const isWhole = shaped.body === answered.body;
      const found = new Representation(shaped, modified, shared, {
        ...{ meter, isKept, tag },
        // Where there is no room it is not kept there.
        source: isWhole && source?.() ? source : undefined,
      });
      if (isKept) answers.set(key, found, version, { since, until, still: found.still });
      deliver(exchange, found);
    } catch (error) {
      if (!(error instanceof RestError) || error.status >= 500) throw error;
      const body = error.body(apiRequest.context.language);
      const refused = { status: error.status, body };
      sendOnce(exchange, meter, await shape(apiRequest.context.shape, refused, apiRequest.headers));
    }
  }

  async function apiRequestOf(
    request: IncomingMessage,
    now: number,
    readModel: ReadModel,
  ): Promise<ApiRequest> {
    const url = rewriteUrl(request, config);
    const matched = match(url);
    if (!matched) throw new NotPlain();
    const address = addressOf(request, config);
    const params = await readParams('', NO_BODY, queryOf(url));
    const language = languageOf(params.get('i18n_language'), address, config);
    const context: RequestContext = {
      address,
      now,
      viewer: undefined,
      language,
      shape: readResponseShape(params),
    };
    const position = positionIn(request.headers);
    return {
      ...matched,
      method: 'GET',
      params,
      context: context,
      position,
      readModel: readModel,
      headers: {},
    };
  }

  function deliver(exchange: Exchange, kept: Representation): void {
    const { request } = exchange;
    const { meter } = kept;
    const coding = kept.codingFor(request.headers);
    const plainly = () => {
      const { body } = kept;
      finish(exchange, meter, 200, kept.headersOf(undefined, body.length), body);
    };
    if (kept.isHeldBy(request.headers)) finish(exchange, meter, 304, kept.unchanged(coding));
    else if (kept.streamed) {
      const length = coding ? undefined : kept.streamed.length;
      finish(exchange, meter, 200, kept.headersOf(coding, length), { json: kept.streamed, coding });
    } else if (!coding) plainly();
    else
      kept
        .encoded(coding)
        .then(body => finish(exchange, meter, 200, kept.headersOf(coding, body.length), body), plainly);
  }

  function handOn({ request, response, quota }: Exchange): void {
    clients.handOn(request, quota);
    goOn(request, response);
  }

  async function refuse(exchange: Exchange, wait: number): Promise<void> {
    const { request } = exchange;
    const url = rewriteUrl(request, config);
    const params = new URLSearchParams(queryOf(url));
    const language = languageOf(params.get('i18n_language'), addressOf(request, config), config);
    const body = tooManyRequests(wait).body(language);
    const headers = { 'retry-after': wait };
    const route = match(url)?.route.path;
    const meter = meterOf(route === undefined ? undefined : CANONICAL + route);
    sendOnce(exchange, meter, await shape(DEFAULT_SHAPE, { status: 429, body }, headers));
  }

  function sendOnce(exchange: Exchange, meter: RouteMeter, { status, headers, body }: ShapedResponse): void {
    const all = flat({ ...site, ...headers, 'content-length': body.length });
    finish(exchange, meter, status, all, body.length < STREAMED ? body.bytes : { json: body });
  }

  function finish(
    { request, response, began, quota }: Exchange,
    meter: RouteMeter,
    status: number,
    headers: readonly string[],
    body?: Body | Streamed,
  ) {
    const reqId = randomUUID();
    const own = ['x-request-id', reqId];
    if (quota) own.push('ratelimit-policy', quota.policy, 'ratelimit', quota.state);
    tracing?.route(request, meter.route, reqId);
    nameWork(meter.route, reqId);
    response.writeHead(status, [...headers, ...own]);
    const { method = '', url = '' } = request;
    if (typeof body === 'string' || Buffer.isBuffer(body)) response.end(body, 'latin1');
    else if (body && method !== 'HEAD') stream(request.socket, response, body);
    else response.end();
    const took = performance.now() - began;
    meter.observe(method, status, took);
    if (!logs) return;
    const ms = Math.round(took * 10) / 10;
    const { address } = clients.of(request);
    tellAnswered(app.log, { reqId, method, url: withoutSecrets(url), status, ms, address });
  }
}

/** A long answer, and the coding in which it is to be sent. */
interface Streamed {
  readonly json: Json;
  readonly coding?: Coding | undefined;
}

/** Sends an answer some at a time, as its client takes it. One that goes away ends that. */
function stream(socket: Socket, response: ServerResponse, { json, coding }: Streamed): void {
  const chunks = Readable.from(chunksFor(socket, json));
  const compressed = coding ? [compressor[coding](json.length)] : [];
  pipeline([chunks, ...compressed, response], () => {});
}

/** Requests that a turn of the event loop shares a look at the store with, at most: it hears of no more at once. */
const SHARING = 500;

/**
 * Requests that were on their way before the store was asked whether anything has changed need not ask it again: all
 * that the event loop hears of in one turn. A second one on the same connection may have been sent later.
 */
class PollState {
  readonly #sockets = new Set<Socket>();

  covers(socket: Socket): boolean {
    const { size } = this.#sockets;
    if (size === 0 || size === SHARING || this.#sockets.has(socket)) return false;
    this.#sockets.add(socket);
    return true;
  }

  /** @param waiting what the store has to be waited for, if it has */
  begin(socket: Socket, waiting: Promise<void> | undefined): Promise<void> | undefined {
    if (this.#sockets.size === 0 && !waiting) setImmediate(() => this.#sockets.clear());
    else this.#sockets.clear();
    if (!waiting) this.#sockets.add(socket);
    return waiting;
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Milliseconds of this process. */
  readonly began: number;
  /** Where requests are counted. */
  readonly quota: Quota | undefined;
}

/** The framework answers. */
class NotPlain extends Error {}

const NO_BODY = Buffer.alloc(0);

/** A read that nobody signs, without a body and without anything that changes what it means. */
function isPlain(request: IncomingMessage, { CORS_ORIGINS }: Config): boolean {
  const { method, url = '', headers } = request;
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    headers['if-match'] === undefined &&
    !hasBody(headers) &&
    url.length <= MAX_URL &&
    (headers.origin === undefined || !CORS_ORIGINS.includes(headers.origin)) &&
    namesHost(request)
  );
}

function ask(readModel: ReadModel): Promise<void> | undefined {
  try {
    return readModel.current();
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Nothing of it changed after this second: neither the store nor what depends on the day. */
const lastModified = ({ since = 0 }: Answer, { changedAt, openedAt }: ReadModel): number =>
  Math.max(changedAt, openedAt, since);
