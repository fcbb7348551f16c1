import { type Change, type Changes, RETENTION } from '../db/changes.ts';

/** Milliseconds between two checks without requests. */
const IDLE = 30_000;

interface ChangeListener {
  /**
   * Applies changes, and calls `confirm` in the same step in which they take effect.
   * @param isLate whether changes may have been pruned before they were read
   */
  apply(changes: readonly Change[], isLate: boolean): Promise<void>;
  /** Called regularly, also without requests. */
  poll(): void;
}

/** Keeps the read model current with the change log: no read is older than the commits before it. */
export class Follower {
  readonly #changes: Changes;
  readonly #listener: ChangeListener;
  /** Wall-clock milliseconds of the last read of the change log. A wall clock continues while the machine sleeps. */
  #lastRead = Date.now();
  /** The latest of these times, because a clock may be set back. */
  #latest = this.#lastRead;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  readonly #idle: NodeJS.Timeout;

  constructor(changes: Changes, listener: ChangeListener) {
    this.#changes = changes;
    this.#listener = listener;
    this.#idle = setInterval(() => listener.poll(), IDLE).unref();
  }

  /**
   * Applies everything that is committed at the time of this call; undefined if there is nothing to wait for. Calls
   * during a read of the log share the next read.
   * @throws what the store throws if it is unavailable
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
    const news = this.#changes.newChanges();
    if (news instanceof Promise) return this.exclusive(news.then(changes => this.#apply(changes)));
    if (news.length > 0 || this.#isLate()) return this.exclusive(this.#apply(news));
    this.confirm();
    return undefined;
  }

  /** Confirms that the changes read so far have been applied; returns the latest time of a read, in milliseconds. */
  confirm(): number {
    this.#lastRead = Date.now();
    this.#latest = Math.max(this.#latest, this.#lastRead);
    this.#changes.confirm();
    return this.#latest;
  }

  /** Makes later callers of `current` wait for this work. Call it only if no other work is running. */
  exclusive(work: Promise<void>): Promise<void> {
    this.#running = work.finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** The work that callers wait for. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  close(): void {
    clearInterval(this.#idle);
  }

  async #apply(changes: readonly Change[]): Promise<void> {
    const isLate = this.#isLate();
    if (changes.length === 0 && !isLate) this.confirm();
    else await this.#listener.apply(changes, isLate);
  }

  /** Whether changes may have been pruned before they were read. */
  #isLate(): boolean {
    return Math.abs(Date.now() - this.#lastRead) > (RETENTION / 2) * 1000;
  }
}
