import type { Config } from '../config.ts';
import { LongBody } from '../formats/document.ts';
import { ClientGone } from '../lib/answer-scope.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import type { Log } from '../observability/log.ts';
import { cacheBytes } from '../observability/measures.ts';
import { nameRoute } from '../observability/requests.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Answer } from './call.ts';
import { assertMatches, etagOf, isHeld, longResponseOf, modifiedAt } from './conditions.ts';
import { asRestError, isExpected } from './domain-errors.ts';
import { errorHeaders, type RestError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { FileResponse } from './files.ts';
import { MAX_KEPT, Representation } from './representation.ts';
import { ResponseCache } from './response-cache.ts';
import { type ShapedResponse, shape } from './response-shape.ts';
import type { ResponseWriter } from './response-writer.ts';
import type { PagesState } from './site-pages.ts';
import type { ServiceStores } from './stores.ts';

/** What the sending of answers needs. */
export interface SenderSettings {
  readonly stores: ServiceStores;
  readonly log: Log;
  /** What all pages show besides the data. */
  pagesState(config: Config): PagesState;
  /** An error as a page for people. */
  errorPage(error: RestError, exchange: Exchange): Promise<Answer>;
}

/** What an answer was made from. */
export interface AnsweredFrom {
  /** Undefined if the store has made it. */
  readonly readModel: ReadModel | undefined;
  /** In the cache; undefined if the answer is for its request only. */
  readonly key: string | undefined;
  /** Whether the read model is still the same. */
  holds(): boolean;
}

/** Sends answers and errors, each in the form that its request asks for, and keeps those that are for everybody. */
export class AnswerSender {
  readonly #settings: SenderSettings;
  readonly #writer: ResponseWriter;
  readonly #cache: ResponseCache<Representation>;

  constructor(settings: SenderSettings, writer: ResponseWriter) {
    this.#settings = settings;
    this.#writer = writer;
    this.#cache = new ResponseCache(() => (settings.stores.readModel?.room ?? 0) / 4);
    cacheBytes.of('answers').read = () => this.#cache.bytes;
  }

  /** Sends the answer that is kept under a key, if it is still valid; false if there is none. */
  sendKept(exchange: Exchange, key: string, { version }: ReadModel): boolean {
    const kept = this.#cache.get(key, version, epochSeconds());
    if (!kept) return false;
    nameRoute(exchange, kept.meter);
    this.#writer.represent(exchange, kept);
    return true;
  }

  /** Sends an answer that is for this request only. */
  async send(exchange: Exchange, answer: Answer): Promise<void> {
    const shaped = await shape(exchange.shape, answer, exchange.headers);
    this.#writer.once(exchange, shaped);
  }

  /** Sends a file, or a part of it. */
  sendFile(exchange: Exchange, response: FileResponse): void {
    this.#writer.file(exchange, response, error => this.#logError(exchange, error, true));
  }

  /** Sends the answer to a read: to all who may have it, or for this request only. */
  async sendRead(exchange: Exchange, answer: Answer, { readModel, key, holds }: AnsweredFrom): Promise<void> {
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

  /** Answers with an error; closes the connection if even that fails. */
  fail(exchange: Exchange, error: unknown): Promise<void> {
    return this.#tell(exchange, error).catch(error => {
      this.#logError(exchange, error, true);
      exchange.response.destroy();
    });
  }

  /** Sends an error in the form of the request. */
  async #tell(exchange: Exchange, error: unknown): Promise<void> {
    const { request, response, headers } = exchange;
    if (error instanceof ClientGone) return void response.destroy();
    exchange.isPicture = false;
    const known = asRestError(error, request.method!);
    this.#logError(exchange, error, known.status >= 500 && !isExpected(error));
    if (response.headersSent) return void response.destroy();
    Object.assign(headers, errorHeaders(known));
    if (exchange.isPage) return this.send(exchange, await this.#settings.errorPage(known, exchange));
    const body = known.body(exchange.language);
    await this.send(exchange, { status: known.status, body });
  }

  #logError({ request, id: reqId }: Exchange, error: unknown, isFault: boolean): void {
    const { log } = this.#settings;
    if (request.destroyed && !request.complete) log.info({ reqId }, 'the client went away');
    else if (isFault) log.error({ reqId, err: error }, 'the request failed');
  }
}
