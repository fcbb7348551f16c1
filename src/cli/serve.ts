import { setTimeout } from 'node:timers/promises';
import { buildService, type Service } from '../app.ts';
import { type Config, ConfigError, type SettingTexts } from '../config.ts';
import { asStoreFailure, StoreError } from '../db/errors.ts';
import { describeNotice, type StoreNotice } from '../db/notices.ts';
import { openStore, settingOf } from '../db/open.ts';
import type { Db } from '../db/tables.ts';
import { type MetricsServer, serveMetrics } from '../http/metrics-server.ts';
import { startJobs, startRefreshingDesign } from '../jobs/all.ts';
import { keepHeapSize } from '../lib/memory.ts';
import { sanitiser } from '../lib/text/markup.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { assertMailable } from '../mail/mail.ts';
import { stopListening } from '../net/draining.ts';
import { endOnUnhandledRejection, type Log } from '../observability/log.ts';
import { startTracing, stopTracing } from '../observability/traces.ts';
import { closePictureProcess } from '../pictures/picture-queue.ts';
import { findChoices, rememberChoices } from '../settings/remember.ts';
import { openDesign } from '../site/design.ts';
import { LiveConfig } from '../site/live-config.ts';
import { leave, send, shareSocket, untilRetired } from '../workers/channel.ts';
import { usualWorkers } from '../workers/count.ts';
import { isOrphan, supervisorGone, worker } from '../workers/identity.ts';
import { startReportingLoad } from '../workers/scaling.ts';
import type { Command } from './command.ts';
import { remarksOn } from './environment.ts';
import { firstPassword } from './first-password.ts';
import { greet } from './greeting.ts';
import { startNarrowing } from './narrowing.ts';
import { outliveOutput } from './output.ts';
import { whereToListen } from './socket.ts';
import { ALONE, untilStopped } from './stopping.ts';

/** Runs the service until it is stopped; `npm start` calls this. */
export const serve: Command = {
  usage: '',
  meaning: 'Run the service. The first start creates an administrator and shows the password.',
  options: {},
  run: ({ texts }) => serveUntilStopped(texts),
};

/** A new service that answers already. */
export interface NewService {
  /** `http://127.0.0.1:3000` */
  readonly site: string;
  /** The administrator's application password. */
  readonly secret: string;
  /** Aborted once the service has to stop. */
  readonly signal: AbortSignal;
}

/**
 * Runs the service until it is stopped; resolves to the exit status.
 * @param texts what was set outside of the store
 * @param fill called before the addresses of a new service are printed
 */
export async function serveUntilStopped(
  texts: SettingTexts,
  fill?: (filling: NewService) => Promise<void>,
): Promise<number> {
  const live = new LiveConfig(texts, shareOf);
  const config = live.current;
  const stopping = untilToStop();
  let serves = false;
  // It has nothing to finish yet, and shall not take the port.
  supervisorGone.then(() => serves || process.exit(1));
  keepHeapSize();
  outliveOutput();
  const untraced = await startTracing(process.env, why => app.log.warn({ why }, 'traces could not be sent'));
  const service = buildService(live);
  const { app } = service;
  endOnUnhandledRejection(app.log);
  if (untraced) app.log.warn({ why: untraced }, 'no traces are sent');
  await openDesign(config, app.log);
  // While other workers answer, one that is not ready leaves everything to them.
  const isAlone = !worker || worker.isAlone;
  let metrics: MetricsServer | undefined;
  let starting: Promise<Started | undefined> | undefined;
  const ended = Promise.withResolvers<void>();
  const openMetrics = async () => {
    metrics = await serveMetrics(service.readiness, live).catch(explain(config, 'METRICS_'));
  };
  // All of these end, the last one first, even if one of them fails.
  await using ending = new AsyncDisposableStack();
  ending.defer(async () => metrics?.close());
  ending.defer(stopTracing);
  ending.defer(async () => (await starting?.catch(() => undefined))?.close());
  ending.defer(closePictureProcess);
  ending.defer(() => app.close());
  ending.defer(() => ended.resolve());
  if (isAlone) await openMetrics();
  const stopped = Promise.race([stopping, ended.promise]);
  starting = patiently(() => start(service, config, texts, stopped), config, stopped);
  // Usually the service listens once it is ready. If that takes long, it listens earlier and answers 503.
  await Promise.race([starting, ...(isAlone ? [setTimeout(SOON, undefined, { ref: false })] : [])]);
  const site = await whereToListen(config, process.env)
    .then(where => app.listen(where))
    .catch(explain(config));
  if (worker?.sharesSockets) shareSocket('service', app.server);
  const started = await starting;
  if (!started) return 0;
  assertMailable(live.current);
  if (!isAlone) await openMetrics();
  if (metrics) app.log.info({ address: metrics.address }, 'metrics are served');
  if (!worker || worker.isFirst) {
    reportMemory(config, app.log);
    for (const remark of remarksOn(process.env)) app.log.warn({}, remark);
    const first = isAlone ? await makeFirst(started.db, config, stopped, app.log) : undefined;
    if (fill && first && !('wait' in first))
      await untilAborted(stopped, signal => fill({ site, secret: first.password, signal }));
    greet(live.current, site, first, !fill);
  }
  serves = true;
  await answerUntil(stopping, service, started.db, live);
  return 0;
}

/** Makes the first password, if there is none. Only once the service listens: a start without a port makes nobody. */
const makeFirst = (db: Db, config: Config, stopped: Promise<unknown>, log: Log) =>
  patiently(() => firstPassword(db, config), config, stopped).catch(
    (err: unknown) => void log.error({ err }, 'the first password could not be made: start again to get one'),
  );

/** Does work that ends when the service has to stop. */
async function untilAborted(stopped: Promise<unknown>, work: (signal: AbortSignal) => Promise<void>) {
  const controller = new AbortController();
  stopped.then(() => controller.abort());
  await work(controller.signal).catch(error => {
    if (!controller.signal.aborted) throw error;
  });
}

/** Answers requests until the service has to stop; resolves once it listens no more. */
async function answerUntil(
  stopping: Promise<StopReason>,
  { app, drain, warmUp }: Service,
  db: Db,
  live: LiveConfig,
): Promise<void> {
  const config = live.current;
  send({ kind: 'serves', logLevel: config.LOG_LEVEL });
  // After the first responses and before the first write. If a module is missing, the first write reports why.
  setTimeout(LATER, undefined, { ref: false })
    .then(() => Promise.allSettled([warmUp(), sanitiser()]))
    .catch(() => {});
  startReportingLoad(app.server);
  const jobs = startJobs(db, live, app.log);
  const refreshing = startRefreshingDesign(live, app.log);
  const { why, drains, linger, until } = await stopping;
  app.log.info(why, 'stopping: requests in flight are answered first');
  if (drains) {
    drain();
    await setTimeout(config.DRAIN_SECONDS * 1000);
  }
  jobs.stop();
  refreshing.stop();
  leave();
  // The next start needs the port.
  await stopListening(app, { isHurried: isOrphan(), linger, until });
}

/** The settings of one worker: memory and connections are divided among all. */
function shareOf(config: Config): Config {
  if (!worker) return config;
  const { number, workers } = worker;
  const { CACHE_BYTES, DATABASE_POOL } = config;
  const connections = Math.floor(DATABASE_POOL / workers) + Number(number <= DATABASE_POOL % workers);
  return {
    ...config,
    CACHE_BYTES: Math.floor(CACHE_BYTES / workers),
    DATABASE_POOL: Math.max(1, connections),
  };
}

/** Why the service stops. */
interface StopReason {
  /** Details for the log. */
  readonly why: object;
  /** Whether balancers are given time to notice: not if another worker has taken over, or nobody can wait. */
  readonly drains: boolean;
  /** Milliseconds for which open connections may still send requests, and what ends that time earlier. */
  readonly linger?: number | undefined;
  readonly until?: Promise<unknown>;
}

/** Resolves once the service has to stop. */
function untilToStop(): Promise<StopReason> {
  const signal = untilStopped(worker ? undefined : ALONE).then(signal => ({ why: { signal }, drains: true }));
  if (!worker) return signal;
  // The supervisor decides what this signal means.
  process.on('SIGHUP', () => {});
  return Promise.race([
    signal,
    untilRetired().then(linger => ({ why: { replaced: true }, drains: false, linger, until: signal })),
    supervisorGone.then(() => ({ why: { supervisor: 'gone' }, drains: false })),
  ]);
}

/** Milliseconds after which the service listens although its store is not open. */
const SOON = 2000;

/** Milliseconds after which it does what the first visitors and writers would wait for. */
const LATER = 500;

interface Started {
  readonly db: Db;
  close(): Promise<void>;
}

/** Opens the store and begins to answer from it. */
async function start(
  service: Service,
  config: Config,
  texts: SettingTexts,
  stopped: Promise<unknown>,
): Promise<Started> {
  await using stack = new AsyncDisposableStack();
  const opened = await openStore(config, 'answering', notice => logNotice(notice, service.app.log));
  const db = stack.adopt(opened, db => db.destroy());
  stack.adopt(await startNarrowing(config, service.app.log), narrowing => narrowing.stop());
  const choices = await findChoices(db, texts);
  for (const { former, text } of choices) service.app.log[former === undefined ? 'info' : 'warn']({}, text);
  if (choices.length > 0) {
    const remembering = patiently(() => rememberChoices(db, texts, epochSeconds()), config, stopped).catch(
      err => service.app.log.error({ err }, 'what this start was told could not be remembered'),
    );
    // Somebody may write for long, and readers do not wait.
    await Promise.race([remembering, setTimeout(SOON, undefined, { ref: false })]);
  }
  await service.begin(db);
  const kept = stack.move();
  return { db, close: () => kept.disposeAsync() };
}

/** Works once the store is available: a database may start later than the service, or go away. Undefined when stopped. */
async function patiently<Result>(
  work: () => Promise<Result>,
  config: Config,
  stopped: Promise<unknown>,
): Promise<Result | undefined> {
  for (let reported = ''; ; ) {
    try {
      return await work();
    } catch (thrown) {
      const error = asStoreFailure(thrown, settingOf(config));
      if (!(error instanceof StoreError && error.away)) throw error;
      if (error.message !== reported) console.error(`${error.message} Retrying.`);
      reported = error.message;
    }
    if (await Promise.race([stopped, setTimeout(RETRY)])) return undefined;
  }
}

/** Milliseconds between two attempts. */
const RETRY = 1000;

/** @param prefix of the settings that name the address */
function explain(config: Config, prefix: '' | 'METRICS_' = '') {
  const [host, port] = [config[`${prefix}HOST`], config[`${prefix}PORT`]];
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE')
      throw new ConfigError(`${prefix}PORT: ${port} is in use on ${host}. Choose another one.`);
    if (error.code === 'EACCES')
      throw new ConfigError(`${prefix}PORT: this account may not use port ${port}.`);
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new ConfigError(`${prefix}HOST: ${host} is not an address of this machine.`);
    throw error;
  };
}

/** Says so if the limit of memory is why there are not more workers. */
function reportMemory({ WORKERS }: Config, log: Log): void {
  const { count, limit } = usualWorkers();
  if (WORKERS !== undefined || limit === undefined) return;
  const megabytes = Math.round(limit / 2 ** 20);
  log.info(
    { workers: count, megabytes },
    'memory is limited: fewer workers answer than there are cores, unless WORKERS says how many',
  );
}

/** Logs what the operator should know of the store. */
function logNotice(notice: StoreNotice, log: Log): void {
  const { level, text } = describeNotice(notice);
  log[level](detailsOf(notice), text);
}

function detailsOf(notice: StoreNotice): object {
  if ('uncopied' in notice) return { migration: notice.uncopied };
  return 'checkpoint' in notice ? { why: notice.checkpoint } : notice;
}
