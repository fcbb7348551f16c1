import type { FullText } from '../../fulltext/full-text.ts';
import { firstIndex } from '../../lib/bits.ts';
import type { Built } from './build.ts';
import { entryAt, placeOf, positionOf } from './columns.ts';
import { compare, type IndexEntry, type LinkKind } from './entry.ts';
import { countsLinks, type LinkCountQuery } from './linked-ids.ts';
import type { Changed } from './merge.ts';
import { containingWords, type IndexQuery, matcher } from './query.ts';
import { Segment, type SegmentData } from './segment.ts';

/** One page of what matches, in the order of lists, and how many match in all. */
export interface IndexPage {
  entries: IndexEntry[];
  total: number;
  /** Candidates that must still be checked against their text. */
  isDoubtful: boolean;
}

/** Changed entries that are looked at one by one, at most, before they are merged. */
const PENDING = 512;

/**
 * The events in memory: a large segment that does not change, and the entries that have changed since. Lists with
 * exact totals are found in a time that hardly grows with the calendar.
 */
export class EventIndex {
  #segment: Segment;
  readonly #changed = new Map<number, IndexEntry | undefined>();
  /** Those that are there, in the order of lists. */
  #pending: IndexEntry[] = [];

  /** What tells its segment from others. */
  id: string;

  constructor({ id, data, words }: Built) {
    this.id = id;
    this.#segment = new Segment(data, words);
  }

  /** Takes the words of its segment, which came later. */
  learn(words: FullText): void {
    this.#segment.words = words;
  }

  /** Takes an event as it is now; undefined where it is no longer there. */
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

  /** Undefined where words are asked for of which there is no index, or too much text has changed since. */
  find(query: IndexQuery, { offset, limit }: { offset: number; limit: number }): IndexPage | undefined {
    const { columns } = this.#segment;
    const found = this.#segment.find(query);
    if (!found) return undefined;
    const pending = this.#matching(query);
    if (!pending) return undefined;
    // How many matches come before each of the changed ones.
    const ranks = pending.map((entry, index) => found.rank(placeOf(columns, entry)) + index);
    let next = firstIndex(ranks.length, index => ranks[index]! >= offset);
    const settled = found.take(offset - next, limit);
    const entries: IndexEntry[] = [];
    for (let rank = offset, taken = 0; entries.length < limit; rank++) {
      if (ranks[next] === rank) entries.push(pending[next++]!);
      else if (taken < settled.length) entries.push(entryAt(columns, settled[taken++]!));
      else break;
    }
    return { entries, total: found.total + pending.length, isDoubtful: found.isDoubtful === true };
  }

  /** Those of the changed entries that match; undefined where their texts are more than may be read at once. */
  #matching(query: IndexQuery): readonly IndexEntry[] | undefined {
    if (this.#pending.length === 0) return [];
    const found = this.#pending.filter(matcher(query));
    return query.words ? containingWords(found, query.words) : found;
  }

  /** The ids of what these events link to. */
  linked(kind: LinkKind, query: LinkCountQuery): Set<number> {
    const ids = this.#segment.linked(kind, query);
    for (const entry of this.#pending) {
      if (countsLinks(query, entry)) for (const id of entry[kind]) ids.add(id);
    }
    return ids;
  }

  /** Whether so much has changed that merging is worth its while, or words have to be built again. */
  get isWorn(): boolean {
    return (
      this.#segment.hasLostWords || this.#changed.size > Math.max(PENDING, this.#segment.columns.size / 100)
    );
  }

  /** Events that are in it. */
  get size(): number {
    const { columns } = this.#segment;
    const replaced = [...this.#changed.keys()].filter(id => positionOf(columns, id) >= 0);
    return columns.size - replaced.length + this.#pending.length;
  }

  /** What its segment takes of the memory. */
  get bytes(): number {
    return this.#segment.bytes;
  }

  /** Whether it finds words. */
  get hasWords(): boolean {
    return this.#segment.words !== undefined;
  }

  /** Events that have changed since the segment was made. */
  get pending(): number {
    return this.#changed.size;
  }

  /** What has changed since the segment was made. */
  get changed(): Changed {
    return new Map(this.#changed);
  }

  close(): void {
    this.#segment.close();
  }

  get data(): SegmentData {
    return this.#segment.data;
  }

  /** Takes over the segment that these changes were merged into; what has changed since stays pending. */
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
