import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Reads } from '../../db/prepared.ts';
import type { FullText } from '../../fulltext/full-text.ts';
import type { Follower } from '../follower.ts';
import type { Built } from './build.ts';
import type { IndexEntry } from './entry.ts';
import { EventIndex } from './event-index.ts';
import { readEntries } from './read.ts';
import type { Segments } from './segments.ts';

/** Events that may change while all are read before all are read again: it must end where many write. */
const MANY_MISSED = 100_000;
/** Events that are read at once: more would keep others waiting. */
const SOME = 100;

/** Milliseconds before something that failed is tried again. */
const RETRY = 1000;
const MERGE_RETRY = 30_000;
/** From the first time on it is twice as long each time, up to this. */
const LONGEST = 300_000;

interface Surroundings {
  readonly reads: Reads;
  readonly segments: Segments;
  /** Learns nothing while an index begins. */
  readonly follower: Follower;
  /** Ends all of it. */
  readonly signal: AbortSignal;
  /** Called with the ids of changed events, in the same step in which the index changes. */
  readonly turn: (events: readonly number[]) => void;
  /** Is told why the index, or its words, could not be built; it is tried again. */
  readonly fail: (error: unknown) => void;
}

/**
 * The index of events through its life: it is taken up from the last stop or read from the store, learns what changes,
 * also while it is being read, is merged with that when it is worn, and begins anew when it is given up.
 */
export class LiveIndex {
  /** Undefined while the events are being read, when the store itself has to be asked. */
  current: EventIndex | undefined;
  readonly #around: Surroundings;
  /** Events that have changed since the reading of all of them began; undefined where they are not being read. */
  #missed: Set<number> | undefined;
  #isMerging = false;
  #mergePause = MERGE_RETRY;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Takes up the index that was left at the last stop, where it can be told what has changed since; else reads all. */
  async begin(): Promise<void> {
    const { follower, segments } = this.#around;
    const left = await segments.left();
    if (left) await follower.alone(this.#use(left.built, left.changed));
    else void this.#readAll();
  }

  /** Takes these events as they are now; returns whether everybody may see of it. */
  async put(ids: ReadonlySet<number>): Promise<boolean> {
    for (const id of ids) this.#missed?.add(id);
    if (ids.size === 0) return false;
    if (!this.current) return true;
    const isShown = await this.#readInto(this.current, ids);
    if (this.current?.isWorn && !this.#isMerging) void this.#merge(this.current);
    return isShown;
  }

  /** Gives up what is known of the events, and reads all of them again. */
  forget(): void {
    this.current?.close();
    this.current = undefined;
    if (this.#missed) this.#missed = new Set();
    else void this.#readAll();
  }

  /** Reads all events; what changes meanwhile is read again, all of it where that is too much. */
  async #readAll(): Promise<void> {
    const { follower, segments, signal } = this.#around;
    for (let pause = RETRY; !signal.aborted; pause = Math.min(pause * 2, LONGEST)) {
      const missed = new Set<number>();
      this.#missed = missed;
      try {
        const built = await segments.read();
        while (follower.running) await follower.running.catch(() => {});
        if (signal.aborted) return;
        const isOurs = this.#missed === missed && missed.size <= MANY_MISSED;
        try {
          if (isOurs) await follower.alone(this.#use(built, missed));
        } finally {
          // It has taken them, or they are of no use.
          if (this.current?.id !== built.id) built.words?.close();
          built.later?.then(
            words => this.#learnWords(built.id, words),
            error => this.#mendWords(built.id, error),
          );
        }
        if (isOurs) return;
      } catch (error) {
        // The store answers all requests until it succeeds.
        this.#tell(error);
      }
      await setTimeout(pause, undefined, { ref: false });
    }
  }

  async #use(built: Built, missed: ReadonlySet<number>): Promise<void> {
    const index = new EventIndex(built);
    await this.#readInto(index, missed);
    this.current = index;
    this.#missed = undefined;
    this.#around.segments.use(built.id);
  }

  #learnWords(id: string, words: FullText): void {
    if (this.current?.id === id) this.current.learn(words);
    else words.close();
  }

  /** Words that could not be built are built with the segment that changes are merged into, or would be. */
  async #mendWords(id: string, error: unknown): Promise<void> {
    this.#tell(error);
    for (;;) {
      await setTimeout(RETRY, undefined, { ref: false });
      if (this.#around.signal.aborted || this.current?.id !== id) return;
      if (!this.#isMerging) await this.#merge(this.current);
    }
  }

  /**
   * Takes events as they are now, some at a time: requests that have been told what they need go on in between.
   * @returns whether everybody was shown any of these events before they changed, or is now
   */
  async #readInto(index: EventIndex, ids: ReadonlySet<number>): Promise<boolean> {
    const { reads, turn } = this.#around;
    const all = [...ids];
    let isShown = false;
    for (let at = 0; at < all.length; at += SOME) {
      const some = all.slice(at, at + SOME);
      const entries = await readEntries(reads, some);
      isShown ||= some.some(id => isPublic(index.get(id)) || isPublic(entries.get(id)));
      for (const id of some) index.put(id, entries.get(id));
      // In the same step, so that no request combines the new index with old cached answers.
      turn(some);
      if (all.length > SOME) await setImmediate();
    }
    return isShown;
  }

  async #merge(index: EventIndex): Promise<void> {
    const { segments } = this.#around;
    this.#isMerging = true;
    try {
      const { built, changed } = await segments.merge(index);
      // It may have been given up meanwhile.
      if (this.current === index) {
        index.replace(built, changed);
        segments.use(built.id);
      } else built.words?.close();
      this.#mergePause = MERGE_RETRY;
    } catch (error) {
      this.#tell(error);
      // It is tried again with a change after that.
      await setTimeout(this.#mergePause, undefined, { ref: false });
      this.#mergePause = Math.min(this.#mergePause * 2, LONGEST);
    }
    this.#isMerging = false;
  }

  #tell(error: unknown): void {
    if (!this.#around.signal.aborted) this.#around.fail(error);
  }
}

/**
 * Whether everybody may see anything of an event: a list shows what a password leaves of it, and its own address shows
 * one that is kept out of lists. Of an event with both nothing is shown anywhere.
 */
const isPublic = (entry: IndexEntry | undefined): boolean =>
  entry?.status === 'publish' && !(entry.hidden && entry.hash !== null);
