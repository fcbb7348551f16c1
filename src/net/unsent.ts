import type { Socket } from 'node:net';
import type { Json } from '../lib/json.ts';

const unsent = new WeakMap<object, number>();

/** Bytes of long answers that are still to be written to this connection. */
export const unsentOn = (socket: object): number => unsent.get(socket) ?? 0;

/** The chunks of a long answer; what is left of it counts as held for its connection. */
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

function count(socket: Socket, bytes: number): void {
  unsent.set(socket, unsentOn(socket) + bytes);
}
