import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { type Language, languages } from '../i18n/language.ts';
import { RequestClock } from '../input/context.ts';
import type { AnswerScope } from '../lib/answer-scope.ts';
import { hasBody } from '../lib/http-server.ts';
import type { Client } from '../lib/ip-address.ts';
import { withoutTracking } from '../lib/text/addresses.ts';
import { MAX_URL } from '../limits.ts';
import type { RateLimits } from '../net/client-limits.ts';
import type { Scheme } from '../net/forwarded.ts';
import type { Quota } from '../net/rate-limit.ts';
import { meterOf, type RequestRecord } from '../observability/requests.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { addressAt, type RequestAddress, UNADDRESSED } from '../site/address.ts';
import { wordsOf } from '../site/words.ts';
import type { Viewer } from '../users/rights.ts';
import type { BareCall, DocumentRequest } from './call.ts';
import type { Handling } from './headers.ts';
import { DEFAULT_SHAPE } from './response-shape.ts';
import type { Destination, ShownPage } from './site-pages.ts';

/** The meter of requests without a route, or whose route is not known yet. */
const UNROUTED = meterOf();

/** A request and its response, with what the steps of the pipeline know about them. */
export class Exchange implements RequestRecord {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The settings of its whole way. Those of the site may change while the service runs. */
  config: Config;
  /** The id that the response carries as X-Request-Id. */
  readonly id = randomUUID();
  readonly began = performance.now();
  /** The method and URL as the client sent them. A POST may override its method. */
  readonly sentMethod: string;
  readonly target: string;
  /** The canonical URL that routes match; equal to the target until the address is read. */
  url: string;
  /** What the address leads to, once it is read. */
  place: Destination;
  readonly client: Client;
  readonly scheme: Scheme;
  readonly quota: Quota | undefined;
  readonly namesHost: boolean;
  /** Headers of the response, whether it succeeds or fails. */
  readonly headers: Record<string, string | number> = {};
  meter = UNROUTED;
  /** Whether the response is a page for people, also if it is an error. */
  isPage = false;
  /** Whether the response is a picture that search engines may list. */
  isPicture = false;
  /** Epoch seconds at which the request is admitted. */
  now = 0;
  viewer: Viewer;
  language: Language;
  /** The language in which the request wants texts of records; undefined for that of each record. */
  textLanguage: Language | undefined;
  shape = DEFAULT_SHAPE;
  /** How the header `Prefer` wants unknown members to be handled. */
  handling: Handling | undefined;
  /** Undefined for an answer in JSON. */
  document: DocumentRequest | undefined;
  /** The page for people that the request asks for. */
  page: ShownPage | undefined;
  /** The last change of settings in the store, if the client has signed in. */
  position: number | undefined;
  /** The making of its answer, if it is a read whose answer is being made. */
  scope: AnswerScope | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, clients: RateLimits, config: Config) {
    this.request = request;
    this.response = response;
    this.config = config;
    this.language = config.LANGUAGE;
    this.sentMethod = request.method ?? '';
    request.url = withoutTracking(request.url ?? '/');
    this.target = request.url;
    this.url = this.target;
    this.place = { ...UNADDRESSED, url: this.target };
    this.client = clients.of(request);
    this.scheme = clients.schemeOf(request);
    this.quota = clients.quotaOf(request);
    this.namesHost = namesHost(request);
  }

  get user(): string | undefined {
    return this.viewer?.login;
  }

  /** The address under which the request reached the service: the beginning of links. */
  get address(): RequestAddress {
    return addressOf(this, this.config);
  }

  /** Chooses the languages: the parameter wins over the path. A page is always in the language of its path. */
  speak(sent: unknown): void {
    const asked = (!this.page && languages.find(language => language === sent)) || this.place.language;
    this.language = asked ?? this.config.LANGUAGE;
    this.textLanguage = this.page ? this.language : asked;
  }

  /**
   * Whether the method and the URL alone determine the response. A cache knows nothing else: if the body or a header
   * with another method mattered, it would serve the response to other requests for that URL.
   */
  get isDeterminedByUrl(): boolean {
    const { headers } = this.request;
    const isOverridden = headers['x-http-method-override'] !== undefined && !this.isRead;
    return !isOverridden && !hasBody(headers);
  }

  /** Whether the request is an anonymous read, whose response caches may store. */
  get isPublicRead(): boolean {
    return this.isRead && this.isDeterminedByUrl && this.request.headers.authorization === undefined;
  }

  /** Whether the response cache may answer the request. */
  get isCacheable(): boolean {
    return (
      this.isPublicRead &&
      this.namesHost &&
      this.target.length <= MAX_URL &&
      !this.quota?.wait &&
      hasSharedHeaders(this.request.headers, this.config.CORS_ORIGINS)
    );
  }

  get isRead(): boolean {
    return this.sentMethod === 'GET' || this.sentMethod === 'HEAD';
  }
}

/** Trusted origins get their own headers; If-Match and Prefer count for one request. */
const hasSharedHeaders = (headers: IncomingHttpHeaders, trusted: readonly string[]): boolean =>
  headers['if-match'] === undefined &&
  headers.prefer === undefined &&
  (headers.origin === undefined || !trusted.includes(headers.origin));

/** The call of an operation by a request. */
export function callOf(exchange: Exchange, db: Db, readModel?: ReadModel): BareCall {
  const { viewer, config, client, address, language, textLanguage, now, shape, document, page, handling } =
    exchange;
  const whole = !shape.fields && !shape.envelope;
  return {
    ...{ viewer, db, readModel, config, address, language, textLanguage, now, document, page, whole },
    ...{ handling, client, clock: new RequestClock(now, config.TIME_ZONE.id) },
  };
}

/** The address of a request: SITE_URL if it is configured, otherwise the scheme and host of the request. */
export function addressOf(
  { request, scheme, place }: Pick<Exchange, 'request' | 'scheme' | 'place'>,
  config: Config,
): RequestAddress {
  const { host = '' } = request.headers;
  const { SITE_URL, HOST, PORT } = config;
  const site = SITE_URL || `${scheme}://${isHost(host) ? host : `${HOST}:${PORT}`}`;
  return addressAt(site, place, wordsOf(config));
}

/**
 * Whether a request has exactly one valid Host header: a name or an IP address, optionally with a port. HTTP/1.0 may
 * omit it. Links and cache keys depend on the host.
 */
function namesHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') times++;
  }
  return times === 1 && isHost(headers.host);
}

/** Whether the text is a host, optionally with a port. */
function isHost(host: string): boolean {
  if (hosts.get(host)) return true;
  if (host.length > 255 || !HOST.test(host) || !URL.canParse(`http://${host}/`)) return false;
  hosts.set(host, true);
  return true;
}

/** A host name, an IPv4 address, or an IPv6 address in brackets; `URL.canParse` checks the numbers. */
const HOST = /^(?:[\w-]{1,63}(?:\.[\w-]{1,63})*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Valid hosts of earlier requests. */
const hosts = new LRUCache<string, true>({ max: 100 });
