/**
 * Turns of long work: one of its slices for each turn of the event loop, in the order of the requests. Otherwise the
 * slices of many long answers would follow one another before anything else is handled.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Waits for a turn. */
  next(): Promise<void> {
    return new Promise(resolve => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#begin());
    });
  }

  #begin(): void {
    // It stays in the queue until its successor is due, which is in another turn of the event loop.
    this.#waiting[0]!();
    setImmediate(() => {
      this.#waiting.shift();
      if (this.#waiting.length > 0) this.#begin();
    });
  }
}

/** The turns of documents, which may be long. */
export const documentTurns = new Turns();
