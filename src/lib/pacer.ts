import { setImmediate } from 'node:timers/promises';
import { currentAnswer } from './answer-scope.ts';
import { FairQueue } from './fair-queue.ts';

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

/** Turns of the event loop for each slice of a document. In each of them one new connection is accepted. */
export const BETWEEN = 10;

/**
 * A round robin by client for work that many requests may want at once: one piece in so many turns of the event loop.
 * Otherwise the work of all would be done before anything else is handled, and many requests of one client would delay
 * those of others.
 */
export class RoundRobin {
  readonly #between: number;
  readonly #queue = new FairQueue<string>({ mostWaiting: Infinity });

  constructor(between: number) {
    this.#between = between;
  }

  /**
   * Waits for a turn.
   * @throws ClientGone if the client has gone meanwhile, LargeAnswer if the answer has read much while others wait
   */
  async next(): Promise<void> {
    const answer = currentAnswer();
    if (this.#queue.waiting > 0) answer?.giveWay();
    await this.#queue.run(answer?.key ?? '', this.#pass);
    answer?.assertWanted();
  }

  #pass = async (): Promise<void> => {
    for (let turn = 0; turn < this.#between; turn++) await setImmediate();
  };
}

/** The slices of documents, which may be long. */
export const documentRoundRobin = new RoundRobin(BETWEEN);
/** The beginnings of answers. The end of a connection is read one turn after the request before it. */
export const firstRoundRobin = new RoundRobin(2);
