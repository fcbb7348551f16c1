import { once } from 'node:events';
import type { Server } from 'node:http';
import { originOf } from '../lib/http-server.ts';
import { combine, type ProcessSamples } from '../lib/metric-samples.ts';
import { createServer } from '../net/app.ts';
import { ready } from '../observability/measures.ts';
import { exposition, gauges, samplesOfProcess } from '../observability/metrics.ts';
import { watchEventLoop } from '../observability/process.ts';
import type { Live } from '../site/live-config.ts';
import { version } from '../version.ts';
import { Survey, send, shareSocket } from '../workers/channel.ts';
import { worker } from '../workers/identity.ts';
import { METRICS } from '../workers/messages.ts';
import { answerProbes, type Readiness } from './probes.ts';

export interface MetricsServer {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` and the probes on a separate address, so that the proxy in front of the service does not publish
 * them. Undefined if no port is configured.
 * @throws what `listen` of node:net throws
 */
export async function serveMetrics(readiness: Readiness, live: Live): Promise<MetricsServer | undefined> {
  const { METRICS_HOST: host, METRICS_PORT: port } = live.current;
  if (port === undefined) return undefined;
  serving.read = () => Number(readiness.phase === 'serving');
  built.of(version(), process.version, live.current.DATABASE_URL ? 'postgres' : 'sqlite').value = 1;
  const server = metricsServer(readiness);
  answerProbes(server, readiness, live);
  await once(server.listen(worker?.hasMetrics ? { fd: SHARED } : { host, port }), 'listening');
  if (worker?.sharesSockets) shareSocket('metrics', server);
  const stops = [watchEventLoop(), survey.answer(() => ownSamples(readiness))];
  return {
    address: `${originOf(server)}/metrics`,
    async close() {
      send({ kind: 'counted', metrics: await ownSamples(readiness) });
      for (const stop of stops) stop();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The descriptor of the socket that a worker inherits. */
const SHARED = 4;

const serving = gauges('almanac_workers', 'Processes that answer requests.').of();

const built = gauges(
  'almanac_build_info',
  'What runs here; always 1.',
  ...['version', 'node', 'store'],
).combinedBy('most');

/** Milliseconds for which the metrics wait for those of other workers. */
const PATIENCE = 1000;

const survey = new Survey<ProcessSamples>(METRICS);

/** The metrics of this process. */
async function ownSamples(readiness: Readiness): Promise<ProcessSamples> {
  ready.value = Number((await readiness.state()) === 'ready');
  return { worker: worker?.number, samples: samplesOfProcess() };
}

const metricsServer = (readiness: Readiness): Server =>
  createServer(async ({ method, url }, response) => {
    if (!/^\/metrics(\?|$)/.test(url ?? '') || (method !== 'GET' && method !== 'HEAD'))
      return response.writeHead(404).end();
    const all = combine(worker ? await survey.ask(PATIENCE) : [await ownSamples(readiness)]);
    const type = 'text/plain; version=0.0.4; charset=utf-8';
    response
      .writeHead(200, { 'content-type': type, 'x-content-type-options': 'nosniff' })
      .end(exposition(all));
  });
