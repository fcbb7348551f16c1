import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { ClientGone } from '../lib/answer-scope.ts';
import { isGone } from '../lib/http-server.ts';

/** Milliseconds between two interim responses. */
const PROBE = 1000;

/** A signal that aborts once a connection is closed, as by a reset. Its client is sent nothing to find out. */
export function closeSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort(new ClientGone()));
  return controller.signal;
}

/**
 * A signal that aborts once the client of a request has gone, until it is disposed of.
 *
 * A client that has closed its sending side may still wait for the response (RFC 9112, 9.6), or it has closed the
 * connection: both look the same until something is sent. So it is sent interim responses, which a client that waits
 * ignores. To the first one the system of a client that has gone answers with a reset, by which the next one fails.
 * HTTP/1.0 has no interim responses, so such a client counts as gone.
 */
export class ClientSignal implements Disposable {
  readonly #controller = new AbortController();
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #probing: NodeJS.Timeout | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    response.once('close', this.#gone);
    request.socket.once('end', this.#ended);
    if (isGone(request, response)) this.#gone();
    else if (request.socket.readableEnded) this.#ended();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** @throws ClientGone */
  async assertThere(): Promise<void> {
    if (this.#probing) {
      this.#probe();
      // By then it has failed, if it fails.
      await setImmediate();
    }
    this.signal.throwIfAborted();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#probing);
    this.#response.off('close', this.#gone);
    this.#request.socket.off('end', this.#ended);
  }

  #gone = (): void => this.#controller.abort(new ClientGone());

  #ended = (): void => {
    if (this.#request.httpVersion === '1.0') this.#gone();
    else {
      this.#probe();
      this.#probing = setInterval(() => this.#probe(), PROBE).unref();
    }
  };

  #probe(): void {
    if (!isGone(this.#request, this.#response)) this.#response.writeProcessing();
  }
}
