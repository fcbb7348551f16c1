import type { Fragment } from '../lib/json.ts';
import { Repeats, SizedCache } from '../lib/sized-cache.ts';
import type { SeriesRecord } from './series.ts';

/** Maximum number of cached views: combinations of address, language, and form. Pages alone have some forms. */
const VIEWS = 256;

/** The rendered members of an event without its linked records, in one view. */
export interface RenderedParts {
  /** The event's own members, in order; the linked records go in between. */
  readonly segments: readonly Fragment[];
  /** The state of the event itself, for single events. */
  readonly ownState: string | undefined;
  /** The series that its own members show. */
  readonly series?: SeriesRecord | undefined;
}

export interface RenderedEvent extends RenderedParts {
  /** The whole event: its own members with the linked records between them. */
  readonly whole: Fragment;
  /** The state of everything that it shows, for single events. */
  readonly state: string | undefined;
  /** The version of the linked records that it was rendered with. */
  readonly links: number;
}

/** Size of the table of recent requests: several times as many as events may be cached. */
const RECENT_REQUESTS = 1 << 15;

/** Bytes of a cached event in addition to its text. */
const OVERHEAD = 600;

/** An LRU cache of rendered public events, by event and view. */
export class RenderedEvents {
  readonly #cache: SizedCache<number, RenderedEvent>;
  readonly #views = new Map<string, number>();
  readonly #maxBytes: () => number;
  readonly #recent = new Repeats(RECENT_REQUESTS);

  constructor(maxBytes: () => number) {
    this.#maxBytes = maxBytes;
    this.#cache = new SizedCache(maxBytes);
  }

  get bytes(): number {
    return this.#cache.bytes;
  }

  get(id: number, view: string): RenderedEvent | undefined {
    const number = this.#views.get(view);
    return number === undefined ? undefined : this.#cache.get(id * VIEWS + number);
  }

  /**
   * When the cache is full, an event is added only on its second request, so that rarely requested events do not
   * displace others.
   */
  set(id: number, view: string, rendered: RenderedEvent): void {
    const own = rendered.segments.reduce((sum, { length }) => sum + length, 0);
    const bytes = own + OVERHEAD;
    const number = this.#numberOf(view);
    const key = id * VIEWS + number;
    const hasRoom = this.#cache.has(key) || this.#cache.bytes + bytes <= this.#maxBytes();
    // An odd factor spreads the events of one view over all slots.
    if (hasRoom || this.#recent.isRepeated(id * (VIEWS + 1) + number + 1))
      this.#cache.set(key, rendered, bytes);
  }

  forget(id: number): void {
    for (const number of this.#views.values()) this.#cache.delete(id * VIEWS + number);
  }

  clear(): void {
    this.#cache.clear();
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
