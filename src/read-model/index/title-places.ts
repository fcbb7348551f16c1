import type { Language } from '../../i18n/language.ts';
import { Pacer } from '../../lib/pacer.ts';
import { titleKey } from '../../lib/text/keys.ts';
import type { IndexColumns, Numbers } from './columns.ts';
import { compare, type IndexEntry } from './entry.ts';
import { compareKeys, ranksIn, type TitleOrder, type TitleRanks } from './title-ranks.ts';

/**
 * The titles of events by id, as they are shown in a language; undefined if something was committed since the version
 * of the index.
 */
export type TitleReader = (
  ids: readonly number[],
  language: Language | undefined,
) => Promise<ReadonlyMap<number, string> | undefined>;

/** What is searched: a segment whose titles are in the store. */
interface RankedSegment {
  readonly columns: IndexColumns;
  readonly titles: TitleRanks;
  isDead(position: number): boolean;
}

interface TitlePlace {
  /** The number of ranks of the segment that sort before it. */
  readonly rank: number;
  readonly key: string;
}

/** Titles per read: more would block others. Those in a language are found in all texts of their events. */
const SLICE = 500;
const SLICE_OF_LANGUAGE = 100;

/** The places of changed events in the order of the titles of one segment. */
export class TitlePlaces {
  readonly #segment: RankedSegment;
  readonly #places = new Map<string, WeakMap<IndexEntry, TitlePlace>>();

  constructor(segment: RankedSegment) {
    this.#segment = segment;
  }

  /** Finds the places of these entries; false if the titles cannot be read at this version. */
  async find(entries: readonly IndexEntry[], asked: TitleOrder, read: TitleReader): Promise<boolean> {
    const order = this.#shared(asked, entries);
    const places = this.#placesIn(order);
    const missing = entries.filter(entry => !places.has(entry));
    if (missing.length === 0) return true;
    const ranks = ranksIn(this.#segment.titles, order);
    const sorted = this.#positionsByTitle(ranks);
    const pacer = new Pacer();
    const size = order.language ? SLICE_OF_LANGUAGE : SLICE;
    for (let at = 0; at < missing.length; at += size) {
      const slice = missing.slice(at, at + size);
      const searches = slice.map(entry => new TitleSearch(entry, keyOf(entry, order), sorted));
      for (;;) {
        const open = searches.filter(({ isOver }) => !isOver);
        if (open.length === 0) break;
        const ids = [...new Set(open.map(({ middle }) => this.#segment.columns.ids[middle]!))];
        const titles = await read(ids, order.language);
        if (!titles) return false;
        for (const search of open) search.narrow(this.#segment.columns, titles, order);
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
   * @param all the entries whose places were found
   */
  keys(
    entries: readonly IndexEntry[],
    asked: TitleOrder,
    all: readonly IndexEntry[],
  ): ReadonlyMap<IndexEntry, number> | undefined {
    const places = this.#placesIn(this.#shared(asked, all));
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

  /** Without its language where no title is translated into it: such languages share the order of an alphabet. */
  #shared({ alphabet, language }: TitleOrder, entries: readonly IndexEntry[]): TitleOrder {
    const isOther =
      language !== undefined &&
      (this.#segment.titles.byLanguage.has(language) ||
        entries.some(({ translatedTitles }) => translatedTitles?.[language] !== undefined));
    return isOther ? { alphabet, language } : { alphabet };
  }

  #placesIn({ alphabet, language }: TitleOrder): WeakMap<IndexEntry, TitlePlace> {
    return this.#places.getOrInsertComputed(language ?? alphabet, () => new WeakMap());
  }

  /** The positions in the order of their titles, without those that have changed since. */
  #positionsByTitle(ranks: Numbers): Uint32Array {
    const byRank = new Uint32Array(ranks.length);
    for (let position = 0; position < ranks.length; position++) byRank[ranks[position]!] = position;
    return byRank.filter(position => !this.#segment.isDead(position));
  }
}

const keyOf = ({ title = '', translatedTitles }: IndexEntry, { alphabet, language }: TitleOrder): string =>
  titleKey((language && translatedTitles?.[language]) ?? title, alphabet);

/** A binary search whose comparisons read titles. */
class TitleSearch {
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

  get middle(): number {
    return this.#sorted[(this.#low + this.#high) >>> 1]!;
  }

  /** The last position that sorts before the entry, once the search is over. */
  get last(): number | undefined {
    return this.#sorted[this.#low - 1];
  }

  narrow(
    { ids, starts, dates }: IndexColumns,
    titles: ReadonlyMap<number, string>,
    { alphabet }: TitleOrder,
  ): void {
    const { middle } = this;
    const [id, start, date] = [ids[middle]!, starts[middle]!, dates[middle]!];
    const other = titleKey(titles.get(id) ?? '', alphabet);
    const order = compareKeys(other, this.key) || compare({ id, start, date }, this.entry);
    if (order < 0) this.#low = ((this.#low + this.#high) >>> 1) + 1;
    else this.#high = (this.#low + this.#high) >>> 1;
  }
}
