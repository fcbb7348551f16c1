import type { SearchTerms } from '../../lib/text/search-terms.ts';
import { FEATURED, HIDDEN, STATUS, stateOf } from './columns.ts';
import { type IndexEntry, type LinkKind, linkKinds } from './entry.ts';

/** Which events somebody may find. */
export interface Rights {
  /** Bits of the numbers of statuses. */
  readonly statuses: number;
  /** What else is found of the events of an author. */
  readonly own: OwnRights | undefined;
  /** Whether events with a password are left out, but for those whose hash is `offeredHash`. */
  readonly locked: boolean;
  readonly offeredHash: string | undefined;
}

/** What is asked of the index. Instants are whole epoch seconds, infinite where there is no bound. */
export interface IndexQuery extends Rights, Readonly<Record<LinkKind, readonly (readonly number[])[]>> {
  /** First start that matches. */
  readonly from: number;
  /** First start that no longer does. */
  readonly before: number;
  readonly endAtMost: number;
  readonly endAbove: number;
  readonly featured: boolean | undefined;
  /** Only these events. */
  readonly ids: readonly number[] | undefined;
  /** Of the searched text. */
  readonly words: SearchTerms | undefined;
  /** Venues at which no event may be. */
  readonly without: readonly number[] | undefined;
}

/** The rights of an author. */
interface OwnRights {
  readonly author: number;
  /** Bits of the statuses in which their own events are found. */
  readonly statuses: number;
  /** Bits of the statuses in which no password keeps them from their own. */
  readonly open: number;
}

const isIn = (statuses: number, state: number): boolean => ((statuses >>> (state & STATUS)) & 1) === 1;

/** Whether an event in this state, of this author, may be read. */
export const isReadable = ({ statuses, own }: Rights, state: number, author: number): boolean =>
  isIn(statuses, state) || (own !== undefined && author === own.author && isIn(own.statuses, state));

/** Whether an event in this state, of this author, may be found at all. */
export const isListed = (query: IndexQuery, state: number, author: number): boolean =>
  (state & HIDDEN) === 0 &&
  (query.featured === undefined || query.featured === ((state & FEATURED) !== 0)) &&
  isReadable(query, state, author);

/** Whether its password keeps it from being found. */
export const isLocked = (
  { locked, offeredHash, own }: Rights,
  { state, author, hash }: { state: number; author: number; hash: string | null },
): boolean =>
  locked &&
  hash !== null &&
  hash !== offeredHash &&
  !(own !== undefined && author === own.author && isIn(own.open, state));

/** The same rule as `Segment.find` for single entries, but for the words. */
export function matcher(query: IndexQuery): (entry: IndexEntry) => boolean {
  const ids = query.ids && new Set(query.ids);
  const without = query.without && new Set(query.without);
  const linked = linkKinds.flatMap(kind => query[kind].map(ids => ({ kind, ids: new Set(ids) })));
  return entry => {
    const { start, end, author, hash } = entry;
    const state = stateOf(entry);
    return (
      start >= query.from &&
      start < query.before &&
      end <= query.endAtMost &&
      end > query.endAbove &&
      isListed(query, state, author) &&
      !isLocked(query, { state, author, hash }) &&
      (!ids || ids.has(entry.id)) &&
      linked.every(({ kind, ids }) => entry[kind].some(id => ids.has(id))) &&
      !(without && entry.venues.some(id => without.has(id)))
    );
  };
}

/** Characters that a search may go through at once, once for each of its words: others wait meanwhile. */
const MOST_CHARACTERS = 10_000_000;

/** Those of these entries whose texts say the words; undefined where that is more than may be read at once. */
export function containingWords(
  entries: readonly IndexEntry[],
  words: SearchTerms,
): readonly IndexEntry[] | undefined {
  const characters = entries.reduce((sum, { text = '' }) => sum + text.length, 0);
  if (characters * (words.all.length + words.none.length) > MOST_CHARACTERS) return undefined;
  return entries.filter(({ text = '' }) => saysAll(words, text));
}

const saysAll = ({ all, none }: SearchTerms, text: string): boolean =>
  all.every(term => text.includes(term)) && !none.some(term => text.includes(term));
