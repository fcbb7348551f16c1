import { Pacer } from '../../lib/pacer.ts';
import { type Alphabet, titleKey } from '../../lib/text/title-keys.ts';
import type { Columns } from './columns.ts';
import { compare, type IndexEntry } from './entry.ts';
import { compareKeys, ranksIn, type TitleRanks } from './title-ranks.ts';

/** The titles of events by id; undefined if something was committed since the version of the index. */
export type TitleReader = (ids: readonly number[]) => Promise<ReadonlyMap<number, string> | undefined>;

/** What is searched: a segment whose titles are in the store. */
interface RankedSegment {
  readonly columns: Columns;
  readonly titles: TitleRanks;
  isDead(position: number): boolean;
}

interface Place {
  /** The number of ranks of the segment that sort before it. */
  readonly rank: number;
  readonly key: string;
}

/** Titles per read: more would block others. */
const SLICE = 500;

/** The places of changed events in the order of the titles of one segment. */
export class TitlePlaces {
  readonly #segment: RankedSegment;
  readonly #places = { latin: new WeakMap<IndexEntry, Place>(), spanish: new WeakMap<IndexEntry, Place>() };

  constructor(segment: RankedSegment) {
    this.#segment = segment;
  }

  /** Finds the places of these entries; false if the titles cannot be read at this version. */
  async find(entries: readonly IndexEntry[], alphabet: Alphabet, read: TitleReader): Promise<boolean> {
    const places = this.#places[alphabet];
    const missing = entries.filter(entry => !places.has(entry));
    if (missing.length === 0) return true;
    const ranks = ranksIn(this.#segment.titles, alphabet);
    const sorted = this.#positionsByTitle(alphabet);
    const pacer = new Pacer();
    for (let at = 0; at < missing.length; at += SLICE) {
      const slice = missing.slice(at, at + SLICE);
      const searches = slice.map(entry => new Search(entry, titleKey(entry.title ?? '', alphabet), sorted));
      for (;;) {
        const open = searches.filter(({ isOver }) => !isOver);
        if (open.length === 0) break;
        const titles = await read([...new Set(open.map(({ middle }) => this.#segment.columns.ids[middle]!))]);
        if (!titles) return false;
        for (const search of open) search.narrow(this.#segment.columns, titles, alphabet);
        await pacer.pause();
      }
      for (const { entry, key, last } of searches)
        places.set(entry, { key, rank: last === undefined ? 0 : ranks[last]! + 1 });
    }
    return true;
  }

  /**
   * Sort keys of entries among the ranks of the segment, between two whole numbers each; undefined if the place of one
   * is unknown.
   */
  keys(entries: readonly IndexEntry[], alphabet: Alphabet): ReadonlyMap<IndexEntry, number> | undefined {
    const places = this.#places[alphabet];
    const known = entries.flatMap(entry => {
      const place = places.get(entry);
      return place ? [{ entry, ...place }] : [];
    });
    if (known.length < entries.length) return undefined;
    known.sort((a, b) => a.rank - b.rank || compareKeys(a.key, b.key) || compare(a.entry, b.entry));
    return new Map(
      known.map(({ entry, rank }, index) => [entry, rank - 1 + (index + 1) / (known.length + 1)]),
    );
  }

  /** The positions in the order of their titles, without those that have changed since. */
  #positionsByTitle(alphabet: Alphabet): Uint32Array {
    const ranks = ranksIn(this.#segment.titles, alphabet);
    const byRank = new Uint32Array(ranks.length);
    for (let position = 0; position < ranks.length; position++) byRank[ranks[position]!] = position;
    return byRank.filter(position => !this.#segment.isDead(position));
  }
}

/** A binary search whose comparisons read titles. */
class Search {
  readonly entry: IndexEntry;
  readonly key: string;
  readonly #sorted: Uint32Array;
  #low = 0;
  #high: number;

  constructor(entry: IndexEntry, key: string, sorted: Uint32Array) {
    this.entry = entry;
    this.key = key;
    this.#sorted = sorted;
    this.#high = sorted.length;
  }

  get isOver(): boolean {
    return this.#low >= this.#high;
  }

  /** The position whose title is compared next. */
  get middle(): number {
    return this.#sorted[(this.#low + this.#high) >>> 1]!;
  }

  /** The last position that sorts before the entry, once the search is over. */
  get last(): number | undefined {
    return this.#sorted[this.#low - 1];
  }

  narrow({ ids, starts, dates }: Columns, titles: ReadonlyMap<number, string>, alphabet: Alphabet): void {
    const { middle } = this;
    const [id, start, date] = [ids[middle]!, starts[middle]!, dates[middle]!];
    const other = titleKey(titles.get(id) ?? '', alphabet);
    const order = compareKeys(other, this.key) || compare({ id, start, date }, this.entry);
    if (order < 0) this.#low = ((this.#low + this.#high) >>> 1) + 1;
    else this.#high = (this.#low + this.#high) >>> 1;
  }
}
