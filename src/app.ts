import type { ServerOptions } from 'node:http';
import { adminAssetRoutes } from './admin/assets.ts';
import { Desk } from './admin/desk.ts';
import { publicFormAt } from './admin/propose/propose.ts';
import { isBelowAdmin } from './admin/surface.ts';
import { eventRoutes } from './api/events/routes.ts';
import { movedTo } from './api/former-addresses.ts';
import { historyRoutes } from './api/history.ts';
import { imageFiles } from './api/image-files.ts';
import { imageRoute } from './api/image-records.ts';
import { imagesRoute } from './api/images.ts';
import { documentRoute, metaRoutes } from './api/meta.ts';
import { organizerRoutes, venueRoutes } from './api/resources/contacts.ts';
import { categoryRoutes, tagRoutes } from './api/resources/terms.ts';
import { siteRoutes } from './api/site/routes.ts';
import { trashRoutes } from './api/trash.ts';
import { userRoutes } from './api/users/routes.ts';
import { type Config, ConfigError } from './config.ts';
import type { Db } from './db/tables.ts';
import { alignDays } from './events/whole-days.ts';
import { sentUrl } from './http/address.ts';
import { BodyBudget } from './http/body-budget.ts';
import { BodySpool } from './http/body-spool.ts';
import { answerClientError, answerExpectation } from './http/client-errors.ts';
import { describeRoute } from './http/describe-route.ts';
import { Exchange } from './http/exchange.ts';
import { LargeAnswers } from './http/large-answers.ts';
import { Pipeline } from './http/pipeline.ts';
import { answerProbes, Readiness } from './http/probes.ts';
import { type FindRoute, type Route, routerOf } from './http/route.ts';
import { LateStores } from './http/stores.ts';
import { warmUp } from './http/warm-up.ts';
import { sectionWords } from './i18n/messages.ts';
import type { Handler } from './lib/http-server.ts';
import { MAX_HEAD, MAX_SPOOLED_BYTES } from './limits.ts';
import { App, createServer } from './net/app.ts';
import { RateLimits } from './net/client-limits.ts';
import { answerHalfClosed, answerInTurn, limitConnections, requestTimeouts } from './net/connections.ts';
import { closeGracefully, lingerAfterAnswers } from './net/draining.ts';
import { SignIns } from './net/sign-ins.ts';
import { watchBlocking } from './observability/blocking.ts';
import { type Log, openLog } from './observability/log.ts';
import { countConnections, recordRequest, traceRequests } from './observability/requests.ts';
import { assetRoutes } from './pages/assets.ts';
import { elementRoute } from './pages/embed/element-route.ts';
import { errorPage } from './pages/error-page.ts';
import { cardRoutes } from './pages/preview-cards/routes.ts';
import { publicPages } from './pages/routes.ts';
import { siteFileRoutes } from './pages/serve-files.ts';
import { onPictureProcessEnd } from './pictures/picture-queue.ts';
import { ReadModel, watchMemory } from './read-model/read-model.ts';
import { storeId } from './records/store-id.ts';
import { ADMIN, IMAGES_PATH, pathAndQuery } from './site/address.ts';
import { designOf, openDesign } from './site/design.ts';
import { type Live, LiveConfig } from './site/live-config.ts';
import { LastUses } from './users/last-uses.ts';

/**
 * The application on an open store, not yet listening. Closing it lets requests in flight finish.
 * @param openReadModel opens the read model, which answers most reads; with null the store answers all of them
 */
export function buildApp(
  db: Db,
  settings: Config | LiveConfig,
  openReadModel: typeof ReadModel.open | null = ReadModel.open,
): App {
  const live = settings instanceof LiveConfig ? settings : { current: settings };
  const { app, begin } = buildService(live, openReadModel);
  app.onStart(async () => {
    await openDesign(live.current, app.log);
    await begin(db);
  });
  return app;
}

/** The application before its store is open: it may listen already, and answers 503 to requests that need the store. */
export interface Service {
  readonly app: App;
  readonly readiness: Readiness;
  /** Starts to answer from this store. */
  begin(db: Db): Promise<void>;
  /** Makes the pages that people open most once, so that no visitor waits for code to be compiled. */
  warmUp(): Promise<void>;
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
  const uploads = documentRoute(IMAGES_PATH, [imagesRoute, image], sectionWords.images);
  const all = [...metaRoutes(routes), ...routes];
  return {
    all,
    beside: [
      ...historyRoutes(),
      ...trashRoutes(),
      ...userRoutes(),
      uploads,
      imagesRoute,
      image,
      ...siteRoutes(all),
      ...assetRoutes(),
      ...adminAssetRoutes(),
      elementRoute,
      ...cardRoutes(),
    ],
  };
}

/** Routes have no state, so all services of a process share them: making them takes a third of the time of a start. */
let routing: { readonly routes: readonly Route[]; readonly find: FindRoute } | undefined;

function routingOf() {
  if (routing) return routing;
  const routes = Object.values(routesOf()).flat();
  routing = { routes, find: routerOf(routes) };
  return routing;
}

export function buildService(
  live: LiveConfig | { readonly current: Config },
  openReadModel: typeof ReadModel.open | null = ReadModel.open,
): Service {
  const config = live.current;
  const app = new App(createServer(serverOptions(config)), openLog(config));
  const { server, log } = app;
  const stores = new LateStores();
  const readiness = new Readiness(stores);
  watchMemory(() => stores.readModel);
  app.onEnd(() => stores.readModel?.close());
  countConnections(server);
  const answer = answerRequests(app, stores, live);
  server.on('checkExpectation', answerExpectation(live));
  server.on('clientError', answerClientError(live));
  lingerAfterAnswers(server);
  answerHalfClosed(server);
  closeGracefully(app);
  traceRequests(server);
  watchBlocking(server, log);
  onPictureProcessEnd(error =>
    log.warn({ err: error }, 'a picture was lost with the process that decodes it'),
  );
  answerProbes(server, readiness, live);
  answerInTurn(server);
  const drain = () => {
    readiness.phase = 'draining';
  };
  app.onDrain(drain);
  const begin = async (db: Db) => {
    const readSettings = () => settingsOf(live, db, log);
    (await readSettings())?.();
    await alignStore(db, live.current, log);
    const readModel = await openReadModel?.(db, config, (error, what) => log.error({ err: error }, what));
    readModel?.onSettings(() =>
      readSettings().catch(error => {
        if (!(error instanceof ConfigError)) throw error;
        log.error({ why: error.message }, 'a setting of the store cannot be used: all stay as they were');
        return undefined;
      }),
    );
    // They may have changed before the read model followed the store.
    (await readSettings())?.();
    stores.readModel = readModel;
    stores.open(db);
    readiness.phase = 'serving';
  };
  const serves = () => readiness.phase === 'serving';
  return { app, readiness, drain, begin, warmUp: () => warmUp(live.current, answer, serves) };
}

const serverOptions = (config: Config): ServerOptions => ({
  // The pipeline tells why a request without a host is refused.
  requireHostHeader: false,
  maxHeaderSize: MAX_HEAD,
  keepAliveTimeout: KEEP_ALIVE,
  ...requestTimeouts(config),
});

/** Milliseconds for which a connection may be idle: longer than the minute after which proxies give theirs up. */
const KEEP_ALIVE = 72_000;

/**
 * Answers requests by the pipeline, which all of them go through.
 * @returns what answers a request without counting or logging it
 */
function answerRequests(app: App, stores: LateStores, live: Live): Handler {
  const { server, log } = app;
  const config = live.current;
  const clients = new RateLimits(config);
  const unsent = limitConnections(app, config);
  const uses = new LastUses(stores, error =>
    log.warn({ err: error }, 'the last use of application passwords could not be noted'),
  );
  app.onEnd(() => uses.close());
  const { routes, find } = routingOf();
  const shared = {
    ...{ stores, live, log, find },
    bodies: new BodyBudget(config.MAX_TRANSIT_BYTES),
    spool: new BodySpool(config.DATA_DIR, MAX_SPOOLED_BYTES),
    signIns: new SignIns(config.SIGN_IN_FAILURES),
  };
  const desk = new Desk(shared);
  const pipeline = new Pipeline(routes, {
    ...{ ...shared, uses, unsent },
    large: new LargeAnswers(unsent),
    files: [imageFiles(config, log), ...siteFileRoutes()],
    describe: describeRoute,
    pages: publicPages,
    pagesState: designOf,
    errorPage: (error, exchange) => errorPage(error, exchange, stores),
    movedTo: (url, exchange) => movedTo(stores.db, exchange.config, url, exchange),
  });
  let closing = false;
  app.onDrain(() => {
    closing = true;
  });
  server.on('request', (request, response) => {
    const exchange = new Exchange(request, response, clients, live.current);
    if (closing) response.shouldKeepAlive = false;
    recordRequest(exchange, log);
    // Most addresses are told apart by this: no other code is entered for them.
    const mayBeAdmin = exchange.target.includes(ADMIN);
    const form = exchange.target.includes('/propose')
      ? publicFormAt(exchange.target, live.current)
      : undefined;
    if (form) desk.handlePublic(exchange, form, () => pipeline.handle(exchange));
    else if (mayBeAdmin && isBelowAdmin(pathAndQuery(sentUrl(exchange.target, exchange.config))[0]))
      desk.handle(exchange);
    else pipeline.handle(exchange);
  });
  return (request, response) => pipeline.handle(new Exchange(request, response, clients, live.current));
}

/** Events between two log lines about moving them. */
const REPORTED = 20_000;

/** Reads the settings of the store; resolves to what puts them into effect, once the store is in line with them. */
async function settingsOf(live: LiveConfig | Live, db: Db, log: Log): Promise<(() => void) | undefined> {
  const read = live instanceof LiveConfig ? await live.read(db, log) : undefined;
  if (read) await alignStore(db, read.next, log);
  return read?.adopt;
}

/** Brings the store in line with the settings before it is read. */
async function alignStore(db: Db, { TIME_ZONE: zone }: Config, log: Log): Promise<void> {
  let reported = 0;
  const moved = await alignDays(db, zone.id, (moved, of) => {
    if (moved < reported + REPORTED) return;
    reported = moved;
    log.info({ moved, of }, 'all-day events are being moved into the days of the site');
  });
  if (moved > 0) log.info({ moved, zone: zone.name }, 'all-day events are in the days of this zone now');
  // Created before anybody reads it: a read shall not write.
  await storeId(db);
}
