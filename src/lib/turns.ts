import { setImmediate } from 'node:timers/promises';
import { currentAnswer } from './answer-scope.ts';
import { FairQueue } from './fair-queue.ts';

/** Turns of the event loop for each slice of a document. In each of them one new connection is accepted. */
export const BETWEEN = 10;

/**
 * Turns of work that many requests may want at once: one in so many turns of the event loop, in turns by client.
 * Otherwise the work of all would be done before anything else is handled, and many requests of one client would hold up
 * those of others.
 */
export class Turns {
  readonly #between: number;
  readonly #queue = new FairQueue<string>({ mostWaiting: Infinity });

  constructor(between: number) {
    this.#between = between;
  }

  /**
   * Waits for a turn.
   * @throws ClientGone if the work is for a client who has gone meanwhile, LargeAnswer if it holds much while others work
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

/** The turns of the slices of documents, which may be long. */
export const documentTurns = new Turns(BETWEEN);
/** The turns in which answers begin to be made. The end of a connection is read one turn after the request before it. */
export const firstTurns = new Turns(2);
