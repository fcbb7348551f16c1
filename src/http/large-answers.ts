import type { IncomingMessage } from 'node:http';
import { AnswerScope, ClientGone, LargeAnswer } from '../lib/answer-scope.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { isGone } from '../lib/http-server.ts';
import { documentRoundRobin, firstRoundRobin } from '../lib/pacer.ts';
import { MAX_LARGE_ANSWERS, MAX_LARGE_ANSWERS_WAITING } from '../limits.ts';
import { ClientSignal } from '../net/client-signal.ts';
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

/** Large answers of one client that wait before its next answer of the kind waits behind them, whether large or not. */
const MANY_OF_ONE = 4;
/** Milliseconds after a large answer in which others like it are expected. */
const RECENT = 1000;

/** The answer for all; undefined if it is for its own request only; LEFT if its client has gone before it was made. */
type SharedAnswer = Answer | undefined | typeof LEFT;
const LEFT = Symbol('the client left');

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
  /** The requests that wait for their turn, by the key of their answers. */
  readonly #waiting = new Map<string, Set<AbortController>>();
  /** What is being made, by key. */
  readonly #making = new Map<string, Promise<SharedAnswer>>();
  /** When an answer last turned out to be large. */
  #lastLarge = -Infinity;

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
    const queue = exchange.document ? this.#documents : this.#others;
    await scope.enter(() => firstRoundRobin.next());
    if (queue.waitingOf(scope.key) < MANY_OF_ONE && !this.#maybeGone(request))
      try {
        return await scope.run(make);
      } catch (error) {
        if (!(error instanceof LargeAnswer)) throw error;
        this.#lastLarge = performance.now();
      }
    using client = new ClientSignal(request, response);
    const makeLarge = async () => {
      await client.assertThere();
      return scope.runLarge(make);
    };
    const inTurn: InTurn = (job, signal) => queue.run(scope.key, job, signal);
    if (!shareable) return await inTurn(makeLarge, client.signal);
    let shared: SharedAnswer = LEFT;
    while (shared === LEFT) shared = await this.#shared(shareable, client, makeLarge, inTurn);
    // Otherwise all who waited for it would be answered before anything else is handled.
    await scope.enter(() => documentRoundRobin.next());
    return shared ?? (await inTurn(makeLarge, client.signal));
  }

  /**
   * Whether a client has closed its sending side while others ask for large answers. Such a client has often gone, which
   * is found in the queue. It waits there even for a small answer, since each first try may take ten milliseconds.
   */
  #maybeGone({ socket }: IncomingMessage): boolean {
    return socket.readableEnded && performance.now() - this.#lastLarge < RECENT;
  }

  /** Makes an answer for all who wait for it, or waits for that of another request. */
  async #shared(
    { key, isForAll }: Shareable,
    client: ClientSignal,
    make: () => Promise<Answer>,
    inTurn: InTurn,
  ): Promise<SharedAnswer> {
    const making = this.#making.get(key);
    if (making) return making;
    const own = new AbortController();
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting.add(own));
    const begin = async () => {
      await client.assertThere();
      const made = make();
      const shared = made
        .then(
          answer => (isForAll(answer) ? answer : undefined),
          error => (error instanceof ClientGone ? LEFT : undefined),
        )
        .finally(() => this.#making.delete(key));
      this.#making.set(key, shared);
      this.#waiting.delete(key);
      for (const other of waiting) if (other !== own) other.abort(new Begun());
      return made;
    };
    try {
      return await inTurn(begin, AbortSignal.any([client.signal, own.signal]));
    } catch (error) {
      if (error instanceof Begun) return this.#making.get(key);
      throw error;
    } finally {
      waiting.delete(own);
      if (waiting.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key);
    }
  }
}

/** Runs a job when the turn of its client has come, unless the signal is aborted before. */
type InTurn = (job: () => Promise<Answer>, signal: AbortSignal) => Promise<Answer>;

/** Whose answers take turns: those of an account or, without one, of a client. */
export const clientOf = ({ viewer, client }: Exchange): string =>
  viewer ? `account ${viewer.id}` : client.network;
