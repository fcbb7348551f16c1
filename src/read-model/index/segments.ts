import { closeSync, existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { Changes } from '../../db/changes.ts';
import { isBusy } from '../../db/errors.ts';
import { changedSince, markAt } from '../../db/marks.ts';
import type { Reads } from '../../db/prepared.ts';
import type { FullText } from '../../fulltext/full-text.ts';
import { makeFolderSync, openPrivateSync } from '../../lib/private-files.ts';
import {
  type Built,
  loadBuilt,
  mergeSegment,
  mergeSmall,
  openWords,
  readSegment,
  readSmall,
  readWords,
  type SegmentRequest,
  type StoreAddress,
} from './build.ts';
import type { EventIndex } from './event-index.ts';
import type { Changed } from './segment-data.ts';
import { loadMark, markFile, wordsFile } from './segment-file.ts';

/** Maximum number of events that are read again one by one; if more have changed, all are read. */
export const MAX_REREAD = 5000;

/** Milliseconds between two looks whether another process has built a segment. */
const LOOK_INTERVAL = 250;

/** The store of the segments, and the file of the last one. */
interface SegmentSource {
  readonly store: StoreAddress;
  readonly file: string;
  readonly signal: AbortSignal;
}

/** A segment, and the events that other processes have changed since. */
export interface FoundSegment {
  readonly built: Built;
  readonly changed: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/** @param store the file of the embedded store; undefined for a server */
export const segmentSource = (
  store: string | undefined,
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  signal: AbortSignal,
): SegmentSource => ({
  store: store === undefined ? { url: DATABASE_URL } : { file: store },
  file: join(DATA_DIR, 'memory', 'events.index'),
  signal,
});

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
  /** The state of the file when this process last looked. */
  #seen = '';

  constructor(reads: Reads, changes: Changes, source: SegmentSource) {
    this.#reads = reads;
    this.#changes = changes;
    this.#source = source;
  }

  isBuilding(): boolean {
    const lock = takeBuildLock(this.#source.file);
    lock?.free();
    return lock === undefined;
  }

  /** The segment in the file; undefined if it cannot be used, or if too much has changed since. */
  async saved(): Promise<FoundSegment | undefined> {
    return this.#load();
  }

  async read(): Promise<FoundSegment> {
    const small = await readSmall(this.#reads);
    if (small) return { built: small, changed: NONE };
    const found = await this.#newerOr(async isAlone => readSegment(await this.#request(isAlone)));
    return 'built' in found ? found : { built: found, changed: NONE };
  }

  /** A segment into which changes of an index are merged, and these changes. */
  async merge(index: EventIndex): Promise<{ built: Built; changed: Changed }> {
    const small = index.changed;
    const merged = await mergeSmall(this.#reads, index.data, small);
    if (merged) return { built: merged, changed: small };
    let changed: Changed = small;
    const found = await this.#newerOr(async isAlone => {
      // The mark comes first: a process that loads the segment reads all changes after the mark again.
      const request = await this.#request(isAlone);
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
  async #newerOr(build: (isAlone: boolean) => Promise<Built>): Promise<FoundSegment | Built> {
    const { file, signal } = this.#source;
    for (;;) {
      const lock = takeBuildLock(file);
      let built: Built | undefined;
      try {
        // Even with the lock: another process may have had it before.
        const newer = stateOf(file) === this.#seen ? undefined : await this.#load();
        if (newer) return newer;
        if (lock) built = await build(lock.isExclusive);
      } finally {
        if (!built?.later) lock?.free();
      }
      if (built) {
        this.#seen = stateOf(file);
        built.later?.catch(() => {}).finally(() => lock?.free());
        return built;
      }
      await setTimeout(LOOK_INTERVAL, undefined, { signal, ref: false });
    }
  }

  async #load(): Promise<FoundSegment | undefined> {
    const { file } = this.#source;
    this.#seen = stateOf(file);
    const built = loadBuilt(file);
    const complete = built?.words && loadMark(markFile(file, built.id));
    const mark = complete || built?.mark;
    const changed = mark && (await changedSince(this.#reads, mark));
    const isUsable = built && changed && changed.size <= MAX_REREAD;
    if (isUsable && complete) return { built, changed };
    built?.words?.close();
    if (!isUsable) return undefined;
    const later = this.#laterWords(built.id);
    later.catch(() => {});
    return { built: { ...built, words: undefined, later }, changed };
  }

  /** The full-text index of the saved segment: another process builds it, or this one the rest of it. */
  async #laterWords(id: string): Promise<FullText> {
    const { file, signal } = this.#source;
    for (;;) {
      const lock = takeBuildLock(file);
      try {
        const isComplete = !lock || loadMark(markFile(file, id)) !== undefined;
        const words = isComplete ? openWords(wordsFile(file, id)) : undefined;
        if (words) return words;
        if (lock) return await readWords(id, await this.#request(lock.isExclusive));
      } finally {
        lock?.free();
      }
      await setTimeout(LOOK_INTERVAL, undefined, { signal, ref: false });
    }
  }

  /** The parameters of a build. The segment includes all changes that this process has confirmed. */
  async #request(isAlone: boolean): Promise<SegmentRequest> {
    const { store, file, signal } = this.#source;
    const mark = await markAt(this.#reads, this.#changes.confirmedPosition());
    return { store, out: file, mark, signal, isAlone };
  }
}

/** Differs once a file is replaced. */
function stateOf(file: string): string {
  const { ino, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return `${ino} ${mtimeMs}`;
}

/** The right to build the index of a folder. */
interface BuildLock {
  /** Whether no other process has it. Without locks, as in some network file systems, each process builds for itself. */
  readonly isExclusive: boolean;
  free(): void;
}

/**
 * Lets one process at a time build the index of a folder. The lock is that of an empty SQLite file, because the system
 * frees it when its process ends, however that happens.
 * @param file the file of the index; the lock is in the same folder
 * @returns undefined if another process has it
 */
export function takeBuildLock(file: string): BuildLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    const lock = join(dirname(file), 'build.lock');
    makeFolderSync(dirname(lock));
    // Closing an existing file would free the lock of another index in this process.
    if (!existsSync(lock)) closeSync(openPrivateSync(lock, 'a'));
    const opened = new DatabaseSync(lock);
    database = opened;
    opened.exec('begin exclusive');
    return { isExclusive: true, free: () => opened.close() };
  } catch (error) {
    database?.close();
    return isBusy(error) ? undefined : { isExclusive: false, free() {} };
  }
}
