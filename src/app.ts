import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { Clients } from './clients/clients.ts';
import { SignIns } from './clients/sign-ins.ts';
import type { Config } from './config.ts';
import { NO_REPLICAS, type Replicas } from './db/replicas.ts';
import type { Db } from './db/tables.ts';
import { eventRoutes } from './events/routes.ts';
import { serveImages } from './images/routes.ts';
import { rewriteUrl } from './interface/address.ts';
import { Bodies } from './interface/bodies.ts';
import { closeGracefully } from './interface/closing.ts';
import { limitConnections, patience } from './interface/connections.ts';
import { metaRoutes } from './interface/meta-routes.ts';
import type { Stores } from './interface/perform.ts';
import { answerInTurn } from './interface/pipelining.ts';
import { answerPlainReads } from './interface/plain-reads.ts';
import type { Route } from './interface/route.ts';
import { answerError, serveRoutes } from './interface/serve.ts';
import { answerClientError, answerExpectation } from './interface/wire.ts';
import { MAX_HEAD } from './limits.ts';
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
    rewriteUrl: request => rewriteUrl(request, config),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 2000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: true,
    requestTimeout: config.REQUEST_TIMEOUT * 1000,
    http: { requireHostHeader: false, maxHeaderSize: MAX_HEAD, ...patience(config) },
    frameworkErrors: answerError(config),
    clientErrorHandler: answerClientError(config),
  });
  app.server.on('checkExpectation', answerExpectation(config));
  const clients = new Clients(config);
  logRequests(app, clients);
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
  const bodies = new Bodies(config.MAX_TRANSIT_BYTES);
  const signIns = new SignIns(config.SIGN_IN_FAILURES);
  serveRoutes(app, stores, config, all, { bodies, clients, signIns });
  answerPlainReads(app, stores, config, all, clients);
  answerInTurn(app.server);
  limitConnections(app, config);
  closeGracefully(app);
  serveImages(app, db, config, bodies);
  servePermalinks(app, config);
  app.get('/healthz', async (_request, reply) => reply.send({ status: 'ok' }));
  return app;
}
