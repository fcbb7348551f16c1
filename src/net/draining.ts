import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between two looks for connections that have become idle. */
const SWEEP = 50;

/**
 * While the service closes, requests in flight are answered, and their connections closed after that. So is a request
 * that still arrives on an open connection, by Fastify with `Connection: close`: the store stays open that long, and
 * a 503 would be useless to a client that cannot repeat its request.
 */
export function closeGracefully(app: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    // Connections that are busy now are kept alive by their clients: they become idle one by one.
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP);
    await untilGone(app.server);
  });
  app.addHook('onClose', async () => clearInterval(sweep));
}

/** Fastify itself waits only where it is the one to end the listening. */
async function untilGone(server: Server): Promise<void> {
  const connections = await promisify(server.getConnections.bind(server))();
  if (!server.listening && connections > 0) await once(server, 'close');
}

/** Milliseconds for which connections that are kept open may still bring a request. */
const LINGER = 1000;

/**
 * Has clients go elsewhere before the service closes, so that none of their requests is lost. New connections are
 * refused: a balancer has sent nothing yet when it learns that. What comes on open ones is answered, and the answer
 * closes its connection; closing those that are merely idle could cross a request.
 */
export async function stopListening({ server }: Pick<FastifyInstance, 'server'>): Promise<void> {
  await untilNobodyWaits(server);
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const closed = once(server, 'close');
  // That of HTTP closes idle connections, too.
  Listener.prototype.close.call(server);
  await Promise.race([closed, setTimeout(LINGER, undefined, { ref: false })]);
}

/** Turns of the event loop, and milliseconds of one in which hardly anybody can have come unheard. */
const TURNS = 1000;
const SHORT = 0.3;

/**
 * Connections that wait to be accepted are lost when the listening ends. One is accepted in each turn of the event
 * loop: in a turn in which none is, nobody waits.
 */
async function untilNobodyWaits(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted++;
  };
  server.on('connection', count);
  // From here on each turn begins with looking for what has come.
  await setImmediate();
  for (let turn = 0; turn < TURNS; turn++) {
    const [before, began] = [accepted, performance.now()];
    await setImmediate();
    if (accepted === before && performance.now() - began < SHORT) break;
  }
  server.off('connection', count);
}
