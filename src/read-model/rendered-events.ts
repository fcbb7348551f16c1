import { type Fragment, lengthOf } from '../lib/json.ts';
import { Repeats } from '../lib/repeats.ts';
import { SizedCache } from '../lib/sized-cache.ts';

/** Views that are kept at the same time: addresses, languages, lists and single events. */
const VIEWS = 32;

/** What an event itself shows, as it is written in one view. */
export interface RenderedParts {
  /** What it has itself, in the order of its members: what it is linked to stands between. */
  readonly segments: readonly Fragment[];
  /** Of the event itself, where it is shown alone. */
  readonly ownState: string | undefined;
}

/** An event as it is written in one view. */
export interface RenderedEvent extends RenderedParts {
  /** Its own segments, and between them what the event is linked to. */
  readonly whole: Fragment;
  /** Of all that it shows, where it is shown alone. */
  readonly state: string | undefined;
  /** The version of what events are linked to. */
  readonly links: number;
}

/** Events that are remembered for having been asked for: several times as many as may be kept. */
const ASKED = 1 << 15;

/** What an event takes beside the bytes of its own. */
const OVERHEAD = 600;

/** What is written of events for everybody, by event and view: those that were asked for last, as far as there is room. */
export class RenderedEvents {
  readonly #kept: SizedCache<number, RenderedEvent>;
  readonly #views = new Map<string, number>();
  readonly #most: () => number;
  readonly #asked = new Repeats(ASKED);

  /** @param most bytes that all of them may take */
  constructor(most: () => number) {
    this.#most = most;
    this.#kept = new SizedCache(most);
  }

  /** What all of them take of the memory. */
  get bytes(): number {
    return this.#kept.bytes;
  }

  get(id: number, view: string): RenderedEvent | undefined {
    const number = this.#views.get(view);
    return number === undefined ? undefined : this.#kept.get(id * VIEWS + number);
  }

  /** Where there is no room left, what was asked for only once does not take the place of what may be asked for again. */
  set(id: number, view: string, written: RenderedEvent): void {
    const own = written.segments.reduce((sum, segment) => sum + lengthOf(segment), 0);
    const bytes = own + OVERHEAD;
    const number = this.#numberOf(view);
    const key = id * VIEWS + number;
    const hasRoom = this.#kept.has(key) || this.#kept.bytes + bytes <= this.#most();
    // An odd factor spreads the events of one view over all places.
    if (hasRoom || this.#asked.isRepeated(id * (VIEWS + 1) + number + 1)) this.#kept.set(key, written, bytes);
  }

  forget(id: number): void {
    for (const number of this.#views.values()) this.#kept.delete(id * VIEWS + number);
  }

  clear(): void {
    this.#kept.clear();
    this.#views.clear();
  }

  #numberOf(view: string): number {
    const known = this.#views.get(view);
    if (known !== undefined) return known;
    if (this.#views.size === VIEWS) this.clear();
    const number = this.#views.size;
    this.#views.set(view, number);
    return number;
  }
}
