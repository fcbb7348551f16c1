import { rm } from 'node:fs/promises';
import type { Changes } from '../../db/changes.ts';
import { changedSince, markAt } from '../../db/marks.ts';
import type { Reads } from '../../db/prepared.ts';
import { type Built, loadBuilt, mergeSegment, readSegment, type StoreAddress } from './build.ts';
import type { EventIndex } from './event-index.ts';
import type { Changed } from './merge.ts';
import { loadMark, markFile, wordsFile } from './segment-file.ts';

/** Maximum number of events that are read again one by one; if more have changed, all are read. */
export const MAX_REREAD = 5000;

/** The store of the segments, and the file of the last one. */
interface SegmentSource {
  readonly store: StoreAddress;
  readonly file: string;
  /** Aborts the build. */
  readonly signal: AbortSignal;
}

/** Builds this process's segments. The next start loads the last one. */
export class Segments {
  readonly #reads: Reads;
  readonly #changes: Changes;
  readonly #source: SegmentSource;
  /** The id of the segment whose full-text index this process uses. */
  #used: string | undefined;

  constructor(reads: Reads, changes: Changes, source: SegmentSource) {
    this.#reads = reads;
    this.#changes = changes;
    this.#source = source;
  }

  /** The segment of the last run, and the events that have changed since; undefined if these are unknown. */
  async lastRun(): Promise<{ built: Built; changed: Set<number> } | undefined> {
    const built = loadBuilt(this.#source.file);
    const mark = built?.words && loadMark(markFile(this.#source.file, built.id));
    const changed = mark && (await changedSince(this.#reads, mark));
    if (changed && changed.size <= MAX_REREAD) return { built, changed };
    built?.words?.close();
    return undefined;
  }

  /** Builds the segment of all events. */
  async read(): Promise<Built> {
    return readSegment(this.#reads, await this.#request());
  }

  /** Merges the changes of an index into a new segment; returns both. */
  async merge(index: EventIndex): Promise<{ built: Built; changed: Changed }> {
    // The mark comes first: a process that loads the segment reads all changes after the mark again.
    const request = await this.#request();
    const { changed } = index;
    return { built: await mergeSegment(this.#reads, index, changed, request), changed };
  }

  /**
   * Marks a segment as used. Removes the full-text index of the previous one; processes that have it open can still
   * read it.
   */
  use(id: string): void {
    const { file } = this.#source;
    if (this.#used !== undefined)
      for (const fileOf of [markFile, wordsFile])
        void rm(fileOf(file, this.#used), { force: true }).catch(() => {});
    this.#used = id;
  }

  /** The parameters of a build. The segment includes all changes that this process has confirmed. */
  async #request() {
    const { store, file, signal } = this.#source;
    return { store, out: file, mark: await markAt(this.#reads, this.#changes.confirmedPosition()), signal };
  }
}
