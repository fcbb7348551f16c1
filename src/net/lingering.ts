import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addMiddleware, hasBody } from '../lib/http-server.ts';

/** Milliseconds for a client to read its last answer and to close the connection. */
const LINGER = 5000;

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
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(timer));
}
