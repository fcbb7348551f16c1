import { leavingWorkers, onLeft, Topic } from './channel.ts';
import { worker } from './identity.ts';

/** Milliseconds between two reports to the other workers. */
const EVERY = 100;

/**
 * A limit on something that all workers of a service use together, such as connections. Each reports its
 * use to the others. Each may take an equal part of the rest until the next report, so late reports do not exceed the
 * limit.
 */
export class SharedLimit {
  readonly #most: number;
  readonly #used: () => number;
  readonly #topic: Topic<number>;
  readonly #others = new Map<number, number>();
  #reported = 0;
  /** Runs while there are other workers. */
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param name the same in all workers
   * @param used what this worker uses now
   */
  constructor(name: string, most: number, used: () => number) {
    this.#most = most;
    this.#used = used;
    this.#topic = new Topic(name);
    if (!worker) return;
    this.#topic.listen((used, from) => {
      // It has just started.
      if (!this.#others.has(from)) this.#report();
      this.#others.set(from, used);
      this.#timer ??= setInterval(this.#reportChange, EVERY).unref();
    });
    onLeft(pid => {
      this.#others.delete(pid);
      if (this.#others.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
    this.#report();
  }

  /** How much this worker may use now; all of it if it is the only one. */
  get limit(): number {
    if (!worker) return this.#most;
    const part = this.#part();
    if (this.#used() - this.#reported <= Math.max(part, 0) / 2) return this.#reported + part;
    // The others make room, or learn that there is less.
    this.#report();
    return this.#reported + this.#part();
  }

  /** What each worker may take beyond its report; negative if all of them use too much. */
  #part(): number {
    let left = this.#most - this.#reported;
    for (const used of this.#others.values()) left -= used;
    return Math.ceil(left / (worker?.workers ?? 1));
  }

  /** The least use of another worker that does not stop, as far as is known. */
  leastOfOthers(): number | undefined {
    const used = [...this.#others].filter(([pid]) => !leavingWorkers.has(pid)).map(([, used]) => used);
    return used.length > 0 ? Math.min(...used) : undefined;
  }

  #reportChange = (): void => {
    if (this.#used() !== this.#reported) this.#report();
  };

  #report(): void {
    this.#reported = this.#used();
    this.#topic.publish(this.#reported);
  }
}
