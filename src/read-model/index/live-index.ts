import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Reads } from '../../db/prepared.ts';
import type { FullText } from '../../fulltext/full-text.ts';
import type { Follower } from '../follower.ts';
import { seriesRows } from '../series.ts';
import type { Built } from './build.ts';
import type { IndexEntry } from './entry.ts';
import { EventIndex } from './event-index.ts';
import { readEntries } from './read.ts';
import type { Segments } from './segments.ts';

/**
 * If more events than this change during a full read, all are read again. The limit is high so that the read completes
 * under heavy writes.
 */
const MAX_MISSED = 100_000;
/** Events per read: more would block others. */
const SLICE = 100;

/** Milliseconds before a failed read is retried. */
const RETRY = 1000;
const MERGE_RETRY = 30_000;
/** The pause doubles with each failure, up to this. */
const MAX_RETRY = 300_000;

interface LiveIndexContext {
  readonly reads: Reads;
  readonly segments: Segments;
  /** Its `exclusive` makes changes wait while an index starts. */
  readonly follower: Follower;
  readonly signal: AbortSignal;
  /** Called with the ids of changed events and their series, in the same step in which the index changes. */
  readonly bumpVersion: (events: readonly number[], series: ReadonlySet<number>) => void;
  /** Called with the reason if the index, or its full-text index, could not be built; the build is retried. */
  readonly fail: (error: unknown) => void;
}

/**
 * The lifecycle of the event index. It is loaded from the last run or from another process, or read from the store. It follows changes, also
 * during that read. It is merged with the changes when there are many, and rebuilt when it was dropped.
 */
export class LiveIndex {
  /** Undefined while the events are being read; the store must answer then. */
  current: EventIndex | undefined;
  readonly #context: LiveIndexContext;
  /** Events that have changed since the current full read began; undefined if there is none. */
  #missed: Set<number> | undefined;
  #isMerging = false;
  #mergePause = MERGE_RETRY;

  constructor(context: LiveIndexContext) {
    this.#context = context;
  }

  /** Loads the index of the last run if the changes since are known; otherwise reads all events. */
  async begin(): Promise<void> {
    const { follower, segments } = this.#context;
    const saved = await segments.saved();
    if (!saved) return void this.#readAll();
    await follower.exclusive(this.#use(saved.built, saved.changed));
    this.#followWords(saved.built);
  }

  /** Reads these events again; returns whether public answers change. */
  async put(ids: ReadonlySet<number>): Promise<boolean> {
    for (const id of ids) this.#missed?.add(id);
    if (ids.size === 0) return false;
    if (!this.current) return true;
    const isShown = await this.#readInto(this.current, ids);
    if (this.current?.isWorn && !this.#isMerging) void this.#merge(this.current);
    return isShown;
  }

  forget(): void {
    this.current?.close();
    this.current = undefined;
    if (this.#missed) this.#missed = new Set();
    else void this.#readAll();
  }

  /** Reads all events. Those that change meanwhile are read again; if they are too many, all are. */
  async #readAll(): Promise<void> {
    const { follower, segments, signal } = this.#context;
    for (let pause = RETRY; !signal.aborted; pause = Math.min(pause * 2, MAX_RETRY)) {
      const missed = new Set<number>();
      this.#missed = missed;
      try {
        const { built, changed } = await segments.read();
        for (const id of changed) missed.add(id);
        while (follower.running) await follower.running.catch(() => {});
        if (signal.aborted) return;
        const isOurs = this.#missed === missed && missed.size <= MAX_MISSED;
        try {
          if (isOurs) await follower.exclusive(this.#use(built, missed));
        } finally {
          // Closes the words unless the new index uses them.
          if (this.current?.id !== built.id) built.words?.close();
          this.#followWords(built);
        }
        if (isOurs) return;
      } catch (error) {
        // The store answers all requests until a read succeeds.
        this.#report(error);
      }
      await setTimeout(pause, undefined, { ref: false });
    }
  }

  async #use(built: Built, missed: ReadonlySet<number>): Promise<void> {
    const index = new EventIndex(built);
    await this.#readInto(index, missed);
    this.current = index;
    this.#missed = undefined;
    this.#context.segments.use(built.id);
    void index.prepare();
  }

  /** Adds the full-text index of a segment once it is built. */
  #followWords({ id, later }: Built): void {
    later?.then(
      words => this.#addWords(id, words),
      error => this.#rebuildWords(id, error),
    );
  }

  #addWords(id: string, words: FullText): void {
    if (this.current?.id === id) this.current.addWords(words);
    else words.close();
  }

  /** A failed full-text index is rebuilt with the next merged segment, even if nothing has changed. */
  async #rebuildWords(id: string, error: unknown): Promise<void> {
    this.#report(error);
    for (;;) {
      await setTimeout(RETRY, undefined, { ref: false });
      if (this.#context.signal.aborted || this.current?.id !== id) return;
      if (!this.#isMerging) await this.#merge(this.current);
    }
  }

  /**
   * Reads events into the index, slice by slice. Requests that already have their data continue between slices.
   * @returns whether any of these events was public before its change, or is public now
   */
  async #readInto(index: EventIndex, ids: ReadonlySet<number>): Promise<boolean> {
    const { reads, bumpVersion } = this.#context;
    const all = [...ids];
    let isShown = false;
    for (let at = 0; at < all.length; at += SLICE) {
      const slice = all.slice(at, at + SLICE);
      const entries = await readEntries(reads, slice);
      isShown ||= slice.some(id => isPublic(index.get(id)) || isPublic(entries.get(id)));
      const series = seriesOf(slice, id => [index.get(id), entries.get(id)]);
      const unlisted = slice.filter(id => !index.get(id) && !entries.has(id));
      isShown ||= await showsSeries(reads, unlisted);
      for (const id of slice) index.put(id, entries.get(id));
      // In the same step, so that no request combines the new index with old cached answers.
      bumpVersion(slice, series);
      if (all.length > SLICE) await setImmediate();
    }
    return isShown;
  }

  async #merge(index: EventIndex): Promise<void> {
    const { follower, segments } = this.#context;
    this.#isMerging = true;
    try {
      // Only then are the changes that are merged confirmed, and other processes need not merge them as well.
      await follower.running?.catch(() => {});
      const { built, changed } = await segments.merge(index);
      // The index may have been dropped in the meantime.
      if (this.current === index) {
        index.replace(built, changed);
        segments.use(built.id);
      } else built.words?.close();
      this.#followWords(built);
      this.#mergePause = MERGE_RETRY;
    } catch (error) {
      this.#report(error);
      // The next change after this pause retries it.
      await setTimeout(this.#mergePause, undefined, { ref: false });
      this.#mergePause = Math.min(this.#mergePause * 2, MAX_RETRY);
    }
    this.#isMerging = false;
  }

  #report(error: unknown): void {
    if (!this.#context.signal.aborted) this.#context.fail(error);
  }
}

/** Whether one of these events, which no list shows, is a series that the public may read. */
async function showsSeries(reads: Reads, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const found = await reads.rows(seriesRows, [reads.dialect.listOf(ids)]);
  return found.some(({ status }) => status === 'publish');
}

/** The series of these events before and after their change. An event that is in no list may be a series itself. */
function seriesOf(
  ids: readonly number[],
  entriesOf: (id: number) => readonly (IndexEntry | undefined)[],
): ReadonlySet<number> {
  const series = ids.flatMap(id => entriesOf(id).map(entry => (entry ? entry.series : id)));
  return new Set(series.filter(id => id > 0));
}

/**
 * Whether the public may see anything of an event. Lists show a password-protected event without its protected members,
 * and an event hidden from lists is visible at its own address. An event that is both is visible nowhere.
 */
const isPublic = (entry: IndexEntry | undefined): boolean =>
  entry?.traits.status === 'publish' && !(entry.traits.hidden && entry.hash !== null);
