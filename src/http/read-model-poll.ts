import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { ReadModel } from '../read-model/read-model.ts';

/** Requests that share a look at the store in one turn of the event loop, at most: it hears of no more at once. */
const SHARING = 500;

/**
 * Brings the read model up to date for requests. Those that were on their way before the store was asked whether anything
 * has changed need not ask it again: all that the event loop hears of in one turn.
 */
export class ReadModelPoll {
  readonly #log: FastifyBaseLogger;
  readonly #sockets = new Set<Socket>();
  #fails = false;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  /**
   * Undefined where the read model is up to date for the next request of this connection. Otherwise the promise of it, or
   * of undefined where the store cannot be asked.
   */
  share(readModel: ReadModel, socket: Socket): Promise<ReadModel | undefined> | undefined {
    if (this.#covers(socket)) return undefined;
    const waiting = this.#ask(readModel);
    if (this.#sockets.size === 0 && !waiting) setImmediate(() => this.#sockets.clear());
    else this.#sockets.clear();
    if (!waiting) this.#sockets.add(socket);
    return waiting;
  }

  /** The read model up to date, for one request; undefined where there is none, or the store cannot be asked. */
  async once(readModel: ReadModel | undefined): Promise<ReadModel | undefined> {
    const waiting = readModel && this.#ask(readModel);
    return waiting ?? readModel;
  }

  /** A second request on the same connection may have been sent after a write was answered. */
  #covers(socket: Socket): boolean {
    const { size } = this.#sockets;
    if (size === 0 || size === SHARING || this.#sockets.has(socket)) return false;
    this.#sockets.add(socket);
    return true;
  }

  #ask(readModel: ReadModel): Promise<ReadModel | undefined> | undefined {
    try {
      const waiting = readModel.current();
      if (!waiting) this.#fails = false;
      return waiting?.then(
        () => {
          this.#fails = false;
          return readModel;
        },
        error => this.#tell(error),
      );
    } catch (error) {
      return Promise.resolve(this.#tell(error));
    }
  }

  /** One line says why, however many requests come until the store can be asked again. */
  #tell(error: unknown): undefined {
    if (!this.#fails)
      this.#log.error({ err: error }, 'the store could not be asked for changes: it answers by itself');
    this.#fails = true;
  }
}
