import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addMiddleware } from '../lib/http-server.ts';
import { MAX_PIPELINED } from '../limits.ts';

/**
 * Answers the requests of a connection one after the other, each after the client has read the previous answer:
 * otherwise a client that sends many and reads nothing would fill the memory with answers.
 */
export function answerInTurn(server: Server): void {
  const waiting = new WeakMap<Socket, number>();
  const answer = addMiddleware(server, (request, response) => {
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
