import type { DatabaseSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { storeWaiting } from '../../observability/measures.ts';
import { isBusy } from '../errors.ts';
import { committed } from '../observe.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';
import type { WriteTurns } from './write-turns.ts';

/** A group is closed after this many calls. */
const MAX_CALLS = 64;
/** A group is closed after this many milliseconds of work. */
const MAX_WORK_MS = 20;

/** Milliseconds for which a group waits while another process writes. */
const BUSY_TIMEOUT = 10_000;
/** Milliseconds between two attempts to begin. */
const RETRY_INTERVAL = 3;
/** Maximum milliseconds counted per attempt: time in which this process itself was blocked must not count. */
const MAX_COUNTED_WAIT = 100;

/** Any time: for a process that shares its store with no other worker, or with commands alone. */
const ALWAYS: Pick<WriteTurns, 'take' | 'release'> = { take: async () => {}, release() {} };

interface PendingCall {
  begin(slot: WriteSlot): void;
  fail(error: unknown): void;
}

/**
 * Lets concurrent calls share one SQLite transaction (group commit). Calls run one after another, each but the first in
 * a savepoint of its own. Then the group is committed, and each call is acknowledged once the commit is on disk. The next group runs
 * while the log is being synced.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #log: WriteAheadLog;
  readonly #turns: typeof ALWAYS;
  readonly #waiting: PendingCall[] = [];
  #running: Promise<void> | undefined;

  /**
   * @param database a connection on which nothing else begins a transaction; its own busy timeout is 0
   * @param log the write-ahead log of this store
   * @param turns when the workers of a service may write, so that each gets its turn under load
   */
  constructor(database: DatabaseSync, log: WriteAheadLog, turns: typeof ALWAYS = ALWAYS) {
    this.#database = database;
    this.#log = log;
    this.#turns = turns;
  }

  /** Resolves when the caller may write. */
  begin(): Promise<WriteSlot> {
    const { promise, resolve, reject } = Promise.withResolvers<WriteSlot>();
    this.#waiting.push({ begin: resolve, fail: reject });
    storeWaiting.value++;
    this.#running ??= this.#run();
    return promise;
  }

  /** Resolves when no call is running or waiting. */
  get finished(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      try {
        await this.#turns.take();
        await this.#open();
        await this.#work(new CommitGroup(this.#database, this.#log));
      } catch (error) {
        this.#log.failed(error);
        storeWaiting.value -= this.#waiting.length;
        for (const { fail } of this.#waiting.splice(0)) fail(error);
      } finally {
        this.#turns.release();
      }
    }
    this.#running = undefined;
  }

  async #open(): Promise<void> {
    await this.#log.ready();
    await this.#beginTransaction();
    if (!this.#log.canComplete) return;
    // An open transaction keeps all processes from writing, but only a later one restarts the log.
    try {
      await this.#log.complete();
    } finally {
      this.#database.exec('rollback');
    }
    await this.#beginTransaction();
  }

  /** Waits for other processes without blocking readers in this process, as SQLite's own busy timeout would. */
  async #beginTransaction(): Promise<void> {
    for (let waited = 0; ; ) {
      try {
        return this.#database.exec('begin immediate');
      } catch (error) {
        if (!isBusy(error) || waited > BUSY_TIMEOUT) throw error;
      }
      const began = performance.now();
      await setTimeout(RETRY_INTERVAL);
      waited += Math.min(performance.now() - began, MAX_COUNTED_WAIT);
    }
  }

  async #work(group: CommitGroup): Promise<void> {
    const until = performance.now() + MAX_WORK_MS;
    for (let calls = 0; calls < MAX_CALLS && !group.isLost; calls++) {
      // A group runs at least one call, however late it is. Otherwise empty groups could follow each other forever.
      if (calls > 0 && performance.now() >= until) break;
      const call = this.#waiting.shift();
      if (!call) break;
      storeWaiting.value--;
      try {
        const slot = new WriteSlot(group, calls === 0);
        call.begin(slot);
        await slot.ended;
      } catch (error) {
        call.fail(error);
      }
      // Requests that arrived in the meantime join the group.
      if (this.#waiting.length === 0) await setImmediate();
    }
    group.close();
  }
}

/** Calls that share an open transaction. */
class CommitGroup {
  readonly #database: DatabaseSync;
  readonly #log: WriteAheadLog;
  readonly #unacknowledged: PromiseWithResolvers<void>[] = [];
  /** Set if the engine has rolled back the whole transaction, for example because the disk is full. */
  #lost: { why: unknown } | undefined;

  constructor(database: DatabaseSync, log: WriteAheadLog) {
    this.#database = database;
    this.#log = log;
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  run<Result>(statement: (database: DatabaseSync) => Result): Result {
    // Outside the transaction, the statement would be committed on its own.
    if (this.#lost) throw this.#lost.why;
    try {
      return statement(this.#database);
    } catch (error) {
      this.#log.failed(error);
      if (!this.#database.isTransaction) this.#lost = { why: error };
      throw error;
    }
  }

  /** Resolves once the group is on disk. */
  synced(): Promise<void> {
    const synced = Promise.withResolvers<void>();
    this.#unacknowledged.push(synced);
    return synced.promise;
  }

  /** Ends the transaction; does not wait for the disk. */
  close(): void {
    const began = performance.now();
    try {
      if (this.#unacknowledged.length === 0) this.run(database => database.exec('rollback'));
      else {
        this.run(database => database.exec('commit'));
        void this.#acknowledge(began);
      }
    } catch (error) {
      this.giveUp(error);
      for (const { reject } of this.#unacknowledged) reject(error);
    }
  }

  async #acknowledge(began: number): Promise<void> {
    try {
      await this.#log.synced();
      committed(performance.now() - began, this.#unacknowledged.length);
      for (const { resolve } of this.#unacknowledged) resolve();
    } catch (error) {
      for (const { reject } of this.#unacknowledged) reject(error);
    }
  }

  /** Rolls back every call of the group. */
  giveUp(why: unknown): void {
    this.#lost ??= { why };
    if (this.#database.isTransaction) this.#database.exec('rollback');
  }
}

/** Exclusive use of the connection by one call. */
class WriteSlot {
  readonly #group: CommitGroup;
  readonly #isFirst: boolean;
  readonly #ended = Promise.withResolvers<void>();
  #hasEnded = false;

  /**
   * @param isFirst whether no other call of the group has written anything. Then it needs no savepoint, for which SQLite
   * would copy each page that it changes
   */
  constructor(group: CommitGroup, isFirst: boolean) {
    this.#group = group;
    this.#isFirst = isFirst;
    if (!isFirst) group.run(database => database.exec('savepoint call'));
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Executes a statement; throws what the engine throws. */
  run<Result>(statement: (database: DatabaseSync) => Result): Result {
    return this.#group.run(statement);
  }

  /** Ends the call; resolves once its writes are on disk. */
  async commit(): Promise<void> {
    this.run(database => {
      if (!this.#isFirst) database.exec('release call');
    });
    const synced = this.#group.synced();
    this.#end();
    return synced;
  }

  /** Rolls the call back; does nothing after it has ended. */
  rollback(): void {
    if (this.#hasEnded) return;
    try {
      if (this.#isFirst) this.#group.giveUp(new Error('the only call of the group was rolled back'));
      else if (!this.#group.isLost) this.run(database => database.exec('rollback to call; release call'));
    } catch (error) {
      // The remaining writes of this call would be committed with the other calls.
      this.#group.giveUp(error);
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#hasEnded = true;
    this.#ended.resolve();
  }
}
