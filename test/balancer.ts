import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { seconds } from './client.ts';
import { openWeb } from './web.ts';

/** A very simple load balancer in front of several services. */
export interface Balancer extends AsyncDisposable {
  site: string;
  /** Requests that no service answered, with the reason. */
  failures: string[];
}

export interface BalancerOptions {
  /** Number of connections to keep open to each service; 0 for a new connection per request. */
  keep: number;
  /** Whether it polls /readyz, and uses services that are not ready last. */
  asks: boolean;
}

interface Service {
  port: number;
  agent: Agent;
  isWell: boolean;
}

/**
 * Passes requests to the services at these ports in turn. If a connection is refused, nothing was sent, and the next
 * service is tried. Anything else that goes wrong is a failure.
 */
export async function openBalancer(
  ports: readonly number[],
  { keep, asks }: BalancerOptions,
): Promise<Balancer> {
  const failures: string[] = [];
  // In turn, so that no kept connection idles until its service closes it while a request arrives.
  const kept = () => new Agent({ keepAlive: keep > 0, scheduling: 'fifo' });
  const services = ports.map(port => ({ port, agent: kept(), isWell: true }));
  for (const { port, agent } of services)
    await Promise.all(Array.from({ length: keep }, () => health(port, agent)));
  let turn = 0;
  const web = await openWeb(async (asked, response) => {
    const body = await buffer(asked);
    const order = [...services.slice(turn), ...services.slice(0, turn)];
    order.sort((a, b) => Number(b.isWell) - Number(a.isWell));
    turn = (turn + 1) % services.length;
    for (const service of order)
      try {
        return await pass(asked, body, service, response);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') continue;
        failures.push(`${asked.method} ${asked.url}: ${error}`);
        break;
      }
    response.writeHead(502).end();
  });
  let isOpen = true;
  const asking = services.map(async service => {
    for (; isOpen && asks; await seconds(0.03)) service.isWell = await health(service.port);
  });
  return {
    site: web.origin,
    failures,
    async [Symbol.asyncDispose]() {
      isOpen = false;
      await Promise.all(asking);
      for (const { agent } of services) agent.destroy();
      await web[Symbol.asyncDispose]();
    },
  };
}

async function health(port: number, agent?: Agent): Promise<boolean> {
  try {
    const asking = get({ host: '127.0.0.1', port, path: '/readyz', ...(agent && { agent }) });
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    await buffer(answer);
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}

async function pass(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  { port, agent }: Service,
  response: ServerResponse,
): Promise<void> {
  const { connection, 'transfer-encoding': _, ...sent } = headers;
  const options = { port, agent, host: '127.0.0.1', path: url, method };
  const passed = request({ ...options, headers: { ...sent, 'content-length': String(body.length) } });
  passed.end(body);
  const [answer] = (await once(passed, 'response')) as [IncomingMessage];
  const content = await buffer(answer);
  response.writeHead(answer.statusCode ?? 0, { 'content-type': answer.headers['content-type'] ?? '' });
  response.end(content);
}
