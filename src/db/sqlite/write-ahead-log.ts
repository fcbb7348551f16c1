import { once } from 'node:events';
import { close, fdatasync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { syncFolder } from '../../lib/private-files.ts';
import { startThread } from '../../lib/threads.ts';
import { DiskFull, lacksRoom } from '../errors.ts';
import type { Checkpoint, CheckpointMode } from './checkpoint-thread.ts';
import { roomIn } from './disk-room.ts';

const THREAD = new URL('./checkpoint-thread.ts', import.meta.url);

/**
 * Pages by which the log grows before a checkpoint starts: 16 MB, because an import changes the same pages many times.
 */
const CHECKPOINT_PAGES = 4000;
/** The same if a reader kept the log from restarting: the next attempt comes sooner. */
const RETRY_PAGES = CHECKPOINT_PAGES / 16;
/** Maximum pages by which the log grows during a checkpoint. Writers that are faster than the disk must wait. */
const MAX_PAGES = 4 * CHECKPOINT_PAGES;

/** Position of the salts in the log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const SALTS = 16;

/**
 * A failed sync of the log. The system may have dropped the data, so a later successful sync proves nothing,
 * and whatever follows a missing part of the log cannot be recovered.
 */
interface Failure {
  readonly why: unknown;
  /** The salts of the log when the file first contained all of it. */
  salts?: Buffer;
}

/**
 * The write-ahead log of the embedded store. SQLite only appends to it. This class does what may be slow on a busy
 * disk: it syncs the log and runs checkpoints while the serving thread continues.
 */
export class WriteAheadLog {
  readonly #file: string;
  readonly #sync: (descriptor: number) => Promise<void>;
  readonly #length: StatementSync;
  readonly #pageSize: number;
  readonly #descriptor: number;
  #syncing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #failed: Failure | undefined;
  #thread: Worker | undefined;
  #last: Promise<Checkpoint | undefined> = Promise.resolve(undefined);
  /** The running checkpoint that was started because the log is long. */
  #running: Promise<unknown> | undefined;
  #isFinished = false;
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
   * @param sync flushes a file to disk
   */
  constructor(writer: DatabaseSync, sync = promisify(fdatasync)) {
    // SQLite resolves symbolic links: the log lies beside the target.
    this.#file = writer.location()!;
    this.#sync = sync;
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

  /**
   * Resolves when the next transaction may begin. If the log is long, a thread starts a checkpoint while writes
   * continue. Then the next transaction waits for a second checkpoint of the writes made in the meantime, because the
   * log can restart only when the file contains all of it.
   */
  async ready(): Promise<void> {
    if (!this.#isNamed) await this.#syncNames();
    if (this.#lacksRoom || (await this.#isTight())) await this.#makeRoom();
    else if (this.#running === undefined) {
      if (this.#grown() > (this.#checkpointedLength > CHECKPOINT_PAGES ? RETRY_PAGES : CHECKPOINT_PAGES))
        this.#startCheckpoint();
    } else if (this.#isFinished || this.#grown() > MAX_PAGES) {
      await this.#running;
      await this.#checkpoint();
      this.#running = undefined;
    }
  }

  /** Waits for pending syncs and checkpoints. */
  async close(): Promise<void> {
    await this.#next?.catch(() => {});
    await this.#syncing.catch(() => {});
    await this.#last;
    if (this.#thread) {
      this.#thread.ref();
      this.#thread.postMessage('close');
      await once(this.#thread, 'exit');
    }
    await promisify(close)(this.#descriptor);
  }

  async #syncLog(): Promise<void> {
    if (this.#failed) return this.#recover(this.#failed);
    try {
      await this.#sync(this.#descriptor);
    } catch (why) {
      this.#failed = { why };
      throw why;
    }
  }

  /** After a failed sync, data is safe once a checkpoint has copied it, or once the log has restarted. */
  async #recover(failed: Failure): Promise<void> {
    const done = await this.#checkpoint();
    if (!done || done.checkpointed < done.log) throw failed.why;
    const salts = this.#salts();
    failed.salts ??= salts;
    if (!salts.equals(failed.salts)) this.#failed = undefined;
  }

  /** The salts in the log's header, which change each time the log restarts. */
  #salts(): Buffer {
    const salts = Buffer.alloc(8);
    readSync(this.#descriptor, salts, { position: SALTS });
    return salts;
  }

  async #syncNames(): Promise<void> {
    await syncFolder(dirname(this.#file));
    this.#isNamed = true;
  }

  /**
   * Whether the pages that are not yet in the file need more than half of the free space, if each one extends the file.
   */
  async #isTight(): Promise<boolean> {
    const { log, checkpointed } = this.#state();
    const grown = log - this.#compared.log;
    if (grown >= 0 && grown < this.#compared.growth) return false;
    const room = await this.#room();
    this.#compared = { log, growth: Math.min(room / 4, RETRY_PAGES) };
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
    this.#running = undefined;
    const { log, checkpointed } = this.#state();
    if (log > checkpointed && log - checkpointed > (await this.#room())) throw new DiskFull();
  }

  #room(): Promise<number> {
    return roomIn(dirname(this.#file), this.#pageSize);
  }

  /** Pages of the log, and how many of them the file has. */
  #state(): Checkpoint {
    return this.#length.get() as Checkpoint;
  }

  #grown(): number {
    const { log } = this.#state();
    if (log < this.#checkpointedLength) this.#checkpointedLength = 0;
    return log - this.#checkpointedLength;
  }

  #startCheckpoint(): void {
    this.#isFinished = false;
    this.#running = this.#checkpoint().finally(() => {
      this.#isFinished = true;
    });
  }

  /**
   * Runs one checkpoint after another. Resolves to undefined on failure: the log keeps everything, and a later
   * checkpoint copies it.
   */
  #checkpoint(mode: CheckpointMode = 'passive'): Promise<Checkpoint | undefined> {
    this.#last = this.#last.then(() => this.#request(mode)).catch(() => undefined);
    return this.#last;
  }

  async #request(mode: CheckpointMode): Promise<Checkpoint | undefined> {
    this.#thread ??= this.#startThread();
    const thread = this.#thread;
    thread.ref();
    thread.postMessage(mode);
    const [done] = (await once(thread, 'message')) as [Checkpoint | undefined];
    thread.unref();
    this.#checkpointedLength = done?.log ?? this.#checkpointedLength;
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
