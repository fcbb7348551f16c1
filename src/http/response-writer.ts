import type { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { LongBody } from '../formats/document.ts';
import { ClientGone } from '../lib/answer-scope.ts';
import type { Json } from '../lib/json.ts';
import type { Unsent, UnsentAnswers } from '../net/unsent.ts';
import type { LongResponse } from './conditions.ts';
import { type Coding, compressor, preferredCoding } from './encodings.ts';
import type { Exchange } from './exchange.ts';
import type { FileResponse } from './files.ts';
import {
  flat,
  httpDate,
  listedHeaders,
  pageHeaders,
  publicHeaders,
  siteHeaders,
  unchangedHeaders,
  VARIED,
} from './headers.ts';
import { clientOf } from './large-answers.ts';
import type { Body, Representation, SharedHeaders } from './representation.ts';
import { type ShapedResponse, STREAMED } from './response-shape.ts';

/** Writes responses with their common headers. */
export class ResponseWriter {
  readonly #config: Config;
  readonly #unsent: UnsentAnswers<Socket>;
  readonly #site: Record<string, string>;
  readonly #page: Record<string, string>;
  readonly #picture: Record<string, string>;
  /** Headers of responses that caches may store, by the values that vary. */
  readonly #shared = new Map<string, SharedHeaders>();

  constructor(config: Config, unsent: UnsentAnswers<Socket>) {
    this.#config = config;
    this.#unsent = unsent;
    this.#site = siteHeaders({}, config);
    this.#page = pageHeaders({}, config);
    this.#picture = listedHeaders({}, config);
  }

  /** Writes a response that is for this request only. */
  once(exchange: Exchange, { status, headers, body }: ShapedResponse): void {
    const all = { ...this.#siteOf(exchange), ...headers, 'content-length': body.length };
    this.#write(exchange, status, flat(all), body.length < STREAMED ? body.body : { body });
  }

  /** The headers that public responses share, with the values that this one has for some of them. */
  sharedFor({ isPage, isPicture }: Exchange, own: ShapedResponse['headers']): SharedHeaders {
    const varied = Object.fromEntries(
      [...VARIED].flatMap(name => (own[name] ? [[name, String(own[name])]] : [])),
    );
    const key = `${isPage} ${isPicture} ${Object.values(varied).join(' ')}`;
    return this.#shared.getOrInsertComputed(key, () => {
      const all = {
        ...publicHeaders(this.#config),
        ...(isPage ? this.#page : isPicture ? this.#picture : this.#site),
        ...varied,
      };
      return { whole: flat(all), unchanged: flat(unchangedHeaders(all)) };
    });
  }

  /** Writes a document while it is made, in the coding that the client prefers. */
  stream(exchange: Exchange, response: LongResponse, fail: (error: unknown) => void): void {
    const { type, headers, isPublic, tag, modified, body } = response;
    const { headers: sent } = exchange.request;
    const coding = preferredCoding(sent['accept-encoding']);
    const isPast = modified !== undefined && modified <= Date.now();
    const all = {
      ...this.#siteOf(exchange),
      ...(isPublic && publicHeaders(this.#config)),
      ...{ ...exchange.headers, ...headers },
      ...(isPast && { 'last-modified': httpDate(modified) }),
      ...(tag !== undefined && { etag: coding ? `"${tag}-${coding}"` : `"${tag}"` }),
    };
    const content = { 'content-type': type, ...(coding && { 'content-encoding': coding }) };
    if (body) this.#write(exchange, 200, flat({ ...all, ...content }), { body, coding, fail });
    else this.#write(exchange, 304, flat(all));
  }

  /** Writes a file, or a part of it. */
  file(exchange: Exchange, response: FileResponse, fail: (error: unknown) => void): void {
    const { status, headers, body } = response;
    const all = flat({ ...this.#siteOf(exchange), ...exchange.headers, ...headers });
    this.#write(exchange, status, all, !body || Buffer.isBuffer(body) ? body : { file: body, fail });
  }

  /** Writes a 304 to a client that has the response already. */
  unchanged(exchange: Exchange, headers: ShapedResponse['headers']): void {
    this.#write(exchange, 304, flat({ ...this.#siteOf(exchange), ...headers }));
  }

  /** Writes a public response in the coding that the client prefers, or a 304 if the client has it already. */
  represent(exchange: Exchange, found: Representation): void {
    const { headers } = exchange.request;
    const coding = found.codingFor(headers);
    const plainly = () => {
      const { body } = found;
      this.#write(exchange, 200, found.headersOf(undefined, body.length), body);
    };
    if (found.isHeldBy(headers)) this.#write(exchange, 304, found.unchanged(coding));
    else if (found.streamed) {
      const length = coding ? undefined : found.streamed.length;
      this.#write(exchange, 200, found.headersOf(coding, length), { body: found.streamed, coding });
    } else if (!coding) plainly();
    else
      found
        .encoded(coding)
        .then(body => this.#write(exchange, 200, found.headersOf(coding, body.length), body), plainly);
  }

  #siteOf({ isPage, isPicture, request: { headers } }: Exchange): Record<string, string> {
    if (isPage) return headers.origin === undefined ? this.#page : pageHeaders(headers, this.#config);
    if (isPicture) return headers.origin === undefined ? this.#picture : listedHeaders(headers, this.#config);
    return headers.origin === undefined ? this.#site : siteHeaders(headers, this.#config);
  }

  #write(
    exchange: Exchange,
    status: number,
    headers: readonly string[],
    body?: Body | Streamed | StreamedFile,
  ): void {
    const { request, response, id, quota } = exchange;
    const own = ['x-request-id', id];
    if (quota) own.push('ratelimit-policy', quota.policy, 'ratelimit', quota.state);
    response.writeHead(status, [...headers, ...own]);
    if (typeof body === 'string' || Buffer.isBuffer(body)) response.end(body, 'latin1');
    else if (body && 'file' in body) pipeline(body.file, response, error => failed(error, body.fail));
    else if (body && request.method !== 'HEAD') this.#send(exchange, body);
    else response.end();
  }

  /** Sends a body at the speed of its client, and stops when the client disconnects. */
  #send(exchange: Exchange, { body, coding, fail }: Streamed): void {
    const { request, response, scope } = exchange;
    const isLong = body instanceof LongBody;
    const pending = isLong ? { length: body.pendingBytes + (coding ? COMPRESSOR : 0) } : body;
    const unsent = this.#unsent.begin(request.socket, clientOf(exchange), pending);
    // As a stream they would add two listeners to the response, which has nearly as many as Node takes for sound.
    const chunks = isLong ? body.chunks() : counted(body, unsent);
    const sent = (error: NodeJS.ErrnoException | null) => {
      unsent.end();
      failed(error, fail);
    };
    const send = () =>
      coding
        ? pipeline(chunks, compressor[coding](isLong ? 0 : body.length), response, sent)
        : pipeline(chunks, response, sent);
    // What a long body reads is read for the same client.
    if (scope) scope.enter(send);
    else send();
  }
}

/** Approximate bytes of a compressor of a body of unknown length. */
const COMPRESSOR = 2_000_000;

/** The chunks of a body, each of which counts as sent when the next one is wanted. */
function* counted(body: Json, unsent: Unsent): Generator<Buffer> {
  for (const chunk of body.chunks()) {
    yield chunk;
    unsent.sent(chunk.length);
  }
}

/** A large body, and the coding to send it in. */
interface Streamed {
  readonly body: Json | LongBody;
  readonly coding?: Coding | undefined;
  /** Called with the error if the body could not be made. */
  readonly fail?: (error: unknown) => void;
}

/** A file that is read while it is sent. */
interface StreamedFile {
  readonly file: Readable;
  readonly fail: (error: unknown) => void;
}

function failed(error: NodeJS.ErrnoException | null | undefined, fail?: (error: unknown) => void): void {
  if (error && error.code !== CLIENT_WENT && !(error instanceof ClientGone)) fail?.(error);
}

/** The code of an error if the client disconnected. */
const CLIENT_WENT = 'ERR_STREAM_PREMATURE_CLOSE';
