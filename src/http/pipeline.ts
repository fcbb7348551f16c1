import type { Socket } from 'node:net';
import { isConnectionLost } from '../db/errors.ts';
import { LongBody } from '../formats/document.ts';
import type { MediaFormat } from '../formats/event-format.ts';
import type { RequestClock } from '../input/context.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { closeSignal } from '../net/client-signal.ts';
import type { UnsentAnswers } from '../net/unsent.ts';
import { meterOf, nameRoute } from '../observability/requests.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Live } from '../site/live-config.ts';
import { type Addresses, placeOf } from './address.ts';
import { admit, admitAgain, type ReadRequest, readRequest } from './admission.ts';
import { AnswerSender, type SenderSettings } from './answer-sender.ts';
import type { BodyBudget } from './body-budget.ts';
import type { BodySpool } from './body-spool.ts';
import type { Answer, BareCall } from './call.ts';
import { cacheKeyOf, documentRequestOf, formatsOf, isForPeople } from './documents.ts';
import { forbidden, noRoute, RestError } from './errors.ts';
import { callOf, type Exchange } from './exchange.ts';
import { type FileRoute, fileResponseOf } from './files.ts';
import { answerIdempotently } from './idempotency/answer-idempotently.ts';
import type { LargeAnswers } from './large-answers.ts';
import { answeringIn, type SentBody } from './operation.ts';
import { PageVisits, type VisitSettings } from './page-visits.ts';
import { ResponseWriter } from './response-writer.ts';
import { type FileMatch, type Find, type Matched, type Route, type RouteMatch, routerOf } from './route.ts';
import { isDocument, type SitePageRequest } from './site-pages.ts';
import { ReadModelPoll } from './stores.ts';

export interface PipelineSettings extends VisitSettings, SenderSettings {
  readonly live: Live;
  readonly bodies: BodyBudget;
  readonly large: LargeAnswers;
  readonly unsent: UnsentAnswers<Socket>;
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
  readonly #findFile: Find<FileMatch>;
  readonly #addresses: Addresses;
  /** The formats besides JSON. */
  readonly #formats: readonly MediaFormat[];
  readonly #poll: ReadModelPoll;
  readonly #sender: AnswerSender;
  readonly #visits: PageVisits;

  constructor(routes: readonly Route[], settings: PipelineSettings) {
    const { live, log, pages } = settings;
    this.#settings = settings;
    this.#findFile = routerOf([], settings.files);
    this.#addresses = { beside: [...new Set(routes.flatMap(({ root }) => root ?? []))], pages };
    this.#formats = formatsOf(routes);
    this.#poll = new ReadModelPoll(log);
    const writer = new ResponseWriter(live.current, settings.unsent);
    this.#sender = new AnswerSender(settings, writer);
    this.#visits = new PageVisits(settings, this.#formats, writer);
  }

  handle(exchange: Exchange): void {
    const { readModel } = this.#settings.stores;
    if (!readModel || !exchange.isCacheable || this.#visits.languageOfReader(exchange))
      return void this.#carryOut(exchange);
    const waiting = this.#poll.share(readModel, exchange.request.socket);
    if (waiting)
      waiting
        .then(current => this.#lookUp(exchange, current))
        .catch(error => this.#sender.fail(exchange, error));
    else this.#lookUp(exchange, readModel);
  }

  /** @param readModel up to date; undefined if the store could not be asked for changes */
  #lookUp(exchange: Exchange, readModel: ReadModel | undefined): void {
    exchange.config = this.#settings.live.current;
    const { version } = this.#settings.pagesState(exchange.config);
    const asked = cacheKeyOf(exchange, this.#formats, exchange.config);
    const key = version === 0 ? asked : `${version} ${asked}`;
    if (readModel && this.#sender.sendKept(exchange, key, readModel)) return;
    this.#carryOut(exchange, { readModel, key });
  }

  async #carryOut(exchange: Exchange, lookup?: Lookup): Promise<void> {
    try {
      const before = lookup?.readModel?.version;
      const match = await this.#find(exchange, lookup?.readModel);
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
        return await this.#sender.send(exchange, await this.#write(exchange, match, request));
      const version = lookup ? before : readModel?.version;
      // If the read model changed meanwhile, the answer may be a mix of old and new data.
      const holds = () => readModel !== undefined && version === readModel.version;
      const shareable = lookup && {
        key: lookup.key,
        isForAll: ({ status = 200, until, body }: Answer) =>
          holds() && status === 200 && until !== undefined && !(body instanceof LongBody),
      };
      const make = () => this.#answer(exchange, match, request, readModel);
      const answer = await this.#settings.large.make(exchange, make, shareable);
      await this.#sender.sendRead(exchange, answer, { readModel, key: lookup?.key, holds });
    } catch (error) {
      await this.#sender.fail(exchange, error);
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
  async #find(exchange: Exchange, readModel: ReadModel | undefined): Promise<Matched | undefined> {
    exchange.place = placeOf(exchange.request, exchange.config, this.#addresses);
    exchange.url = exchange.place.url;
    const { requested: page } = exchange.place;
    const match =
      page && !isDocument(page)
        ? await this.#visits.visit(exchange, page, readModel)
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
    const { url, request } = exchange;
    const match = this.#settings.find(request.method!, url) ?? this.#findFile(request.method!, url);
    if (!match) return void (await this.#answerUnknown(exchange));
    if ('files' in match) return void (await this.#sendFile(exchange, match));
    const isUnreadable = match instanceof RestError;
    if (isUnreadable) this.#expectPage(exchange);
    else nameRoute(exchange, match.meter);
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
    if (exchange.viewer && epochSeconds() !== exchange.now) await admitAgain(exchange, this.#settings);
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
    await this.#sender.send(exchange, { body: [] });
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
    this.#sender.sendFile(exchange, response);
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
    await this.#sender.send(exchange, answer);
  }

  async #describe(exchange: Exchange, { route, key }: RouteMatch): Promise<void> {
    const call = callOf(exchange, this.#settings.stores.db);
    exchange.headers.allow = (await route.find(call, key)).allowed;
    await this.#sender.send(exchange, { body: this.#settings.describe(route, call) });
  }
}

/** A cache lookup that missed. */
interface Lookup {
  /** Up to date; undefined if the store could not be asked for changes. */
  readonly readModel: ReadModel | undefined;
  readonly key: string;
}

/** The answer with the period in which it holds, which the clock narrows by what the answer says of the time. */
function whileTrue({ until, ...answer }: Answer, { period }: RequestClock): Answer {
  if (until === undefined || !period) return answer;
  return { ...answer, since: period.since, until: Math.min(until, period.until) };
}
