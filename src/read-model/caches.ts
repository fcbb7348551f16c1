import type { Change } from '../db/changes.ts';
import type { Reads } from '../db/prepared.ts';
import { Memo } from '../lib/memo.ts';
import { type GeoPoint, geoPoints } from './geo-points.ts';
import { type LinkedRecords, linkedRecords } from './linked.ts';
import { RenderedEvents } from './rendered-events.ts';

/** What is remembered beside the events themselves: what they are linked to, and what was worked out from that. */
export class ReadModelCaches implements LinkedRecords {
  /** Grows with each change of anything that answers show. */
  version = 0;
  /** Grows with each change of what events are linked to. */
  links = 0;
  readonly reads: Reads;
  readonly venues: LinkedRecords['venues'];
  readonly organizers: LinkedRecords['organizers'];
  readonly images: LinkedRecords['images'];
  readonly terms: LinkedRecords['terms'];
  /** What depends on terms: which one a word means, which are below another one. */
  readonly termIds = new Memo<readonly number[]>();
  readonly #places = new Memo<GeoPoint[]>();
  /** Parts of answers for everybody, as they are under this version. */
  readonly parts: RenderedEvents;

  /** @param room bytes that answers and their parts may take */
  constructor(reads: Reads, room: () => number) {
    this.reads = reads;
    const { venues, organizers, images, terms } = linkedRecords(reads);
    this.venues = venues;
    this.organizers = organizers;
    this.images = images;
    this.terms = terms;
    this.parts = new RenderedEvents(() => (room() * 3) / 4);
  }

  /** Venues with coordinates. */
  places(): Promise<GeoPoint[]> {
    return this.#places.get('', async () => this.reads.rows(geoPoints, []));
  }

  /** Begins another version, in which these events are others; undefined where any may be. */
  protected turn(events: Iterable<number> | undefined): void {
    this.version++;
    if (events) for (const id of events) this.parts.forget(id);
    else this.parts.clear();
  }

  /** Forgets what no longer holds since something else than an event has changed. */
  protected forget({ type, record_id }: Change): void {
    if (type === 'everything') this.forgetEverything();
    else if (type !== 'user' && type !== 'event') this[`${type}s`].forget(record_id);
    if (type === 'venue') this.#places.forget();
    if (type === 'term') this.termIds.forget();
    if (type === 'image') for (const records of [this.venues, this.organizers]) records.forget();
  }

  protected forgetEverything(): void {
    for (const records of [this.venues, this.organizers, this.images, this.terms]) records.forget();
    this.#places.forget();
    this.termIds.forget();
  }
}
