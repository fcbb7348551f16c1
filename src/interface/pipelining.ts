import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_PIPELINED } from '../limits.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers the requests of a connection one after the other, each once its client has taken the answer before: who
 * sends many at once and reads nothing would have all their answers kept. For what listens on the server already.
 */
export function answerInTurn(server: Server): void {
  const listeners = server.listeners('request') as Handler[];
  server.removeAllListeners('request');
  const answer: Handler = (request, response) => {
    for (const listener of listeners) listener(request, response);
  };
  const waiting = new WeakMap<Socket, number>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // It has the connection for itself, as nearly all have.
    if (response.socket) return answer(request, response);
    const { socket } = request;
    const count = waiting.get(socket) ?? 0;
    if (count === MAX_PIPELINED) return void socket.destroy();
    waiting.set(socket, count + 1);
    response.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      process.nextTick(answer, request, response);
    });
  });
}
