import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { addMiddleware } from '../lib/http-server.ts';
import { nameWork } from './blocking.ts';
import { connections, requestDuration, requests, requestsAborted, requestsInProgress } from './measures.ts';
import type { Histogram, MetricValue } from './metrics.ts';
import { tracing } from './traces.ts';

/** The requests of one route: its template, not what was asked for. */
export class RouteMeter {
  readonly route: string;
  readonly #methods = new Map<string, MethodMeter>();

  constructor(route: string) {
    this.route = route;
  }

  /** Counts an answer, and the milliseconds that it took. */
  observe(method: string | undefined, status: number, ms: number): void {
    const meter = this.#methods.get(method ?? OTHER) ?? this.#meterOf(method ?? OTHER);
    meter.observe(status, ms);
  }

  #meterOf(method: string): MethodMeter {
    const known = METHODS.has(method) ? method : OTHER;
    const meter = this.#methods.get(known) ?? new MethodMeter(this.route, known);
    this.#methods.set(known, meter);
    return meter;
  }
}

const OTHER = 'other';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

class MethodMeter {
  readonly #route: string;
  readonly #method: string;
  readonly #duration: Histogram;
  /** By the first digit of the status. */
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

/** The template of a route, without what the router checks. */
const templateOf = (route: string | undefined): string | undefined => route?.replaceAll('(^\\d+$)', '');

/** The meter of a route, by its template; undefined is whatever no route is for. */
export function meterOf(route: string | undefined): RouteMeter {
  const template = templateOf(route) ?? OTHER;
  const meter = meters.get(template) ?? new RouteMeter(template);
  meters.set(template, meter);
  return meter;
}

/** Counts what the framework answers, and connections. */
export function meterRequests(app: FastifyInstance): void {
  app.server.on('connection', socket => {
    connections.value++;
    socket.once('close', () => connections.value--);
  });
  app.addHook('onRequest', async (request, { raw }) => {
    const route = templateOf(request.routeOptions.url);
    tracing?.route(request.raw, route, request.id);
    nameWork(route, request.id);
    requestsInProgress.value++;
    raw.once('close', () => {
      requestsInProgress.value--;
      if (!raw.writableFinished) requestsAborted.value++;
    });
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) =>
    meterOf(routeOptions.url).observe(method, statusCode, elapsedTime),
  );
}

/** Has each request answered within a span, where traces are wanted. */
export function traceRequests(server: Server): void {
  if (!tracing) return;
  const goOn = addMiddleware(server, (request, response) => {
    if (tracing) tracing.serve(request, response, goOn);
    else goOn(request, response);
  });
}
