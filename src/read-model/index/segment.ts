import { LRUCache } from 'lru-cache';
import type { FullText } from '../../fulltext/full-text.ts';
import { type LinkedTable, linkedTables } from '../../kinds.ts';
import { add, type Bits, bitsFor, firstIndex, has, remove, within } from '../../lib/bits.ts';
import { Pacer } from '../../lib/pacer.ts';
import { WeakMemo } from '../../lib/sized-cache.ts';
import { type IndexColumns, languagesAt, positionOf, positionsOf } from './columns.ts';
import { type LinkCountQuery, linkedIds, positionsIn } from './links.ts';
import { CountedMatches, listedMatches, type Matches } from './matches.ts';
import {
  type IndexQuery,
  isInTime,
  isLocked,
  listing,
  type TraitsAndRights,
  traitsAndRights,
} from './query.ts';
import type { TermNames } from './relevance.ts';
import { bytesOf, type SegmentData } from './segment-data.ts';
import { type OnceMatches, onceMatches } from './series-matches.ts';
import { differingSeries, NO_SERIES, type OneOfSeries, SeriesPositions } from './series-positions.ts';
import { bitsOf, contains, inRange, type PositionRange, type Positions, union } from './sets.ts';
import { StateRule, traitsOf } from './states.ts';
import { type EarlyEvents, TimeWindows, type WindowPositions } from './time-windows.ts';
import type { TitleRanks } from './title-ranks.ts';
import { matchesLanguages } from './traits.ts';

/** Immutable entries, with the sets that answer filters. Entries that were replaced are `dead`. */
export class Segment {
  readonly data: SegmentData;
  readonly columns: IndexColumns;
  readonly bytes: number;
  /** The full-text index; undefined if words must be found elsewhere. */
  words: FullText | undefined;
  /** Whether the full-text index could no longer be read. */
  hasLostWords = false;
  readonly series: SeriesPositions;
  readonly #postings: SegmentData['postings'];
  readonly #times: TimeWindows;
  readonly #dead: Bits;
  /** The positions of dead events in the order in which they died. */
  readonly buried: number[] = [];
  /** Buffer for the matches of one query, which are read before the next query begins. */
  readonly #scratch: Bits;
  /** Cached matches without later occurrences: lists that begin today are asked for all day long. */
  #differing: Promise<Uint8Array> | undefined;
  readonly #once = new LRUCache<string, OnceMatches>({ max: MAX_ONCE });
  readonly #cache = new LRUCache<string, Bits>({ max: MAX_CACHED });
  /** The unions of long lists of ids, while the lists are in memory: the key of one would take as long as its union. */
  readonly #unions = new WeakMemo<Positions>();
  /** The positions of the events of lists of ids, while the lists are in memory. */
  readonly #lists = new WeakMap<readonly number[], Uint32Array>();

  constructor(data: SegmentData, words?: FullText) {
    this.words = words;
    const { columns } = data;
    this.data = data;
    this.bytes = bytesOf(data);
    this.columns = columns;
    this.series = new SeriesPositions(columns.series, columns.size);
    this.#postings = data.postings;
    this.#times = new TimeWindows(data);
    this.#dead = bitsFor(columns.size);
    this.#scratch = bitsFor(columns.size);
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
    const linked = linkedTables.map(kind => this.#linked(kind, names[kind]));
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
    const range = this.#times.rangeOf(query);
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

  /**
   * The same with one occurrence of each series. Undefined if some may not match, too: then all must be found and
   * checked.
   */
  findOnce(query: IndexQuery, which: OneOfSeries): OnceMatches | undefined {
    const key = `${this.buried.length} ${JSON.stringify(query)}`;
    const known = this.#once.get(key);
    if (known) return known;
    const found = this.find(query);
    if (!found || found.isDoubtful) return undefined;
    const fresh = onceMatches(found, this.series, which);
    if (found.total > FEW && key.length < LONG_KEY) this.#once.set(key, fresh);
    return fresh;
  }

  /** Marks, by number, the series of which not all occurrences have the same values for facets. */
  differingSeries(): Promise<Uint8Array> {
    this.#differing ??= differingSeries(this.columns, this.series, new Pacer());
    return this.#differing;
  }

  /** Whether few events can match: the window, or a set of the query, has no more positions than this. */
  isSelective(query: IndexQuery, few: number): boolean {
    const { from, to } = this.#times.rangeOf(query);
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

  linked(kind: LinkedTable, query: LinkCountQuery): Set<number> {
    return linkedIds(this.columns, this.#dead, kind, query);
  }

  window(query: IndexQuery): WindowPositions {
    return this.#times.window(query);
  }

  isWithin(query: IndexQuery, position: number): boolean {
    return this.#times.isWithin(query, position);
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
    const sets = linkedTables.flatMap(kind => query[kind].map(ids => this.#linked(kind, ids)));
    if (query.without) sets.push({ bits: this.#outside(this.#linked('venues', query.without)) });
    if (query.modifiedAbove > -Infinity) sets.push({ bits: this.#modifiedAbove(query.modifiedAbove) });
    if (query.languages !== undefined || query.lacking) sets.push({ bits: this.#inLanguages(query) });
    if (query.series) sets.push(this.#occurrences(query.series));
    if (query.ids) sets.push({ list: this.#positionsOf(query.ids) });
    return sets;
  }

  /** The positions of these events. A search asks for the same list several times. */
  #positionsOf(ids: readonly number[]): Uint32Array {
    return this.#lists.getOrInsertComputed(ids, () => positionsOf(this.columns, ids));
  }

  #occurrences(ids: readonly number[]): Positions {
    const sets = ids.map(id =>
      id === NO_SERIES ? { bits: this.series.singles } : { list: this.series.of(this.series.numberOf(id)) },
    );
    return sets.length === 0 ? { list: new Uint32Array(0) } : union(sets, this.columns.size);
  }

  #modifiedAbove(instant: number): Bits {
    const { modified, size } = this.columns;
    const bits = bitsFor(size);
    for (let position = 0; position < size; position++)
      if (modified[position]! > instant) add(bits, position);
    return bits;
  }

  #inLanguages(query: IndexQuery): Bits {
    const key = `${LANGUAGES}${query.languages} ${query.lacking}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const { size } = this.columns;
    const bits = bitsFor(size);
    for (let position = 0; position < size; position++)
      if (matchesLanguages(query, languagesAt(this.columns, position))) add(bits, position);
    this.#cache.set(key, bits);
    return bits;
  }

  /** The entries linked to any of these ids. */
  #linked(kind: LinkedTable, ids: readonly number[]): Positions {
    if (ids.length === 1) return positionsIn(this.#postings[kind], ids[0]!);
    if (ids.length > MAX_NAMED) return this.#unions.of(ids, kind, () => this.#union(kind, ids));
    const key = `${kind} ${ids}`;
    const known = this.#cache.get(key);
    if (known) return { bits: known };
    const all = this.#union(kind, ids);
    if (all.bits) this.#cache.set(key, all.bits);
    return all;
  }

  #union(kind: LinkedTable, ids: readonly number[]): Positions {
    const sets = ids.map(id => positionsIn(this.#postings[kind], id));
    return union(sets, this.columns.size);
  }

  #outside(positions: Positions): Bits {
    const bits = bitsOf(positions, this.columns.size);
    return bits.map(word => ~word);
  }

  /** All entries that the query may return: in these states, not hidden, not locked, not dead. */
  #universe(query: IndexQuery): Bits {
    // The key is all that `#withStates` gets, so one list is never given for another.
    const asked = traitsAndRights(query);
    const key = `${UNIVERSE}${JSON.stringify(asked)}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const bits = this.#withStates(asked);
    this.#cache.set(key, bits);
    return bits;
  }

  #withStates(query: TraitsAndRights): Bits {
    const { states, authors, hashes, size } = this.columns;
    const isListed = new StateRule(listing(query), query.own);
    const wanted = query.authors && new Set(query.authors);
    const bits = bitsFor(size);
    for (let position = 0; position < size; position++) {
      const author = authors[position]!;
      if (wanted && !wanted.has(author)) continue;
      if (isListed.applies(states[position]!, author) && !has(this.#dead, position)) add(bits, position);
    }
    for (const [position, hash] of hashes) {
      const traits = traitsOf(states[position]!);
      if (isLocked(query, { traits, author: authors[position]!, hash })) remove(bits, position);
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
    for (const position of inRange(list, range)) {
      if (((universe[position >>> 5]! >>> (position & 31)) & 1) === 0) continue;
      if (!isInTime(query, { start: starts[position]!, end: ends[position]! })) continue;
      if (others.length === 0 || others.every(set => contains(set, position))) found.push(position);
    }
    return listedMatches(found);
  }

  /** Intersects bitsets, one word at a time. */
  #across(sets: readonly Bits[], query: IndexQuery, { from, to }: PositionRange): Matches {
    const early = this.#times.early(query, { from, to });
    const { running } = early;
    const first = running[firstIndex(running.length, at => running[at]! >= from)] ?? early.to;
    const range = { from: Math.max(from, Math.min(first, early.to)), to };
    if (range.from < to) this.#fill(sets, query, range, early);
    return new CountedMatches(this.#scratch, range.from, Math.max(range.from, to));
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
    const without = [...this.#times.running(query.endAtMost), ...this.#times.runningAt(query.idleAt)];
    for (const position of without) if (position >= from && position < to) remove(bits, position);
  }
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

/** Maximum number of cached matches without later occurrences: with a million events each takes up to 250 KB. */
const MAX_ONCE = 12;
/** Fewer matches than this are found again at once. */
const FEW = 2000;
/** Characters. */
const LONG_KEY = 2000;

const UNIVERSE = 'of ';
const WORD = 'word ';
const LANGUAGES = 'in ';
/** Maximum number of cached bitsets: with a million events each takes 125 KB. */
const MAX_CACHED = 48;
/** Longer lists of ids are known by their identity, not by their text. */
const MAX_NAMED = 16;
