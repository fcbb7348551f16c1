import { AnswerScope, LargeAnswer } from '../lib/answer-scope.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { MAX_LARGE_ANSWERS, MAX_LARGE_ANSWERS_WAITING } from '../limits.ts';
import { ClientSignal, isGone } from '../net/client-signal.ts';
import { ROOM, type UnsentAnswers } from '../net/unsent.ts';
import { answersWaiting, unsentBytes } from '../observability/measures.ts';
import type { Answer } from './call.ts';
import type { Exchange } from './exchange.ts';

/** What several clients may ask for at once. */
export interface Shareable {
  /** The same for the same answer. */
  readonly key: string;
  /** Whether an answer that was just made is the answer to each request with this key. */
  isForAll(answer: Answer): boolean;
}

/** The reason why a request leaves the queue: its answer is being made for another one. */
class Begun extends Error {}

/**
 * Makes answers. One that turns out to be large, such as a calendar, gives up what it has read and is made again when
 * its turn has come: few are made at once, in turns by client and account, and only while there is room for what is made
 * and not yet sent. What several clients wait for is made once.
 */
export class LargeAnswers {
  readonly #documents: FairQueue<string>;
  /** Pages and JSON have places and room of their own, so that people wait for no calendars. */
  readonly #others: FairQueue<string>;
  /** The clients that wait for their turn, by the key of their answers. */
  readonly #waiting = new Map<string, Set<ClientSignal>>();
  /** What is being made, by key: undefined if it turns out to be for its own request only. */
  readonly #making = new Map<string, Promise<Answer | undefined>>();

  constructor(unsent: UnsentAnswers<object>) {
    const queue = (part: number) =>
      new FairQueue<string>({
        ...{ atOnce: MAX_LARGE_ANSWERS, mostWaiting: MAX_LARGE_ANSWERS_WAITING },
        ...{ mostInAll: MAX_LARGE_ANSWERS_WAITING, mayBegin: key => unsent.hasRoom(key, part) },
      });
    this.#documents = queue(ROOM);
    this.#others = queue(1);
    const queues = [this.#documents, this.#others];
    answersWaiting.of('documents').read = () => this.#documents.waiting;
    answersWaiting.of('others').read = () => this.#others.waiting;
    unsentBytes.read = () => unsent.total;
    unsent.onRoom = () => {
      for (const queue of queues) queue.look();
    };
    unsent.isRoomWanted = () => queues.some(({ waiting }) => waiting > 0);
  }

  /**
   * Makes the answer to a read.
   * @param make may be called twice
   * @throws Overloaded if too many are waiting, ClientGone, and whatever `make` throws
   */
  async make(exchange: Exchange, make: () => Promise<Answer>, shareable?: Shareable): Promise<Answer> {
    const { request, response } = exchange;
    const scope = new AnswerScope(clientOf(exchange), () => isGone(request, response));
    exchange.scope = scope;
    try {
      return await scope.run(make);
    } catch (error) {
      if (!(error instanceof LargeAnswer)) throw error;
    }
    const makeLarge = () => scope.runLarge(make);
    if (!shareable) return this.#inTurn(exchange, scope.key, makeLarge);
    const shared = await this.#shared(exchange, scope.key, makeLarge, shareable);
    scope.assertWanted();
    return shared ?? this.#inTurn(exchange, scope.key, makeLarge);
  }

  #queueOf({ context }: Exchange): FairQueue<string> {
    return context?.document ? this.#documents : this.#others;
  }

  async #inTurn(exchange: Exchange, key: string, make: () => Promise<Answer>): Promise<Answer> {
    using client = new ClientSignal(exchange.request, exchange.response);
    const begin = async () => {
      await client.assertThere();
      return make();
    };
    return await this.#queueOf(exchange).run(key, begin, client.signal);
  }

  /** Makes an answer for all who wait for it, or waits for that of another request; undefined if that is not for all. */
  async #shared(
    exchange: Exchange,
    client: string,
    make: () => Promise<Answer>,
    { key, isForAll }: Shareable,
  ): Promise<Answer | undefined> {
    const making = this.#making.get(key);
    if (making) return making;
    using signal = new ClientSignal(exchange.request, exchange.response);
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting.add(signal));
    const begin = async () => {
      await signal.assertThere();
      const made = make();
      const forAll = made.then(
        answer => (isForAll(answer) ? answer : undefined),
        () => undefined,
      );
      this.#making.set(key, forAll);
      this.#waiting.delete(key);
      for (const other of waiting) if (other !== signal) other.abort(new Begun());
      return await made.finally(() => this.#making.delete(key));
    };
    try {
      return await this.#queueOf(exchange).run(client, begin, signal.signal);
    } catch (error) {
      if (error instanceof Begun) return this.#making.get(key);
      throw error;
    } finally {
      waiting.delete(signal);
      if (waiting.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key);
    }
  }
}

/** Whose answers take turns: those of an account or, without one, of a client. */
export const clientOf = ({ context, client }: Exchange): string =>
  context?.viewer ? `account ${context.viewer.id}` : client.network;
