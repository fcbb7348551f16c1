import { AsyncLocalStorage } from 'node:async_hooks';

const scopes = new AsyncLocalStorage<AnswerScope>();

/** Thrown when an answer reads more than is allowed of small ones: it is made again among the few large ones. */
export class LargeAnswer extends Error {
  override name = 'LargeAnswer';
}

/** Thrown when no client waits for an answer any more. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

/** Characters that an answer may read before it counts as large. */
const MAX_SMALL = 2_000_000;
/** Characters that all answers together may have read that do not count as large, before any but the least become large. */
const MAX_ALL_SMALL = 32_000_000;
/** Characters of the least. */
const LITTLE = 300_000;

let heldByAll = 0;

/**
 * The making of one answer: how much of the store it holds in memory, and whether its client still waits. It applies to
 * all that is called by `run`, so reads and pauses need no argument for it.
 */
export class AnswerScope {
  /** The client or account whose turn long work takes. */
  readonly key: string;
  readonly #isGone: () => boolean;
  isLarge = false;
  /** False for what goes on after the answer is made, such as its sending. */
  #isMaking = false;
  #held = 0;

  constructor(key: string, isGone: () => boolean) {
    this.key = key;
    this.#isGone = isGone;
  }

  /** @throws LargeAnswer and ClientGone, in addition to what `make` throws */
  async run<Result>(make: () => Promise<Result>): Promise<Result> {
    this.#isMaking = true;
    try {
      return await this.enter(make);
    } finally {
      this.#isMaking = false;
      heldByAll -= this.#held;
      this.#held = 0;
    }
  }

  /** Calls `work` in this scope, and so all that it starts. */
  enter<Result>(work: () => Result): Result {
    return scopes.run(this, work);
  }

  /** The same for an answer that has a place among the large ones: it may read what it needs. */
  runLarge<Result>(make: () => Promise<Result>): Promise<Result> {
    this.isLarge = true;
    return this.run(make);
  }

  assertWanted(): void {
    if (this.#isGone()) throw new ClientGone();
  }

  /** @throws LargeAnswer unless it has a place among the large ones */
  assertLarge(): void {
    if (!this.isLarge) throw new LargeAnswer();
  }

  /**
   * Lets go of what it holds, rather than to hold it while others work.
   * @throws LargeAnswer unless it holds little, or has a place among the large ones
   */
  giveWay(): void {
    if (!this.isLarge && this.#held > LITTLE) throw new LargeAnswer();
  }

  /** @throws LargeAnswer, ClientGone */
  count(rows: readonly unknown[]): void {
    if (!this.#isMaking) return;
    this.assertWanted();
    if (this.isLarge) return;
    const read = charactersIn(rows);
    this.#held += read;
    heldByAll += read;
    if (this.#held > MAX_SMALL || (read > 0 && heldByAll > 2 * MAX_ALL_SMALL)) throw new LargeAnswer();
    if (heldByAll > MAX_ALL_SMALL) this.giveWay();
  }
}

/**
 * Makes an answer that is certainly large wait for its turn, before it reads more.
 * @throws LargeAnswer unless it has a place among the large ones
 */
export const assertLarge = (): void => scopes.getStore()?.assertLarge();

/** Whether what is made here has a place among the large answers, or needs none. */
export const isLarge = (): boolean => scopes.getStore()?.isLarge ?? true;

/** The answer that is being made here; undefined outside of any, and within writes. */
export const currentAnswer = (): AnswerScope | undefined => scopes.getStore();

/** Calls `work` outside of any answer: for what several answers wait for. */
export const outsideAnswers = <Result>(work: () => Result): Result =>
  scopes.getStore() ? scopes.exit(work) : work();

/** Counts rows that were read for the answer that is being made here. Returns them. */
export function countRows<Rows extends readonly unknown[]>(rows: Rows): Rows {
  if (rows.length > 0) scopes.getStore()?.count(rows);
  return rows;
}

/** Characters from which a text counts. */
const LONG = 100;

/** The characters of the long texts in rows of the store. */
export function charactersIn(rows: readonly unknown[]): number {
  let all = 0;
  for (const row of rows) {
    const columns = row as Readonly<Record<string, unknown>>;
    for (const name in columns) {
      const value = columns[name];
      if (typeof value === 'string' && value.length > LONG) all += value.length;
    }
  }
  return all;
}
