import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { addMiddleware, hasBody } from '../lib/http-server.ts';
import type { App } from './app.ts';

/** Milliseconds between two sweeps of idle connections. */
const SWEEP = 50;

/**
 * When the service closes, requests in flight are answered, and their connections closed after that. A request that
 * still arrives on an open connection is answered with `Connection: close`: the store stays open that long,
 * and a 503 would be useless to a client that cannot repeat its request.
 */
export function closeGracefully(app: App): void {
  let sweep: NodeJS.Timeout | undefined;
  app.onDrain(async () => {
    // Connections that are busy now become idle one by one.
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP);
    await untilGone(app.server);
  });
  app.onEnd(() => clearInterval(sweep));
}

/** `close` of a server waits for its connections only if it was listening. */
async function untilGone(server: Server): Promise<void> {
  const connections = await promisify(server.getConnections.bind(server))();
  if (!server.listening && connections > 0) await once(server, 'close');
}

/** Milliseconds for which keep-alive connections may usually still send a request. */
const LINGER = 1000;

/**
 * Moves clients elsewhere before the service closes, so that no request is lost. New connections are refused: a
 * balancer learns that before it sends a request. Requests on open connections are answered, and the answer closes the
 * connection. Idle connections are not closed, because a request could be on its way.
 */
export async function stopListening({ server }: Pick<App, 'server'>, stop: Stopping = {}): Promise<void> {
  const { isHurried = false, linger = LINGER, until } = stop;
  if (!isHurried) await untilNoneWaiting(server);
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const closed = once(server, 'close');
  // `close` of an HTTP server would also close idle connections.
  Listener.prototype.close.call(server);
  await Promise.race([closed, sleep(linger, undefined, { ref: false }), ...(until ? [until] : [])]);
}

interface Stopping {
  /** Whether connections that wait to be accepted are given up, which can be seconds earlier under load. */
  readonly isHurried?: boolean;
  /** Milliseconds for which keep-alive connections may still send a request. */
  readonly linger?: number | undefined;
  /** Ends that time earlier. */
  readonly until?: Promise<unknown> | undefined;
}

/** Maximum number of event loop iterations to wait. */
const MAX_ITERATIONS = 1000;
/** Milliseconds of an iteration during which hardly any connection can have arrived unnoticed. */
const SHORT_ITERATION = 0.3;

/**
 * Connections that wait to be accepted are lost when listening stops. The event loop accepts one per iteration: in an
 * iteration without one, none is waiting.
 */
async function untilNoneWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted++;
  };
  server.on('connection', count);
  // From here on, each iteration begins by polling for connections.
  await setImmediate();
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const [before, began] = [accepted, performance.now()];
    await setImmediate();
    if (accepted === before && performance.now() - began < SHORT_ITERATION) break;
  }
  server.off('connection', count);
}

/** Milliseconds for a client to read its last answer and to close the connection. */
const LAST_READ = 5000;

/**
 * Delivers answers that are sent before the whole request has arrived. If a connection is closed while its client is
 * still sending, it is reset and the answer is lost (RFC 9112, 9.6).
 */
export function lingerAfterAnswers(server: Server): void {
  const next = addMiddleware(server, (request, response) => {
    if (hasBody(request.headers)) lingerAfter(request, response);
    next(request, response);
  });
}

/** The same for one answer. */
export function lingerAfter(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  // Node.js closes the connection on `finish`, after this listener.
  response.prependOnceListener('finish', () => {
    if (!request.complete) socket.destroySoon = () => closeGently(socket);
  });
}

/** Closes a connection after its data is sent, and after the client has closed it or a timeout has passed. */
export function closeGently(socket: Socket): void {
  // Discards further data.
  socket.removeAllListeners('data').on('data', () => {});
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LAST_READ);
  socket.once('close', () => clearTimeout(timer));
}
