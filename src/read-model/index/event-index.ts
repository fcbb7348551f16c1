import type { PageRange } from '../../db/list-page.ts';
import type { FullText } from '../../fulltext/full-text.ts';
import type { LinkedTable } from '../../kinds.ts';
import { firstIndex } from '../../lib/bits.ts';
import { type Built, SMALL_CALENDAR } from './build.ts';
import { entryAt, type IndexColumns, idsAt, placeOf, positionOf } from './columns.ts';
import { compare, type IndexEntry } from './entry.ts';
import { FacetCounts } from './facet-counts.ts';
import { countsLinks, type LinkCountQuery } from './links.ts';
import type { Matches } from './matches.ts';
import { type IndexOrder, sortKeys } from './order.ts';
import {
  type RankRange,
  ranksOfPage,
  SortedPositions,
  selectedMatches,
  walkedMatches,
} from './ordered-matches.ts';
import { containingWords, type IndexQuery, matcher } from './query.ts';
import { Segment } from './segment.ts';
import type { Changed, SegmentData } from './segment-data.ts';
import {
  eachSeriesOnce,
  type FoundMatches,
  type GroupedMatches,
  groupedMatches,
  type SeriesMatches,
  seriesMatches,
} from './series-matches.ts';
import type { OneOfSeries } from './series-positions.ts';
import { TitlePlaces, type TitleReader } from './title-places.ts';
import type { TitleOrder } from './title-ranks.ts';

/** One page of matches, and their total. A long page is asked for its ids alone. */
export interface IndexPage {
  readonly total: number;
  /** Candidates that must still be checked against their text. */
  readonly isDoubtful: boolean;
  readonly entries: IndexEntry[];
  readonly ids: number[];
}

/** @param matches positions of the segment with these columns, and changed entries */
const indexPage = (
  matches: readonly (number | IndexEntry)[],
  columns: IndexColumns,
  total: number,
  isDoubtful: boolean,
): IndexPage => ({
  ...{ total, isDoubtful },
  get entries() {
    return matches.map(match => (typeof match === 'number' ? entryAt(columns, match) : match));
  },
  get ids() {
    return matches.map(match => (typeof match === 'number' ? columns.ids[match]! : match.id));
  },
});

const NO_TITLES: ReadonlyMap<IndexEntry, number> = new Map();

/** More matches than this are walked in an order of all positions, which is kept. */
const MANY = 20_000;

/** Maximum number of changed entries, which are scanned one by one, before they are merged. */
const MAX_PENDING = 512;

/**
 * The events in memory: a large immutable segment, and the entries that have changed since. The time to find a page
 * with its exact total hardly grows with the calendar.
 */
export class EventIndex {
  #segment: Segment;
  #facets: FacetCounts;
  readonly #changed = new Map<number, IndexEntry | undefined>();
  /** The changed entries that still exist, in list order. */
  #pending: IndexEntry[] = [];

  id: string;

  #titlePlaces: TitlePlaces;
  #sorted: SortedPositions;

  constructor({ id, data, words }: Built) {
    this.id = id;
    this.#segment = new Segment(data, words);
    this.#facets = new FacetCounts(this.#segment);
    this.#titlePlaces = new TitlePlaces(this.#segment);
    this.#sorted = new SortedPositions(this.#segment);
  }

  /** Adds the full-text index of its segment, which is built later. */
  addWords(words: FullText): void {
    this.#segment.words = words;
  }

  /** Derives from its segment what its first requests would wait for. */
  prepare(): Promise<void> {
    return this.#segment.series.prepare();
  }

  /** Updates an event; undefined if it no longer exists. */
  put(id: number, entry: IndexEntry | undefined): void {
    this.#segment.bury(id);
    const known = this.#changed.get(id);
    if (known) this.#pending.splice(this.#pending.indexOf(known), 1);
    this.#changed.set(id, entry);
    if (entry) this.#pending.splice(this.#placeOf(entry), 0, entry);
  }

  #placeOf(entry: IndexEntry): number {
    return firstIndex(this.#pending.length, at => compare(this.#pending[at]!, entry) > 0);
  }

  get(id: number): IndexEntry | undefined {
    if (this.#changed.has(id)) return this.#changed.get(id);
    const { columns } = this.#segment;
    const position = positionOf(columns, id);
    return position < 0 ? undefined : entryAt(columns, position);
  }

  /**
   * Undefined if the query has words and there is no full-text index, or if too much text has changed since it was
   * built.
   */
  find(query: IndexQuery, page: PageRange): IndexPage | undefined {
    return this.#find(query, page, false);
  }

  /** All events that match in the order of ids, all occurrences of series among them; undefined as by `find`. */
  candidates(query: IndexQuery): Pick<IndexPage, 'ids' | 'isDoubtful'> | undefined {
    const { found, pending } = this.#matches({ ...query, oneOfSeries: undefined }) ?? {};
    if (!found || !pending) return undefined;
    const ids = [...idsAt(this.#segment.columns, found.positions()), ...pending.map(({ id }) => id)];
    return { ids, isDoubtful: found.isDoubtful === true };
  }

  #find(query: IndexQuery, page: PageRange, isReversed: boolean): IndexPage | undefined {
    const { found, pending } = this.#matches(query) ?? {};
    if (!found || !pending) return undefined;
    const total = found.total + pending.length;
    const matches = this.#inListOrder(found, pending, ranksOfPage(page, total, isReversed));
    if (isReversed) matches.reverse();
    return indexPage(matches, this.#segment.columns, total, found.isDoubtful === true);
  }

  /** The matches of the segment and the changed ones. */
  #matches(query: IndexQuery): FoundMatches | undefined {
    const segment = this.#segment;
    const once = query.oneOfSeries ? segment.findOnce(query, query.oneOfSeries) : undefined;
    // What is hidden follows from what certainly matches.
    const found = once ? undefined : segment.find(query);
    const pending = (once ?? found) && this.matching(query);
    if (!pending) return undefined;
    return found
      ? { found, pending }
      : eachSeriesOnce(once!, pending, segment.series, entry => placeOf(segment.columns, entry));
  }

  #inListOrder(found: Matches, pending: readonly IndexEntry[], { from, to }: RankRange) {
    const { columns } = this.#segment;
    const [offset, limit] = [from, to - from];
    // The rank of each changed match among all matches.
    const ranks = pending.map((entry, index) => found.rank(placeOf(columns, entry)) + index);
    let next = firstIndex(ranks.length, index => ranks[index]! >= offset);
    const positions = found.take(offset - next, limit);
    const matches: (number | IndexEntry)[] = [];
    for (let rank = offset, taken = 0; matches.length < limit; rank++) {
      if (ranks[next] === rank) matches.push(pending[next++]!);
      else if (taken < positions.length) matches.push(positions[taken++]!);
      else break;
    }
    return matches;
  }

  /**
   * Finds a page in another order, with pauses for other requests: all of it is of the moment of the call. Undefined
   * as by `find`, or if the order is that of titles and `contactTitles` has not placed the changed ones.
   */
  async findInOrder(query: IndexQuery, page: PageRange, order: IndexOrder): Promise<IndexPage | undefined> {
    if (order.by === 'start') return this.#find(query, page, order.isReversed);
    const segment = this.#segment;
    const { found, pending } = this.#matches(query) ?? {};
    const titles =
      order.by === 'title' ? this.#titlePlaces.keys(pending ?? [], order, this.#pending) : NO_TITLES;
    const keys = titles && sortKeys(order, segment, titles);
    if (!found || !pending || !keys) return undefined;
    const sorted = found.total > MANY && this.#sorted.get(order);
    // Once they are sorted, the segment may be another one.
    if (sorted instanceof Promise) return sorted.then(() => this.findInOrder(query, page, order));
    const total = found.total + pending.length;
    const isDoubtful = found.isDoubtful === true;
    const places = pending.map(entry => placeOf(segment.columns, entry));
    const matches = sorted
      ? walkedMatches({ has: position => found.has(position), sorted, pending, places }, keys, page, order)
      : // The matches of a segment are valid until its next query.
        await selectedMatches({ positions: found.positions(), pending, places }, keys, page, order);
    return indexPage(matches, segment.columns, total, isDoubtful);
  }

  /** Finds the places of changed titles for a query in their order; false if they cannot be read at this version. */
  contactTitles(order: TitleOrder, read: TitleReader): Promise<boolean> {
    return this.#titlePlaces.find(this.#pending, order, read);
  }

  /** The changed entries that match; undefined if their texts are too long to scan at once. */
  matching(query: IndexQuery): readonly IndexEntry[] | undefined {
    if (this.#pending.length === 0) return [];
    const found = this.#pending.filter(matcher(query));
    return query.words ? containingWords(found, query.words) : found;
  }

  /** All matches of the moment of the call, the occurrences of each series together; undefined as by `find`. */
  async grouped(query: IndexQuery): Promise<GroupedMatches | undefined> {
    const matches = this.#matches({ ...query, oneOfSeries: undefined });
    return matches && groupedMatches(matches, this.#segment.series);
  }

  /** The matching occurrences of series, as facets count them: all of one moment; undefined as by `find`. */
  async seriesMatches(query: IndexQuery, which: OneOfSeries): Promise<SeriesMatches | undefined> {
    const segment = this.#segment;
    const differing = await segment.differingSeries();
    // Meanwhile it may have been replaced.
    if (segment !== this.#segment) return this.seriesMatches(query, which);
    const places = segment.findOnce(query, which)?.places;
    const found = segment.find(query)?.copy();
    const pending = this.matching(query);
    return places && found && pending && seriesMatches({ found, pending }, places, segment.series, differing);
  }

  /** Counts the values of the events of its segment; `matching` finds the changed ones. */
  get facets(): FacetCounts {
    return this.#facets;
  }

  linked(kind: LinkedTable, query: LinkCountQuery): Set<number> {
    const ids = this.#segment.linked(kind, query);
    for (const entry of this.#pending) {
      if (countsLinks(query, entry)) for (const id of entry[kind]) ids.add(id);
    }
    return ids;
  }

  /** Whether so much has changed that a merge is worthwhile, or the full-text index must be rebuilt. */
  get isWorn(): boolean {
    return (
      this.#segment.hasLostWords ||
      this.#changed.size > Math.max(MAX_PENDING, this.#segment.columns.size / 100)
    );
  }

  get size(): number {
    const { columns } = this.#segment;
    const replaced = [...this.#changed.keys()].filter(id => positionOf(columns, id) >= 0);
    return columns.size - replaced.length + this.#pending.length;
  }

  /** Bytes of its segment, of its positions in other orders, and of what was derived from it for series and facets. */
  get bytes(): number {
    return this.#segment.bytes + this.#segment.series.bytes + this.#sorted.bytes + this.#facets.bytes;
  }

  get hasWords(): boolean {
    return this.#segment.words !== undefined;
  }

  get needsWords(): boolean {
    return this.#segment.columns.size > SMALL_CALENDAR;
  }

  /** Number of events that have changed since the segment was built. */
  get pending(): number {
    return this.#changed.size;
  }

  /** Events that have changed since the segment was built. */
  get changed(): Changed {
    return new Map(this.#changed);
  }

  close(): void {
    this.#segment.close();
  }

  get data(): SegmentData {
    return this.#segment.data;
  }

  /** Replaces the segment by one into which these changes were merged. Later changes stay pending. */
  replace({ id, data, words }: Built, merged: Changed): void {
    this.#segment.close();
    this.id = id;
    this.#segment = new Segment(data, words);
    this.#facets = new FacetCounts(this.#segment);
    this.#titlePlaces = new TitlePlaces(this.#segment);
    this.#sorted = new SortedPositions(this.#segment);
    for (const [id, entry] of merged) {
      if (this.#changed.get(id) === entry) this.#changed.delete(id);
    }
    for (const id of this.#changed.keys()) this.#segment.bury(id);
    this.#pending = [...this.#changed.values()].filter(entry => entry !== undefined).sort(compare);
  }
}
