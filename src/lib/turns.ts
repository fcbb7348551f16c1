import { setImmediate } from 'node:timers/promises';
import { currentAnswer } from './answer-scope.ts';
import { FairQueue } from './fair-queue.ts';

/** Turns of the event loop for each slice. In each of them one new connection is accepted. */
export const BETWEEN = 10;

/**
 * Turns of long work: one of its slices in several turns of the event loop, in turns by client. Otherwise the slices of
 * many long answers would follow one another before anything else is handled, and many of one client hold up those of
 * others.
 */
export class Turns {
  readonly #queue = new FairQueue<string>({ mostWaiting: Infinity });

  /**
   * Waits for a turn.
   * @throws ClientGone if the work is for a client who has gone meanwhile, LargeAnswer if it holds much while others work
   */
  async next(): Promise<void> {
    const answer = currentAnswer();
    if (this.#queue.waiting > 0) answer?.giveWay();
    await this.#queue.run(answer?.key ?? '', pass);
    answer?.assertWanted();
  }
}

async function pass(): Promise<void> {
  for (let turn = 0; turn < BETWEEN; turn++) await setImmediate();
}

/** The turns of documents, which may be long. */
export const documentTurns = new Turns();
