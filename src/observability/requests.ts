import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { addMiddleware } from '../lib/http-server.ts';
import { nameWork } from './blocking.ts';
import { logAnswered } from './log.ts';
import { connections, requestDuration, requests, requestsAborted, requestsInProgress } from './measures.ts';
import type { Histogram, MetricValue } from './metrics.ts';
import { tracing } from './traces.ts';

/** Metrics of the requests of one route, identified by its template. */
export class RouteMeter {
  readonly route: string;
  readonly #methods = new Map<string, MethodMeter>();

  constructor(route: string) {
    this.route = route;
  }

  /** Counts an answer and its duration in milliseconds. */
  observe(method: string | undefined, status: number, ms: number): void {
    const meter = this.#methods.get(method ?? OTHER) ?? this.#meterOf(method ?? OTHER);
    meter.observe(status, ms);
  }

  #meterOf(method: string): MethodMeter {
    const known = METHODS.has(method) ? method : OTHER;
    return this.#methods.getOrInsertComputed(known, () => new MethodMeter(this.route, known));
  }
}

const OTHER = 'other';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

class MethodMeter {
  readonly #route: string;
  readonly #method: string;
  readonly #duration: Histogram;
  /** Counters by the first digit of the status. */
  readonly #answered: MetricValue[] = [];

  constructor(route: string, method: string) {
    this.#route = route;
    this.#method = method;
    this.#duration = requestDuration.of(route, method);
  }

  observe(status: number, ms: number): void {
    const digit = (status / 100) | 0;
    this.#answered[digit] ??= requests.of(this.#route, this.#method, `${digit}xx`);
    this.#answered[digit].value++;
    this.#duration.observe(ms / 1000);
  }
}

const meters = new Map<string, RouteMeter>();

/** The meter of a route by its template; undefined for unknown paths. */
export function meterOf(template = OTHER): RouteMeter {
  return meters.getOrInsertComputed(template, () => new RouteMeter(template));
}

/** What is recorded about a request once it is over. */
export interface RequestRecord {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  /** The start, in milliseconds of the process clock. */
  readonly began: number;
  /** The URL as the client sent it. */
  readonly target: string;
  readonly client: { readonly address: string };
  readonly user: string | undefined;
  meter: RouteMeter;
}

/** Counts, measures and logs a request once its response has been handed to the connection. */
export function recordRequest(record: RequestRecord, log: Logger): void {
  requestsInProgress.value++;
  const { request, response } = record;
  // The stream of a compressed body has eight listeners of its own, beside those of logs, traces and limits.
  response.setMaxListeners(16);
  // `close` is emitted only once, and `once` would cost more.
  response.on('close', () => {
    requestsInProgress.value--;
    if (!response.writableFinished) {
      requestsAborted.value++;
      return;
    }
    const { id: reqId, target: url, user, client } = record;
    const took = performance.now() - record.began;
    const method = request.method!;
    const status = response.statusCode;
    record.meter.observe(method, status, took);
    const ms = Math.round(took * 10) / 10;
    logAnswered(log, { reqId, method, url, status, ms, user, address: client.address });
  });
}

/** Sets the route of a request once it is known. */
export function nameRoute(record: RequestRecord, meter: RouteMeter): void {
  const { request, id } = record;
  const route = meter.route === OTHER ? undefined : meter.route;
  record.meter = meter;
  tracing?.route(request, route, id);
  nameWork(route, id);
}

/** Counts client connections. */
export function countConnections(server: Server): void {
  server.on('connection', socket => {
    connections.value++;
    socket.once('close', () => connections.value--);
  });
}

/** Answers each request within a span if tracing is on. */
export function traceRequests(server: Server): void {
  if (!tracing) return;
  const next = addMiddleware(server, (request, response) => {
    if (tracing) tracing.serve(request, response, next);
    else next(request, response);
  });
}
