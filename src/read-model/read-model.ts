import { join } from 'node:path';
import type { Config } from '../config.ts';
import {
  type Change,
  type ChangedType,
  type Changes,
  followChanges,
  lastChangeAt,
  pruneChanges,
} from '../db/changes.ts';
import { fileOf, openReads, type PreparedQuery, type Reads } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import { ReadModelCaches } from './caches.ts';
import { Follower } from './follower.ts';
import { HiddenEvents } from './hidden.ts';
import type { StoreAddress } from './index/build.ts';
import type { EventIndex } from './index/event-index.ts';
import { LiveIndex } from './index/live-index.ts';
import { MANY, Segments } from './index/segments.ts';

/** Types whose changes do not alter the own members of unchanged events. */
const NOT_IN_OWN: ReadonlySet<ChangedType> = new Set(['event', 'term', 'user']);

type ReadModelSettings = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'CACHE_BYTES'>;

/** The store as it is found when it begins to be followed. */
interface Followed {
  readonly db: Db;
  readonly reads: Reads;
  readonly changes: Changes;
  readonly store: StoreAddress;
  /** Epoch seconds. */
  readonly changedAt: number;
}

/**
 * The read model of the store. Call `current` before reading from it: it reads what any process has
 * committed and drops what is stale. All of it can be lost at any time, because the store has everything.
 */
export class ReadModel extends ReadModelCaches {
  /**
   * Epoch seconds of the last change of anything that everybody may read: when it was learned, for a commit may come
   * long after what it commits. It never goes back: what was told before the clock did is older than a change after it.
   */
  changedAt: number;
  /** Epoch seconds at which this process began: its settings may be others than before. */
  readonly openedAt = Math.floor(Date.now() / 1000);
  /** The store itself: what follows it may be behind what is remembered. */
  readonly db: Db;
  readonly #hidden: HiddenEvents;
  readonly #events: LiveIndex;
  /** Bytes. */
  readonly #most: number;
  readonly #changes: Changes;
  readonly #follower: Follower;
  readonly #closing = new AbortController();

  private constructor(
    { db, reads, changes, store, changedAt }: Followed,
    { DATA_DIR, CACHE_BYTES }: ReadModelSettings,
    fail: (error: unknown) => void,
  ) {
    super(reads, () => this.room);
    this.db = db;
    this.changedAt = changedAt;
    this.#most = CACHE_BYTES;
    this.#hidden = new HiddenEvents(reads);
    this.#changes = changes;
    const follower = new Follower(changes, {
      learn: (changes, isLate) => this.#learn(changes, isLate),
      look: () => this.#look(),
    });
    this.#follower = follower;
    const { signal } = this.#closing;
    const file = join(DATA_DIR, 'memory', 'events.index');
    const segments = new Segments(reads, changes, { store, file, signal });
    const turn = (events: readonly number[]) => this.turn(events);
    this.#events = new LiveIndex({ reads, segments, follower, signal, turn, fail });
  }

  /**
   * Begins to follow a store; the events are read meanwhile.
   * @param fail is told why they, or their words, could not be; it is tried again
   */
  static async open(
    db: Db,
    settings: ReadModelSettings,
    fail: (error: unknown) => void = () => {},
  ): Promise<ReadModel> {
    const file = await fileOf(db);
    const reads = await openReads(db);
    const changes = await followChanges(reads);
    const store = file === undefined ? { url: settings.DATABASE_URL } : { file };
    const changedAt = await lastChangeAt(reads);
    const readModel = new ReadModel({ db, reads, changes, store, changedAt }, settings, fail);
    await readModel.#hidden.read();
    await readModel.#events.begin();
    return readModel;
  }

  /**
   * Brings everything up to what is committed at the time of this call; undefined where nothing is to be waited for.
   * @throws what the store throws where it is away
   */
  current(): Promise<void> | undefined {
    return this.#follower.current();
  }

  /** The event index; undefined while it is being built, when the store must answer. */
  get index(): EventIndex | undefined {
    return this.#events.current;
  }

  /**
   * Rows of the store as it was at a version, so that they belong to what was remembered then; undefined where
   * something has been committed since.
   */
  rows<Row>(
    version: number,
    query: PreparedQuery<Row>,
    parameters: readonly unknown[],
  ): Row[] | undefined | Promise<Row[] | undefined> {
    return version === this.version ? this.#changes.rows(query, parameters) : undefined;
  }

  /** Bytes that answers and their parts may take: what the index of the events leaves, and a fifth at least. */
  get room(): number {
    return Math.max(this.#most - (this.index?.bytes ?? 0), this.#most / 5);
  }

  close(): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#follower.close();
    this.index?.close();
    this.reads.close();
  }

  async #learn(changes: readonly Change[], isLate: boolean): Promise<void> {
    const events = new Set<number>();
    let others = isLate || changes.some(({ type }) => !NOT_IN_OWN.has(type));
    let isShown = true;
    try {
      for (const change of changes) {
        if (change.type === 'event') events.add(change.record_id);
        else this.forget(change);
      }
      if (isLate) this.forgetEverything();
      isShown = [isLate, await this.#hidden.tells(changes), await this.#putEvents(events)].includes(true);
    } catch (error) {
      others = true;
      this.forgetEverything();
      throw error;
    } finally {
      const at = this.#follower.learned();
      if (isShown) this.changedAt = Math.max(this.changedAt, Math.floor(at / 1000));
      if (changes.some(({ type }) => type === 'term')) this.links++;
      this.turn(others ? undefined : events);
    }
  }

  /** Returns whether everybody may see of it. */
  async #putEvents(ids: ReadonlySet<number>): Promise<boolean> {
    if (!this.index || ids.size <= MANY) return this.#events.put(ids);
    this.forgetEverything();
    return true;
  }

  protected override forgetEverything(): void {
    super.forgetEverything();
    this.#hidden.forget();
    this.#events.forget();
  }

  /** Follows the log while there are no requests, so that no change is pruned before it was read. */
  async #look(): Promise<void> {
    try {
      await this.current();
      await pruneChanges(this.db, Math.floor(Date.now() / 1000));
    } catch {
      // The next request tells what is wrong.
    }
  }
}
