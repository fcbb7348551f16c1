import type { IncomingMessage, ServerResponse } from 'node:http';
import { SharedLimit } from '../workers/shared-limit.ts';
import { RestError, tooLarge, unavailable } from './errors.ts';

/** Reads request bodies. A budget limits the memory of all bodies whose requests are not answered yet. */
export class BodyBudget {
  readonly #most: SharedLimit;
  #held = 0;

  /** @param most the budget in bytes; a single body always has room */
  constructor(most: number) {
    this.#most = new SharedLimit('bodies', most, () => this.#held);
  }

  /**
   * Reads the whole body of a request.
   * @param limit bytes
   * @throws RestError 413 if it is larger, 503 if the budget is used up, 400 if the client disconnects
   */
  async read(request: IncomingMessage, response: ServerResponse, limit: number): Promise<Buffer> {
    if (announcedBytes(request, limit) === 0) return NOTHING;
    const body = new GrowingBody();
    response.once('close', () => {
      this.#held -= body.capacity;
    });
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const take = (piece: Buffer) => {
      const refusal = this.#take(piece, body, limit);
      if (!refusal) return;
      // The rest of the body is discarded as it arrives.
      request.off('data', take);
      reject(refusal);
    };
    request.on('data', take);
    let isRead = false;
    request.once('end', () => {
      isRead = true;
      resolve(body.bytes);
    });
    request.once('close', () => {
      if (!isRead) reject(brokenOff());
    });
    return promise;
  }

  #take(piece: Buffer, body: GrowingBody, limit: number): RestError | undefined {
    if (body.length + piece.length > limit) return tooLarge();
    this.#held += body.append(piece);
    const others = this.#held - body.capacity;
    return others > 0 && this.#held > this.#most.limit ? unavailable() : undefined;
  }
}

/**
 * The bytes of a body as its request announces them; undefined if it does not.
 * @throws RestError 413 if they are more than the limit
 */
export function announcedBytes({ headers }: IncomingMessage, limit: number): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > limit) throw tooLarge();
  return announced;
}

/** The client has gone before its body was whole. */
export const brokenOff = () => new RestError(400, 'rest_bad_request', 'rest_bad_request');

const NOTHING = Buffer.alloc(0);

/** A growing buffer: the body in one piece, however small its chunks are. */
class GrowingBody {
  #bytes = NOTHING;
  length = 0;
  /** Bytes that were allocated; they still count after a transfer to another thread. */
  capacity = 0;

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  /** Appends a chunk; returns by how many bytes the capacity has grown. */
  append(piece: Buffer): number {
    const before = this.capacity;
    const length = this.length + piece.length;
    if (length > before) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * before));
      this.#bytes.copy(larger, 0, 0, this.length);
      this.#bytes = larger;
      this.capacity = larger.length;
    }
    piece.copy(this.#bytes, this.length);
    this.length = length;
    return this.capacity - before;
  }
}
