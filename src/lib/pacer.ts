import { setImmediate } from 'node:timers/promises';

/** Milliseconds per slice. */
const SLICE = 5;

/** Divides long work into slices; between slices the event loop handles other work. */
export class Pacer {
  #since = performance.now();

  /**
   * Returns a promise to await before continuing; undefined while the slice lasts.
   * @param slice milliseconds
   */
  pause(slice = SLICE): Promise<void> | undefined {
    return performance.now() - this.#since < slice ? undefined : this.#yield();
  }

  async #yield(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
  }
}

/** Milliseconds per slice for work without a waiting client, such as an import. */
const LONG_SLICE = 15;

const shared = new Pacer();

/**
 * Yields to the event loop when the slice is used up, for work that has a process or thread to itself.
 * @param slice milliseconds
 */
export const yieldIfDue = async (slice = LONG_SLICE): Promise<void> => shared.pause(slice);
