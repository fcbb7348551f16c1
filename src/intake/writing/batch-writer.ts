import { dialectOf } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ImportCounts } from '../import-lock.ts';
import { readProvenance } from '../imported.ts';
import { type ImportPlan, placeOf } from '../plans/plan.ts';
import { countOutcome, type RecordOutcome } from '../report.ts';
import type { ImportRun } from '../run.ts';
import { writeBatch, writeInTransaction } from './write-batch.ts';
import { type BatchTasks, tasksOf, type WriteTask } from './write-tasks.ts';

/**
 * Writes batches one after the other. If the store works in processes of its own, the next batch is read while this
 * one is written. If nobody else uses an embedded store, batches share transactions.
 */
export class BatchWriter {
  readonly #run: ImportRun;
  readonly #onWritten: () => void;
  readonly #readsAhead: boolean;
  readonly #shares: boolean;
  #written = Promise.resolve();
  #shared: SharedTransaction | undefined;
  /** Keys of imported records that will be stored with the batch being written. */
  #promised = new Set<string>();

  /** @param onWritten called after each written batch */
  constructor(run: ImportRun, onWritten: () => void) {
    this.#run = run;
    this.#onWritten = onWritten;
    const { isOutOfProcess } = dialectOf(run.db);
    // With a single connection, reading would wait for the transaction to return it.
    this.#readsAhead = isOutOfProcess && run.config.DATABASE_POOL > 1;
    this.#shares = !isOutOfProcess && run.isAlone && !run.options.dryRun;
  }

  /**
   * Resolves once the next batch may be read.
   * @throws if the previous batch could not be written, or the import was interrupted
   */
  async write(plans: readonly ImportPlan[]): Promise<void> {
    if (this.#shares && !plans.some(plan => this.#fetches(plan))) return this.#writeShared(plans);
    await this.#endShared();
    if (plans.some(({ type, identity }) => this.#promised.has(placeOf(type, identity)))) await this.#written;
    const batch = await tasksOf(this.#run.db, this.#run, plans);
    await this.#written;
    this.#run.options.signal?.throwIfAborted();
    this.#promised = new Set(batch.tasks.flatMap(promisedBy));
    this.#written = writeInTransaction(this.#run, batch).then(this.#onWritten);
    // The rejection is handled by the next call.
    this.#written.catch(() => {});
    if (!this.#readsAhead) await this.#written;
  }

  /** Resolves once all batches are stored; rejects if a batch could not be written. */
  async finish(): Promise<void> {
    await this.#endShared();
    await this.#written;
  }

  /** Whether a picture has to be fetched, for which no transaction waits. */
  #fetches({ picture }: ImportPlan): boolean {
    return picture ? !this.#run.pictures.isSettled(picture.url) : false;
  }

  async #writeShared(plans: readonly ImportPlan[]): Promise<void> {
    this.#run.options.signal?.throwIfAborted();
    try {
      const batch = await tasksOf(this.#shared?.db ?? this.#run.db, this.#run, plans);
      if (batch.tasks.length === 0 && batch.addresses.length === 0) return;
      this.#shared ??= await SharedTransaction.begin(this.#run);
      await this.#shared.write(batch);
    } catch (error) {
      await this.#shared?.giveUp(error);
      this.#shared = undefined;
      throw error;
    }
    this.#onWritten();
    if (this.#shared.isFull) await this.#endShared();
  }

  async #endShared(): Promise<void> {
    const shared = this.#shared;
    this.#shared = undefined;
    await shared?.commit();
  }
}

const promisedBy = ({ plan: { type, provenance } }: WriteTask): string[] =>
  readProvenance(provenance, type, 0).map(({ source: key }) => placeOf(type, { key }));

/** A transaction is committed after this many records. */
const MAX_RECORDS = 10_000;
/** The same in milliseconds: a service that is started meanwhile waits no longer for its first write. */
const MAX_DURATION = 5_000;

/**
 * A transaction of several batches without pictures. A page of the store that many records change, such as one of an
 * index, is then written once for all of them.
 */
class SharedTransaction {
  readonly #run: ImportRun;
  readonly db: Db;
  readonly #ended: PromiseWithResolvers<void>;
  /** The end of the transaction. */
  readonly #stored: Promise<void>;
  readonly #outcomes: RecordOutcome[] = [];
  readonly #counts: ImportCounts;
  readonly #until = performance.now() + MAX_DURATION;

  static async begin(run: ImportRun): Promise<SharedTransaction> {
    const begun = Promise.withResolvers<{ db: Db; counts: ImportCounts }>();
    const ended = Promise.withResolvers<void>();
    const stored = inTransaction(run.db, async db => {
      begun.resolve({ db, counts: await run.lock.countShared(db) });
      await ended.promise;
    });
    // The failure of a begin is told by `begun`, and a later one by the call that ends the transaction.
    stored.catch(begun.reject);
    const { db, counts } = await begun.promise;
    return new SharedTransaction(run, { db, counts, ended, stored });
  }

  private constructor(
    run: ImportRun,
    of: { db: Db; counts: ImportCounts; ended: PromiseWithResolvers<void>; stored: Promise<void> },
  ) {
    this.#run = run;
    this.db = of.db;
    this.#counts = of.counts;
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
    this.#run.lock.committed(this.#counts);
    for (const outcome of this.#outcomes) countOutcome(this.#run.report, outcome);
  }

  /** Rolls all batches back. */
  async giveUp(why: unknown): Promise<void> {
    this.#ended.reject(why);
    await this.#stored.catch(() => {});
  }
}
