import { AnswerScope, LargeAnswer } from '../lib/answer-scope.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { MAX_LARGE_ANSWERS, MAX_LARGE_ANSWERS_WAITING } from '../limits.ts';
import { clientSignal, isGone } from '../net/client-gone.ts';
import type { UnsentAnswers } from '../net/unsent.ts';
import type { Exchange } from './exchange.ts';

/**
 * Makes answers. One that turns out to be large, such as a calendar, gives up what it has read and is made again when
 * its turn has come: few are made at once, in turns by client and account, and only while there is room for what is made
 * and not yet sent.
 */
export class LargeAnswers {
  readonly #queue: FairQueue<string>;

  constructor(unsent: UnsentAnswers<object>) {
    this.#queue = new FairQueue({
      ...{ atOnce: MAX_LARGE_ANSWERS, mostWaiting: MAX_LARGE_ANSWERS_WAITING },
      ...{ mostInAll: MAX_LARGE_ANSWERS_WAITING, mayBegin: key => unsent.hasRoom(key) },
    });
    unsent.onRoom = () => this.#queue.look();
    unsent.isRoomWanted = () => this.#queue.waiting > 0;
  }

  /**
   * Makes an answer to a read.
   * @param make may be called twice
   * @throws Overloaded if too many are waiting, ClientGone, and whatever `make` throws
   */
  async make<Result>(exchange: Exchange, make: () => Promise<Result>): Promise<Result> {
    const { request, response } = exchange;
    const scope = new AnswerScope(clientOf(exchange), () => isGone(request, response));
    exchange.scope = scope;
    try {
      return await scope.run(make);
    } catch (error) {
      if (!(error instanceof LargeAnswer)) throw error;
    }
    using client = clientSignal(request, response);
    return await this.#queue.run(scope.key, () => scope.runLarge(make), client.signal);
  }
}

/** Whose answers take turns: those of an account or, without one, of a client. */
export const clientOf = ({ context, client }: Exchange): string =>
  context?.viewer ? `account ${context.viewer.id}` : client.network;
