import { FEATURED, HIDDEN, STATUS, stateOf } from './columns.ts';
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
  /** What else is found of the events of an author. */
  readonly own: Own | undefined;
  readonly featured: boolean | undefined;
  /** Only these events. */
  readonly ids: readonly number[] | undefined;
  /** Folded terms that occur in the searched text, and such that do not. */
  readonly words: { readonly all: readonly string[]; readonly none: readonly string[] } | undefined;
  /** Venues at which no event may be. */
  readonly without: readonly number[] | undefined;
  /** Whether events with a password are left out, but for those whose hash is `offered`. */
  readonly locked: boolean;
  readonly offered: string | undefined;
}

/** The rights of an author. */
interface Own {
  readonly author: number;
  /** Bits of the statuses in which their own events are found. */
  readonly statuses: number;
  /** Bits of the statuses in which no password keeps them from their own. */
  readonly open: number;
}

const isIn = (statuses: number, state: number): boolean => ((statuses >>> (state & STATUS)) & 1) === 1;

/** Whether an event in this state, of this author, may be found at all. */
export const isListed = ({ statuses, own, featured }: Query, state: number, author: number): boolean =>
  (state & HIDDEN) === 0 &&
  (featured === undefined || featured === ((state & FEATURED) !== 0)) &&
  (isIn(statuses, state) || (own !== undefined && author === own.author && isIn(own.statuses, state)));

/** Whether its password keeps it from being found. */
export const isLocked = (
  { locked, offered, own }: Query,
  { state, author, hash }: { state: number; author: number; hash: string | null },
): boolean =>
  locked &&
  hash !== null &&
  hash !== offered &&
  !(own !== undefined && author === own.author && isIn(own.open, state));

/** The same rule as `Segment.find`, for a single entry that has its text. */
export function matches(query: Query, entry: Entry): boolean {
  const { start, end, author, hash } = entry;
  const state = stateOf(entry);
  return (
    start >= query.from &&
    start < query.before &&
    end <= query.endAtMost &&
    end > query.endAbove &&
    isListed(query, state, author) &&
    !isLocked(query, { state, author, hash }) &&
    (!query.ids || query.ids.includes(entry.id)) &&
    linkKinds.every(kind => query[kind].every(ids => entry[kind].some(id => ids.includes(id)))) &&
    !(query.without && entry.venues.some(id => query.without!.includes(id))) &&
    (!query.words || saysAll(query.words, entry.text ?? ''))
  );
}

export const saysAll = ({ all, none }: NonNullable<Query['words']>, text: string): boolean =>
  all.every(term => text.includes(term)) && !none.some(term => text.includes(term));
