import { SharedLock } from '../../workers/channel.ts';

/** Milliseconds after which a worker writes without its turn: one that is held up keeps it. */
const MAX_WAIT = 1000;

/** The turn of this process: a worker has one store. */
const turn = new SharedLock('write');

/**
 * Lets the workers of a service write to the embedded store in turns, one group each. Alone, a worker that finds the
 * store busy tries again every few milliseconds, and may find it busy each time. SQLite's own lock still decides who
 * writes, also beside processes that take no turns.
 */
export class WriteTurns {
  #coming: Promise<void> | undefined;
  #isHere = false;
  #isUsed = false;

  /** Resolves when this process may try to write. `release` must follow. */
  async take(): Promise<void> {
    this.#isUsed = true;
    if (!this.#coming && !this.#isHere) this.#ask();
    if (!this.#isHere) await this.#wait();
  }

  release(): void {
    this.#isUsed = false;
    if (!this.#isHere) return;
    this.#isHere = false;
    turn.release();
  }

  #ask(): void {
    this.#coming = turn.acquire()?.then(() => this.#arrive());
    if (!this.#coming) this.#isHere = true;
  }

  #arrive(): void {
    this.#coming = undefined;
    this.#isHere = true;
    // It came too late.
    if (!this.#isUsed) this.release();
  }

  async #wait(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, MAX_WAIT);
    await Promise.race([this.#coming, late.promise]);
    clearTimeout(timer);
  }
}
