/** Carries out jobs one at a time. Those who have several waiting take turns: nobody's many hold up another one's few. */
export class FairQueue<Key> {
  readonly #mostWaiting: number;
  /** What begins the jobs that wait, by whose they are, in the order of their turns. */
  readonly #waiting = new Map<Key, (() => void)[]>();
  #isBusy = false;

  /** @param mostWaiting jobs of one key */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Undefined where too many jobs of this key wait already; otherwise what the job gives. */
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
    // Behind all others.
    if (others.length > 0) this.#waiting.set(key, others);
    begin?.();
  }
}
