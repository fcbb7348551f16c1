import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { outsideAnswers } from '../lib/answer-scope.ts';
import { addMiddleware } from '../lib/http-server.ts';
import { MAX_PIPELINED } from '../limits.ts';
import { balanceConnections } from '../workers/balance.ts';
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
    connectionsCheckingInterval: checkInterval(headers),
  };
}

/** Milliseconds between two checks of a timeout, which then ends at most a second late. */
const checkInterval = (most: number): number => Math.min(most / 10, 1000);

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
  server.on('connection', (socket: Socket) => {
    open++;
    readers.add(socket);
    socket.once('close', () => {
      open--;
      readers.delete(socket);
    });
  });
  let refused = 0;
  server.on('drop', () => refused++);
  const timer = setInterval(
    () => {
      close(readers.tooSlow(performance.now()));
      if (refused === 0) return;
      // Closes idle connections to make room.
      server.closeIdleConnections();
      app.log.warn({ connections: refused }, 'refused: there were MAX_CONNECTIONS already');
      refused = 0;
    },
    checkInterval(config.ANSWER_TIMEOUT * 1000),
  );
  timer.unref();
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
