import { LRUCache } from 'lru-cache';
import type { FullText } from '../../fulltext/full-text.ts';
import { add, type Bits, bitsFor, firstIndex, has, popcount, remove, within } from '../../lib/bits.ts';
import { bytesOf as bytesOfColumns, type Columns, type Numbers, positionOf } from './columns.ts';
import { type LinkKind, linkKinds } from './entry.ts';
import { bytesOf as bytesOfFacet, type Facet, facetOf, positionsIn } from './facet.ts';
import { type LinkCountQuery, linkedIds } from './linked-ids.ts';
import { type Maxima, maximaOf, positionsAbove } from './maxima.ts';
import { type IndexQuery, isInTime, isListed, isLocked } from './query.ts';
import type { TermNames } from './relevance.ts';
import { bitsOf, contains, type Positions, union } from './sets.ts';
import { bytesOf as bytesOfRanks, type TitleRanks, titleRanks } from './title-ranks.ts';

export interface SegmentData {
  readonly columns: Columns;
  readonly facets: Readonly<Record<LinkKind, Facet>>;
  /** Block maxima of the end times, without the lowest level, which is the column itself. */
  readonly maxima: readonly Numbers[];
  /** Whether no event ends before it starts. */
  readonly isForward: boolean;
  readonly titles: TitleRanks;
}

/** Bytes of a segment. */
export const bytesOf = ({ columns, facets, titles }: SegmentData): number =>
  linkKinds.reduce((sum, kind) => sum + bytesOfFacet(facets[kind]), bytesOfColumns(columns)) +
  bytesOfRanks(titles);

/** @param titles by position */
export function segmentData(columns: Columns, titles: readonly string[]): SegmentData {
  const { venues, organizers, terms } = columns.links;
  const facets = { venues: facetOf(venues), organizers: facetOf(organizers), terms: facetOf(terms) };
  const { starts, ends } = columns;
  const [, ...maxima] = maximaOf(ends);
  const isForward = ends.every((end, at) => end >= starts[at]!);
  return { columns, facets, maxima, isForward, titles: titleRanks(titles) };
}

/** The matching positions of a segment, in order. */
export interface Matches {
  readonly total: number;
  /** Some may not match; their texts must still be checked. */
  readonly isDoubtful?: true;
  /** The number of matches before a position. */
  rank(position: number): number;
  has(position: number): boolean;
  /** All matches. */
  positions(): Uint32Array;
  /** The next `count` matches from this rank. */
  take(rank: number, count: number): number[];
}

/** Immutable entries, with the sets that answer filters. Entries that were replaced are `dead`. */
export class Segment {
  readonly data: SegmentData;
  readonly columns: Columns;
  readonly bytes: number;
  /** The full-text index; undefined if words must be found elsewhere. */
  words: FullText | undefined;
  /** Whether the full-text index could no longer be read. */
  hasLostWords = false;
  readonly #facets: SegmentData['facets'];
  readonly #ends: Maxima;
  readonly #dead: Bits;
  /** The positions of dead events in the order in which they died. */
  readonly buried: number[] = [];
  /** Buffer for the matches of one query, which are read before the next query begins. */
  readonly #scratch: Bits;
  /** Cached sets of events running at an instant: most windows end at the same one. */
  readonly #runs = new LRUCache<number, Uint32Array>({ max: MAX_CACHED });
  readonly #isForward: boolean;
  /** Cached unions and universes. */
  readonly #cache = new LRUCache<string, Bits>({ max: MAX_CACHED });

  constructor(data: SegmentData, words?: FullText) {
    this.words = words;
    const { columns, facets } = data;
    this.data = data;
    this.bytes = bytesOf(data);
    this.columns = columns;
    this.#facets = facets;
    this.#ends = [columns.ends, ...data.maxima];
    this.#dead = bitsFor(columns.size);
    this.#scratch = bitsFor(columns.size);
    this.#isForward = data.isForward;
  }

  /** Marks an event as dead, because it has changed. */
  bury(id: number): void {
    const position = positionOf(this.columns, id);
    if (position < 0 || has(this.#dead, position)) return;
    add(this.#dead, position);
    this.buried.push(position);
    for (const [key, bits] of this.#cache) if (key.startsWith(UNIVERSE)) remove(bits, position);
  }

  /** The entries by how they mention a plain word; undefined without a full-text index. */
  mentions(names: TermNames): Mentions | undefined {
    const { words } = this;
    return words && this.#ifReadable(() => this.#mentions(words, names));
  }

  #mentions(words: FullText, names: TermNames): Mentions {
    const { size } = this.columns;
    const find = (at: 'word' | 'title word' | 'title start') => {
      const bits = bitsFor(size);
      words.findWord(names.term, at, bits);
      return bits;
    };
    const linked = linkKinds.map(kind => this.#linked(kind, names[kind]));
    return {
      titleWord: find('title word'),
      titleStart: find('title start'),
      name: bitsOf(union(linked, size), size),
      word: find('word'),
    };
  }

  isDead(position: number): boolean {
    return has(this.#dead, position);
  }

  get titles(): TitleRanks {
    return this.data.titles;
  }

  /** Undefined if the query has words and there is no full-text index. */
  find(query: IndexQuery): Matches | undefined {
    const { words } = query;
    const textMatches = words && this.#ifReadable(() => this.#textMatches(words));
    if (query.words && !textMatches) return undefined;
    const range = this.#rangeOf(query);
    const sets = [...this.#sets(query), ...(textMatches?.sets ?? [])];
    const universe = this.#universe(query);
    const shortest = sets.reduce<Uint32Array | undefined>(
      (best, { list }) => (list && (!best || list.length < best.length) ? list : best),
      undefined,
    );
    const matches = shortest
      ? this.#among(
          shortest,
          universe,
          sets.filter(({ list }) => list !== shortest),
          query,
          range,
        )
      : this.#across([universe, ...sets.map(({ bits }) => bits!)], query, range);
    return textMatches?.exact === false ? Object.assign(matches, { isDoubtful: true }) : matches;
  }

  /** Whether few events can match: the window, or a set of the query, has no more positions than this. */
  isSelective(query: IndexQuery, few: number): boolean {
    const { from, to } = this.#rangeOf(query);
    return to - from <= few || this.#sets(query).some(({ list }) => list && list.length <= few);
  }

  /**
   * The events that match a query at any time, as a set that does not change; undefined if the query has words and
   * there is no full-text index.
   */
  members(query: IndexQuery): Bits | undefined {
    const { words } = query;
    const textMatches = words && this.#ifReadable(() => this.#textMatches(words));
    if (words && !textMatches) return undefined;
    const members = this.#universe(query).slice();
    for (const set of [...this.#sets(query), ...(textMatches?.sets ?? [])])
      intersect([members, bitsOf(set, this.columns.size)], members, 0, members.length);
    return members;
  }

  /** Where the events within the window of a query are. */
  window(query: IndexQuery): WindowPositions {
    const { from, to } = this.#rangeOf(query);
    const early = this.#early(query, { from, to });
    const isOpen = query.endAbove === -Infinity && query.runsFrom === -Infinity;
    const lateFrom = isOpen ? from : early.to;
    const isBefore = (position: number) =>
      position >= from && position < lateFrom && this.isWithin(query, position);
    const { ends } = this.columns;
    return {
      ...{ from: lateFrom, to },
      others: lateFrom > from ? early.running.filter(isBefore) : NONE,
      late: this.#running(query.endAtMost),
      idle: [...new Set(this.#runningAt(query.idleAt))].filter(at => ends[at]! <= query.endAtMost),
    };
  }

  /** Whether an event is within the window of a query. */
  isWithin(query: IndexQuery, position: number): boolean {
    const { starts, ends } = this.columns;
    return isInTime(query, { start: starts[position]!, end: ends[position]! });
  }

  /** The ids that matching events link to. */
  linked(kind: LinkKind, query: LinkCountQuery): Set<number> {
    return linkedIds(this.columns, this.#dead, kind, query);
  }

  close(): void {
    this.words?.close();
  }

  /** If the full-text index can no longer be read, it is dropped until it is rebuilt. */
  #ifReadable<Result>(read: () => Result): Result | undefined {
    try {
      return read();
    } catch {
      this.close();
      this.words = undefined;
      this.hasLostWords = true;
      return undefined;
    }
  }

  /** The entries whose text matches the search terms; undefined without a full-text index. */
  #textMatches({ all, none }: NonNullable<IndexQuery['words']>): TextMatches | undefined {
    if (!this.words) return undefined;
    const required = all.map(term => this.#containing(term));
    const excluded = none.map(term => this.#containing(term)).filter(({ exact }) => exact);
    return {
      sets: [
        ...required.map(({ bits }) => ({ bits })),
        ...excluded.map(({ bits }) => ({ bits: bits.map(word => ~word) })),
      ],
      exact: excluded.length === none.length && required.every(({ exact }) => exact),
    };
  }

  #containing(term: string): { bits: Bits; exact: boolean } {
    const known = this.#cache.get(`${WORD}${term}`);
    if (known) return { bits: known, exact: true };
    const bits = bitsFor(this.columns.size);
    const { exact } = this.words!.find(term, bits);
    if (exact) this.#cache.set(`${WORD}${term}`, bits);
    return { bits, exact };
  }

  #sets(query: IndexQuery): Positions[] {
    const sets = linkKinds.flatMap(kind => query[kind].map(ids => this.#linked(kind, ids)));
    if (query.without) sets.push({ bits: this.#outside(this.#linked('venues', query.without)) });
    if (query.modifiedAbove > -Infinity) sets.push({ bits: this.#modifiedAbove(query.modifiedAbove) });
    if (query.ids) {
      const found = query.ids.map(id => positionOf(this.columns, id)).filter(position => position >= 0);
      sets.push({ list: new Uint32Array(new Set(found)).sort() });
    }
    return sets;
  }

  #modifiedAbove(instant: number): Bits {
    const { modified, size } = this.columns;
    const bits = bitsFor(size);
    for (let position = 0; position < size; position++)
      if (modified[position]! > instant) add(bits, position);
    return bits;
  }

  /** The entries linked to any of these ids. */
  #linked(kind: LinkKind, ids: readonly number[]): Positions {
    const facet = this.#facets[kind];
    if (ids.length === 1) return positionsIn(facet, ids[0]!);
    const key = `${kind} ${ids}`;
    const known = this.#cache.get(key);
    if (known) return { bits: known };
    const all = union(
      ids.map(id => positionsIn(facet, id)),
      this.columns.size,
    );
    if (all.bits) this.#cache.set(key, all.bits);
    return all;
  }

  #outside(positions: Positions): Bits {
    const bits = bitsOf(positions, this.columns.size);
    return bits.map(word => ~word);
  }

  /** All entries that the query may return: in these states, not hidden, not locked, not dead. */
  #universe(query: IndexQuery): Bits {
    const { statuses, own, featured, virtual, costs, eventStatuses, locked, offeredHash } = query;
    const theirs = own && `${own.author} ${own.statuses} ${own.open}`;
    const kinds = `${featured} ${virtual} ${costs} ${eventStatuses}`;
    const key = `${UNIVERSE}${statuses} ${theirs} ${kinds} ${locked} ${locked && offeredHash}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const bits = this.#withStates(query);
    this.#cache.set(key, bits);
    return bits;
  }

  #withStates(query: IndexQuery): Bits {
    const { states, authors, hashes, size } = this.columns;
    const bits = bitsFor(size);
    for (let position = 0; position < size; position++) {
      if (isListed(query, states[position]!, authors[position]!) && !has(this.#dead, position))
        add(bits, position);
    }
    for (const [position, hash] of hashes) {
      if (isLocked(query, { state: states[position]!, author: authors[position]!, hash }))
        remove(bits, position);
    }
    return bits;
  }

  /** Checks the members of a list one by one. */
  #among(
    list: Uint32Array,
    universe: Bits,
    others: readonly Positions[],
    query: IndexQuery,
    range: PositionRange,
  ): Matches {
    const { starts, ends } = this.columns;
    const found: number[] = [];
    const first = firstIndex(list.length, at => list[at]! >= range.from);
    const last = firstIndex(list.length, at => list[at]! >= range.to);
    for (let at = first; at < last; at++) {
      const position = list[at]!;
      if (((universe[position >>> 5]! >>> (position & 31)) & 1) === 0) continue;
      if (!isInTime(query, { start: starts[position]!, end: ends[position]! })) continue;
      if (others.length === 0 || others.every(set => contains(set, position))) found.push(position);
    }
    return {
      total: found.length,
      rank: position => firstIndex(found.length, at => found[at]! >= position),
      has: position => found[firstIndex(found.length, at => found[at]! >= position)] === position,
      positions: () => Uint32Array.from(found),
      take: (rank, count) => found.slice(rank, rank + count),
    };
  }

  /** Intersects bitsets, one word at a time. */
  #across(sets: readonly Bits[], query: IndexQuery, { from, to }: PositionRange): Matches {
    const early = this.#early(query, { from, to });
    const { running } = early;
    const first = running[firstIndex(running.length, at => running[at]! >= from)] ?? early.to;
    const range = { from: Math.max(from, Math.min(first, early.to)), to };
    if (range.from < to) this.#fill(sets, query, range, early);
    return new CountedMatches(this.#scratch, range.from, Math.max(range.from, to));
  }

  /** The positions of the events that start within the window, and do not start too late to end within it. */
  #rangeOf({ from, before, endAtMost }: IndexQuery): PositionRange {
    const { starts, size } = this.columns;
    // An event that starts after a bound also ends after it.
    const last = this.#isForward ? endAtMost : Infinity;
    return {
      from: firstIndex(size, at => starts[at]! >= from),
      to: firstIndex(size, at => starts[at]! >= before || starts[at]! > last),
    };
  }

  /** The events before a position from which on all end late enough: those that run across the bounds. */
  #early(query: IndexQuery, { from, to }: PositionRange): EarlyEvents {
    const { starts } = this.columns;
    const ending = this.#isForward ? firstIndex(to, at => at >= from && starts[at]! > query.endAbove) : to;
    const lasting = firstIndex(to, at => at >= from && starts[at]! >= query.runsFrom);
    return {
      to: Math.max(ending, lasting),
      running: this.#running(ending < lasting ? query.runsFrom : query.endAbove),
    };
  }

  /** @param early the positions before `to` of events that may end late enough; after it, every event does */
  #fill(sets: readonly Bits[], query: IndexQuery, { from, to }: PositionRange, early: EarlyEvents): void {
    const { starts, ends } = this.columns;
    const { to: lateFrom, running } = early;
    const bits = this.#scratch;
    const last = (to - 1) >>> 5;
    bits.fill(0, from >>> 5, lateFrom >>> 5);
    intersect(sets, bits, lateFrom >>> 5, last + 1);
    if (lateFrom >>> 5 <= last) bits[lateFrom >>> 5]! &= within(lateFrom >>> 5, lateFrom, to);
    bits[last]! &= within(last, lateFrom, to);
    for (const position of running) {
      const isEarly = position >= from && position < lateFrom;
      if (isEarly && isInTime(query, { start: starts[position]!, end: ends[position]! })) {
        if (sets.every(set => has(set, position))) add(bits, position);
      }
    }
    const without = [...this.#running(query.endAtMost), ...this.#runningAt(query.idleAt)];
    for (const position of without) if (position >= from && position < to) remove(bits, position);
  }

  /** The events that are running at an instant, or start at it. */
  *#runningAt(instant: number | undefined): Generator<number> {
    if (instant === undefined) return;
    const { starts, size } = this.columns;
    for (const position of this.#running(instant)) if (starts[position]! <= instant) yield position;
    const from = firstIndex(size, at => starts[at]! >= instant);
    for (let position = from; starts[position] === instant; position++) yield position;
  }

  /**
   * The events that are running at an instant and end after it; if some events end before they start, all that end
   * after it.
   */
  #running(instant: number): Uint32Array {
    const known = this.#runs.get(instant);
    if (known) return known;
    const { starts, size } = this.columns;
    const to = this.#isForward ? firstIndex(size, at => starts[at]! > instant) : size;
    const running = positionsAbove(this.#ends, to, instant);
    this.#runs.set(instant, running);
    return running;
  }
}

/** The events within a window: those from one position up to, not including, another, without some, and others. */
export interface WindowPositions extends PositionRange {
  /** Events before `from` that belong to the window. */
  readonly others: Uint32Array;
  /** Events that end too late, in order; those from `from` to `to` do not belong to the window. */
  readonly late: Uint32Array;
  /** Other events that do not belong to it, in no order. */
  readonly idle: readonly number[];
}

interface EarlyEvents {
  readonly to: number;
  readonly running: Uint32Array;
}

/** Sets whose intersection are the entries that match the search terms; `exact` if all of them do. */
interface TextMatches {
  readonly sets: Positions[];
  readonly exact: boolean;
}

/**
 * Sets the words of a bitset to the intersection of some sets. One and two sets, the usual numbers, have loops of their
 * own.
 */
function intersect(sets: readonly Bits[], into: Bits, from: number, to: number): void {
  const [first, second, ...others] = sets;
  if (!second) into.set(first!.subarray(from, to), from);
  else for (let at = from; at < to; at++) into[at] = first![at]! & second[at]!;
  for (const set of others) for (let at = from; at < to; at++) into[at]! &= set[at]!;
}

/** The entries that mention a word: in their titles, in names of linked records, or anywhere. */
export type Mentions = Readonly<Record<'titleWord' | 'titleStart' | 'name' | 'word', Bits>>;

interface PositionRange {
  readonly from: number;
  readonly to: number;
}

const NONE = new Uint32Array(0);

const UNIVERSE = 'of ';
const WORD = 'word ';
/** Maximum number of cached bitsets: with a million events each takes 125 KB. */
const MAX_CACHED = 48;

/** Words per block; the bits of a block are counted together. */
const BLOCK = 32;

/** A bitset with the number of set bits before each block. */
class CountedMatches implements Matches {
  readonly total: number;
  readonly #bits: Bits;
  readonly #first: number;
  readonly #last: number;
  /** Set bits before each block. */
  readonly #before: number[] = [];

  constructor(bits: Bits, from: number, to: number) {
    this.#bits = bits;
    this.#first = from >>> 5;
    this.#last = from < to ? ((to - 1) >>> 5) + 1 : this.#first;
    let total = 0;
    for (let block = this.#first; block < this.#last; block += BLOCK) {
      this.#before.push(total);
      const end = Math.min(block + BLOCK, this.#last);
      for (let at = block; at < end; at++) total += popcount(bits[at]!);
    }
    this.total = total;
  }

  has(position: number): boolean {
    const word = position >>> 5;
    return word >= this.#first && word < this.#last && has(this.#bits, position);
  }

  rank(position: number): number {
    const word = position >>> 5;
    if (word < this.#first) return 0;
    if (word >= this.#last) return this.total;
    const block = Math.floor((word - this.#first) / BLOCK);
    let rank = this.#before[block]!;
    for (let at = this.#first + block * BLOCK; at < word; at++) rank += popcount(this.#bits[at]!);
    return rank + popcount(this.#bits[word]! & ~(-1 << (position & 31)));
  }

  positions(): Uint32Array {
    const all = new Uint32Array(this.total);
    let length = 0;
    for (let at = this.#first; at < this.#last; at++) {
      for (let word = this.#bits[at]!; word !== 0; word &= word - 1)
        all[length++] = at * 32 + 31 - Math.clz32(word & -word);
    }
    return all;
  }

  take(rank: number, count: number): number[] {
    const taken: number[] = [];
    if (rank >= this.total) return taken;
    const block = firstIndex(this.#before.length, at => this.#before[at]! > rank) - 1;
    let skip = rank - this.#before[block]!;
    for (let at = this.#first + block * BLOCK; at < this.#last && taken.length < count; at++) {
      let word = this.#bits[at]!;
      const members = popcount(word);
      if (members <= skip) {
        skip -= members;
        continue;
      }
      for (; word !== 0 && taken.length < count; word &= word - 1) {
        if (skip > 0) skip--;
        else taken.push(at * 32 + 31 - Math.clz32(word & -word));
      }
    }
    return taken;
  }
}
