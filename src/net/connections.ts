import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { SlowReaders } from './slow-readers.ts';

/** How long a server waits for what its clients send: a connection that is slower is given up with 408. */
export function patience({ HEADER_TIMEOUT, REQUEST_TIMEOUT }: Config): ServerOptions {
  const headers = Math.min(HEADER_TIMEOUT, REQUEST_TIMEOUT) * 1000;
  return {
    headersTimeout: headers,
    requestTimeout: REQUEST_TIMEOUT * 1000,
    connectionsCheckingInterval: lookEvery(headers),
  };
}

/** Milliseconds between two looks for what lasts longer than it may: it ends a second late at most. */
const lookEvery = (most: number): number => Math.min(most / 10, 1000);

/**
 * Has a client that closes its sending side after its last request get its answers (RFC 9112, 9.6); the connection is
 * closed once the last one is sent. Without this Node.js closes it at once, and drops every answer that takes longer
 * than the turn of the event loop in which the request came. Its property has no type and no documentation.
 */
export function answerHalfClosed(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** Keeps connections within their number, and what waits in them for slow readers within its time and memory. */
export function limitConnections(app: FastifyInstance, config: Config): void {
  const { server } = app;
  server.maxConnections = config.MAX_CONNECTIONS;
  // Node.js leaves out what comes after some number of headers, in silence. Their bytes are limited anyway.
  server.maxHeadersCount = 0;
  const readers = new SlowReaders<Socket>(config);
  server.on('connection', (socket: Socket) => {
    readers.add(socket);
    socket.once('close', () => readers.delete(socket));
  });
  let refused = 0;
  server.on('drop', () => refused++);
  const look = setInterval(
    () => {
      const slow = readers.tooSlow(performance.now());
      for (const socket of slow) socket.destroy();
      if (slow.length > 0)
        app.log.info({ connections: slow.length }, 'closed: their clients read too slowly');
      if (refused === 0) return;
      // Idle connections make room.
      server.closeIdleConnections();
      app.log.warn({ connections: refused }, 'refused: there were MAX_CONNECTIONS already');
      refused = 0;
    },
    lookEvery(config.ANSWER_TIMEOUT * 1000),
  );
  look.unref();
  app.addHook('onClose', async () => clearInterval(look));
}
