import type { Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { outsideAnswers } from '../lib/answer-scope.ts';
import { addMiddleware } from '../lib/http-server.ts';
import { MAX_PIPELINED } from '../limits.ts';
import { leavingWorkers } from '../workers/channel.ts';
import { worker } from '../workers/identity.ts';
import { SharedLimit } from '../workers/shared-limit.ts';
import type { App } from './app.ts';
import { SlowReaders } from './slow-readers.ts';
import type { UnsentAnswers } from './unsent.ts';

/** Timeouts for receiving requests: a slower connection is closed with 408. */
export function requestTimeouts({ HEADER_TIMEOUT, REQUEST_TIMEOUT }: Config): ServerOptions {
  const headers = Math.min(HEADER_TIMEOUT, REQUEST_TIMEOUT) * 1000;
  return {
    headersTimeout: headers,
    requestTimeout: REQUEST_TIMEOUT * 1000,
    connectionsCheckingInterval: Math.min(headers / 4, LONG),
  };
}

/** Milliseconds between two looks for requests that arrive slowly, at most. They take place without connections, too. */
const LONG = 5000;

/**
 * Lets a client that closes its sending side after its last request receive its answers (RFC 9112, 9.6); the connection
 * is closed after the last one. By default Node.js closes it immediately, and drops every answer that is not ready
 * within the same event loop iteration. The property has no type and no documentation.
 */
export function answerHalfClosed(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

/**
 * Limits the number of connections, and the time and memory of answers that wait for slow readers.
 * @returns the count of these answers
 */
export function limitConnections(app: App, config: Config): UnsentAnswers<Socket> {
  const { server } = app;
  let open = 0;
  const most = new SharedLimit('connections', config.MAX_CONNECTIONS, () => open);
  balanceConnections(server, most);
  // Node.js reads it for each new connection.
  Object.defineProperty(server, 'maxConnections', { get: () => most.limit });
  // By default Node.js silently drops headers beyond a number. Their bytes are limited anyway.
  server.maxHeadersCount = 0;
  const readers = new SlowReaders(config);
  const close = (slow: readonly Socket[]) => {
    for (const socket of slow) socket.destroy();
    if (slow.length > 0) app.log.info({ connections: slow.length }, 'closed: their clients read too slowly');
  };
  readers.unsent.onExcess = () => close(readers.excess());
  let refused = 0;
  server.on('drop', () => refused++);
  const check = () => {
    close(readers.tooSlow(performance.now()));
    if (refused > 0) {
      // Closes idle connections to make room.
      server.closeIdleConnections();
      app.log.warn({ connections: refused }, 'refused: there were MAX_CONNECTIONS already');
      refused = 0;
    }
    // A quiet service sleeps.
    if (open === 0) timer = void clearInterval(timer);
  };
  let timer: NodeJS.Timeout | undefined;
  server.on('connection', (socket: Socket) => {
    open++;
    timer ??= setInterval(check, Math.min(config.ANSWER_TIMEOUT * 100, 1000)).unref();
    readers.add(socket);
    socket.once('close', () => {
      open--;
      readers.delete(socket);
    });
  });
  app.onEnd(() => clearInterval(timer));
  return readers.unsent;
}

/**
 * Answers pipelined requests one at a time, each after the client has read the previous answer. Otherwise a client that
 * sends many requests and reads nothing would fill the memory with answers.
 */
export function answerInTurn(server: Server): void {
  const waiting = new WeakMap<Socket, number>();
  const answer = addMiddleware(server, (request, response) => {
    // Not pipelined, like nearly all requests.
    if (response.socket) return answer(request, response);
    const { socket } = request;
    const count = waiting.get(socket) ?? 0;
    if (count === MAX_PIPELINED) return void socket.destroy();
    waiting.set(socket, count + 1);
    response.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      outsideAnswers(() => process.nextTick(answer, request, response));
    });
  });
}

/** Milliseconds between two comparisons with the other workers, at least. */
const INTERVAL = 100;

/** How many times the connections of another worker are too many: if they stay so, some are closed after an answer. */
const CROWDED = 1.5;
/** Comparisons for which they must stay so: what is known of others is late. */
const PATIENCE = 5;

/**
 * Spreads connections that stay open. Whichever worker is awake accepts a connection, often all of a burst. A worker
 * with too many closes some after an answer, and whoever has more to ask opens another one.
 * @param connections the connections of all workers
 */
function balanceConnections(server: Server, connections: SharedLimit): void {
  if (!worker) return;
  let open = 0;
  /** For how many comparisons there have been too many, and how many are to be closed. */
  let [crowded, surplus, compared] = [0, 0, 0];
  server.on('connection', socket => {
    open++;
    socket.once('close', () => open--);
  });
  const compare = () => {
    const least = leavingWorkers.has(process.pid) ? undefined : connections.leastOfOthers();
    crowded = least !== undefined && open > CROWDED * least + 1 ? crowded + 1 : 0;
    surplus = 0;
    if (least === undefined || crowded < PATIENCE) return;
    surplus = Math.floor((open - least) / 2);
    crowded = 0;
  };
  // Before all that answer at once.
  server.once('listening', () =>
    server.prependListener('request', (_request, response: ServerResponse) => {
      const now = performance.now();
      if (now - compared >= INTERVAL) {
        compared = now;
        compare();
      }
      if (surplus === 0) return;
      surplus--;
      response.shouldKeepAlive = false;
    }),
  );
}
