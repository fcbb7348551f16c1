import { rm } from 'node:fs/promises';
import type { Changes } from '../../db/changes.ts';
import { changedSince, markAt } from '../../db/marks.ts';
import type { Reads } from '../../db/prepared.ts';
import { type Built, loadBuilt, mergeSegment, readSegment, type StoreAddress } from './build.ts';
import type { EventIndex } from './event-index.ts';
import type { Changed } from './merge.ts';
import { loadMark, markFile, wordsFile } from './segment-file.ts';

/** Events that are read again one by one; where more have changed at once, all are. */
export const MANY = 5000;

/** Where segments are built from, and where those of a large calendar are kept. */
interface SegmentSource {
  readonly store: StoreAddress;
  readonly file: string;
  /** Ends the building. */
  readonly signal: AbortSignal;
}

/** The segments that this process builds; the last one is what its next start takes up. */
export class Segments {
  readonly #reads: Reads;
  readonly #changes: Changes;
  readonly #place: SegmentSource;
  /** The segment whose words lie beside the file for this process. */
  #used: string | undefined;

  constructor(reads: Reads, changes: Changes, place: SegmentSource) {
    this.#reads = reads;
    this.#changes = changes;
    this.#place = place;
  }

  /** What was left at the last stop, and the events that have changed since; undefined where they cannot be told. */
  async left(): Promise<{ built: Built; changed: Set<number> } | undefined> {
    const built = loadBuilt(this.#place.file);
    const mark = built?.words && loadMark(markFile(this.#place.file, built.id));
    const changed = mark && (await changedSince(this.#reads, mark));
    if (changed && changed.size <= MANY) return { built, changed };
    built?.words?.close();
    return undefined;
  }

  /** The segment of all events. */
  async read(): Promise<Built> {
    return readSegment(this.#reads, await this.#wish());
  }

  /** The segment of an index, and what has changed since it was made, which is in it. */
  async merge(index: EventIndex): Promise<{ built: Built; changed: Changed }> {
    // First the mark: what is learned after it is told again to who takes up the segment.
    const wish = await this.#wish();
    const { changed } = index;
    return { built: await mergeSegment(index, changed, wish), changed };
  }

  /** The words of the segment before are of no use to anybody any more; who has them open keeps them until then. */
  use(id: string): void {
    const { file } = this.#place;
    if (this.#used !== undefined)
      for (const fileOf of [markFile, wordsFile])
        void rm(fileOf(file, this.#used), { force: true }).catch(() => {});
    this.#used = id;
  }

  /** What a segment is built from: all that this process has learned is in it. */
  async #wish() {
    const { store, file, signal } = this.#place;
    return { store, out: file, mark: await markAt(this.#reads, this.#changes.learnedSoFar()), signal };
  }
}
