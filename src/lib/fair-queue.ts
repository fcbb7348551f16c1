/** Thrown when too much work is waiting already. The same work may succeed a moment later. */
export class Overloaded extends Error {
  override name = 'Overloaded';
  readonly code = 'overloaded';

  constructor(options?: ErrorOptions) {
    super('too much work waits already', options);
  }
}

export interface FairQueueOptions<Key> {
  /** Jobs that run at the same time; one by default. */
  readonly atOnce?: number;
  /** Jobs of a key that may wait. */
  readonly mostWaiting: number | ((key: Key) => number);
  /** Jobs of all keys that may wait. One more displaces the newest job of the key that has the most. */
  readonly mostInAll?: number;
  /** Whether a job of this key may begin now; call `look` when that may have changed. */
  readonly mayBegin?: (key: Key) => boolean;
}

interface QueuedWork {
  begin(): void;
  refuse(error: Error): void;
}

/**
 * Runs a limited number of jobs at once. Keys with waiting jobs take turns, so that many jobs of one key do not hold up
 * those of another.
 */
export class FairQueue<Key> {
  readonly #atOnce: number;
  readonly #mostWaiting: (key: Key) => number;
  readonly #mostInAll: number;
  readonly #mayBegin: (key: Key) => boolean;
  /** Waiting jobs by key; keys are in the order of their turns. */
  readonly #waiting = new Map<Key, QueuedWork[]>();
  #running = 0;
  #count = 0;

  constructor({ atOnce = 1, mostWaiting, mostInAll = Infinity, mayBegin }: FairQueueOptions<Key>) {
    this.#atOnce = atOnce;
    this.#mostWaiting = typeof mostWaiting === 'number' ? () => mostWaiting : mostWaiting;
    this.#mostInAll = mostInAll;
    this.#mayBegin = mayBegin ?? (() => true);
  }

  get waiting(): number {
    return this.#count;
  }

  waitingOf(key: Key): number {
    return this.#waiting.get(key)?.length ?? 0;
  }

  /**
   * Runs a job when its turn has come.
   * @param signal a job that is aborted before its turn does not run: `run` throws the reason
   * @throws Overloaded if too many jobs wait, and whatever `job` throws
   */
  async run<Result>(key: Key, job: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#running < this.#atOnce && this.#count === 0 && this.#mayBegin(key)) this.#running++;
    else await this.#turn(key, signal);
    try {
      return await job();
    } finally {
      this.#running--;
      this.look();
    }
  }

  look(): void {
    while (this.#running < this.#atOnce) {
      const key = this.#nextKey();
      if (key === NONE) return;
      const jobs = this.#waiting.get(key)!;
      const first = jobs.shift()!;
      this.#waiting.delete(key);
      // This key goes to the end of the queue.
      if (jobs.length > 0) this.#waiting.set(key, jobs);
      this.#count--;
      this.#running++;
      first.begin();
    }
  }

  #nextKey(): Key | typeof NONE {
    for (const key of this.#waiting.keys()) if (this.#mayBegin(key)) return key;
    return NONE;
  }

  #turn(key: Key, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (this.waitingOf(key) >= this.#mostWaiting(key)) throw new Overloaded();
    if (this.#count >= this.#mostInAll && !this.#displace(key)) throw new Overloaded();
    const onAbort = () => {
      this.#remove(key, job);
      reject(signal!.reason);
    };
    const settled = (settle: () => void) => {
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const job: QueuedWork = {
      begin: () => settled(resolve),
      refuse: error => settled(() => reject(error)),
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.getOrInsertComputed(key, () => []).push(job);
    this.#count++;
    // It may begin at once if the jobs before it wait for something else.
    this.look();
    return promise;
  }

  /** Refuses the newest job of the key that has the most, if that has more than this key; returns whether it did. */
  #displace(key: Key): boolean {
    const own = this.waitingOf(key);
    let longest: [Key, QueuedWork[]] | undefined;
    for (const entry of this.#waiting)
      if (entry[1].length > (longest?.[1].length ?? own + 1)) longest = entry;
    if (!longest) return false;
    const newest = longest[1].at(-1)!;
    this.#remove(longest[0], newest);
    newest.refuse(new Overloaded());
    return true;
  }

  #remove(key: Key, job: QueuedWork): void {
    const jobs = this.#waiting.get(key) ?? [];
    const at = jobs.indexOf(job);
    if (at < 0) return;
    jobs.splice(at, 1);
    this.#count--;
    if (jobs.length === 0) this.#waiting.delete(key);
  }
}

const NONE = Symbol('no key');
