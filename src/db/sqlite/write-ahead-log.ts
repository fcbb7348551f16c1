import { once } from 'node:events';
import { closeSync, fdatasync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { syncFolder } from '../../lib/private-files.ts';
import { startThread } from '../../lib/threads.ts';
import { DiskFull, lacksRoom } from '../errors.ts';
import type { Checkpoint, CheckpointMode, FailedCheckpoint } from './checkpoint-thread.ts';
import { roomIn } from './disk-room.ts';

const THREAD = new URL('./checkpoint-thread.ts', import.meta.url);

/** Pages by which the log grows before a checkpoint starts: 16 MB, because writes change the same pages many times. */
const CHECKPOINT_PAGES = 4000;

export interface LogOptions {
  readonly checkpointPages?: number | undefined;
  readonly sync?: (descriptor: number) => Promise<void>;
  /** Called when checkpoints begin to fail, with the reason. */
  readonly onFailure?: ((why: string) => void) | undefined;
}

/** Attempts to empty the log after a failed sync, and milliseconds between two: others may read or write it. */
const ATTEMPTS = 5;
const ATTEMPT_INTERVAL = 50;

/**
 * The write-ahead log of the embedded store, which all processes on the store share. SQLite only appends to it. This
 * class does what may be slow on a busy disk: it syncs the log and runs checkpoints while the serving thread continues.
 *
 * A sync makes durable what any process has committed before it. If another process restarts the log between a commit
 * and its sync, the commit is already in the synced database file: SQLite restarts no other log.
 */
export class WriteAheadLog {
  readonly #file: string;
  readonly #sync: (descriptor: number) => Promise<void>;
  /** Pages by which the log grows before a checkpoint starts. */
  readonly #startPages: number;
  /** The same if a reader kept the log from restarting: the next attempt comes sooner. */
  readonly #retryPages: number;
  /** Maximum pages by which the log grows during a checkpoint. Writers that are faster than the disk must wait. */
  readonly #maxPages: number;
  readonly #length: StatementSync;
  readonly #pageSize: number;
  readonly #descriptor: number;
  #syncing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  /**
   * A failed sync. The system may have dropped the data, so a later successful sync proves nothing. And recovery after
   * a power cut would end at the missing part, and bring back what the part before it says of pages that the database
   * file has in a later version. So the log must be emptied.
   */
  #failed: { readonly why: unknown } | undefined;
  #thread: Worker | undefined;
  readonly #onFailure: LogOptions['onFailure'];
  /** Whether the last checkpoint failed. */
  #isFailing = false;
  #last: Promise<Checkpoint | undefined> = Promise.resolve(undefined);
  /** The database file, opened when it is first synced. */
  #opened: number | undefined;
  /** The running checkpoint that was started because the log is long. */
  #running: Promise<void> | undefined;
  /** Length of the log when that checkpoint started. It consists of several, each of which sets the length below. */
  #startedLength = 0;
  #canComplete = false;
  /** Length of the log at the last checkpoint. The next commit after a complete checkpoint may restart the log. */
  #checkpointedLength = 0;
  /**
   * Whether the directory entries of the store's files are synced. An existing log may have been created by another
   * process.
   */
  #isNamed = false;
  /** A write found the disk full; the log itself may be using most of the space. */
  #lacksRoom = false;
  /** Length of the log at the last check of the free space, and the growth after which the next check is due. */
  #compared = { log: 0, growth: 0 };

  /**
   * @param writer a connection that neither syncs nor runs checkpoints by itself; the log exists as long as it is open
   * @param options.checkpointPages pages by which the log grows before a checkpoint starts
   * @param options.sync flushes a file to disk
   */
  constructor(
    writer: DatabaseSync,
    { checkpointPages = CHECKPOINT_PAGES, sync = promisify(fdatasync), onFailure }: LogOptions = {},
  ) {
    // SQLite resolves symbolic links: the log lies beside the target.
    this.#file = writer.location()!;
    this.#sync = sync;
    this.#onFailure = onFailure;
    this.#startPages = checkpointPages;
    this.#retryPages = checkpointPages / 16;
    this.#maxPages = checkpointPages * 3;
    this.#length = writer.prepare('pragma wal_checkpoint(noop)');
    this.#pageSize = Number(Object.values(writer.prepare('pragma page_size').get()!)[0]);
    this.#descriptor = openSync(`${this.#file}-wal`, 'r+');
  }

  /** Resolves once everything committed before this call is on disk. Concurrent calls share the next sync. */
  synced(): Promise<void> {
    this.#next ??= this.#syncing
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        this.#syncing = this.#syncLog();
        return this.#syncing;
      });
    return this.#next;
  }

  /** Reports a failed write: if the disk was full, the next transaction first reclaims the log's space. */
  failed(error: unknown): void {
    if (lacksRoom(error)) this.#lacksRoom = true;
  }

  /** Resolves when the next transaction may begin. If the log is long, a checkpoint starts while writes continue. */
  async ready(): Promise<void> {
    if (!this.#isNamed) await this.#syncNames();
    const state = this.#state();
    if (this.#lacksRoom || (await this.#isTight(state))) await this.#makeRoom();
    else if (this.#running && state.log - this.#startedLength > this.#maxPages) await this.#running;
    else if (!this.#running && !this.#canComplete && this.#isLong(state)) this.#start(state);
  }

  /** Whether the database file has most of a long log, so that `complete` takes little time. */
  get canComplete(): boolean {
    return this.#canComplete;
  }

  /**
   * Copies the rest of the log, so that the next transaction of any process restarts it. Call it while a transaction
   * keeps all processes from writing.
   */
  async complete(): Promise<void> {
    this.#canComplete = false;
    await this.#checkpoint();
  }

  /** Waits for pending syncs and checkpoints. */
  async close(): Promise<void> {
    await this.#next?.catch(() => {});
    await this.#syncing.catch(() => {});
    await this.#running;
    await this.#last;
    if (this.#thread) {
      this.#thread.ref();
      this.#thread.postMessage('close');
      await once(this.#thread, 'exit');
    }
    closeSync(this.#descriptor);
  }

  /**
   * Closes the database file. Call it when this process has no connection to the store left: closing a file takes all
   * locks away that the process has on it.
   */
  closeFile(): void {
    if (this.#opened !== undefined) closeSync(this.#opened);
    this.#opened = undefined;
  }

  async #syncLog(): Promise<void> {
    if (this.#failed) return this.#recover(this.#failed);
    try {
      await this.#sync(this.#descriptor);
    } catch (why) {
      this.#failed = { why };
      // Before other processes open the log: only those that had it open learn that the sync failed.
      setImmediate(() => this.synced().catch(() => {}));
      throw why;
    }
  }

  /** Empties the log, which proves that the database file has everything. */
  async #recover({ why }: { readonly why: unknown }): Promise<void> {
    for (let attempt = 1; !(await this.#checkpoint('truncate')); attempt++) {
      if (attempt === ATTEMPTS) throw why;
      await setTimeout(ATTEMPT_INTERVAL);
    }
    await this.#sync(this.#descriptor);
    this.#failed = undefined;
  }

  async #syncNames(): Promise<void> {
    await syncFolder(dirname(this.#file));
    this.#isNamed = true;
  }

  /**
   * Whether the pages that are not yet in the file need more than half of the free space, if each one extends the file.
   */
  async #isTight({ log, checkpointed }: Checkpoint): Promise<boolean> {
    const grown = log - this.#compared.log;
    if (grown >= 0 && grown < this.#compared.growth) return false;
    const room = await this.#room();
    this.#compared = { log, growth: Math.min(room / 4, this.#startPages / 2) };
    return (log - checkpointed) * 2 > room;
  }

  /**
   * Runs a checkpoint and truncates the log.
   * @throws DiskFull if the rest of the log would not fit into the file later either. Readers can keep a checkpoint
   *   from completing, but only more free space would help then.
   */
  async #makeRoom(): Promise<void> {
    this.#lacksRoom = false;
    // Check free space again before the next transaction, however little the log grows.
    this.#compared.growth = 0;
    await this.#running;
    await this.#checkpoint('truncate');
    this.#canComplete = false;
    const { log, checkpointed } = this.#state();
    if (log > checkpointed && log - checkpointed > (await this.#room())) throw new DiskFull();
  }

  #room(): Promise<number> {
    return roomIn(dirname(this.#file), this.#pageSize);
  }

  /** Pages of the log, and how many of them the file has. Call it between transactions of this process. */
  #state(): Checkpoint {
    return this.#length.get() as Checkpoint;
  }

  #isLong({ log }: Checkpoint): boolean {
    if (log < this.#checkpointedLength) this.#checkpointedLength = 0;
    const most = this.#checkpointedLength > this.#startPages ? this.#retryPages : this.#startPages;
    return log - this.#checkpointedLength > most;
  }

  #start({ log }: Checkpoint): void {
    // If another process runs one, this one tries again soon.
    this.#startedLength = this.#checkpointedLength = log;
    this.#running = this.#copy().finally(() => {
      this.#running = undefined;
    });
  }

  /** Copies the log until little is left, while writes continue. Does nothing if another process does that. */
  async #copy(): Promise<void> {
    for (let left = Infinity; ; ) {
      const done = await this.#checkpoint();
      if (!done) return;
      // SQLite syncs the file only when it has the whole log, for which all writes would wait then.
      await this.#syncFile();
      const { log, checkpointed } = (await this.#checkpoint('noop')) ?? done;
      const isHeldBack = done.checkpointed < done.log;
      if (isHeldBack || log - checkpointed < this.#retryPages || log - checkpointed > left / 2) break;
      left = log - checkpointed;
    }
    this.#canComplete = true;
  }

  /** If this fails, SQLite's own sync does so, too. */
  async #syncFile(): Promise<void> {
    this.#opened ??= openSync(this.#file, 'r+');
    await this.#sync(this.#opened).catch(() => {});
  }

  /**
   * Runs one checkpoint after another. Resolves to undefined on failure: the log keeps everything, and a later
   * checkpoint copies it.
   */
  #checkpoint(mode: CheckpointMode = 'passive'): Promise<Checkpoint | undefined> {
    this.#last = this.#last
      .then(() => this.#request(mode))
      .catch(error => ({ failed: String(error) }))
      .then(done => this.#noted(done));
    return this.#last;
  }

  /** Reports the first of several failures. */
  #noted(done: Checkpoint | FailedCheckpoint | undefined): Checkpoint | undefined {
    const why = done && 'failed' in done ? done.failed : undefined;
    if (why !== undefined && !this.#isFailing) this.#onFailure?.(why);
    this.#isFailing = why !== undefined;
    return done && !('failed' in done) ? done : undefined;
  }

  async #request(mode: CheckpointMode): Promise<Checkpoint | FailedCheckpoint | undefined> {
    this.#thread ??= this.#startThread();
    const thread = this.#thread;
    thread.ref();
    thread.postMessage(mode);
    const [done] = (await once(thread, 'message')) as [Checkpoint | FailedCheckpoint | undefined];
    thread.unref();
    if (done && 'log' in done) this.#checkpointedLength = done.log;
    return done;
  }

  #startThread(): Worker {
    const thread = startThread(THREAD, this.#file);
    const forget = () => {
      if (this.#thread === thread) this.#thread = undefined;
    };
    // A thread that failed exists for a moment longer, but replies to nothing.
    return thread.once('error', forget).once('exit', forget);
  }
}
