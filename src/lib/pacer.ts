import { setImmediate } from 'node:timers/promises';

/** Milliseconds per slice. */
const SLICE = 5;

let resumed = (): void => {};

/** Sets what is called whenever paced work goes on after a pause. */
export function onResume(callback: () => void): void {
  resumed = callback;
}

/** Divides long work into slices; between slices the event loop handles other work. */
export class Pacer {
  readonly #turn: () => Promise<unknown>;
  #since = performance.now();

  /** @param turn waits until the next slice may begin */
  constructor(turn: () => Promise<unknown> = () => setImmediate()) {
    this.#turn = turn;
  }

  /** Whether the slice is used up. An inner loop that asks this first awaits nothing while the slice lasts. */
  isDue(slice = SLICE): boolean {
    return performance.now() - this.#since >= slice;
  }

  /**
   * Lets other work run if the slice is used up.
   * @param slice milliseconds
   */
  async pause(slice = SLICE): Promise<void> {
    if (!this.isDue(slice)) return;
    await this.#turn();
    resumed();
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
export const yieldIfDue = (slice = LONG_SLICE): Promise<void> => shared.pause(slice);
