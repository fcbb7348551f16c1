import { type Change, type Changes, KEPT_FOR } from '../db/changes.ts';

/** Milliseconds between two checks while there are no requests. */
const IDLE = 30_000;

interface ChangeListener {
  /**
   * Learns what has changed, and calls `learned` in the step in which that holds.
   * @param isLate whether changes may have been forgotten before they were told
   */
  learn(changes: readonly Change[], isLate: boolean): Promise<void>;
  /** Called regularly while nobody asks. */
  look(): void;
}

/** Keeps the read model current with the change log: no read is older than the commits before it. */
export class Follower {
  readonly #changes: Changes;
  readonly #learner: ChangeListener;
  /** When the log of changes was last asked, in milliseconds: of the clock, which goes on while the machine sleeps. */
  #asked = Date.now();
  /** The latest time at which it was: a clock may be set back. */
  #latest = this.#asked;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  readonly #idle: NodeJS.Timeout;

  constructor(changes: Changes, learner: ChangeListener) {
    this.#changes = changes;
    this.#learner = learner;
    this.#idle = setInterval(() => learner.look(), IDLE).unref();
  }

  /**
   * Brings everything up to what is committed at the time of this call; undefined where nothing is to be waited for.
   * Calls that come while the store is being asked share the next answer.
   * @throws what the store throws where it is away
   */
  current(): Promise<void> | undefined {
    if (this.#running) {
      this.#next ??= this.#running
        .catch(() => {})
        .then(() => {
          this.#next = undefined;
          return this.current();
        });
      return this.#next;
    }
    const news = this.#changes.news();
    if (news instanceof Promise) return this.alone(news.then(changes => this.#learn(changes)));
    if (news.length > 0 || this.#isLate()) return this.alone(this.#learn(news));
    this.learned();
    return undefined;
  }

  /** What has been told is learned; returns the latest time at which anything was, in milliseconds. */
  learned(): number {
    this.#asked = Date.now();
    this.#latest = Math.max(this.#latest, this.#asked);
    this.#changes.learned();
    return this.#latest;
  }

  /** Makes later callers wait for this running work; only if no other work is running. */
  alone(work: Promise<void>): Promise<void> {
    this.#running = work.finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** What whoever asks waits for. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  close(): void {
    clearInterval(this.#idle);
  }

  async #learn(changes: readonly Change[]): Promise<void> {
    const isLate = this.#isLate();
    if (changes.length === 0 && !isLate) this.learned();
    else await this.#learner.learn(changes, isLate);
  }

  /** Whether changes may have been forgotten before they were asked for. */
  #isLate(): boolean {
    return Math.abs(Date.now() - this.#asked) > (KEPT_FOR / 2) * 1000;
  }
}
