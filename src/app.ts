import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { eventRoutes } from './api/events/routes.ts';
import { movedTo } from './api/former-addresses.ts';
import { historyRoutes } from './api/history.ts';
import { serveImageFiles } from './api/image-files.ts';
import { imageRoute } from './api/image-records.ts';
import { acceptImages } from './api/images.ts';
import { userRoutes } from './api/me.ts';
import { documentRoute, metaRoutes } from './api/meta.ts';
import { organizerRoutes, venueRoutes } from './api/resources/contacts.ts';
import { categoryRoutes, tagRoutes } from './api/resources/terms.ts';
import { siteRoutes } from './api/site/routes.ts';
import { sitePages } from './api/site-pages.ts';
import { trashRoutes } from './api/trash.ts';
import { uploadRoute } from './api/upload.ts';
import type { Config } from './config.ts';
import type { Db } from './db/tables.ts';
import { alignDays } from './events/align-days.ts';
import { answerClientError, answerExpectation } from './http/client-errors.ts';
import { describeRoute } from './http/describe-route.ts';
import { exchangeOf } from './http/exchange.ts';
import { answerProbes } from './http/probes.ts';
import { Readiness } from './http/readiness.ts';
import type { Route } from './http/route.ts';
import { PATHS } from './http/router.ts';
import { serveRoutes } from './http/serve.ts';
import { LateStores } from './http/stores.ts';
import { TransitBudget } from './http/transit.ts';
import { imageUploadWords } from './i18n/messages.ts';
import { MAX_HEAD } from './limits.ts';
import { RateLimits } from './net/client-limits.ts';
import { answerHalfClosed, limitConnections, requestTimeouts } from './net/connections.ts';
import { closeGracefully } from './net/draining.ts';
import { lingerAfterAnswers } from './net/lingering.ts';
import { answerInTurn } from './net/pipelining.ts';
import { SignIns } from './net/sign-ins.ts';
import { watchBlocking } from './observability/blocking.ts';
import { loggerOptions } from './observability/log.ts';
import { countConnections, traceRequests } from './observability/requests.ts';
import { assetRoutes } from './pages/assets.ts';
import { elementRoute } from './pages/embed/element-route.ts';
import { errorPage } from './pages/error-page.ts';
import { ownPageAt } from './pages/own-page.ts';
import { cardRoutes } from './pages/preview-cards/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { serveSiteFiles } from './pages/serve-files.ts';
import { onPictureProcessEnd } from './pictures/picture-queue.ts';
import { watchMemory } from './read-model/metrics.ts';
import { ReadModel } from './read-model/read-model.ts';
import { storeId } from './records/store-id.ts';
import { IMAGES_PATH } from './site/address.ts';
import { designOf, openDesign } from './site/design.ts';

/**
 * The service as a Fastify application on an open store, not yet listening. Closing it lets requests in flight finish.
 * @param openReadModel opens the read model, which answers most reads; with null the store answers all of them
 */
export function buildApp(
  db: Db,
  config: Config,
  openReadModel: typeof ReadModel.open | null = ReadModel.open,
): FastifyInstance {
  const { app, begin } = buildService(config, openReadModel);
  app.addHook('onReady', async () => {
    await openDesign(config, app.log);
    await begin(db);
  });
  return app;
}

/** `http/arguments.ts` parses requests, so the schema compilers, which every start would load, are not needed. */
const noCompiler = () => {
  throw new Error('A route has a schema, which nothing compiles.');
};
const WITHOUT_SCHEMAS = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

/** The application before its store is open: it may listen already, and answers 503 to requests that need the store. */
export interface Service {
  readonly app: FastifyInstance;
  readonly readiness: Readiness;
  /** Starts to answer from this store. */
  begin(db: Db): Promise<void>;
  /** Makes `/readyz` answer 503, so that requests go elsewhere; those that still arrive are answered. */
  drain(): void;
}

/** The routes of the interface, and the additional routes beside it. */
export function routesOf(): { all: Route[]; beside: Route[] } {
  const routes: Route[] = [
    ...eventRoutes(),
    ...venueRoutes(),
    ...organizerRoutes(),
    ...categoryRoutes(),
    ...tagRoutes(),
  ];
  const image = imageRoute();
  const uploads = documentRoute(IMAGES_PATH, [uploadRoute, image], imageUploadWords.about);
  const all = [...metaRoutes(routes), ...routes];
  return {
    all,
    beside: [
      ...historyRoutes(),
      ...trashRoutes(),
      ...userRoutes(),
      uploads,
      image,
      ...siteRoutes(all),
      ...assetRoutes(),
      elementRoute,
      ...cardRoutes(),
    ],
  };
}

export function buildService(
  config: Config,
  openReadModel: typeof ReadModel.open | null = ReadModel.open,
): Service {
  const app = Fastify({
    logger: loggerOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: request => exchangeOf(request).url,
    routerOptions: PATHS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: request => exchangeOf(request).id,
    exposeHeadRoutes: true,
    // Neither a start nor the answers for which a stop waits have a limit of time.
    pluginTimeout: 0,
    requestTimeout: config.REQUEST_TIMEOUT * 1000,
    http: { requireHostHeader: false, maxHeaderSize: MAX_HEAD, ...requestTimeouts(config) },
    schemaController: WITHOUT_SCHEMAS,
    frameworkErrors(error, request, reply) {
      reply.hijack();
      pipeline.fail(exchangeOf(request.raw), error);
    },
    clientErrorHandler: answerClientError(config),
  });
  app.server.on('checkExpectation', answerExpectation(config));
  const clients = new RateLimits(config);
  countConnections(app.server);
  const { all, beside } = routesOf();
  const stores = new LateStores();
  const readiness = new Readiness(stores);
  watchMemory(() => stores.readModel);
  // Requests in flight are answered first.
  app.server.on('close', () => stores.readModel?.close());
  app.addHook('onClose', async () => {
    if (!app.server.listening) stores.readModel?.close();
  });
  const bodies = new TransitBudget(config.MAX_TRANSIT_BYTES);
  const unsent = limitConnections(app, config);
  const signIns = new SignIns(config.SIGN_IN_FAILURES);
  const pipeline = serveRoutes(
    app,
    stores,
    config,
    [...all, ...beside],
    { bodies, clients, signIns, unsent },
    {
      describe: describeRoute,
      pages: (segments, sent, context) =>
        sitePages(segments, sent, context) ?? ownPageAt(segments, config, sent),
      pageRoutes: pageRoutes(),
      pagesState: () => designOf(config),
      errorPage: (error, exchange) => errorPage(error, exchange, config),
      movedTo: (url, context) => movedTo(stores.db, config, { url, ...context }),
    },
  );
  lingerAfterAnswers(app.server);
  answerHalfClosed(app.server);
  closeGracefully(app);
  serveImageFiles(app, config);
  serveSiteFiles(app, config);
  acceptImages(app, stores, config);
  traceRequests(app.server);
  watchBlocking(app.server, app.log);
  onPictureProcessEnd(error =>
    app.log.warn({ err: error }, 'a picture was lost with the process that decodes it'),
  );
  answerProbes(app.server, readiness, config);
  answerInTurn(app.server);
  const drain = () => {
    readiness.phase = 'draining';
  };
  app.addHook('preClose', async () => drain());
  return {
    ...{ app, readiness, drain },
    async begin(db) {
      const moved = await alignDays(db, config.TIME_ZONE.id);
      if (moved > 0)
        app.log.info(
          { moved, zone: config.TIME_ZONE.name },
          'all-day events are in the days of this zone now',
        );
      stores.readModel = await openReadModel?.(db, config, error =>
        app.log.error({ err: error }, 'the event index could not be built: the store answers instead'),
      );
      // Created before anybody reads it: a read shall not write.
      await storeId(db);
      stores.open(db);
      readiness.phase = 'serving';
    },
  };
}
