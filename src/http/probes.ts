import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { addMiddleware } from '../lib/http-server.ts';
import { commonHeaders } from './headers.ts';
import type { Readiness } from './readiness.ts';

/**
 * Answers `/healthz` and `/readyz` before anything else is looked at: neither needs the store, an account or a line of
 * the log. That the first is answered at all shows that the event loop turns.
 */
export function answerProbes(server: Server, readiness: Readiness, config: Config): void {
  const site = config.SITE_URL && new URL(config.SITE_URL).pathname.replace(/\/$/, '');
  const probe = new RegExp(`^(?:${RegExp.escape(site)})?/(?:healthz|(readyz))/?(?:\\?|$)`, 'i');
  const goOn = addMiddleware(server, (request, response) => {
    const asked = probe.exec(request.url ?? '');
    if (!asked || (request.method !== 'GET' && request.method !== 'HEAD')) return goOn(request, response);
    const send = sender(request, response, readiness, config);
    if (asked[1]) tellReadiness(readiness).then(send);
    else send({ status: 'ok' });
  });
}

async function tellReadiness(readiness: Readiness): Promise<ProbeAnswer> {
  const status = await readiness.state();
  return { status, index: readiness.index };
}

interface ProbeAnswer {
  status: 'ok' | Awaited<ReturnType<Readiness['state']>>;
  index?: Readiness['index'];
}

const sender =
  (request: IncomingMessage, response: ServerResponse, { phase }: Readiness, config: Config) =>
  (told: ProbeAnswer): void => {
    const body = JSON.stringify(told);
    response.writeHead(told.status === 'ok' || told.status === 'ready' ? 200 : 503, {
      ...commonHeaders(request.headers, randomUUID(), config),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      ...(phase === 'draining' && { connection: 'close' }),
    });
    response.end(body);
  };
