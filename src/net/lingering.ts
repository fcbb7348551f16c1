import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addMiddleware, hasBody } from '../lib/http-server.ts';

/** Milliseconds in which a client may take its last answer, and see that the connection is closed. */
const LINGER = 5000;

/**
 * Has clients get answers that are given before all of their request has come: a connection that is closed while its
 * client still sends is reset, and the answer is lost on its way (RFC 9112, 9.6).
 */
export function lingerAfterAnswers(server: Server): void {
  const goOn = addMiddleware(server, (request, response) => {
    if (hasBody(request.headers)) lingerAfter(request, response);
    goOn(request, response);
  });
}

/** The same for one answer. */
export function lingerAfter(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  // Node.js closes the connection when the answer is finished, after this.
  response.prependOnceListener('finish', () => {
    if (!request.complete) socket.destroySoon = () => closeGently(socket);
  });
}

/** Closes a connection once what was written is sent and its client has closed it, too, or has had the time to. */
export function closeGently(socket: Socket): void {
  // What still comes is no request any more: nobody looks at it.
  socket.removeAllListeners('data').on('data', () => {});
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(timer));
}
