import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientGone } from '../lib/answer-scope.ts';

/** Whether nobody can get a response any more. */
export const isGone = ({ socket }: IncomingMessage, response: ServerResponse): boolean =>
  socket.destroyed || response.destroyed;

/**
 * Aborts once the client of a request has gone, until the signal is disposed of.
 *
 * A client that has closed its sending side may still wait for the response (RFC 9112, 9.6), or it has closed the
 * connection: both look the same until something is sent. So it is sent an interim response, which a client that waits
 * ignores; if there is none, its system resets the connection. HTTP/1.0 has no interim responses, and such a client
 * counts as gone.
 */
export function clientSignal(
  request: IncomingMessage,
  response: ServerResponse,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const gone = () => controller.abort(new ClientGone());
  const ended = () => {
    if (response.headersSent) return;
    if (request.httpVersion === '1.0') gone();
    else response.writeProcessing();
  };
  const { socket } = request;
  response.once('close', gone);
  socket.once('end', ended);
  if (isGone(request, response)) gone();
  else if (socket.readableEnded) ended();
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      response.off('close', gone);
      socket.off('end', ended);
    },
  };
}
