import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { hasBody } from '../lib/http-server.ts';
import type { Client } from '../lib/ip-address.ts';
import { MAX_URL } from '../limits.ts';
import type { RateLimits } from '../net/client-limits.ts';
import type { Scheme } from '../net/forwarded.ts';
import type { Quota } from '../net/rate-limit.ts';
import { meterOf, type RequestRecord } from '../observability/requests.ts';
import { namesHost } from './address.ts';

import type { RequestContext } from './request-context.ts';

/** Requests for which there is no route, or for which it is not known yet. */
const UNROUTED = meterOf();

/** A request and its response, with what the steps that it passes learn of it. */
export class Exchange implements RequestRecord {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The id that the response carries as X-Request-Id. */
  readonly id = randomUUID();
  readonly began = performance.now();
  /** The method and the URL as the client sent them: a POST may stand for another method. */
  readonly sentMethod: string;
  readonly target: string;
  /** The URL that routes are written for; the same as the target until it is rewritten. */
  url: string;
  readonly client: Client;
  readonly scheme: Scheme;
  readonly quota: Quota | undefined;
  readonly namesHost: boolean;
  /** Headers of the response, whatever it is. */
  readonly headers: Record<string, string | number> = {};
  meter = UNROUTED;
  /** Undefined until it is needed. */
  context: RequestContext | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, clients: RateLimits) {
    this.request = request;
    this.response = response;
    this.sentMethod = request.method ?? '';
    this.target = request.url ?? '/';
    this.url = this.target;
    this.client = clients.of(request);
    this.scheme = clients.schemeOf(request);
    this.quota = clients.quotaOf(request);
    this.namesHost = namesHost(request);
  }

  get user(): string | undefined {
    return this.context?.viewer?.login;
  }

  /**
   * Whether method and URL alone say what is asked: a cache knows no more of a request, and would give a response to its
   * body, or to a method in a header, to everybody who asks for that URL.
   */
  get isToldByUrl(): boolean {
    const { headers } = this.request;
    const isOverridden = headers['x-http-method-override'] !== undefined && !this.isRead;
    return !isOverridden && !hasBody(headers);
  }

  /** Whether it reads, and nobody signs it: then the response is for everybody, and caches may keep it. */
  get isPublicRead(): boolean {
    return this.isRead && this.isToldByUrl && this.request.headers.authorization === undefined;
  }

  /** Whether the response may be one that another request got. */
  isCacheable({ CORS_ORIGINS }: Pick<Config, 'CORS_ORIGINS'>): boolean {
    return (
      this.isPublicRead &&
      this.namesHost &&
      this.target.length <= MAX_URL &&
      !this.quota?.wait &&
      hasSharedHeaders(this.request.headers, CORS_ORIGINS)
    );
  }

  get isRead(): boolean {
    return this.sentMethod === 'GET' || this.sentMethod === 'HEAD';
  }
}

/** Trusted origins get headers of their own, and a condition on what is sent is for the request alone. */
const hasSharedHeaders = (headers: IncomingHttpHeaders, trusted: readonly string[]): boolean =>
  headers['if-match'] === undefined && (headers.origin === undefined || !trusted.includes(headers.origin));

const handedOn = new WeakMap<IncomingMessage, Exchange>();

/** Remembers the exchange of a request that Fastify answers. */
export function rememberExchange(exchange: Exchange): void {
  handedOn.set(exchange.request, exchange);
}

/** The exchange of a request that Fastify answers. */
export const exchangeOf = (request: IncomingMessage): Exchange => handedOn.get(request)!;
