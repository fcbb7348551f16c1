import { type Changes, type LoggedChange, RETENTION } from '../db/changes.ts';
import { ownCommits } from '../db/observe.ts';
import { outsideAnswers } from '../lib/answer-scope.ts';

/** Milliseconds between two checks without requests. */
const IDLE = 30_000;

interface ChangeListener {
  /**
   * Applies changes, and calls `confirm` in the same step in which they take effect.
   * @param isLate whether changes may have been pruned before they were read
   */
  apply(changes: readonly LoggedChange[], isLate: boolean): Promise<void>;
  /** Called regularly, also without requests. */
  poll(): void;
  /** Whether there is something to apply although nothing new is in the log: it failed before. */
  isPending(): boolean;
}

/** A read of the change log: all that was committed when it began is applied once it has ended. */
interface LogRead {
  /** Milliseconds of a clock that is never set. */
  readonly began: number;
  /** The commits of this process until then. */
  readonly commits: number;
}

/** Keeps the read model current with the change log: no read is older than the commits before it. */
export class Follower {
  readonly #changes: Changes;
  readonly #listener: ChangeListener;
  readonly #clock: () => number;
  /** Wall-clock milliseconds of the last read of the change log. A wall clock continues while the machine sleeps. */
  #lastRead = Date.now();
  /** The latest time at which an answer was current, because a clock may be set back. */
  #latest = this.#lastRead;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  /** The read that is running; if no work is running, the last one. Undefined after other work, or a failure. */
  #lastLogRead: LogRead | undefined;
  readonly #idle: NodeJS.Timeout;

  /** @param clock milliseconds of a clock that is never set */
  constructor(changes: Changes, listener: ChangeListener, clock = () => performance.now()) {
    this.#changes = changes;
    this.#listener = listener;
    this.#clock = clock;
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
    return outsideAnswers(() => this.#read());
  }

  #read(): Promise<void> | undefined {
    const read = { began: this.#clock(), commits: ownCommits.count };
    const news = this.#changes.newChanges();
    if (news instanceof Promise)
      return this.exclusive(
        news.then(changes => this.#apply(changes)),
        read,
      );
    if (news.length > 0 || this.#isLate() || this.#listener.isPending())
      return this.exclusive(this.#apply(news));
    this.confirm();
    return undefined;
  }

  /**
   * The same for readers who cannot know of what other processes have just committed: a read of the log that began a
   * few milliseconds ago will do. What this process has committed is applied.
   */
  recent(): Promise<void> | undefined {
    if (!this.#isRecent(this.#lastLogRead)) return this.current();
    // Answers carry this time, so a later change must not have an earlier one.
    this.#latest = Math.max(this.#latest, Date.now());
    return this.#running;
  }

  #isRecent(read: LogRead | undefined): boolean {
    return (
      read !== undefined &&
      read.commits === ownCommits.count &&
      this.#clock() - read.began < this.#changes.shared
    );
  }

  /** Confirms that the changes read so far have been applied; returns the latest time of a read, in milliseconds. */
  confirm(): number {
    this.#lastRead = Date.now();
    this.#latest = Math.max(this.#latest, this.#lastRead);
    this.#changes.confirm();
    return this.#latest;
  }

  /** Makes later callers of `current` wait for this work. Call it only if no other work is running. */
  exclusive(work: Promise<void>, read?: LogRead): Promise<void> {
    this.#lastLogRead = read;
    this.#running = work
      .catch(error => {
        this.#lastLogRead = undefined;
        throw error;
      })
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  get running(): Promise<void> | undefined {
    return this.#running;
  }

  close(): void {
    clearInterval(this.#idle);
  }

  async #apply(changes: readonly LoggedChange[]): Promise<void> {
    const isLate = this.#isLate();
    if (changes.length === 0 && !isLate && !this.#listener.isPending()) this.confirm();
    else await this.#listener.apply(changes, isLate);
  }

  /** Whether changes may have been pruned before they were read. */
  #isLate(): boolean {
    return Math.abs(Date.now() - this.#lastRead) > (RETENTION / 2) * 1000;
  }
}
