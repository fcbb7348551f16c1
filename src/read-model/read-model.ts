import type { Config } from '../config.ts';
import {
  type ChangedType,
  type Changes,
  followChanges,
  type LoggedChange,
  lastChangeAt,
  pruneChanges,
  stateOfLog,
} from '../db/changes.ts';
import { fileOf, openReads, type PreparedQuery, type Reads } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { cacheBytes, indexEvents, indexPending, indexReady } from '../observability/measures.ts';
import { ReadModelCaches } from './caches.ts';
import { Follower } from './follower.ts';
import { HiddenContacts } from './hidden.ts';
import type { EventIndex } from './index/event-index.ts';
import { LiveIndex } from './index/live-index.ts';
import { MAX_REREAD, Segments, segmentSource } from './index/segments.ts';

/** Types whose changes do not alter an event's own members. */
const NOT_IN_OWN_MEMBERS: ReadonlySet<ChangedType> = new Set(['event', 'term', 'user']);

const MAY_BE_SETTINGS: ReadonlySet<ChangedType> = new Set(['setting', 'everything']);

type ReadSettings = () => Promise<(() => void) | undefined>;

type ReadModelSettings = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'CACHE_BYTES'>;

/** The store's state when following begins. */
interface Followed {
  readonly db: Db;
  readonly reads: Reads;
  readonly changes: Changes;
  /** The file of the embedded store. */
  readonly file: string | undefined;
  /** Epoch seconds. */
  readonly changedAt: number;
}

/** Takes an error of work in the background, and says what could not be done. */
type Failed = (error: unknown, what: string) => void;

/**
 * The read model of the store. Call `current` before reading from it: it reads what any process has
 * committed and drops what is stale. All of it can be lost at any time, because the store has everything.
 */
export class ReadModel extends ReadModelCaches {
  /**
   * Epoch seconds at which the last public change was read. The time of the change itself would not do, because its
   * commit may come much later. It never decreases, even if the clock is set back.
   */
  changedAt: number;
  /** Epoch seconds at which this process started, possibly with other settings than before. */
  readonly openedAt = epochSeconds();
  readonly db: Db;
  readonly #hidden: HiddenContacts;
  readonly #events: LiveIndex;
  readonly #fail: Failed;
  readonly #maxBytes: number;
  readonly #changes: Changes;
  readonly #follower: Follower;
  readonly #closing = new AbortController();
  /** Called after a change of settings; resolves to what puts them into effect. */
  #readSettings: ReadSettings = async () => undefined;
  #lacksSettings = false;
  /** The state of the log, as read at a version. */
  #state: { readonly version: number; readonly log: string } | undefined;

  private constructor(
    { db, reads, changes, file, changedAt }: Followed,
    settings: ReadModelSettings,
    fail: Failed,
    clock?: () => number,
  ) {
    super(reads, () => this.room);
    this.db = db;
    this.changedAt = changedAt;
    this.#fail = fail;
    this.#maxBytes = settings.CACHE_BYTES;
    this.#hidden = new HiddenContacts(reads);
    this.#changes = changes;
    const listener = {
      apply: (changes: readonly LoggedChange[], isLate: boolean) => this.#apply(changes, isLate),
      poll: () => this.#poll(),
      isPending: () => this.#lacksSettings,
    };
    const follower = new Follower(changes, listener, clock);
    this.#follower = follower;
    const { signal } = this.#closing;
    const segments = new Segments(reads, changes, segmentSource(file, settings, signal));
    const bumpVersion = (events: readonly number[], series: ReadonlySet<number>) =>
      this.bumpVersion(events, series);
    this.#events = new LiveIndex({
      ...{ reads, segments, follower, signal, bumpVersion },
      fail: error => fail(error, 'the event index could not be built: the store answers instead'),
    });
  }

  /**
   * Begins to follow a store. The events are read in the background.
   * @param fail called if the event index could not be built, or the change log not be pruned; both are retried
   * @param clock milliseconds of a clock that is never set
   */
  static async open(
    db: Db,
    settings: ReadModelSettings,
    fail: Failed = () => {},
    clock?: () => number,
  ): Promise<ReadModel> {
    const file = await fileOf(db);
    const reads = await openReads(db);
    const changes = await followChanges(reads);
    const changedAt = await lastChangeAt(reads);
    const readModel = new ReadModel({ db, reads, changes, file, changedAt }, settings, fail, clock);
    await readModel.#hidden.read();
    await readModel.#events.begin();
    return readModel;
  }

  /**
   * Applies everything that is committed at the time of this call; undefined if there is nothing to wait for.
   * @throws what the store throws if it is unavailable
   */
  current(): Promise<void> | undefined {
    return this.#follower.current();
  }

  /**
   * Applies what this process has committed, and what others had committed a few milliseconds ago; undefined if there is
   * nothing to wait for. For readers who cannot know of anything later.
   * @throws what the store throws if it is unavailable
   */
  recent(): Promise<void> | undefined {
    return this.#follower.recent();
  }

  /**
   * Identifies the data of the store: whatever is read from here after this call is at least as new. Answers with the
   * same state, on any process, show the same data.
   */
  async state(): Promise<string> {
    const { version } = this;
    if (this.#state?.version !== version) this.#state = { version, log: await stateOfLog(this.reads) };
    const { log } = this.#state;
    // What the log has shown may not be applied yet.
    await this.current();
    return log;
  }

  /** The event index; undefined while it is being built, when the store must answer. */
  get index(): EventIndex | undefined {
    return this.#events.current;
  }

  /**
   * Rows of the store at a version, consistent with the caches of that version; undefined if something has been
   * committed since.
   */
  rows<Row>(
    version: number,
    query: PreparedQuery<Row>,
    parameters: readonly unknown[],
  ): Row[] | undefined | Promise<Row[] | undefined> {
    return version === this.version ? this.#changes.rows(query, parameters) : undefined;
  }

  /**
   * Maximum bytes of cached answers and their parts: what the event index leaves, and at least a fifth of the total.
   */
  get room(): number {
    return Math.max(this.#maxBytes - (this.index?.bytes ?? 0), this.#maxBytes / 5);
  }

  close(): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#follower.close();
    this.index?.close();
    this.reads.close();
  }

  /**
   * Calls a function after each change of settings, before anybody reads what follows the change; what it resolves to is
   * called in the step in which all caches are dropped.
   */
  onSettings(read: ReadSettings): void {
    this.#readSettings = read;
  }

  async #apply(changes: readonly LoggedChange[], isLate: boolean): Promise<void> {
    const events = idsOfEvents(changes);
    let others = isLate || changes.some(({ type }) => !NOT_IN_OWN_MEMBERS.has(type));
    let isShown = true;
    let adopt: (() => void) | undefined;
    this.#lacksSettings ||= isLate || changes.some(({ type }) => MAY_BE_SETTINGS.has(type));
    try {
      if (this.#lacksSettings) adopt = await this.#readSettings();
      this.#lacksSettings = false;
      for (const change of changes) this.forget(change);
      if (isLate) this.forgetEverything();
      const shown = changes.filter(({ isOfDrafts }) => !isOfDrafts);
      const shownEvents = idsOfEvents(shown);
      await this.#putEvents(events.difference(shownEvents));
      isShown = [isLate, await this.#hidden.arePublic(shown), await this.#putEvents(shownEvents)].includes(
        true,
      );
    } catch (error) {
      others = true;
      this.forgetEverything();
      throw error;
    } finally {
      const at = this.#follower.confirm();
      adopt?.();
      if (isShown) this.changedAt = Math.max(this.changedAt, Math.floor(at / 1000));
      if (changes.some(({ type }) => type === 'term')) this.links++;
      this.bumpVersion(others ? undefined : events);
    }
  }

  /** Returns whether public answers change. */
  async #putEvents(ids: ReadonlySet<number>): Promise<boolean> {
    if (!this.index || ids.size <= MAX_REREAD) return this.#events.put(ids);
    this.forgetEverything();
    return true;
  }

  protected override forgetEverything(): void {
    super.forgetEverything();
    this.#hidden.forget();
    this.#events.forget();
  }

  /** Follows the log also without requests, so that no change is pruned before it is read. */
  async #poll(): Promise<void> {
    try {
      await this.current();
    } catch {
      // The next request reports the error.
      return;
    }
    try {
      await pruneChanges(this.db, epochSeconds());
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#fail(error, 'the change log could not be pruned');
    }
  }
}

const idsOfEvents = (changes: readonly LoggedChange[]): ReadonlySet<number> =>
  new Set(changes.flatMap(({ type, record_id }) => (type === 'event' ? record_id : [])));

/** Connects the metrics of caches and the event index to the read model. */
export function watchMemory(readModel: () => ReadModel | undefined): void {
  const index = () => readModel()?.index;
  indexEvents.read = () => index()?.size;
  indexPending.read = () => index()?.pending;
  indexReady.of('events').read = () => Number(index() !== undefined);
  indexReady.of('words').read = () => Number(index()?.hasWords === true);
  cacheBytes.of('parts').read = () => readModel()?.parts.bytes;
}
