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

/** Pages by which the log grows before it is brought into the file: 16 MB, for an import touches many pages often. */
const LONG = 4000;
/** The same if a reader kept the log from restarting: the next attempt comes sooner. */
const AGAIN = LONG / 16;
/** Pages by which it grows at the most while that is done: who writes faster than the disk takes it has to wait. */
const LONGEST = 4 * LONG;

/** Where they stand in the log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const SALTS = 16;

/**
 * A failed sync of the log. The system may have dropped the data, so a later successful sync proves nothing,
 * and whatever follows a missing part of the log cannot be recovered.
 */
interface Failure {
  readonly why: unknown;
  /** How the log began when the file first had all of it. */
  beginning?: Buffer;
}

/**
 * The write-ahead log of the embedded store. The engine only appends to it. This class does what may be slow on a busy
 * disk: it syncs the log and runs checkpoints, while the serving thread continues.
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
  /** A checkpoint that was begun because the log is long. */
  #first: Promise<unknown> | undefined;
  #isOver = false;
  /** How long the log was at the last checkpoint; with the next commit after that it may begin anew. */
  #done = 0;
  /** Whether the names of the store's files are on disk: a log that is found there may be another process's. */
  #isNamed = false;
  /** A write found the disk full; the log itself may be using most of the space. */
  #lacksRoom = false;
  /** How long the log was when it was last compared with the room on the disk, and by how much it may grow until then. */
  #compared = { log: 0, growth: 0 };

  /**
   * @param writer a connection that neither syncs nor checkpoints by itself; as long as it is open, so is its log
   * @param sync writes down what the system holds of a file
   */
  constructor(writer: DatabaseSync, sync = promisify(fdatasync)) {
    // The engine follows links to the file: the log is beside that.
    this.#file = writer.location()!;
    this.#sync = sync;
    this.#length = writer.prepare('pragma wal_checkpoint(noop)');
    this.#pageSize = Number(Object.values(writer.prepare('pragma page_size').get()!)[0]);
    this.#descriptor = openSync(`${this.#file}-wal`, 'r+');
  }

  /** Resolves once all that was committed before this call is on disk; calls that come meanwhile share the next wait. */
  synced(): Promise<void> {
    this.#next ??= this.#syncing
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        this.#syncing = this.#writeDown();
        return this.#syncing;
      });
    return this.#next;
  }

  /** Reports a failed write: if the disk was full, the next transaction first reclaims the log's space. */
  failed(error: unknown): void {
    if (lacksRoom(error)) this.#lacksRoom = true;
  }

  /**
   * Resolves when the next transaction may begin. Where the log has become long, a thread begins to bring it into the
   * file while writing goes on. What was written meanwhile is waited for: only when the file has all of it can the log
   * begin anew.
   */
  async ready(): Promise<void> {
    if (!this.#isNamed) await this.#syncNames();
    if (this.#lacksRoom || (await this.#isTight())) await this.#makeRoom();
    else if (this.#first === undefined) {
      if (this.#grown() > (this.#done > LONG ? AGAIN : LONG)) this.#begin();
    } else if (this.#isOver || this.#grown() > LONGEST) {
      await this.#first;
      await this.#checkpoint();
      this.#first = undefined;
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

  async #writeDown(): Promise<void> {
    if (this.#failed) return this.#writeElsewhere(this.#failed);
    try {
      await this.#sync(this.#descriptor);
    } catch (why) {
      this.#failed = { why };
      throw why;
    }
  }

  /** After a failed sync, data is safe once a checkpoint has copied it, or once the log has restarted. */
  async #writeElsewhere(failed: Failure): Promise<void> {
    const done = await this.#checkpoint();
    if (!done || done.checkpointed < done.log) throw failed.why;
    const beginning = this.#beginning();
    failed.beginning ??= beginning;
    if (!beginning.equals(failed.beginning)) this.#failed = undefined;
  }

  /** Numbers at its beginning, others each time that it begins anew. */
  #beginning(): Buffer {
    const salts = Buffer.alloc(8);
    readSync(this.#descriptor, salts, { position: SALTS });
    return salts;
  }

  async #syncNames(): Promise<void> {
    await syncFolder(dirname(this.#file));
    this.#isNamed = true;
  }

  /** Whether what the log has to bring into the file, where each page may be a new one, takes half of the room. */
  async #isTight(): Promise<boolean> {
    const { log, checkpointed } = this.#state();
    const grown = log - this.#compared.log;
    if (grown >= 0 && grown < this.#compared.growth) return false;
    const room = await this.#room();
    this.#compared = { log, growth: Math.min(room / 4, AGAIN) };
    return (log - checkpointed) * 2 > room;
  }

  /**
   * Brings the log into the file and gives its room back.
   * @throws DiskFull where the file, which may not take all of it as long as somebody reads, could not take it later
   * either: nothing but more room would help then
   */
  async #makeRoom(): Promise<void> {
    this.#lacksRoom = false;
    // Check free space again before the next transaction, however little the log grows.
    this.#compared.growth = 0;
    await this.#first;
    await this.#checkpoint('truncate');
    this.#first = undefined;
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
    if (log < this.#done) this.#done = 0;
    return log - this.#done;
  }

  #begin(): void {
    this.#isOver = false;
    this.#first = this.#checkpoint().finally(() => {
      this.#isOver = true;
    });
  }

  /** One after the other; undefined where it failed: the log keeps all, and a later one brings it into the file. */
  #checkpoint(mode: CheckpointMode = 'passive'): Promise<Checkpoint | undefined> {
    this.#last = this.#last.then(() => this.#ask(mode)).catch(() => undefined);
    return this.#last;
  }

  async #ask(mode: CheckpointMode): Promise<Checkpoint | undefined> {
    this.#thread ??= this.#start();
    const thread = this.#thread;
    thread.ref();
    thread.postMessage(mode);
    const [done] = (await once(thread, 'message')) as [Checkpoint | undefined];
    thread.unref();
    this.#done = done?.log ?? this.#done;
    return done;
  }

  #start(): Worker {
    const thread = startThread(THREAD, this.#file);
    const forget = () => {
      if (this.#thread === thread) this.#thread = undefined;
    };
    // A thread that failed exists for a moment longer, but replies to nothing.
    return thread.once('error', forget).once('exit', forget);
  }
}
