import { add, type Bits, bitsFor, firstIndex, has, popcount, remove, within } from './bits.ts';
import { type Columns, FEATURED, HIDDEN, positionOf, STATUS } from './columns.ts';
import { type LinkKind, linkKinds } from './entry.ts';
import { type Facet, facetOf, positionsIn } from './facet.ts';
import { eachAbove, type Maxima, maximaOf } from './maxima.ts';
import type { Query } from './query.ts';
import { bitsOf, contains, type Positions, union } from './sets.ts';

/** What a segment consists of; threads share it. */
export interface SegmentData {
  readonly columns: Columns;
  readonly facets: Readonly<Record<LinkKind, Facet>>;
  readonly ends: Maxima;
}

export function segmentData(columns: Columns): SegmentData {
  const { venues, organizers, terms } = columns.links;
  const facets = { venues: facetOf(venues), organizers: facetOf(organizers), terms: facetOf(terms) };
  return { columns, facets, ends: maximaOf(columns.ends) };
}

/** The matching positions of a segment, in order. */
export interface Matches {
  readonly total: number;
  /** How many of them come before a position. */
  rank(position: number): number;
  /** `count` of them, from the one of this rank on. */
  take(rank: number, count: number): number[];
}

/** Entries that do not change, with the sets by which filters are answered; those that were replaced are `dead`. */
export class Segment {
  readonly columns: Columns;
  readonly #facets: SegmentData['facets'];
  readonly #ends: Maxima;
  readonly #dead: Bits;
  /** Unions and universes that were asked for before. */
  readonly #kept = new Map<string, Bits>();

  constructor({ columns, facets, ends }: SegmentData) {
    this.columns = columns;
    this.#facets = facets;
    this.#ends = ends;
    this.#dead = bitsFor(columns.size);
  }

  /** Takes an event out, for it has changed. */
  bury(id: number): void {
    const position = positionOf(this.columns, id);
    if (position < 0 || has(this.#dead, position)) return;
    add(this.#dead, position);
    for (const [key, bits] of this.#kept) if (key.startsWith(UNIVERSE)) remove(bits, position);
  }

  find(query: Query): Matches {
    const { starts, size } = this.columns;
    const range = {
      from: firstIndex(size, at => starts[at]! >= query.from),
      to: firstIndex(size, at => starts[at]! >= query.before),
    };
    const sets = this.#sets(query);
    const universe = this.#universe(query);
    const shortest = sets.reduce<Uint32Array | undefined>(
      (best, { list }) => (list && (!best || list.length < best.length) ? list : best),
      undefined,
    );
    return shortest
      ? this.#among(shortest, [{ bits: universe }, ...sets], query, range)
      : this.#across([universe, ...sets.map(({ bits }) => bits!)], query, range);
  }

  #sets(query: Query): Positions[] {
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
    const known = this.#recall(key);
    if (known) return { bits: known };
    const all = union(
      ids.map(id => positionsIn(facet, id)),
      this.columns.size,
    );
    if (all.bits) this.#keep(key, all.bits);
    return all;
  }

  #outside(positions: Positions): Bits {
    const bits = bitsOf(positions, this.columns.size);
    return bits.map(word => ~word);
  }

  /** What may be found at all: of these states, not hidden, not locked, not dead. */
  #universe(query: Query): Bits {
    const { statuses, featured, locked, offered } = query;
    const key = `${UNIVERSE}${statuses} ${featured} ${locked} ${locked && offered}`;
    return this.#recall(key) ?? this.#keep(key, this.#withStates(query));
  }

  #withStates({ statuses, featured, locked, offered }: Query): Bits {
    const { states, hashes, size } = this.columns;
    const bits = bitsFor(size);
    states.forEach((state, position) => {
      if (((statuses >>> (state & STATUS)) & 1) === 0 || (state & HIDDEN) !== 0) return;
      if (featured !== undefined && featured !== ((state & FEATURED) !== 0)) return;
      if (!has(this.#dead, position)) add(bits, position);
    });
    if (locked) for (const [position, hash] of hashes) if (hash !== offered) remove(bits, position);
    return bits;
  }

  #recall(key: string): Bits | undefined {
    const bits = this.#kept.get(key);
    if (!bits) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, bits);
    return bits;
  }

  #keep(key: string, bits: Bits): Bits {
    if (this.#kept.size >= KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(key, bits);
    return bits;
  }

  /** Matches among the members of a list, one by one. */
  #among(list: Uint32Array, sets: readonly Positions[], query: Query, { from, to }: Range): Matches {
    const { ends } = this.columns;
    const found: number[] = [];
    const first = firstIndex(list.length, at => list[at]! >= from);
    for (let at = first; at < list.length; at++) {
      const position = list[at]!;
      if (position >= to) break;
      const end = ends[position]!;
      if (end > query.endAtMost || end <= query.endAbove) continue;
      if (!sets.every(set => set.list === list || contains(set, position))) continue;
      found.push(position);
    }
    return {
      total: found.length,
      rank: position => firstIndex(found.length, at => found[at]! >= position),
      take: (rank, count) => found.slice(rank, rank + count),
    };
  }

  /** Matches in all of these sets, a word of them at a time. */
  #across(sets: readonly Bits[], query: Query, { from, to }: Range): Matches {
    const bits = bitsFor(this.columns.size);
    if (from < to) this.#fill(bits, sets, query, { from, to });
    return new Counted(bits, from, to);
  }

  #fill(bits: Bits, sets: readonly Bits[], query: Query, { from, to }: Range): void {
    // What starts after the bound ends after it, too: only what runs across it has to be looked for.
    const { starts } = this.columns;
    const running = firstIndex(to, at => at >= from && starts[at]! > query.endAbove);
    const [last, words] = [(to - 1) >>> 5, sets.length];
    for (let at = running >>> 5; at <= last; at++) {
      let word = within(at, running, to);
      for (let set = 0; set < words; set++) word &= sets[set]![at]!;
      bits[at] = word;
    }
    eachAbove(this.#ends, { from, to: running, bound: query.endAbove }, position => {
      if (sets.every(set => has(set, position))) add(bits, position);
    });
    eachAbove(this.#ends, { from, to, bound: query.endAtMost }, position => remove(bits, position));
  }
}

interface Range {
  from: number;
  to: number;
}

const UNIVERSE = 'of ';
/** Unions of bits to keep: at a million events each takes 125 KB. */
const KEPT = 48;

/** Words of a block, whose bits are counted together. */
const BLOCK = 32;

/** Bits with the numbers of them up to each block. */
class Counted implements Matches {
  readonly total: number;
  readonly #bits: Bits;
  readonly #first: number;
  /** Bits before the block. */
  readonly #before: number[] = [];

  constructor(bits: Bits, from: number, to: number) {
    this.#bits = bits;
    this.#first = from >>> 5;
    const last = Math.min(bits.length, (to + 31) >>> 5);
    let total = 0;
    for (let block = this.#first; block < last; block += BLOCK) {
      this.#before.push(total);
      const end = Math.min(block + BLOCK, last);
      for (let at = block; at < end; at++) total += popcount(bits[at]!);
    }
    this.total = total;
  }

  rank(position: number): number {
    const word = position >>> 5;
    if (word < this.#first) return 0;
    const block = Math.floor((word - this.#first) / BLOCK);
    if (block >= this.#before.length) return this.total;
    let rank = this.#before[block]!;
    for (let at = this.#first + block * BLOCK; at < word; at++) rank += popcount(this.#bits[at]!);
    return word < this.#bits.length ? rank + popcount(this.#bits[word]! & ~(-1 << (position & 31))) : rank;
  }

  take(rank: number, count: number): number[] {
    const taken: number[] = [];
    if (rank >= this.total) return taken;
    const block = firstIndex(this.#before.length, at => this.#before[at]! > rank) - 1;
    let skip = rank - this.#before[block]!;
    for (let at = this.#first + block * BLOCK; at < this.#bits.length && taken.length < count; at++) {
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
