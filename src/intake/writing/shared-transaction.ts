import type { Db } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { countBatch } from '../import-lock.ts';
import { countOutcome, type RecordOutcome } from '../report.ts';
import type { Run } from '../run.ts';
import { writeBatch } from './write-batch.ts';
import type { BatchTasks } from './write-tasks.ts';

/** A transaction is committed after this many records. */
const MAX_RECORDS = 10_000;
/** The same in milliseconds: a service that is started meanwhile waits no longer for its first write. */
const MAX_DURATION = 5_000;

/**
 * A transaction of several batches without pictures. A page of the store that many records change, such as one of an
 * index, is then written once for all of them.
 */
export class SharedTransaction {
  readonly #run: Run;
  readonly db: Db;
  readonly #ended: PromiseWithResolvers<void>;
  /** The end of the transaction. */
  readonly #stored: Promise<void>;
  readonly #outcomes: RecordOutcome[] = [];
  readonly #batches: number;
  readonly #until = performance.now() + MAX_DURATION;

  static async begin(run: Run): Promise<SharedTransaction> {
    const begun = Promise.withResolvers<{ db: Db; batches: number }>();
    const ended = Promise.withResolvers<void>();
    const stored = inTransaction(run.db, async db => {
      begun.resolve({ db, batches: await countBatch(db, run.lock.batches) });
      await ended.promise;
    });
    // The failure of a begin is told by `begun`, and a later one by the call that ends the transaction.
    stored.catch(begun.reject);
    const { db, batches } = await begun.promise;
    return new SharedTransaction(run, { db, batches, ended, stored });
  }

  private constructor(
    run: Run,
    of: { db: Db; batches: number; ended: PromiseWithResolvers<void>; stored: Promise<void> },
  ) {
    this.#run = run;
    this.db = of.db;
    this.#batches = of.batches;
    this.#ended = of.ended;
    this.#stored = of.stored;
  }

  get isFull(): boolean {
    return this.#outcomes.length >= MAX_RECORDS || performance.now() >= this.#until;
  }

  async write(batch: BatchTasks): Promise<void> {
    this.#outcomes.push(...(await writeBatch(this.db, this.#run, batch)));
  }

  /** Resolves once all batches are stored, and reports them. */
  async commit(): Promise<void> {
    this.#ended.resolve();
    await this.#stored;
    this.#run.lock.batches = this.#batches;
    for (const outcome of this.#outcomes) countOutcome(this.#run.report, outcome);
  }

  /** Rolls all batches back. */
  async giveUp(why: unknown): Promise<void> {
    this.#ended.reject(why);
    await this.#stored.catch(() => {});
  }
}
