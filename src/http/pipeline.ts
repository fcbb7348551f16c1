import type { Config } from '../config.ts';
import type { Language } from '../i18n/language.ts';
import type { Log } from '../observability/log.ts';
import { cacheBytes } from '../observability/measures.ts';
import { meterOf, nameRoute } from '../observability/requests.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { MediaFormat } from './accept.ts';
import { preferredLanguage } from './accept-language.ts';
import {
  type Addresses,
  CANONICAL,
  isFrontPage,
  type RequestAddress,
  requestedPage,
  rewriteUrl,
  sentUrl,
} from './address.ts';
import { type AdmissionSettings, admit } from './admission.ts';
import { readApiRequest } from './api-request.ts';
import type { Answer, BareCall } from './call.ts';
import { assertMatches, isHeld } from './conditions.ts';
import { callOf, dispatch } from './dispatch.ts';
import {
  cacheKeyOf,
  documentRequestOf,
  formatsOf,
  formatsOfOperation,
  isForPeople,
  prefersPage,
} from './documents.ts';
import { asRestError, isExpected } from './domain-errors.ts';
import { errorHeaders, noRoute, RestError } from './errors.ts';
import { etagOf } from './etag.ts';
import type { Exchange } from './exchange.ts';
import { varyByFormat, varyByLanguage } from './headers.ts';
import { interfaceHeaders, leadToInterface, leadToPage, leadToPresent } from './lead.ts';
import { LongBody } from './long-body.ts';
import { longResponseOf, modifiedAt } from './long-response.ts';
import { answeringIn, type Declared } from './operation.ts';
import { ReadModelPoll } from './read-model-poll.ts';
import { Representation } from './representation.ts';
import { languagesOf, type RequestContext } from './request-context.ts';
import { ResponseCache } from './response-cache.ts';
import { DEFAULT_SHAPE } from './response-shape.ts';
import { ResponseWriter } from './response-writer.ts';
import type { Route } from './route.ts';
import { type Match, routerOf, templateOf } from './router.ts';
import { type ShapedResponse, STREAMED, shape } from './shape.ts';
import {
  type HtmlPage,
  isDocument,
  isOfRecord,
  type PageRequest,
  routeOfPage,
  type SitePage,
  type SitePages,
} from './site-pages.ts';
import type { TransitBudget } from './transit.ts';

export interface PipelineSettings extends AdmissionSettings {
  readonly bodies: TransitBudget;
  readonly log: Log;
  readonly pages: SitePages;
  /** The routes of the pages for people. */
  readonly pageRoutes: readonly Route[];
  /** An error as a page for people. */
  errorPage(error: RestError, exchange: Exchange): Answer;
  /** The present address of the record that had this address, below the site; undefined if there is none. */
  movedTo(url: string, context: RequestContext): Promise<string | undefined>;
  /** The description of a route, for OPTIONS. */
  describe(route: Route, call: BareCall): unknown;
  /** Passes a request without a route to the next handler. */
  next(exchange: Exchange): void;
}

/**
 * The pipeline of every request to the interface. A cache of whole responses comes first. On a miss the request passes
 * the other steps once, and an error in any step becomes the response.
 */
export class Pipeline {
  readonly #settings: PipelineSettings;
  readonly #config: Config;
  readonly #match: ReturnType<typeof routerOf>;
  readonly #matchPage: ReturnType<typeof routerOf>;
  readonly #addresses: Addresses;
  /** The formats besides JSON. */
  readonly #formats: readonly MediaFormat[];
  readonly #poll: ReadModelPoll;
  /** Also writes the common headers of what Fastify answers. */
  readonly writer: ResponseWriter;
  readonly #cache: ResponseCache<Representation>;

  constructor(routes: readonly Route[], settings: PipelineSettings) {
    const { config, log, stores, pages, pageRoutes } = settings;
    this.#settings = settings;
    this.#config = config;
    this.#match = routerOf(routes);
    this.#matchPage = routerOf(pageRoutes);
    this.#addresses = { beside: [...new Set(routes.flatMap(({ root }) => root ?? []))], pages };
    this.#formats = formatsOf(routes);
    this.#poll = new ReadModelPoll(log);
    this.writer = new ResponseWriter(config);
    this.#cache = new ResponseCache(() => (stores.readModel?.room ?? 0) / 4);
    cacheBytes.of('answers').read = () => this.#cache.bytes;
  }

  handle(exchange: Exchange): void {
    const { readModel } = this.#settings.stores;
    if (!readModel || !exchange.isCacheable(this.#config) || this.#languageOfReader(exchange))
      return void this.#carryOut(exchange);
    const waiting = this.#poll.share(readModel, exchange.request.socket);
    if (waiting) waiting.then(current => this.#lookUp(exchange, current));
    else this.#lookUp(exchange, readModel);
  }

  /** Answers with an error. */
  async fail(exchange: Exchange, error: unknown): Promise<void> {
    const { request, response, headers, context } = exchange;
    const known = asRestError(error, request.method!);
    this.#logError(exchange, error, known.status >= 500 && !isExpected(error));
    if (response.headersSent) return void response.destroy();
    Object.assign(headers, errorHeaders(known));
    if (exchange.isPage) return this.send(exchange, this.#settings.errorPage(known, exchange));
    const body = known.body(context?.language ?? this.#config.LANGUAGE);
    await this.send(exchange, { status: known.status, body });
  }

  /** Sends an answer that is for this request only. */
  async send(exchange: Exchange, answer: Answer): Promise<void> {
    const shaped = await shape(exchange.context?.shape ?? DEFAULT_SHAPE, answer, exchange.headers);
    this.writer.once(exchange, shaped);
  }

  /** @param readModel up to date; undefined if the store could not be asked for changes */
  #lookUp(exchange: Exchange, readModel: ReadModel | undefined): void {
    const now = Math.floor(Date.now() / 1000);
    const key = cacheKeyOf(exchange, this.#formats, this.#config);
    const cached = readModel && this.#cache.get(key, readModel.version, now);
    if (!cached) return void this.#carryOut(exchange, { readModel, key });
    nameRoute(exchange, cached.meter);
    this.writer.represent(exchange, cached);
  }

  async #carryOut(exchange: Exchange, lookup?: Lookup): Promise<void> {
    try {
      exchange.url = rewriteUrl(exchange.request, this.#config, this.#addresses);
      const page = requestedPage(exchange.request);
      if (page && !isDocument(page)) return await this.#visit(exchange, page, lookup);
      const match = this.#match(exchange.request.method!, exchange.url);
      if (!match) {
        // Whoever opens an address in a browser reads a page, also if there is nothing.
        exchange.isPage = isForPeople(exchange.request.headers, this.#formats);
        return this.#settings.next(exchange);
      }
      const isUnreadable = match instanceof RestError;
      if (!isUnreadable) nameRoute(exchange, meterOf(templateOf(match.route)));
      const context = await admit(exchange, this.#settings);
      if (isUnreadable) throw match;
      if (page && (await this.#leadOn(exchange, page))) return;
      const { operation } = match;
      if (operation) await this.#answer(exchange, { ...match, operation }, context, lookup);
      else await this.#describe(exchange, match, context);
    } catch (error) {
      await this.fail(exchange, error).catch(error => {
        this.#logError(exchange, error, true);
        exchange.response.destroy();
      });
    }
  }

  async #answer(
    exchange: Exchange,
    { operation, ...match }: Match & { operation: Declared },
    context: RequestContext,
    lookup: Lookup | undefined,
  ): Promise<void> {
    const { stores, bodies, log } = this.#settings;
    context.document = documentRequestOf(exchange, operation, context.address, this.#formats, this.#config);
    const answering = answeringIn(operation, context.document?.format) ?? operation;
    const sent = await readApiRequest(
      exchange,
      { ...match, operation: answering },
      context,
      bodies,
      this.#config,
    );
    if (sent.method !== 'GET')
      return this.send(exchange, await dispatch({ ...sent, log }, stores, this.#config));
    const readModel = lookup ? lookup.readModel : await this.#poll.once(stores.readModel);
    const version = readModel?.version;
    const answer = await dispatch({ ...sent, readModel, log }, stores, this.#config);
    if (answer.body instanceof LongBody) {
      const response = longResponseOf(exchange, answer, answer.body, readModel);
      return this.writer.stream(exchange, response, error => this.#logError(exchange, error, true));
    }
    const shaped = await shape(context.shape, answer, exchange.headers);
    // If the read model changed meanwhile, the answer may be a mix of old and new data.
    const holds = readModel !== undefined && version === readModel.version;
    if (lookup && holds && answer.until !== undefined && shaped.status === 200)
      this.#represent(exchange, answer, shaped, { readModel, key: lookup.key });
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
    const isKept = this.#cache.isRepeated(key) && shaped.body.length < STREAMED;
    const isWhole = shaped.body === answer.body;
    const modified = modifiedAt(readModel, answer);
    const found = new Representation(shaped, modified, this.writer.sharedFor(exchange, shaped.headers), {
      ...{ meter: exchange.meter, isKept, tag: etagOf(answer, shaped.body) },
      // The other cache may have had no room for the body.
      source: isWhole && source?.() ? source : undefined,
    });
    if (isKept) this.#cache.set(key, found, readModel.version, { since, until, still: found.still });
    this.writer.represent(exchange, found);
  }

  /** Sends a read for this request only: a single record with its ETag, or 304 if the client has it already. */
  #sendOnce(exchange: Exchange, answer: Answer, shaped: ShapedResponse): void {
    const { headers } = exchange.request;
    if (answer.state === undefined && headers['if-match'] === undefined) {
      this.writer.once(exchange, shaped);
      return;
    }
    const tag = etagOf(answer, shaped.body);
    assertMatches(headers, tag);
    const etag = `"${tag}"`;
    if (isHeld(headers, tag)) this.writer.unchanged(exchange, { ...exchange.headers, etag });
    else this.writer.once(exchange, { ...shaped, headers: { ...shaped.headers, etag } });
  }

  /** Answers a request for a page: people read the page, programs are led to the interface, which shows the same. */
  async #visit(exchange: Exchange, page: PageRequest | RestError, lookup: Lookup | undefined): Promise<void> {
    const { request, headers } = exchange;
    const shown = page instanceof RestError ? undefined : page.page.html;
    if (!(page instanceof RestError)) nameRoute(exchange, meterOf(page.page.template));
    exchange.isPage =
      (shown !== undefined || page instanceof RestError) && prefersPage(request.headers, this.#formats);
    headers.vary = varyByFormat(this.#config);
    const context = await admit(exchange, this.#settings);
    if (page instanceof RestError) throw page;
    if (await this.#leadOn(exchange, page)) return;
    if (shown && exchange.isPage) await this.#show(exchange, page.page, shown, lookup);
    else await this.#leadToInterface(exchange, page, context);
  }

  /** Shows a page at its own address, in the language of the path; the front page leads to that of the reader. */
  async #show(
    exchange: Exchange,
    page: SitePage,
    shown: HtmlPage,
    lookup: Lookup | undefined,
  ): Promise<void> {
    const { request, headers } = exchange;
    const context = exchange.context!;
    const { address } = context;
    const sent = sentUrl(exchange.target, this.#config);
    if (isFrontPage(sent)) headers.vary = varyByLanguage(this.#config);
    const language = this.#languageOfReader(exchange);
    if (language)
      return this.writer.once(
        exchange,
        leadToPage(shown, { ...address, language }, 302, headers, this.#config),
      );
    if (exchange.isRead && !isAt(shown, address, sent))
      return this.writer.once(exchange, leadToPage(shown, address, 301, headers, this.#config));
    exchange.url = routeOfPage(page, shown);
    const match = this.#matchPage(request.method!, exchange.url);
    if (!match || match instanceof RestError || !match.operation) throw noRoute();
    context.page = { ...shown, names: page.names };
    Object.assign(context, languagesOf(undefined, context, this.#config));
    Object.assign(headers, this.#interfaceHeaders(page, sent, address));
    await this.#answer(exchange, { ...match, operation: match.operation }, context, lookup);
  }

  /** The language to which the front page leads its reader, if it is not that of the site. */
  #languageOfReader({ request, target }: Exchange): Language | undefined {
    const language = preferredLanguage(request.headers['accept-language']);
    const isOther = language !== undefined && language !== this.#config.LANGUAGE;
    return isOther && isFrontPage(sentUrl(target, this.#config)) ? language : undefined;
  }

  #interfaceHeaders(page: SitePage, sent: string, address: RequestAddress): ShapedResponse['headers'] {
    const match = this.#match('GET', CANONICAL + page.path);
    const formats =
      match && 'operation' in match && match.operation ? formatsOfOperation(match.operation) : [];
    return interfaceHeaders({ page, sent, formats }, address, this.#config);
  }

  async #leadToInterface(exchange: Exchange, { page }: PageRequest, context: RequestContext): Promise<void> {
    const match = this.#match('GET', CANONICAL + page.path);
    if (page.mustExist && !(await this.#exists(exchange, match))) throw noRoute();
    const { address } = context;
    const found = this.#interfaceHeaders(page, sentUrl(exchange.target, this.#config), address);
    this.writer.once(exchange, leadToInterface(page, address, { ...exchange.headers, ...found }));
  }

  /** Whether there is the record that a path of the interface names. */
  async #exists({ context }: Exchange, match: Match | RestError | undefined): Promise<boolean> {
    if (!context || !match || !('route' in match)) return false;
    const call = callOf(context, this.#settings.stores.db, this.#config);
    return (await match.route.resolve(call, match.key, 'GET')).isFound;
  }

  /** Leads on from the page of a record that has moved. */
  async #leadOn(exchange: Exchange, page: PageRequest | RestError): Promise<boolean> {
    return !(page instanceof RestError) && isOfRecord(page) && this.leadToPresent(exchange);
  }

  /** Leads to the present address of the record that had the requested one; false if there is none. */
  async leadToPresent(exchange: Exchange): Promise<boolean> {
    const { context, request, target } = exchange;
    if (!context || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const present = await this.#settings.movedTo(sentUrl(target, this.#config), context);
    if (present === undefined) return false;
    this.writer.once(exchange, leadToPresent(present, context, exchange.headers, this.#config));
    return true;
  }

  async #describe(exchange: Exchange, { route, key }: Match, context: RequestContext): Promise<void> {
    const call = callOf(context, this.#settings.stores.db, this.#config);
    exchange.headers.allow = (await route.resolve(call, key, 'GET')).allowed;
    await this.send(exchange, { body: this.#settings.describe(route, call) });
  }

  #logError({ request, id: reqId }: Exchange, error: unknown, isFault: boolean): void {
    const { log } = this.#settings;
    if (request.destroyed && !request.complete) log.info({ reqId }, 'the client went away');
    else if (isFault) log.error({ reqId, err: error }, 'the request failed');
  }
}

/** Whether this is the address of a page: its path, and no parameter that stands for something else. */
function isAt({ path, query }: HtmlPage, { language }: RequestAddress, sent: string): boolean {
  const [asked = '', parameters = ''] = sent.split('?', 2);
  return (
    asked === (language ? `/${language}${path}` : path) &&
    String(new URLSearchParams(parameters)) === String(query)
  );
}

/** A cache lookup that missed. */
interface Lookup {
  /** Up to date; undefined if the store could not be asked for changes. */
  readonly readModel: ReadModel | undefined;
  readonly key: string;
}
