interface SharedResult<Result> {
  readonly result: Promise<Result>;
  /** Aborts when no client waits any more. */
  readonly controller: AbortController;
  waiting: number;
}

/** Work that several wait for at the same time is done once. */
export class SharedWork<Result> {
  readonly #underWay = new Map<string, SharedResult<Result>>();

  /**
   * Does work, or waits for the same work that is under way.
   * @param work its signal aborts when all who wait have left
   * @param signal aborts when this one leaves
   */
  async run(
    key: string,
    work: (signal: AbortSignal) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const shared = this.#underWay.get(key) ?? this.#begin(key, work);
    shared.waiting++;
    const leave = () => {
      if (--shared.waiting > 0) return;
      // Whoever comes now does not wait for work that is given up.
      this.#remove(key, shared);
      shared.controller.abort(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await shared.result;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<Result>): SharedResult<Result> {
    const controller = new AbortController();
    const result = work(controller.signal).finally(() => this.#remove(key, shared));
    const shared: SharedResult<Result> = { result, controller, waiting: 0 };
    this.#underWay.set(key, shared);
    return shared;
  }

  #remove(key: string, shared: SharedResult<Result>): void {
    if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
  }
}
