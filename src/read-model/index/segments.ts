import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Changes } from '../../db/changes.ts';
import { changedSince, markAt } from '../../db/marks.ts';
import type { Reads } from '../../db/prepared.ts';
import type { FullText } from '../../fulltext/full-text.ts';
import {
  type Built,
  loadBuilt,
  mergeSegment,
  mergeSmall,
  openWords,
  readSegment,
  readSmall,
  type StoreAddress,
} from './build.ts';
import { takeBuildLock } from './build-lock.ts';
import type { EventIndex } from './event-index.ts';
import type { Changed } from './merge.ts';
import { loadMark, markFile, wordsFile } from './segment-file.ts';

/** Maximum number of events that are read again one by one; if more have changed, all are read. */
export const MAX_REREAD = 5000;

/** Milliseconds between two looks whether another process has built a segment. */
const LOOK_INTERVAL = 250;

/** The store of the segments, and the file of the last one. */
interface SegmentSource {
  readonly store: StoreAddress;
  readonly file: string;
  /** Aborts the build. */
  readonly signal: AbortSignal;
}

/** A segment, and the events that have changed since, as far as this process cannot know by itself. */
export interface Found {
  readonly built: Built;
  readonly changed: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Builds the segments of a folder, or takes up those that another process builds: of all processes on the folder, one
 * at a time builds. The next start loads the last segment.
 */
export class Segments {
  readonly #reads: Reads;
  readonly #changes: Changes;
  readonly #source: SegmentSource;
  /** The id of the segment that this process uses. */
  #used: string | undefined;
  /** The state of the file when this process last looked, and whether a later look at the same file may find more. */
  #seen = { state: '', isUnfinished: false };

  constructor(reads: Reads, changes: Changes, source: SegmentSource) {
    this.#reads = reads;
    this.#changes = changes;
    this.#source = source;
  }

  /** The segment in the file; undefined if it cannot be used, or if too much has changed since. */
  async saved(): Promise<Found | undefined> {
    return this.#load(this.#isBuilding());
  }

  /** The segment of all events. */
  async read(): Promise<Found> {
    const small = await readSmall(this.#reads);
    if (small) return { built: small, changed: NONE };
    const found = await this.#newerOr(async () => readSegment(await this.#request()));
    return 'built' in found ? found : { built: found, changed: NONE };
  }

  /** A segment into which changes of an index are merged, and these changes. */
  async merge(index: EventIndex): Promise<{ built: Built; changed: Changed }> {
    const small = index.changed;
    const merged = await mergeSmall(this.#reads, index.data, small);
    if (merged) return { built: merged, changed: small };
    let changed: Changed = small;
    const found = await this.#newerOr(async () => {
      // The mark comes first: a process that loads the segment reads all changes after the mark again.
      const request = await this.#request();
      changed = index.changed;
      return mergeSegment(index.id, changed, request);
    });
    if (!('built' in found)) return { built: found, changed };
    // Whatever has changed in neither of them is in the segment.
    return {
      built: found.built,
      changed: new Map([...index.changed].filter(([id]) => !found.changed.has(id))),
    };
  }

  /**
   * Marks a segment as used. Removes the full-text index of the previous one; processes that have it open can still
   * read it.
   */
  use(id: string): void {
    const { file } = this.#source;
    if (this.#used !== undefined && this.#used !== id)
      for (const fileOf of [markFile, wordsFile])
        void rm(fileOf(file, this.#used), { force: true }).catch(() => {});
    this.#used = id;
  }

  /** Takes up a segment that another process builds, or calls `build` when none does. */
  async #newerOr(build: () => Promise<Built>): Promise<Found | Built> {
    const { file, signal } = this.#source;
    for (;;) {
      const free = takeBuildLock(file);
      let built: Built | undefined;
      try {
        // Even with the lock: another process may have had it before.
        const newer = await this.#newer(free === undefined);
        if (newer) return newer;
        if (free) built = await build();
      } finally {
        if (!built?.later) free?.();
      }
      if (built) {
        this.#seen = { state: stateOf(file), isUnfinished: false };
        built.later?.catch(() => {}).finally(free);
        return built;
      }
      await setTimeout(LOOK_INTERVAL, undefined, { signal, ref: false });
    }
  }

  async #newer(isBuilding: boolean): Promise<Found | undefined> {
    const { state, isUnfinished } = this.#seen;
    if (stateOf(this.#source.file) === state && (isBuilding || !isUnfinished)) return undefined;
    return this.#load(isBuilding);
  }

  /** @param isBuilding whether another process builds now, perhaps the full-text index of this segment */
  async #load(isBuilding: boolean): Promise<Found | undefined> {
    const { file } = this.#source;
    this.#seen = { state: stateOf(file), isUnfinished: false };
    const built = loadBuilt(file);
    if (!built) return undefined;
    const complete = built.words && loadMark(markFile(file, built.id));
    const mark = complete || (isBuilding ? built.mark : undefined);
    const changed = mark && (await changedSince(this.#reads, mark));
    if (changed && changed.size <= MAX_REREAD)
      return { built: built.words ? built : { ...built, later: this.#laterWords(built.id) }, changed };
    built.words?.close();
    this.#seen.isUnfinished = isBuilding;
    return undefined;
  }

  /** The full-text index of a segment, once another process has built it. */
  async #laterWords(id: string): Promise<FullText> {
    const { file, signal } = this.#source;
    for (;;) {
      const isBuilding = this.#isBuilding();
      const words = openWords(wordsFile(file, id));
      if (words) return words;
      if (!isBuilding) throw new Error('the full-text index was not built by the process that began it');
      await setTimeout(LOOK_INTERVAL, undefined, { signal, ref: false });
    }
  }

  /** Whether another process builds. */
  #isBuilding(): boolean {
    const free = takeBuildLock(this.#source.file);
    free?.();
    return free === undefined;
  }

  /** The parameters of a build. The segment includes all changes that this process has confirmed. */
  async #request() {
    const { store, file, signal } = this.#source;
    return { store, out: file, mark: await markAt(this.#reads, this.#changes.confirmedPosition()), signal };
  }
}

/** Differs once a file is replaced. */
function stateOf(file: string): string {
  const { ino, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return `${ino} ${mtimeMs}`;
}
