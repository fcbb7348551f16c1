import type { PageRange } from '../../db/list-page.ts';
import type { FullText } from '../../fulltext/full-text.ts';
import { firstIndex } from '../../lib/bits.ts';
import type { Built } from './build.ts';
import { entryAt, placeOf, positionOf } from './columns.ts';
import { compare, type IndexEntry, type LinkKind } from './entry.ts';
import { countsLinks, type LinkCountQuery } from './linked-ids.ts';
import type { Changed } from './merge.ts';
import { containingWords, type IndexQuery, matcher } from './query.ts';
import { Segment, type SegmentData } from './segment.ts';

/** One page of matches in list order, and the total. */
export interface IndexPage {
  entries: IndexEntry[];
  total: number;
  /** Candidates that must still be checked against their text. */
  isDoubtful: boolean;
}

/** The same page by its ids. */
export interface IdPage {
  readonly items: readonly number[];
  readonly total: number;
  readonly isDoubtful: boolean;
}

/** Maximum number of changed entries, which are scanned one by one, before they are merged. */
const MAX_PENDING = 512;

/**
 * The events in memory: a large immutable segment, and the entries that have changed since. The time to find a page
 * with its exact total hardly grows with the calendar.
 */
export class EventIndex {
  #segment: Segment;
  readonly #changed = new Map<number, IndexEntry | undefined>();
  /** The changed entries that still exist, in list order. */
  #pending: IndexEntry[] = [];

  id: string;

  constructor({ id, data, words }: Built) {
    this.id = id;
    this.#segment = new Segment(data, words);
  }

  /** Adds the full-text index of its segment, which is built later. */
  addWords(words: FullText): void {
    this.#segment.words = words;
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
  find(query: IndexQuery, range: PageRange): IndexPage | undefined {
    const { columns } = this.#segment;
    const found = this.#find(query, range, {
      inSegment: position => entryAt(columns, position),
      changed: entry => entry,
    });
    return found && { entries: found.items, total: found.total, isDoubtful: found.isDoubtful };
  }

  /** The ids of a page alone, which may be long. */
  findIds(query: IndexQuery, range: PageRange): IdPage | undefined {
    const { ids } = this.#segment.columns;
    return this.#find(query, range, { inSegment: position => ids[position]!, changed: ({ id }) => id });
  }

  #find<Item>(
    query: IndexQuery,
    { offset, limit }: PageRange,
    item: { inSegment(position: number): Item; changed(entry: IndexEntry): Item },
  ) {
    const { columns } = this.#segment;
    const found = this.#segment.find(query);
    if (!found) return undefined;
    const pending = this.#matching(query);
    if (!pending) return undefined;
    // The rank of each changed match among all matches.
    const ranks = pending.map((entry, index) => found.rank(placeOf(columns, entry)) + index);
    let next = firstIndex(ranks.length, index => ranks[index]! >= offset);
    const positions = found.take(offset - next, limit);
    const items: Item[] = [];
    for (let rank = offset, taken = 0; items.length < limit; rank++) {
      if (ranks[next] === rank) items.push(item.changed(pending[next++]!));
      else if (taken < positions.length) items.push(item.inSegment(positions[taken++]!));
      else break;
    }
    return { items, total: found.total + pending.length, isDoubtful: found.isDoubtful === true };
  }

  /** The changed entries that match; undefined if their texts are too long to scan at once. */
  #matching(query: IndexQuery): readonly IndexEntry[] | undefined {
    if (this.#pending.length === 0) return [];
    const found = this.#pending.filter(matcher(query));
    return query.words ? containingWords(found, query.words) : found;
  }

  /** The ids that matching events link to. */
  linked(kind: LinkKind, query: LinkCountQuery): Set<number> {
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

  /** Number of events. */
  get size(): number {
    const { columns } = this.#segment;
    const replaced = [...this.#changed.keys()].filter(id => positionOf(columns, id) >= 0);
    return columns.size - replaced.length + this.#pending.length;
  }

  /** Bytes of its segment. */
  get bytes(): number {
    return this.#segment.bytes;
  }

  /** Whether it has a full-text index. */
  get hasWords(): boolean {
    return this.#segment.words !== undefined;
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
    for (const [id, entry] of merged) {
      if (this.#changed.get(id) === entry) this.#changed.delete(id);
    }
    for (const id of this.#changed.keys()) this.#segment.bury(id);
    this.#pending = [...this.#changed.values()].filter(entry => entry !== undefined).sort(compare);
  }
}
