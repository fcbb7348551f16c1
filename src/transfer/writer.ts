import { dialectOf } from '../db/dialect.ts';
import { readProvenance } from './imported.ts';
import { type Plan, placeOf } from './plan.ts';
import type { Run } from './run.ts';
import { take } from './take.ts';
import { tasksOf, type WriteTask } from './tasks.ts';

/**
 * Writes batches one after the other. If the store works in processes of its own, the next batch is read while this
 * one is written.
 */
export class BatchWriter {
  readonly #run: Run;
  readonly #onWritten: () => void;
  readonly #readsAhead: boolean;
  #written = Promise.resolve();
  /** Keys of imported records that will be stored with the batch being written. */
  #promised = new Set<string>();

  /** @param onWritten called after each written batch */
  constructor(run: Run, onWritten: () => void) {
    this.#run = run;
    this.#onWritten = onWritten;
    // With a single connection, reading would wait for the transaction to return it.
    this.#readsAhead = dialectOf(run.db).isOutOfProcess && run.config.DATABASE_POOL > 1;
  }

  /**
   * Resolves once the next batch may be read.
   * @throws if the previous batch could not be written, or the import was interrupted
   */
  async write(plans: readonly Plan[]): Promise<void> {
    if (plans.some(({ type, identity }) => this.#promised.has(placeOf(type, identity)))) await this.finished;
    const batch = await tasksOf(this.#run, plans);
    await this.finished;
    this.#run.options.signal?.throwIfAborted();
    this.#promised = new Set(batch.tasks.flatMap(promisedBy));
    this.#written = take(this.#run, batch).then(this.#onWritten);
    // The rejection is handled by the next call.
    this.#written.catch(() => {});
    if (!this.#readsAhead) await this.finished;
  }

  /** Resolves once no batch is being written; rejects if a batch could not be written. */
  get finished(): Promise<void> {
    return this.#written;
  }
}

const promisedBy = ({ plan: { type, provenance } }: WriteTask): string[] =>
  readProvenance(provenance, type, 0).map(({ source: key }) => placeOf(type, { key }));
