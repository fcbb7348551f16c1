import type { Status } from '../../db/tables.ts';
import type { LinkedTable } from '../../kinds.ts';
import { linkedTables } from '../../kinds.ts';
import type { SearchTerms } from '../../lib/text/search-terms.ts';
import type { IndexEntry } from './entry.ts';
import type { OneOfSeries } from './series-positions.ts';
import type { TraitRule } from './states.ts';
import { admitting, type LanguageQuery, matchesLanguages, numberOf, type TraitQuery } from './traits.ts';

/** Which events a viewer may find. */
export interface Rights {
  readonly statuses: number;
  /** Additional rights for an author's own events. */
  readonly own: OwnRights | undefined;
  /** Whether protected events are excluded, except those whose hash is `offeredHash`. */
  readonly locked: boolean;
  readonly offeredHash: string | undefined;
  /** Which of the events that lists hide are found. */
  readonly hidden: 'all' | 'own' | undefined;
  /** The accounts whose events are found; undefined for everybody's. */
  readonly authors: readonly number[] | undefined;
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
  /** Not those that begin before its start and are over by its end. */
  readonly exceptNight?: Night | undefined;
}

/** The first hours of a day, which belong to what began on the day before. */
export interface Night {
  readonly start: number;
  readonly end: number;
}

/** The part of a query that is about traits, authors and passwords alone. */
export interface TraitsAndRights extends Rights {
  readonly traits: TraitQuery;
}

/** This part of a query without the rest. The offered hash matters for a locked query alone. */
export const traitsAndRights = ({
  statuses,
  own,
  locked,
  offeredHash,
  hidden,
  authors,
  traits,
}: TraitsAndRights): TraitsAndRights => ({
  ...{ statuses, own, locked, hidden, authors, traits },
  offeredHash: locked ? offeredHash : undefined,
});

export interface IndexQuery
  extends TraitsAndRights,
    TimeBounds,
    LanguageQuery,
    Readonly<Record<LinkedTable, readonly (readonly number[])[]>> {
  readonly modifiedAbove: number;
  readonly ids: readonly number[] | undefined;
  readonly words: SearchTerms | undefined;
  /** Those of these series; `NO_SERIES` stands for events without one. */
  readonly series: readonly number[] | undefined;
  /** Only this one of the matching occurrences of each series; undefined for all of them. */
  readonly oneOfSeries: OneOfSeries | undefined;
  readonly without: readonly number[] | undefined;
}

interface OwnRights {
  readonly author: number;
  /** Bits of the statuses in which their own events are found. */
  readonly statuses: number;
  /** Bits of the statuses in which no password keeps them from their own. */
  readonly open: number;
}

const isIn = (statuses: number, status: Status): boolean =>
  ((statuses >>> numberOf('status', status)) & 1) === 1;

/** Whether an event with this status, of this author, may be read. */
export const isReadable = ({ statuses, own }: Rights, status: Status, author: number): boolean =>
  isIn(statuses, status) || (own !== undefined && author === own.author && isIn(own.statuses, status));

/** Whether an event with these traits, of this author, may be found at all. */
export function listing(query: TraitsAndRights): TraitRule {
  const admits = admitting(query.traits);
  const isShown = (isHidden: boolean, author: number) =>
    !isHidden || query.hidden === 'all' || (query.hidden === 'own' && author === query.own?.author);
  return (traits, author) =>
    isShown(traits.hidden, author) && admits(traits) && isReadable(query, traits.status, author);
}

export const isInTime = (bounds: TimeBounds, { start, end }: Pick<IndexEntry, 'start' | 'end'>): boolean =>
  start >= bounds.from &&
  start < bounds.before &&
  end <= bounds.endAtMost &&
  end > bounds.endAbove &&
  isLasting(bounds.runsFrom, start, end) &&
  !(bounds.exceptNight && start < bounds.exceptNight.start && end <= bounds.exceptNight.end) &&
  !(bounds.idleAt !== undefined && start <= bounds.idleAt && isLasting(bounds.idleAt, start, end));

const isLasting = (instant: number, start: number, end: number) => end > instant || start >= instant;

/** Whether its password hides an event from the viewer. */
export const isLocked = (
  { locked, offeredHash, own }: Rights,
  { traits, author, hash }: Pick<IndexEntry, 'traits' | 'author' | 'hash'>,
): boolean =>
  locked &&
  hash !== null &&
  hash !== offeredHash &&
  !(own !== undefined && author === own.author && isIn(own.open, traits.status));

/** The same rule as `Segment.find` for a single entry, without the words. */
export function matcher(query: IndexQuery): (entry: IndexEntry) => boolean {
  const isListed = listing(query);
  const ids = query.ids && new Set(query.ids);
  const without = query.without && new Set(query.without);
  const series = query.series && new Set(query.series);
  const linked = linkedTables.flatMap(kind => query[kind].map(ids => ({ kind, ids: new Set(ids) })));
  return entry => {
    return (
      isInTime(query, entry) &&
      entry.modified > query.modifiedAbove &&
      isListed(entry.traits, entry.author) &&
      (!query.authors || query.authors.includes(entry.author)) &&
      matchesLanguages(query, entry.languages) &&
      !isLocked(query, entry) &&
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
