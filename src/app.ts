import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from './config.ts';
import { NO_REPLICAS, type Replicas } from './db/replicas.ts';
import type { Db } from './db/tables.ts';
import { eventRoutes } from './events/routes.ts';
import { serveImages } from './images/routes.ts';
import { rewriteUrl } from './interface/address.ts';
import { closeGracefully } from './interface/closing.ts';
import { metaRoutes } from './interface/meta-routes.ts';
import type { Stores } from './interface/perform.ts';
import { answerPlainReads } from './interface/plain-reads.ts';
import type { Route } from './interface/route.ts';
import { answerError, serveRoutes } from './interface/serve.ts';
import { answerClientError, answerExpectation } from './interface/wire.ts';
import { loggerOptions, logRequests } from './log.ts';
import { Memory } from './memory/memory.ts';
import { organizerRoutes } from './organizers/routes.ts';
import { servePermalinks } from './records/permalinks.ts';
import { categoryRoutes, tagRoutes } from './terms/routes.ts';
import { venueRoutes } from './venues/routes.ts';

/**
 * The service as a Fastify application, not yet listening, on a store and what follows it. Closing it lets requests in
 * flight finish.
 * @param remember opens the memory from which most reads are answered; the store answers all of them without
 */
export function buildApp(
  db: Db,
  config: Config,
  replicas: Replicas = NO_REPLICAS,
  remember: typeof Memory.open | null = Memory.open,
): FastifyInstance {
  const app = Fastify({
    logger: loggerOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.MAX_BODY_BYTES,
    rewriteUrl: request => rewriteUrl(request, config),
    // No path is longer than the head of a request may be.
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: true,
    // A request that takes longer to arrive is given up.
    requestTimeout: 120_000,
    http: { requireHostHeader: false },
    frameworkErrors: answerError(config),
    clientErrorHandler: answerClientError(config),
  });
  app.server.on('checkExpectation', answerExpectation(config));
  logRequests(app);
  const routes: Route[] = [
    ...eventRoutes(),
    ...venueRoutes(),
    ...organizerRoutes(),
    ...categoryRoutes(),
    ...tagRoutes(),
  ];
  const stores: Stores = { db, replicas, memory: undefined };
  app.addHook('onReady', async () => {
    stores.memory = await remember?.(db, config, error =>
      app.log.error({ err: error }, 'the events could not be read into memory: the store answers instead'),
    );
  });
  // Requests in flight are answered first.
  app.server.on('close', () => stores.memory?.close());
  app.addHook('onClose', async () => {
    if (!app.server.listening) stores.memory?.close();
  });
  const all = [...metaRoutes(routes), ...routes];
  serveRoutes(app, stores, config, all);
  answerPlainReads(app, stores, config, all);
  closeGracefully(app);
  serveImages(app, db, config);
  servePermalinks(app, config);
  app.get('/healthz', async (_request, reply) => reply.send({ status: 'ok' }));
  return app;
}
