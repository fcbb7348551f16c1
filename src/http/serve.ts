import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { addMiddleware } from '../lib/http-server.ts';
import type { RateLimits } from '../net/client-limits.ts';
import type { SignIns } from '../net/sign-ins.ts';
import type { UnsentAnswers } from '../net/unsent.ts';
import { meterOf, nameRoute, recordRequest } from '../observability/requests.ts';
import { LastUses } from '../users/last-uses.ts';
import { admit } from './admission.ts';
import type { ServiceStores } from './dispatch.ts';
import { noRoute } from './errors.ts';
import { Exchange, exchangeOf, rememberExchange } from './exchange.ts';
import { LargeAnswers } from './large-answers.ts';
import { Pipeline, type PipelineSettings } from './pipeline.ts';
import type { RequestContext } from './request-context.ts';
import type { Route } from './route.ts';
import type { TransitBudget } from './transit.ts';

export interface ClientLimits {
  readonly bodies: TransitBudget;
  readonly clients: RateLimits;
  readonly signIns: SignIns;
  readonly unsent: UnsentAnswers<Socket>;
}

/**
 * Serves the routes of the interface in front of Fastify. Requests without a route go to Fastify, with the same
 * admission and error handling.
 */
export function serveRoutes(
  app: FastifyInstance,
  stores: ServiceStores,
  config: Config,
  routes: readonly Route[],
  { bodies, clients, signIns, unsent }: ClientLimits,
  surfaces: Pick<
    PipelineSettings,
    'describe' | 'pages' | 'pageRoutes' | 'pagesState' | 'errorPage' | 'movedTo'
  >,
): Pipeline {
  const uses = new LastUses(stores, error =>
    app.log.warn({ err: error }, 'the last use of application passwords could not be noted'),
  );
  app.addHook('onClose', () => uses.close());
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  const settings = {
    stores,
    config,
    bodies,
    unsent,
    large: new LargeAnswers(unsent),
    signIns,
    uses,
    log: app.log,
    ...surfaces,
    next: passToFastify,
  };
  const pipeline = new Pipeline(routes, settings);
  const next = addMiddleware(app.server, (request, response) => {
    const exchange = new Exchange(request, response, clients);
    if (closing) response.shouldKeepAlive = false;
    recordRequest(exchange, app.log);
    pipeline.handle(exchange);
  });
  serveOthers(app, pipeline, settings);
  return pipeline;

  function passToFastify(exchange: Exchange): void {
    rememberExchange(exchange);
    next(exchange.request, exchange.response);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    requestContext: RequestContext;
  }
}

/** Applies admission and error handling to the requests that Fastify answers. */
function serveOthers(app: FastifyInstance, pipeline: Pipeline, settings: PipelineSettings): void {
  app.decorateRequest('requestContext');
  app.removeAllContentTypeParsers();
  // Handlers that need a body read it themselves, also for GET.
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.addHook('onRequest', async (request, reply) => {
    // With an invalid content type the body is ignored; the query still counts.
    if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(;|$)/.test(request.headers['content-type'] ?? ''))
      delete request.raw.headers['content-type'];
    const exchange = exchangeOf(request.raw);
    nameRoute(exchange, meterOf(request.routeOptions.url));
    request.requestContext = await admit(exchange, settings);
    reply.headers(pipeline.writer.headersOf(exchange));
  });
  app.setErrorHandler((error, request, reply) => {
    reply.hijack();
    return pipeline.fail(exchangeOf(request.raw), error);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const exchange = exchangeOf(request.raw);
    if (await pipeline.visits.leadToPresent(exchange)) return reply.hijack();
    if (request.method !== 'OPTIONS') throw noRoute();
    reply.hijack();
    await pipeline.send(exchange, { body: [] });
  });
}
