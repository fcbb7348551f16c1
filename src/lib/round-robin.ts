import { setImmediate } from 'node:timers/promises';
import { currentAnswer } from './answer-scope.ts';
import { FairQueue } from './fair-queue.ts';

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
