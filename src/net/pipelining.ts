import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { outsideAnswers } from '../lib/answer-scope.ts';
import { addMiddleware } from '../lib/http-server.ts';
import { MAX_PIPELINED } from '../limits.ts';

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
