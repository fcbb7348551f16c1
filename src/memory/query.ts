import { STATUS, stateOf } from './columns.ts';
import { type Entry, type LinkKind, linkKinds } from './entry.ts';

/** What is asked of the index. Instants are whole epoch seconds, infinite where there is no bound. */
export interface Query extends Readonly<Record<LinkKind, readonly (readonly number[])[]>> {
  /** First start that matches. */
  readonly from: number;
  /** First start that no longer does. */
  readonly before: number;
  readonly endAtMost: number;
  readonly endAbove: number;
  /** Bits of the numbers of statuses. */
  readonly statuses: number;
  readonly featured: boolean | undefined;
  /** Only these events. */
  readonly ids: readonly number[] | undefined;
  /** Venues at which no event may be. */
  readonly without: readonly number[] | undefined;
  /** Whether events with a password are left out, but for those whose hash is `offered`. */
  readonly locked: boolean;
  readonly offered: string | undefined;
}

/** The same rule as `Segment.find`, for a single entry. */
export function matches(query: Query, entry: Entry): boolean {
  const { start, end, hidden, featured, hash } = entry;
  return (
    start >= query.from &&
    start < query.before &&
    end <= query.endAtMost &&
    end > query.endAbove &&
    !hidden &&
    ((query.statuses >>> (stateOf(entry) & STATUS)) & 1) === 1 &&
    (query.featured === undefined || query.featured === featured) &&
    (!query.ids || query.ids.includes(entry.id)) &&
    linkKinds.every(kind => query[kind].every(ids => entry[kind].some(id => ids.includes(id)))) &&
    !(query.without && entry.venues.some(id => query.without!.includes(id))) &&
    !(query.locked && hash !== null && hash !== query.offered)
  );
}
