import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import type { AnswerScope } from '../lib/answer-scope.ts';
import { hasBody } from '../lib/http-server.ts';
import type { Client } from '../lib/ip-address.ts';
import { MAX_URL } from '../limits.ts';
import type { RateLimits } from '../net/client-limits.ts';
import type { Scheme } from '../net/forwarded.ts';
import type { Quota } from '../net/rate-limit.ts';
import { meterOf, type RequestRecord } from '../observability/requests.ts';
import { namesHost } from './address.ts';
import type { RequestContext } from './request-context.ts';

/** The meter of requests without a route, or whose route is not known yet. */
const UNROUTED = meterOf();

/** A request and its response, with what the steps of the pipeline know about them. */
export class Exchange implements RequestRecord {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The id that the response carries as X-Request-Id. */
  readonly id = randomUUID();
  readonly began = performance.now();
  /** The method and URL as the client sent them. A POST may override its method. */
  readonly sentMethod: string;
  readonly target: string;
  /** The canonical URL that routes match; equal to the target until it is rewritten. */
  url: string;
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
  /** Undefined until the request is admitted. */
  context: RequestContext | undefined;
  /** The making of its answer, if it is a read whose answer is being made. */
  scope: AnswerScope | undefined;

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

/** Trusted origins get their own headers; If-Match and Prefer count for one request. */
const hasSharedHeaders = (headers: IncomingHttpHeaders, trusted: readonly string[]): boolean =>
  headers['if-match'] === undefined &&
  headers.prefer === undefined &&
  (headers.origin === undefined || !trusted.includes(headers.origin));
