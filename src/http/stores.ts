import type { Socket } from 'node:net';
import type { Db } from '../db/tables.ts';
import type { Log } from '../observability/log.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { unavailable } from './errors.ts';

/** The sources of answers: the store and the read model. */
export interface ServiceStores {
  readonly db: Db;
  /** Undefined until the service has started. */
  readModel: ReadModel | undefined;
}

/** Stores that open after the service listens; until then, requests that need them get 503. */
export class LateStores implements ServiceStores {
  readModel: ReadModel | undefined;
  #db: Db | undefined;

  open(db: Db): void {
    this.#db = db;
  }

  /** @throws RestError 503 before the store is open */
  get db(): Db {
    if (this.#db) return this.#db;
    throw unavailable();
  }
}

/** The most requests that share one poll of the store in one turn of the event loop. */
const SHARING = 500;

/** Counts the times at which the event loop has looked for what has arrived. */
const { nodeTiming } = performance;

/**
 * Brings the read model up to date for requests. All requests that the event loop has found arrived at one time share
 * one poll: they were sent before the store was asked for changes.
 */
export class ReadModelPoll {
  readonly #log: Pick<Log, 'error'>;
  readonly #sockets = new Set<Socket>();
  #turn = -1;
  #fails = false;

  constructor(log: Pick<Log, 'error'>) {
    this.#log = log;
  }

  /**
   * Undefined if the read model is up to date for the next request of this connection, of a client that cannot know of
   * anything later than what this process has committed. Otherwise a promise of the read model, or of undefined if the
   * store cannot be asked.
   */
  share(readModel: ReadModel, socket: Socket): Promise<ReadModel | undefined> | undefined {
    if (this.#covers(socket)) return undefined;
    const waiting = this.#ask(readModel, () => readModel.recent());
    this.#sockets.clear();
    if (!waiting) this.#sockets.add(socket);
    return waiting;
  }

  /** The up-to-date read model for one request; undefined if there is none, or the store cannot be asked. */
  async once(readModel: ReadModel | undefined): Promise<ReadModel | undefined> {
    const waiting = readModel && this.#ask(readModel, () => readModel.current());
    return waiting ?? readModel;
  }

  /** A second request on the same connection needs a new poll: it may follow the response to a write. */
  #covers(socket: Socket): boolean {
    const turn = nodeTiming.uvMetricsInfo.loopCount;
    if (turn !== this.#turn) this.#sockets.clear();
    this.#turn = turn;
    const { size } = this.#sockets;
    if (size === 0 || size === SHARING || this.#sockets.has(socket)) return false;
    this.#sockets.add(socket);
    return true;
  }

  #ask(
    readModel: ReadModel,
    poll: () => Promise<void> | undefined,
  ): Promise<ReadModel | undefined> | undefined {
    try {
      const waiting = poll();
      if (!waiting) this.#fails = false;
      return waiting?.then(
        () => {
          this.#fails = false;
          return readModel;
        },
        error => this.#logError(error),
      );
    } catch (error) {
      return Promise.resolve(this.#logError(error));
    }
  }

  /** Logs the error once, however many requests come until the store can be asked again. */
  #logError(error: unknown): undefined {
    if (!this.#fails)
      this.#log.error({ err: error }, 'the store could not be asked for changes: it answers by itself');
    this.#fails = true;
  }
}
