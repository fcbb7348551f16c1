import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { isConnectionLost } from '../db/errors.ts';
import { LongBody } from '../formats/document.ts';
import type { MediaFormat } from '../formats/event-format.ts';
import type { RequestClock } from '../input/context.ts';
import { ClientGone } from '../lib/answer-scope.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { closeSignal } from '../net/client-signal.ts';
import type { UnsentAnswers } from '../net/unsent.ts';
import type { Log } from '../observability/log.ts';
import { cacheBytes } from '../observability/measures.ts';
import { meterOf, nameRoute } from '../observability/requests.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Live } from '../site/live-config.ts';
import { type Addresses, placeOf } from './address.ts';
import type { BodyBudget } from './body-budget.ts';
import type { BodySpool } from './body-spool.ts';
import type { Answer, BareCall } from './call.ts';
import { assertMatches, etagOf, isHeld, longResponseOf, modifiedAt } from './conditions.ts';
import { cacheKeyOf, documentRequestOf, formatsOf, isForPeople } from './documents.ts';
import { asRestError, isExpected } from './domain-errors.ts';
import { errorHeaders, forbidden, noRoute, RestError } from './errors.ts';
import { admit, callOf, type Exchange } from './exchange.ts';
import { type FileRoute, fileResponseOf } from './files.ts';
import { answerIdempotently } from './idempotency/answer-idempotently.ts';
import type { LargeAnswers } from './large-answers.ts';
import { answeringIn, type SentBody } from './operation.ts';
import { PageVisits, type VisitSettings } from './page-visits.ts';
import { MAX_KEPT, Representation } from './representation.ts';
import { ResponseCache } from './response-cache.ts';
import { type ShapedResponse, shape } from './response-shape.ts';
import { ResponseWriter } from './response-writer.ts';
import { type FileMatch, type Matched, type Route, type RouteMatch, routerOf } from './route.ts';
import { type ReadRequest, readRequest } from './sent-values.ts';
import { isDocument, type PagesState, type SitePageRequest } from './site-pages.ts';
import { ReadModelPoll } from './stores.ts';

export interface PipelineSettings extends VisitSettings {
  readonly live: Live;
  readonly bodies: BodyBudget;
  readonly large: LargeAnswers;
  readonly unsent: UnsentAnswers<Socket>;
  readonly log: Log;
  /** What all pages show besides the data. */
  pagesState(config: Config): PagesState;
  /** An error as a page for people. */
  errorPage(error: RestError, exchange: Exchange): Answer;
  /** The description of a route, for OPTIONS. */
  describe(route: Route, call: BareCall): unknown;
  readonly spool: BodySpool;
  readonly files: readonly FileRoute[];
}

/**
 * The pipeline of every request to the interface. A cache of whole responses comes first. On a miss the request passes
 * the other steps once, and an error in any step becomes the response.
 */
export class Pipeline {
  readonly #settings: PipelineSettings;
  readonly #match: (method: string, url: string) => RouteMatch | FileMatch | RestError | undefined;
  readonly #addresses: Addresses;
  /** The formats besides JSON. */
  readonly #formats: readonly MediaFormat[];
  readonly #poll: ReadModelPoll;
  readonly #writer: ResponseWriter;
  readonly #visits: PageVisits;
  readonly #cache: ResponseCache<Representation>;

  constructor(routes: readonly Route[], settings: PipelineSettings) {
    const { live, log, stores, pages } = settings;
    this.#settings = settings;
    const match = routerOf(routes);
    this.#match = routerOf(routes, settings.files);
    this.#addresses = { beside: [...new Set(routes.flatMap(({ root }) => root ?? []))], pages };
    this.#formats = formatsOf(routes);
    this.#poll = new ReadModelPoll(log);
    this.#writer = new ResponseWriter(live.current, settings.unsent);
    this.#visits = new PageVisits(settings, match, this.#formats, this.#writer);
    this.#cache = new ResponseCache(() => (stores.readModel?.room ?? 0) / 4);
    cacheBytes.of('answers').read = () => this.#cache.bytes;
  }

  handle(exchange: Exchange): void {
    const { readModel } = this.#settings.stores;
    if (!readModel || !exchange.isCacheable || this.#visits.languageOfReader(exchange))
      return void this.#carryOut(exchange);
    const waiting = this.#poll.share(readModel, exchange.request.socket);
    if (waiting)
      waiting
        .then(current => this.#lookUp(exchange, current))
        .catch(error => this.#failSafely(exchange, error));
    else this.#lookUp(exchange, readModel);
  }

  /** Answers with an error. */
  async #fail(exchange: Exchange, error: unknown): Promise<void> {
    const { request, response, headers } = exchange;
    if (error instanceof ClientGone) return void response.destroy();
    exchange.isPicture = false;
    const known = asRestError(error, request.method!);
    this.#logError(exchange, error, known.status >= 500 && !isExpected(error));
    if (response.headersSent) return void response.destroy();
    Object.assign(headers, errorHeaders(known));
    if (exchange.isPage) return this.#send(exchange, this.#settings.errorPage(known, exchange));
    const body = known.body(exchange.language);
    await this.#send(exchange, { status: known.status, body });
  }

  /** The same; closes the connection if even that fails. */
  #failSafely(exchange: Exchange, error: unknown): Promise<void> {
    return this.#fail(exchange, error).catch(error => {
      this.#logError(exchange, error, true);
      exchange.response.destroy();
    });
  }

  /** Sends an answer that is for this request only. */
  async #send(exchange: Exchange, answer: Answer): Promise<void> {
    const shaped = await shape(exchange.shape, answer, exchange.headers);
    this.#writer.once(exchange, shaped);
  }

  /** @param readModel up to date; undefined if the store could not be asked for changes */
  #lookUp(exchange: Exchange, readModel: ReadModel | undefined): void {
    const now = epochSeconds();
    exchange.config = this.#settings.live.current;
    const { version } = this.#settings.pagesState(exchange.config);
    const asked = cacheKeyOf(exchange, this.#formats, exchange.config);
    const key = version === 0 ? asked : `${version} ${asked}`;
    const cached = readModel && this.#cache.get(key, readModel.version, now);
    if (!cached) return void this.#carryOut(exchange, { readModel, key });
    nameRoute(exchange, cached.meter);
    this.#writer.represent(exchange, cached);
  }

  async #carryOut(exchange: Exchange, lookup?: Lookup): Promise<void> {
    try {
      const match = await this.#find(exchange);
      if (!match) return;
      const { live } = this.#settings;
      const readModel = lookup ? lookup.readModel : await this.#upToDate(exchange);
      if (!lookup && exchange.config !== live.current) {
        exchange.config = live.current;
        return await this.#carryOut(exchange);
      }
      if (match.operation.receive) return await this.#receive(exchange, match);
      const request = await readRequest(exchange, match, this.#settings.bodies);
      if (request.method !== 'GET')
        return await this.#send(exchange, await this.#write(exchange, match, request));
      const version = readModel?.version;
      // If the read model changed meanwhile, the answer may be a mix of old and new data.
      const holds = () => readModel !== undefined && version === readModel.version;
      const shareable = lookup && {
        key: lookup.key,
        isForAll: ({ status = 200, until, body }: Answer) =>
          holds() && status === 200 && until !== undefined && !(body instanceof LongBody),
      };
      const make = () => this.#answer(exchange, match, request, readModel);
      const answer = await this.#settings.large.make(exchange, make, shareable);
      await this.#sendRead(exchange, answer, { readModel, key: lookup?.key, holds });
    } catch (error) {
      await this.#failSafely(exchange, error);
    }
  }

  /** The read model for a request that was not looked up; undefined for a write by somebody who knows all settings. */
  async #upToDate({ position, request }: Exchange): Promise<ReadModel | undefined> {
    const { live, stores } = this.#settings;
    // Whoever has signed in follows what was set before the request, also for a write.
    const isBehind = position !== undefined && position !== live.position;
    const isNeeded = isBehind || request.method === 'GET' || request.method === 'HEAD';
    return isNeeded ? this.#poll.once(stores.readModel) : undefined;
  }

  /** What answers a request, in its format, once it is admitted; undefined if it is answered already. */
  async #find(exchange: Exchange): Promise<Matched | undefined> {
    exchange.place = placeOf(exchange.request, exchange.config, this.#addresses);
    exchange.url = exchange.place.url;
    const { requested: page } = exchange.place;
    const match =
      page && !isDocument(page)
        ? await this.#visits.visit(exchange, page)
        : await this.#findBesidePages(exchange, page);
    if (!match) return undefined;
    exchange.document = documentRequestOf(exchange, match.operation, this.#formats);
    const operation = answeringIn(match.operation, exchange.document?.format);
    exchange.isPicture = operation.mediaType?.startsWith('image/') === true;
    return { ...match, operation };
  }

  async #findBesidePages(
    exchange: Exchange,
    page: SitePageRequest | RestError | undefined,
  ): Promise<Matched | undefined> {
    const match = this.#match(exchange.request.method!, exchange.url);
    if (!match) return void (await this.#answerUnknown(exchange));
    if ('files' in match) return void (await this.#sendFile(exchange, match));
    const isUnreadable = match instanceof RestError;
    if (!isUnreadable) nameRoute(exchange, match.meter);
    await admit(exchange, this.#settings);
    if (isUnreadable) throw match;
    if (page && (await this.#visits.redirectMoved(exchange, page))) return undefined;
    const { operation } = match;
    if (!operation) return void (await this.#describe(exchange, match));
    return { ...match, operation };
  }

  /** The answer to a write, or to a form that is posted to a page. */
  async #write(exchange: Exchange, match: Matched, request: ReadRequest): Promise<Answer> {
    const { operation, route } = match;
    if (operation.methods.includes('GET')) return this.#answer(exchange, match, request);
    const { conditions, idempotencyKey, received, headers } = request;
    const call = {
      ...callOf(exchange, this.#settings.stores.db),
      ...{ conditions, idempotencyKey, received },
    };
    const written = await answerIdempotently(call, () => operation.answer(call, request));
    // An answer that is replayed under an idempotency key has no Allow header yet.
    headers.allow ??= route.allowed(exchange.viewer);
    return written;
  }

  /**
   * The answer to a read. It is made once more if the connection to the store broke: the store may be fine, and a read
   * changes nothing.
   */
  async #answer(
    exchange: Exchange,
    { operation }: Matched,
    request: ReadRequest,
    readModel?: ReadModel,
  ): Promise<Answer> {
    const { stores, log } = this.#settings;
    for (let isFirst = true; ; isFirst = false)
      try {
        const call = callOf(exchange, stores.db, readModel);
        return whileTrue(await operation.answer(call, request), call.clock);
      } catch (error) {
        if (!isFirst || !isConnectionLost(error)) throw error;
        log.warn({ err: error }, 'the connection of a read was lost: it is repeated on another one');
      }
  }

  /** Answers a request without a route: with the present address of the record that had this one, otherwise 404. */
  async #answerUnknown(exchange: Exchange): Promise<void> {
    nameRoute(exchange, exchange.meter);
    this.#expectPage(exchange);
    await admit(exchange, this.#settings);
    if (await this.#visits.redirectToPresent(exchange)) return;
    if (exchange.request.method !== 'OPTIONS') throw noRoute();
    await this.#send(exchange, { body: [] });
  }

  /** Whoever opens an address in a browser reads a page, also if there is nothing. */
  #expectPage(exchange: Exchange): void {
    exchange.isPage = exchange.namesHost && isForPeople(exchange.request.headers, this.#formats);
  }

  async #sendFile(exchange: Exchange, { files, params }: FileMatch): Promise<void> {
    nameRoute(exchange, meterOf(files.path));
    this.#expectPage(exchange);
    await admit(exchange, this.#settings);
    const response = await fileResponseOf(exchange, await files.find(params, exchange));
    exchange.isPage = false;
    // Search engines may list what pages and structured data name.
    exchange.isPicture = true;
    this.#writer.file(exchange, response, error => this.#logError(exchange, error, true));
  }

  /**
   * Answers an operation that receives its body by itself.
   * @throws RestError 401 or 403 before the body is read
   */
  async #receive(exchange: Exchange, match: Matched): Promise<void> {
    const { request, response, headers } = exchange;
    const { viewer } = exchange;
    if (!match.operation.may(viewer, undefined)) {
      headers.connection = 'close';
      throw forbidden(viewer !== undefined);
    }
    const body: SentBody = {
      ...{ contentType: request.headers['content-type'] ?? '', viewer, config: exchange.config },
      signal: closeSignal(response),
      spool: limit => this.#settings.spool.receive(request, viewer!.id, limit),
    };
    const answer = await match.operation.receive!(body, async received =>
      this.#write(exchange, match, await readRequest(exchange, match, this.#settings.bodies, received)),
    );
    await this.#send(exchange, answer);
  }

  /** Sends the answer to a read: to all who may have it, or for this request only. */
  async #sendRead(
    exchange: Exchange,
    answer: Answer,
    { readModel, key, holds }: AnsweredFrom,
  ): Promise<void> {
    if (answer.body instanceof LongBody) {
      const response = longResponseOf(exchange, answer, answer.body, readModel);
      return this.#writer.stream(exchange, response, error => this.#logError(exchange, error, true));
    }
    const shaped = await shape(exchange.shape, answer, exchange.headers);
    if (key !== undefined && readModel && holds() && answer.until !== undefined && shaped.status === 200)
      this.#represent(exchange, answer, shaped, { readModel, key });
    else this.#sendOnce(exchange, answer, shaped);
  }

  /** Sends an answer that is valid for all requests with the same cache key, and caches it. */
  #represent(
    exchange: Exchange,
    answer: Answer,
    shaped: ShapedResponse,
    { readModel, key }: { readModel: ReadModel; key: string },
  ): void {
    const { since = 0, until = since, source } = answer;
    const isKept = this.#cache.isRepeated(key) && shaped.body.length < MAX_KEPT;
    const isWhole = shaped.body === answer.body;
    const modified = Math.max(
      modifiedAt(readModel, answer),
      this.#settings.pagesState(exchange.config).changedAt,
    );
    const found = new Representation(shaped, modified, this.#writer.sharedFor(exchange, shaped.headers), {
      ...{ meter: exchange.meter, isKept, tag: etagOf(answer, shaped.body) },
      // The other cache may have had no room for the body.
      source: isWhole && source?.() ? source : undefined,
    });
    if (isKept) this.#cache.set(key, found, readModel.version, { since, until, still: found.still });
    this.#writer.represent(exchange, found);
  }

  /** Sends a read for this request only: a single record with its ETag, or 304 if the client has it already. */
  #sendOnce(exchange: Exchange, answer: Answer, shaped: ShapedResponse): void {
    const { headers } = exchange.request;
    if (answer.state === undefined && headers['if-match'] === undefined) {
      this.#writer.once(exchange, shaped);
      return;
    }
    const tag = etagOf(answer, shaped.body);
    assertMatches(headers, tag);
    const etag = `"${tag}"`;
    if (isHeld(headers, tag)) this.#writer.unchanged(exchange, { ...exchange.headers, etag });
    else this.#writer.once(exchange, { ...shaped, headers: { ...shaped.headers, etag } });
  }

  async #describe(exchange: Exchange, { route, key }: RouteMatch): Promise<void> {
    const call = callOf(exchange, this.#settings.stores.db);
    exchange.headers.allow = (await route.find(call, key)).allowed;
    await this.#send(exchange, { body: this.#settings.describe(route, call) });
  }

  #logError({ request, id: reqId }: Exchange, error: unknown, isFault: boolean): void {
    const { log } = this.#settings;
    if (request.destroyed && !request.complete) log.info({ reqId }, 'the client went away');
    else if (isFault) log.error({ reqId, err: error }, 'the request failed');
  }
}

/** A cache lookup that missed. */
interface Lookup {
  /** Up to date; undefined if the store could not be asked for changes. */
  readonly readModel: ReadModel | undefined;
  readonly key: string;
}

/** What an answer was made from. */
interface AnsweredFrom {
  /** Undefined if the store has made it. */
  readonly readModel: ReadModel | undefined;
  /** In the cache; undefined if the answer is for its request only. */
  readonly key: string | undefined;
  /** Whether the read model is still the same. */
  holds(): boolean;
}

/** The answer with the period in which it holds, which the clock narrows by what the answer says of the time. */
function whileTrue({ until, ...answer }: Answer, { period }: RequestClock): Answer {
  if (until === undefined || !period) return answer;
  return { ...answer, since: period.since, until: Math.min(until, period.until) };
}
