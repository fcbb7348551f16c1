import { setImmediate } from 'node:timers/promises';

/** Milliseconds. */
const SLICE = 5;

/** Divides long work into slices: between two of them the event loop answers others. */
export class Pacer {
  #since = performance.now();

  /**
   * What is to be awaited before the work goes on; undefined until a slice is used up.
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

/** Milliseconds of work of which nobody waits for the single pieces, as in an import. */
const LONG_SLICE = 15;

const shared = new Pacer();

/**
 * Lets others have their turn, in the middle of work that is all that this process or thread does.
 * @param slice milliseconds
 */
export const breathe = async (slice = LONG_SLICE): Promise<void> => shared.pause(slice);
