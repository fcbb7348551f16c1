import type { Socket } from 'node:net';
import type { Json } from '../lib/json.ts';

const unsent = new WeakMap<object, number>();

/** Bytes of long answers that are not yet written to this connection. */
export const unsentOn = (socket: object): number => unsent.get(socket) ?? 0;

/** The chunks of a long answer; the rest counts as waiting on its connection. */
export function* chunksFor(socket: Socket, body: Json): Generator<Buffer> {
  let left = body.length;
  count(socket, left);
  try {
    for (const chunk of body.chunks()) {
      count(socket, -chunk.length);
      left -= chunk.length;
      yield chunk;
    }
  } finally {
    count(socket, -left);
  }
}

/** The chunks of an answer that is made while it is sent; what it holds in memory counts as waiting. */
export async function* chunksHolding(
  socket: Socket,
  bytes: number,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  count(socket, bytes);
  try {
    yield* chunks;
  } finally {
    count(socket, -bytes);
  }
}

function count(socket: Socket, bytes: number): void {
  unsent.set(socket, unsentOn(socket) + bytes);
}
