/**
 * Runs jobs one at a time. Keys with waiting jobs take turns, so that many jobs of one key do not hold up those of
 * another.
 */
export class FairQueue<Key> {
  readonly #mostWaiting: number;
  /** Waiting jobs by key; keys are in the order of their turns. */
  readonly #waiting = new Map<Key, (() => void)[]>();
  #isBusy = false;

  /** @param mostWaiting maximum number of waiting jobs per key */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Whether jobs wait for the one that runs. */
  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Resolves to the job's result; undefined if too many jobs of this key are already waiting. */
  run<Result>(key: Key, job: () => Promise<Result>): Promise<Result> | undefined {
    const turn = this.#turn(key);
    return turn?.then(job).finally(() => this.#next());
  }

  #turn(key: Key): Promise<void> | undefined {
    if (!this.#isBusy) {
      this.#isBusy = true;
      return Promise.resolve();
    }
    const waiting = this.#waiting.get(key) ?? [];
    if (waiting.length >= this.#mostWaiting) return undefined;
    this.#waiting.set(key, waiting);
    return new Promise(resolve => waiting.push(resolve));
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#isBusy = false;
      return;
    }
    const [key, [begin, ...others]] = first;
    this.#waiting.delete(key);
    // This key goes to the end of the queue.
    if (others.length > 0) this.#waiting.set(key, others);
    begin?.();
  }
}
