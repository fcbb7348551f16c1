import type { IncomingMessage, ServerResponse } from 'node:http';
import { RestError, tooLarge, unavailable } from './errors.ts';

/** Reads the bodies of requests. Until these are answered, all of them together hold so much memory at most. */
export class TransitBudget {
  readonly #most: number;
  #held = 0;

  /** @param most bytes; one body always has room */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * The whole body of a request, of so many bytes at most.
   * @throws RestError 413 where it has more, 503 where there is no room beside the others, 400 where it breaks off
   */
  async read(request: IncomingMessage, response: ServerResponse, limit: number): Promise<Buffer> {
    const { 'content-length': announced = '0', 'transfer-encoding': coding } = request.headers;
    if (Number(announced) > limit) throw tooLarge();
    const body = new TransitBody();
    if (announced === '0' && coding === undefined) return body.bytes;
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
    request.once('end', () => resolve(body.bytes));
    request.once('close', () => reject(new RestError(400, 'rest_bad_request', 'rest_bad_request')));
    return promise;
  }

  #take(piece: Buffer, body: TransitBody, limit: number): RestError | undefined {
    if (body.length + piece.length > limit) return tooLarge();
    this.#held += body.append(piece);
    const others = this.#held - body.capacity;
    return others > 0 && this.#held > this.#most ? unavailable() : undefined;
  }
}

/** Bytes in one piece, however small the pieces were that they came in. */
class TransitBody {
  #bytes = Buffer.alloc(0);
  length = 0;
  /** Bytes that were made room for, also once another thread has taken them over. */
  capacity = 0;

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  /** Tells by how many bytes it has grown. */
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
