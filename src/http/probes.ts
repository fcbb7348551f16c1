import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { addMiddleware } from '../lib/http-server.ts';
import { safeJson } from '../lib/json.ts';
import { commonHeaders } from './headers.ts';
import type { Readiness } from './readiness.ts';

/**
 * Answers `/healthz` and `/readyz` before all other middleware, without an account and without a line in the log. An
 * answer to `/healthz` shows that the event loop runs.
 */
export function answerProbes(server: Server, readiness: Readiness, config: Config): void {
  const site = config.SITE_URL && new URL(config.SITE_URL).pathname.replace(/\/$/, '');
  const probe = new RegExp(`^(?:${RegExp.escape(site)})?/(?:healthz|(readyz))/?(?:\\?|$)`, 'i');
  const next = addMiddleware(server, (request, response) => {
    const match = probe.exec(request.url ?? '');
    if (!match || (request.method !== 'GET' && request.method !== 'HEAD')) return next(request, response);
    const send = sender(request, response, readiness, config);
    if (match[1]) readinessAnswer(readiness).then(send);
    else send({ status: 'ok' });
  });
}

async function readinessAnswer(readiness: Readiness): Promise<ProbeAnswer> {
  const status = await readiness.state();
  return { status, index: readiness.index };
}

interface ProbeAnswer {
  status: 'ok' | Awaited<ReturnType<Readiness['state']>>;
  index?: Readiness['index'];
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
      ...(phase === 'draining' && { connection: 'close' }),
    });
    response.end(body);
  };
