import { LRUCache } from 'lru-cache';
import type { FullText } from '../../fulltext/full-text.ts';
import { add, type Bits, bitsFor, firstIndex, has, popcount, remove, within } from '../../lib/bits.ts';
import { bytesOf as bytesOfColumns, type Columns, type Numbers, positionOf } from './columns.ts';
import { type LinkKind, linkKinds } from './entry.ts';
import { bytesOf as bytesOfFacet, type Facet, facetOf, positionsIn } from './facet.ts';
import { type LinkCountQuery, linkedIds } from './linked-ids.ts';
import { type Maxima, maximaOf, positionsAbove } from './maxima.ts';
import { type IndexQuery, isListed, isLocked } from './query.ts';
import { bitsOf, contains, type Positions, union } from './sets.ts';

/** What a segment consists of. */
export interface SegmentData {
  readonly columns: Columns;
  readonly facets: Readonly<Record<LinkKind, Facet>>;
  /** Of when entries end; the lowest level is the column itself. */
  readonly maxima: readonly Numbers[];
  /** Whether nothing ends before it starts. */
  readonly isForward: boolean;
}

/** What it takes of the memory. */
export const bytesOf = ({ columns, facets }: SegmentData): number =>
  linkKinds.reduce((sum, kind) => sum + bytesOfFacet(facets[kind]), bytesOfColumns(columns));

export function segmentData(columns: Columns): SegmentData {
  const { venues, organizers, terms } = columns.links;
  const facets = { venues: facetOf(venues), organizers: facetOf(organizers), terms: facetOf(terms) };
  const { starts, ends } = columns;
  const [, ...maxima] = maximaOf(ends);
  return { columns, facets, maxima, isForward: ends.every((end, at) => end >= starts[at]!) };
}

/** The matching positions of a segment, in order. */
export interface Matches {
  readonly total: number;
  /** Some may not match: their texts have to be looked at. */
  readonly isDoubtful?: true;
  /** How many of them come before a position. */
  rank(position: number): number;
  /** `count` of them, from the one of this rank on. */
  take(rank: number, count: number): number[];
}

/** Entries that do not change, with the sets by which filters are answered; those that were replaced are `dead`. */
export class Segment {
  readonly data: SegmentData;
  readonly columns: Columns;
  readonly bytes: number;
  /** Undefined where words have to be looked for elsewhere. */
  words: FullText | undefined;
  /** Its words could no longer be read. */
  hasLostWords = false;
  readonly #facets: SegmentData['facets'];
  readonly #ends: Maxima;
  readonly #dead: Bits;
  /** Where the matches of a query are put together: they are taken before the next one begins. */
  readonly #scratch: Bits;
  /** Cached sets of events running at an instant: most windows end at the same one. */
  readonly #runs = new LRUCache<number, Uint32Array>({ max: KEPT });
  readonly #isForward: boolean;
  /** Unions and universes that were asked for before. */
  readonly #kept = new LRUCache<string, Bits>({ max: KEPT });

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

  /** Takes an event out, for it has changed. */
  bury(id: number): void {
    const position = positionOf(this.columns, id);
    if (position < 0 || has(this.#dead, position)) return;
    add(this.#dead, position);
    for (const [key, bits] of this.#kept) if (key.startsWith(UNIVERSE)) remove(bits, position);
  }

  /** Undefined where words are asked for of which there is no index. */
  find(query: IndexQuery): Matches | undefined {
    const said = query.words && this.#readably(query.words);
    if (query.words && !said) return undefined;
    const { starts, size } = this.columns;
    // What starts after a bound also ends after it.
    const last = this.#isForward ? query.endAtMost : Infinity;
    const range = {
      from: firstIndex(size, at => starts[at]! >= query.from),
      to: firstIndex(size, at => starts[at]! >= query.before || starts[at]! > last),
    };
    const sets = [...this.#sets(query), ...(said?.sets ?? [])];
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
    return said?.exact === false ? Object.assign(matches, { isDoubtful: true }) : matches;
  }

  /** The ids of what these events link to. */
  linked(kind: LinkKind, query: LinkCountQuery): Set<number> {
    return linkedIds(this.columns, this.#dead, kind, query);
  }

  close(): void {
    this.words?.close();
  }

  /** The same where the file of the words can no longer be read: there are none until they are built again. */
  #readably(words: NonNullable<IndexQuery['words']>): TextMatches | undefined {
    try {
      return this.#saying(words);
    } catch {
      this.close();
      this.words = undefined;
      this.hasLostWords = true;
      return undefined;
    }
  }

  /** The entries whose text says these words; undefined where there is no index of words. */
  #saying({ all, none }: NonNullable<IndexQuery['words']>): TextMatches | undefined {
    if (!this.words) return undefined;
    const wanted = all.map(term => this.#mentioning(term));
    const unwanted = none.map(term => this.#mentioning(term)).filter(({ exact }) => exact);
    return {
      sets: [
        ...wanted.map(({ bits }) => ({ bits })),
        ...unwanted.map(({ bits }) => ({ bits: bits.map(word => ~word) })),
      ],
      exact: unwanted.length === none.length && wanted.every(({ exact }) => exact),
    };
  }

  #mentioning(term: string): { bits: Bits; exact: boolean } {
    const known = this.#kept.get(`${WORD}${term}`);
    if (known) return { bits: known, exact: true };
    const bits = bitsFor(this.columns.size);
    const { exact } = this.words!.find(term, bits);
    if (exact) this.#kept.set(`${WORD}${term}`, bits);
    return { bits, exact };
  }

  #sets(query: IndexQuery): Positions[] {
    const sets = linkKinds.flatMap(kind => query[kind].map(ids => this.#linked(kind, ids)));
    if (query.without) sets.push({ bits: this.#outside(this.#linked('venues', query.without)) });
    if (query.ids) {
      const found = query.ids.map(id => positionOf(this.columns, id)).filter(position => position >= 0);
      sets.push({ list: new Uint32Array(new Set(found)).sort() });
    }
    return sets;
  }

  /** The entries linked to one of these. */
  #linked(kind: LinkKind, ids: readonly number[]): Positions {
    const facet = this.#facets[kind];
    if (ids.length === 1) return positionsIn(facet, ids[0]!);
    const key = `${kind} ${ids}`;
    const known = this.#kept.get(key);
    if (known) return { bits: known };
    const all = union(
      ids.map(id => positionsIn(facet, id)),
      this.columns.size,
    );
    if (all.bits) this.#kept.set(key, all.bits);
    return all;
  }

  #outside(positions: Positions): Bits {
    const bits = bitsOf(positions, this.columns.size);
    return bits.map(word => ~word);
  }

  /** What may be found at all: of these states, not hidden, not locked, not dead. */
  #universe(query: IndexQuery): Bits {
    const { statuses, own, featured, locked, offeredHash } = query;
    const theirs = own && `${own.author} ${own.statuses} ${own.open}`;
    const key = `${UNIVERSE}${statuses} ${theirs} ${featured} ${locked} ${locked && offeredHash}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const bits = this.#withStates(query);
    this.#kept.set(key, bits);
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

  /** Matches among the members of a list, one by one. */
  #among(
    list: Uint32Array,
    universe: Bits,
    others: readonly Positions[],
    query: IndexQuery,
    range: PositionRange,
  ): Matches {
    const { ends } = this.columns;
    const { endAtMost, endAbove } = query;
    const found: number[] = [];
    const first = firstIndex(list.length, at => list[at]! >= range.from);
    const last = firstIndex(list.length, at => list[at]! >= range.to);
    for (let at = first; at < last; at++) {
      const position = list[at]!;
      if (((universe[position >>> 5]! >>> (position & 31)) & 1) === 0) continue;
      const end = ends[position]!;
      if (end > endAtMost || end <= endAbove) continue;
      if (others.length === 0 || others.every(set => contains(set, position))) found.push(position);
    }
    return {
      total: found.length,
      rank: position => firstIndex(found.length, at => found[at]! >= position),
      take: (rank, count) => found.slice(rank, rank + count),
    };
  }

  /** Matches in all of these sets, a word of them at a time. */
  #across(sets: readonly Bits[], query: IndexQuery, { from, to }: PositionRange): Matches {
    const { starts } = this.columns;
    // What runs across the bound has to be looked for.
    const settled = this.#isForward ? firstIndex(to, at => at >= from && starts[at]! > query.endAbove) : to;
    const running = this.#running(query.endAbove);
    const first = running[firstIndex(running.length, at => running[at]! >= from)] ?? settled;
    const range = { from: Math.max(from, Math.min(first, settled)), to };
    if (range.from < to) this.#fill(sets, query, range, settled);
    return new CountedMatches(this.#scratch, range.from, Math.max(range.from, to));
  }

  /** @param settled from there on everything ends late enough */
  #fill(sets: readonly Bits[], query: IndexQuery, { from, to }: PositionRange, settled: number): void {
    const bits = this.#scratch;
    const last = (to - 1) >>> 5;
    bits.fill(0, from >>> 5, settled >>> 5);
    intersect(sets, bits, settled >>> 5, last + 1);
    if (settled >>> 5 <= last) bits[settled >>> 5]! &= within(settled >>> 5, settled, to);
    bits[last]! &= within(last, settled, to);
    for (const position of this.#running(query.endAbove)) {
      if (position >= from && position < settled && sets.every(set => has(set, position)))
        add(bits, position);
    }
    for (const position of this.#running(query.endAtMost)) {
      if (position >= from && position < to) remove(bits, position);
    }
  }

  /** What goes on at an instant and ends after it; all that ends after it, where some end before they start. */
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

/** Entries that say some words, as sets of which all have to hold them; exact where all of these surely do. */
interface TextMatches {
  readonly sets: Positions[];
  readonly exact: boolean;
}

/** Makes the words of a bitset those that are in all of some sets; the usual numbers of sets in loops of their own. */
function intersect(sets: readonly Bits[], into: Bits, from: number, to: number): void {
  const [first, second, ...others] = sets;
  if (!second) into.set(first!.subarray(from, to), from);
  else for (let at = from; at < to; at++) into[at] = first![at]! & second[at]!;
  for (const set of others) for (let at = from; at < to; at++) into[at]! &= set[at]!;
}

interface PositionRange {
  from: number;
  to: number;
}

const UNIVERSE = 'of ';
const WORD = 'word ';
/** Unions of bits to keep: at a million events each takes 125 KB. */
const KEPT = 48;

/** Words of a block, whose bits are counted together. */
const BLOCK = 32;

/** Bits with the numbers of them up to each block. */
class CountedMatches implements Matches {
  readonly total: number;
  readonly #bits: Bits;
  readonly #first: number;
  readonly #last: number;
  /** Bits before the block. */
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

  rank(position: number): number {
    const word = position >>> 5;
    if (word < this.#first) return 0;
    if (word >= this.#last) return this.total;
    const block = Math.floor((word - this.#first) / BLOCK);
    let rank = this.#before[block]!;
    for (let at = this.#first + block * BLOCK; at < word; at++) rank += popcount(this.#bits[at]!);
    return rank + popcount(this.#bits[word]! & ~(-1 << (position & 31)));
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
