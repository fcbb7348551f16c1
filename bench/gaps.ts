import { Connection, get } from './connection.ts';

const TINY = get('/healthz');

/** Sends tiny requests back to back. The longest wait of one of them shows how long the service was blocked. */
export class Gaps {
  #longest = 0;
  #ended = false;
  #running: Promise<void>;
  readonly #connection: Connection;

  private constructor(connection: Connection) {
    this.#connection = connection;
    this.#running = this.#ask();
  }

  static async open(port: number): Promise<Gaps> {
    return new Gaps(await Connection.open(port));
  }

  /** Milliseconds of the longest gap between two responses while `act` runs. */
  async during(act: () => Promise<unknown>): Promise<number> {
    this.#longest = 0;
    await act();
    return this.#longest;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    await this.#running;
    this.#connection.close();
  }

  async #ask(): Promise<void> {
    let before = performance.now();
    while (!this.#ended) {
      await this.#connection.ask(TINY);
      const now = performance.now();
      this.#longest = Math.max(this.#longest, now - before);
      before = now;
    }
  }
}
