/** Milliseconds between two questions to the workers. */
export const EVERY = 5000;

/** Questions in a row that a worker may leave unanswered: half a minute, far longer than anything blocks it. */
const PATIENCE = 6;

/**
 * Finds workers that hang: they take no part any more, but keep the connections that they have. It counts unanswered
 * pings, not time: a suspended machine ends no worker.
 */
export class Watch<Worker> {
  #unanswered = new Map<Worker, number>();

  /**
   * Asks all of these workers, and forgets others.
   * @returns those that have hung for too long, which are not asked
   */
  ask(workers: Iterable<Worker>, ask: (worker: Worker) => void): Worker[] {
    const before = this.#unanswered;
    this.#unanswered = new Map();
    const hung: Worker[] = [];
    for (const worker of workers) {
      const count = before.get(worker) ?? 0;
      this.#unanswered.set(worker, count + 1);
      if (count >= PATIENCE) hung.push(worker);
      else ask(worker);
    }
    return hung;
  }

  /** Notes an answer. */
  heard(worker: Worker): void {
    this.#unanswered.delete(worker);
  }
}
