import type { DatabaseSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { storeWaiting } from '../../observability/measures.ts';
import { isBusy } from '../errors.ts';
import { committed } from '../observe.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

/** A group is closed after this many calls, or after this many milliseconds of work. */
const MOST_CALLS = 64;
const LONGEST = 20;

/** Milliseconds for which a group waits while another process writes, and between two looks whether it still does. */
const PATIENCE = 10_000;
const LOOK_AGAIN = 3;
/** Maximum wait counted per check: time in which this process itself was blocked must not count. */
const MOST_OF_IT = 100;

interface PendingCall {
  begin(turn: WriteSlot): void;
  fail(error: unknown): void;
}

/**
 * Lets calls that come at the same time share one transaction of SQLite. One after the other has its turn, in a
 * savepoint of its own; then all of them are committed, and once that is on disk they are told. The next group works
 * while the disk does.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #log: WriteAheadLog;
  readonly #waiting: PendingCall[] = [];
  #running: Promise<void> | undefined;

  /**
   * @param database a connection on which nobody else begins a transaction; its own busy timeout is 0
   * @param log that of this store
   */
  constructor(database: DatabaseSync, log: WriteAheadLog) {
    this.#database = database;
    this.#log = log;
  }

  /** Resolves when it is the caller's turn. */
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
        await this.#log.ready();
        await this.#open();
      } catch (error) {
        this.#log.failed(error);
        storeWaiting.value -= this.#waiting.length;
        for (const { fail } of this.#waiting.splice(0)) fail(error);
        break;
      }
      await this.#work(new CommitGroup(this.#database, this.#log));
    }
    this.#running = undefined;
  }

  /** Waits for other processes without holding up those who read here, as the engine's own waiting would. */
  async #open(): Promise<void> {
    for (let waited = 0; ; ) {
      try {
        return this.#database.exec('begin immediate');
      } catch (error) {
        if (!isBusy(error) || waited > PATIENCE) throw error;
      }
      const began = performance.now();
      await setTimeout(LOOK_AGAIN);
      waited += Math.min(performance.now() - began, MOST_OF_IT);
    }
  }

  async #work(group: CommitGroup): Promise<void> {
    const until = performance.now() + LONGEST;
    for (let calls = 0; calls < MOST_CALLS && !group.isLost; calls++) {
      // A group runs at least one call, however late it is: otherwise groups would begin and end for ever.
      if (calls > 0 && performance.now() >= until) break;
      const call = this.#waiting.shift();
      if (!call) break;
      storeWaiting.value--;
      try {
        const turn = new WriteSlot(group);
        call.begin(turn);
        await turn.ended;
      } catch (error) {
        call.fail(error);
      }
      // Requests that have arrived meanwhile join.
      if (this.#waiting.length === 0) await setImmediate();
    }
    group.close();
  }
}

/** Calls that share a transaction, which is open. */
class CommitGroup {
  readonly #database: DatabaseSync;
  readonly #log: WriteAheadLog;
  readonly #kept: PromiseWithResolvers<void>[] = [];
  /** Why the engine has given up the whole transaction, as where the disk is full. */
  #lost: { why: unknown } | undefined;

  constructor(database: DatabaseSync, log: WriteAheadLog) {
    this.#database = database;
    this.#log = log;
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  run<Result>(statement: (database: DatabaseSync) => Result): Result {
    // Outside the transaction a statement would be committed by itself.
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
  keep(): Promise<void> {
    const kept = Promise.withResolvers<void>();
    this.#kept.push(kept);
    return kept.promise;
  }

  /** Ends the transaction; does not wait for the disk. */
  close(): void {
    const began = performance.now();
    try {
      if (this.#kept.length === 0) this.run(database => database.exec('rollback'));
      else {
        this.run(database => database.exec('commit'));
        void this.#tell(began);
      }
    } catch (error) {
      this.giveUp(error);
      for (const { reject } of this.#kept) reject(error);
    }
  }

  async #tell(began: number): Promise<void> {
    try {
      await this.#log.synced();
      committed(performance.now() - began, this.#kept.length);
      for (const { resolve } of this.#kept) resolve();
    } catch (error) {
      for (const { reject } of this.#kept) reject(error);
    }
  }

  /** Rolls back every call of the group. */
  giveUp(why: unknown): void {
    this.#lost ??= { why };
    if (this.#database.isTransaction) this.#database.exec('rollback');
  }
}

/** Exclusive use of the connection by one call. */
export class WriteSlot {
  readonly #group: CommitGroup;
  readonly #ended = Promise.withResolvers<void>();
  #hasEnded = false;

  constructor(group: CommitGroup) {
    this.#group = group;
    group.run(database => database.exec('savepoint turn'));
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Carries out a statement; throws what the engine throws. */
  run<Result>(statement: (database: DatabaseSync) => Result): Result {
    return this.#group.run(statement);
  }

  /** Ends the turn; resolves once what it wrote is on disk. */
  async commit(): Promise<void> {
    this.run(database => database.exec('release turn'));
    const kept = this.#group.keep();
    this.#end();
    return kept;
  }

  /** Rolls the call back; does nothing after it has ended. */
  rollback(): void {
    if (this.#hasEnded) return;
    try {
      if (!this.#group.isLost) this.run(database => database.exec('rollback to turn; release turn'));
    } catch (error) {
      // What is left of this turn would be committed with the others.
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
