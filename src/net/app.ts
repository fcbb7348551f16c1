import { once } from 'node:events';
import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';
import type { Logger } from 'pino';
import { originOf } from '../lib/http-server.ts';

type AppStep = () => void | Promise<void>;

/** An HTTP server with its log, and what happens before it listens and while it closes. */
export class App {
  readonly server: Server;
  readonly log: Logger;
  readonly #starts: AppStep[] = [];
  readonly #drains: AppStep[] = [];
  readonly #ends: AppStep[] = [];
  #closing: Promise<void> | undefined;

  constructor(server: Server, log: Logger) {
    this.server = server;
    this.log = log;
  }

  /** Adds a step that is taken before the server listens. */
  onStart(step: AppStep): void {
    this.#starts.push(step);
  }

  /** Adds a step that is taken when the server begins to close: requests in flight are still answered. */
  onDrain(step: AppStep): void {
    this.#drains.push(step);
  }

  /** Adds a step that is taken once all connections are closed, before the steps that were added earlier. */
  onEnd(step: AppStep): void {
    this.#ends.unshift(step);
  }

  /**
   * Listens. Returns the origin, `http://127.0.0.1:3000`.
   * @throws what a step or `listen` of node:net throws
   */
  async listen(where: ListenOptions): Promise<string> {
    for (const step of this.#starts) await step();
    await once(this.server.listen(where), 'listening');
    const origin = originOf(this.server);
    this.log.info(`Server listening at ${origin}`);
    return origin;
  }

  /** Closes the server after its last answer. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const step of this.#drains) await step();
    // A server that does not listen passes an error.
    await new Promise<void>(resolve => this.server.close(() => resolve()));
    for (const step of this.#ends) await step();
  }
}

/** The needed parts of `node:http`: an import would also load the HTTP client, which takes 27 ms at start. */
export const { createServer, maxHeaderSize, STATUS_CODES, IncomingMessage, ServerResponse } =
  process.getBuiltinModule('node:http');
