import type { SearchTerms } from '../../lib/text/search-terms.ts';
import { costNumber, eventStatusNumber, FEATURED, HIDDEN, STATUS, stateOf, VIRTUAL } from './columns.ts';
import { type IndexEntry, type LinkKind, linkKinds } from './entry.ts';
import { type LanguageQuery, matchesLanguages } from './languages.ts';

/** Which events a viewer may find. */
export interface Rights {
  /** A bitmask of statuses. */
  readonly statuses: number;
  /** Additional rights for an author's own events. */
  readonly own: OwnRights | undefined;
  /** Whether protected events are excluded, except those whose hash is `offeredHash`. */
  readonly locked: boolean;
  readonly offeredHash: string | undefined;
}

/** When events may take place. Instants are whole epoch seconds, infinite for no bound. */
export interface TimeBounds {
  /** Inclusive lower bound of the start. */
  readonly from: number;
  /** Exclusive upper bound of the start. */
  readonly before: number;
  readonly endAtMost: number;
  readonly endAbove: number;
  /** They end after this instant, or start at it or later. */
  readonly runsFrom: number;
  /** They are not running at this instant. */
  readonly idleAt: number | undefined;
}

/** A query to the index. */
export interface IndexQuery
  extends Rights,
    TimeBounds,
    LanguageQuery,
    Readonly<Record<LinkKind, readonly (readonly number[])[]>> {
  readonly modifiedAbove: number;
  readonly featured: boolean | undefined;
  readonly virtual: boolean | undefined;
  /** A bitmask of classes of costs. */
  readonly costs: number | undefined;
  /** A bitmask of event statuses. */
  readonly eventStatuses: number | undefined;
  /** Only these events. */
  readonly ids: readonly number[] | undefined;
  /** Search terms in the event's text. */
  readonly words: SearchTerms | undefined;
  /** Only occurrences of these series. */
  readonly series: readonly number[] | undefined;
  /** Only the first one of the matching occurrences of each series. */
  readonly isFirstOnly: boolean;
  /** Excluded venues. */
  readonly without: readonly number[] | undefined;
}

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
  agrees(query.featured, state & FEATURED) &&
  agrees(query.virtual, state & VIRTUAL) &&
  hasBit(query.costs, costNumber(state)) &&
  hasBit(query.eventStatuses, eventStatusNumber(state)) &&
  isReadable(query, state, author);

const agrees = (wanted: boolean | undefined, flag: number): boolean =>
  wanted === undefined || wanted === (flag !== 0);

const hasBit = (bits: number | undefined, number: number): boolean =>
  bits === undefined || ((bits >>> number) & 1) === 1;

/** Whether an event takes place within these bounds. */
export const isInTime = (bounds: TimeBounds, { start, end }: Pick<IndexEntry, 'start' | 'end'>): boolean =>
  start >= bounds.from &&
  start < bounds.before &&
  end <= bounds.endAtMost &&
  end > bounds.endAbove &&
  isLasting(bounds.runsFrom, start, end) &&
  !(bounds.idleAt !== undefined && start <= bounds.idleAt && isLasting(bounds.idleAt, start, end));

const isLasting = (instant: number, start: number, end: number) => end > instant || start >= instant;

/** Whether its password hides an event from the viewer. */
export const isLocked = (
  { locked, offeredHash, own }: Rights,
  { state, author, hash }: { state: number; author: number; hash: string | null },
): boolean =>
  locked &&
  hash !== null &&
  hash !== offeredHash &&
  !(own !== undefined && author === own.author && isIn(own.open, state));

/** The same rule as `Segment.find` for a single entry, without the words. */
export function matcher(query: IndexQuery): (entry: IndexEntry) => boolean {
  const ids = query.ids && new Set(query.ids);
  const without = query.without && new Set(query.without);
  const series = query.series && new Set(query.series);
  const linked = linkKinds.flatMap(kind => query[kind].map(ids => ({ kind, ids: new Set(ids) })));
  return entry => {
    const { author, hash } = entry;
    const state = stateOf(entry);
    return (
      isInTime(query, entry) &&
      entry.modified > query.modifiedAbove &&
      isListed(query, state, author) &&
      matchesLanguages(query, entry.languages) &&
      !isLocked(query, { state, author, hash }) &&
      (!ids || ids.has(entry.id)) &&
      (!series || series.has(entry.series)) &&
      linked.every(({ kind, ids }) => entry[kind].some(id => ids.has(id))) &&
      !(without && entry.venues.some(id => without.has(id)))
    );
  };
}

/** Maximum characters that a search may scan in one step, times the number of its terms: others wait meanwhile. */
const MAX_CHARACTERS = 10_000_000;

/** The entries whose texts match the search terms; undefined if that is too much text to scan at once. */
export function containingWords(
  entries: readonly IndexEntry[],
  words: SearchTerms,
): readonly IndexEntry[] | undefined {
  const characters = entries.reduce((sum, { text = '' }) => sum + text.length, 0);
  if (characters * (words.all.length + words.none.length) > MAX_CHARACTERS) return undefined;
  return entries.filter(({ text = '' }) => matchesTerms(words, text));
}

const matchesTerms = ({ all, none }: SearchTerms, text: string): boolean =>
  all.every(term => text.includes(term)) && !none.some(term => text.includes(term));
