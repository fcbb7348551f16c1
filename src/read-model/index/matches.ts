import { type Bits, firstIndex, has, popcount, remove } from '../../lib/bits.ts';
import { fromItsEnd, keepOne, type OneOfSeries, type SeriesPositions } from './series-positions.ts';

/** The matching positions of a segment, in order. */
export interface Matches {
  readonly total: number;
  /** Some may not match; their texts must still be checked. */
  readonly isDoubtful?: true;
  rank(position: number): number;
  has(position: number): boolean;
  positions(): Uint32Array;
  /** The next `count` matches from this rank. */
  take(rank: number, count: number): number[];
  /**
   * With one occurrence of each series: matches that stay valid.
   * @param places gets its position by the number of its series
   */
  once(series: SeriesPositions, which: OneOfSeries, places: Int32Array): Matches;
  without(positions: readonly number[]): Matches;
  /** Matches that stay valid. */
  copy(): Matches;
}

export const listedMatches = (found: readonly number[]): Matches => ({
  copy: () => listedMatches(found),
  total: found.length,
  rank: position => firstIndex(found.length, at => found[at]! >= position),
  has: position => found[firstIndex(found.length, at => found[at]! >= position)] === position,
  positions: () => Uint32Array.from(found),
  take: (rank, count) => found.slice(rank, rank + count),
  once({ column: { numbers } }, which, places) {
    const kept = fromItsEnd(found, which).filter(position => {
      const number = numbers[position] ?? 0;
      if (number === 0) return true;
      if (places[number]! >= 0) return false;
      places[number] = position;
      return true;
    });
    return listedMatches(fromItsEnd(kept, which));
  },
  without: positions =>
    positions.length === 0
      ? listedMatches(found)
      : listedMatches(found.filter(at => !positions.includes(at))),
});

/** Words per block; the bits of a block are counted together. */
const BLOCK = 32;

/** A bitset with the number of set bits before each block. */
export class CountedMatches implements Matches {
  readonly total: number;
  readonly #bits: Bits;
  readonly #from: number;
  readonly #to: number;
  readonly #first: number;
  readonly #last: number;
  /** Set bits before each block. */
  readonly #before: number[] = [];

  constructor(bits: Bits, from: number, to: number) {
    this.#bits = bits;
    this.#from = from;
    this.#to = to;
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

  once(series: SeriesPositions, which: OneOfSeries, places: Int32Array): Matches {
    const range = { from: this.#from, to: this.#to };
    const bits = this.#bits.slice();
    keepOne(bits, range, which, series, places);
    return new CountedMatches(bits, range.from, range.to);
  }

  copy(): Matches {
    return new CountedMatches(this.#bits.slice(), this.#from, this.#to);
  }

  without(positions: readonly number[]): Matches {
    if (positions.length === 0) return this;
    const bits = this.#bits.slice();
    for (const position of positions) remove(bits, position);
    return new CountedMatches(bits, this.#from, this.#to);
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
