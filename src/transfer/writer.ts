import { dialectOf } from '../db/dialect.ts';
import { readProvenance } from './imported.ts';
import { type Plan, placeOf } from './plan.ts';
import type { Run } from './run.ts';
import { take } from './take.ts';
import { tasksOf, type WriteTask } from './tasks.ts';

/**
 * Writes records, one batch after the other. Where the store works in processes of its own, the next batch is read
 * while it writes this one.
 */
export class BatchWriter {
  readonly #run: Run;
  readonly #tell: () => void;
  readonly #readsAhead: boolean;
  #written = Promise.resolve();
  /** What will be remembered of other sources with the batch that is being written, by its places. */
  #promised = new Set<string>();

  /** @param tell called when a batch has been written */
  constructor(run: Run, tell: () => void) {
    this.#run = run;
    this.#tell = tell;
    // With but one connection a batch would wait for the other to give it back.
    this.#readsAhead = dialectOf(run.db).isOutOfProcess && run.config.DATABASE_POOL > 1;
  }

  /**
   * Resolves once the next batch may be read. Rejects where the one before could not be written, or the import has been
   * stopped meanwhile.
   */
  async write(plans: readonly Plan[]): Promise<void> {
    if (plans.some(({ type, identity }) => this.#promised.has(placeOf(type, identity)))) await this.finished;
    const tasks = await tasksOf(this.#run, plans);
    await this.finished;
    this.#run.options.signal?.throwIfAborted();
    this.#promised = new Set(tasks.flatMap(promisedBy));
    this.#written = take(this.#run, tasks).then(this.#tell);
    // It is looked at later.
    this.#written.catch(() => {});
    if (!this.#readsAhead) await this.finished;
  }

  /** Resolves once nothing is being written; rejects where it could not be. */
  get finished(): Promise<void> {
    return this.#written;
  }
}

const promisedBy = ({ plan: { type, provenance } }: WriteTask): string[] =>
  readProvenance(provenance, type, 0).map(({ source: key }) => placeOf(type, { key }));
