import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { addMiddleware } from '../lib/http-server.ts';
import { clientAt, isWithin, NOBODY } from '../lib/ip-address.ts';
import { safeJson } from '../lib/json.ts';
import type { Live } from '../site/live-config.ts';
import { commonHeaders } from './headers.ts';
import type { ServiceStores } from './stores.ts';

/**
 * Answers `/healthz`, `/readyz` and `/up` before all other middleware, without an account and without a line in the log.
 * An answer to `/healthz` shows that the event loop runs. `/up` is `/readyz` by the name that ONCE and Kamal ask for.
 */
export function answerProbes(server: Server, readiness: Readiness, live: Live): void {
  const next = addMiddleware(server, (request, response) => {
    const match = probes.memo(live.current.SITE_URL).exec(request.url ?? '');
    if (!match || (request.method !== 'GET' && request.method !== 'HEAD')) return next(request, response);
    const send = sender(request, response, readiness, live.current);
    if (match[1]) readinessAnswer(readiness).then(send, () => response.destroy());
    else send({ status: 'ok' });
  });
}

/** The addresses of the probes; they are below the path of SITE_URL as well. */
function probeOf(siteUrl: string): RegExp {
  const site = siteUrl && new URL(siteUrl).pathname.replace(/\/$/, '');
  return new RegExp(`^(?:${RegExp.escape(site)})?/(?:healthz|(readyz|up))/?(?:\\?|$)`, 'i');
}

const probes = new LRUCache<string, RegExp>({ max: 10, memoMethod: probeOf });

async function readinessAnswer(readiness: Readiness): Promise<ProbeAnswer> {
  const status = await readiness.state();
  return { status, index: readiness.index, words: readiness.words };
}

interface ProbeAnswer {
  status: 'ok' | Awaited<ReturnType<Readiness['state']>>;
  index?: Readiness['index'];
  words?: Readiness['words'];
}

const sender =
  (request: IncomingMessage, response: ServerResponse, { phase }: Readiness, config: Config) =>
  (answer: ProbeAnswer): void => {
    const body = safeJson(answer);
    response.writeHead(answer.status === 'ok' || answer.status === 'ready' ? 200 : 503, {
      ...commonHeaders(request.headers, randomUUID(), config),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      ...proxyHeader(request, config),
      ...(phase === 'draining' && { connection: 'close' }),
    });
    response.end(body);
  };

/** Says whether a proxy named the client, and whether it is trusted: for `almanac doctor`. */
function proxyHeader({ headers, socket }: IncomingMessage, { TRUSTED_PROXIES }: Config) {
  if (headers.forwarded === undefined && headers['x-forwarded-for'] === undefined) return {};
  const peer = clientAt(socket.remoteAddress ?? '') ?? NOBODY;
  return { 'almanac-proxy': isWithin(peer.address, TRUSTED_PROXIES) ? 'trusted' : 'untrusted' };
}

/** Milliseconds to wait for the store, and for which its answer is valid. */
const TIMEOUT = 1000;
const VALIDITY = 1000;

/** The readiness of the service, and why it is not ready. */
type ReadinessStatus = 'ready' | 'starting' | 'draining' | 'store unreachable';

/** Whether the service should get requests. */
export class Readiness {
  /** `starting` while the store is opened and migrated, `draining` while requests in flight are answered. */
  phase: 'starting' | 'serving' | 'draining' = 'starting';
  readonly #stores: ServiceStores;
  #asking: Promise<boolean> | undefined;
  #asked = Number.NEGATIVE_INFINITY;
  #reached = false;

  constructor(stores: ServiceStores) {
    this.#stores = stores;
  }

  async state(): Promise<ReadinessStatus> {
    if (this.phase !== 'serving') return this.phase;
    return (await this.#reaches()) ? 'ready' : 'store unreachable';
  }

  /** Whether the index in memory is loaded; until then the store finds events. */
  get index(): 'ready' | 'reading' {
    return this.#stores.readModel?.index ? 'ready' : 'reading';
  }

  /** Whether its full-text index is loaded; until then searches read texts. A small calendar has none. */
  get words(): 'ready' | 'reading' | 'none' {
    const index = this.#stores.readModel?.index;
    if (index?.hasWords) return 'ready';
    return index && !index.needsWords ? 'none' : 'reading';
  }

  /** Whether the store answers, or has answered within the last second. */
  async #reaches(): Promise<boolean> {
    if (performance.now() - this.#asked < VALIDITY) return this.#reached;
    // A store that hangs is asked only once: more queries would take up all connections.
    this.#asking ??= this.#ask();
    return Promise.race([this.#asking, setTimeout(TIMEOUT, false, { ref: false })]);
  }

  async #ask(): Promise<boolean> {
    const { db } = this.#stores;
    this.#reached = await db
      .selectFrom('settings')
      .select('name')
      .limit(1)
      .execute()
      .then(
        () => true,
        () => false,
      );
    this.#asked = performance.now();
    this.#asking = undefined;
    return this.#reached;
  }
}
