import type { PageRange } from '../../db/list-page.ts';
import { firstIndex } from '../../lib/bits.ts';
import type { IndexEntry } from './entry.ts';
import { type IndexOrder, type SortKeys, sortKeys } from './order.ts';
import type { Segment } from './segment.ts';
import { inSlices, sortedRange } from './sorted-range.ts';
import type { TitleOrder } from './title-ranks.ts';

/** The matches of a query: positions of a segment, and changed entries with their places among the positions. */
export interface MatchSources {
  readonly positions: Uint32Array;
  readonly pending: readonly IndexEntry[];
  /** By index of `pending`, ascending: the number of positions of the segment that sort before it. */
  readonly places: readonly number[];
}

export interface RankRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** The ranks of a page in ascending order: at the other end of a list that is reversed. */
export const ranksOfPage = ({ offset, limit }: PageRange, total: number, isReversed: boolean): RankRange =>
  isReversed
    ? { from: Math.max(0, total - offset - limit), to: Math.max(0, total - offset) }
    : { from: Math.min(offset, total), to: Math.min(offset + limit, total) };

/** A match: a position, or a changed entry. */
type Match = number | IndexEntry;

/** Many matches of a query, found along an order of all positions. */
export interface WalkedMatches extends Omit<MatchSources, 'positions'> {
  has(position: number): boolean;
  readonly sorted: Uint32Array;
}

/** The same page as `selectedMatches` finds, by a walk through all positions. */
export function walkedMatches(
  { has, sorted, pending, places }: WalkedMatches,
  keys: SortKeys,
  { offset, limit }: PageRange,
  { isReversed }: Pick<IndexOrder, 'isReversed'>,
): Match[] {
  const sign = isReversed ? -1 : 1;
  const waiting = pending.map((entry, index) => ({
    entry,
    key: keys.of(entry),
    place: places[index]!,
    index,
  }));
  waiting.sort((a, b) => sign * (a.key - b.key || a.index - b.index));
  const isBefore = ({ key, place }: (typeof waiting)[number], position: number) =>
    sign * (key - keys.at(position) || (place <= position ? -1 : 1)) < 0;
  const found: Match[] = [];
  let [rank, next] = [0, 0];
  const take = (match: Match) => {
    if (rank++ >= offset) found.push(match);
  };
  const [first, step] = isReversed ? [sorted.length - 1, -1] : [0, 1];
  for (let at = first; at >= 0 && at < sorted.length && found.length < limit; at += step) {
    const position = sorted[at]!;
    if (!has(position)) continue;
    while (next < waiting.length && found.length < limit && isBefore(waiting[next]!, position))
      take(waiting[next++]!.entry);
    if (found.length < limit) take(position);
  }
  while (next < waiting.length && found.length < limit) take(waiting[next++]!.entry);
  return found;
}

/** A page by these keys, whose equal matches are in list order; in the direction of the order. */
export async function selectedMatches(
  { positions, pending, places }: MatchSources,
  keys: SortKeys,
  page: PageRange,
  { isReversed }: Pick<IndexOrder, 'isReversed'>,
): Promise<Match[]> {
  const sorted = new Float64Array(positions.length + pending.length);
  // The ranks in list order of the changed entries.
  const ranks = places.map(
    (place, index) => firstIndex(positions.length, at => positions[at]! >= place) + index,
  );
  let next = 0;
  await inSlices(sorted.length, (from, to) => {
    for (let rank = from; rank < to; rank++)
      sorted[rank] = ranks[next] === rank ? keys.of(pending[next++]!) : keys.at(positions[rank - next]!);
  });
  const { from, to } = ranksOfPage(page, sorted.length, isReversed);
  const chosen = await sortedRange(sorted, from, to);
  if (isReversed) chosen.reverse();
  return chosen.map(rank => {
    const index = firstIndex(ranks.length, at => ranks[at]! >= rank);
    return ranks[index] === rank ? pending[index]! : positions[rank - index]!;
  });
}

/**
 * All positions of a segment in the orders that were asked for: a page of many matches is found by walking one of them.
 * Each takes four bytes per event.
 */
export class SortedPositions {
  readonly #known = new Map<string, Uint32Array>();
  readonly #building = new Map<string, Promise<unknown>>();
  readonly #segment: Segment;

  constructor(segment: Segment) {
    this.#segment = segment;
  }

  get bytes(): number {
    return [...this.#known.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Undefined if the order depends on the request; a promise if it must be sorted first. */
  get(order: IndexOrder): Uint32Array | Promise<unknown> | undefined {
    const { by } = order;
    if (by === 'distance' || by === 'venue' || by === 'relevance' || by === 'scores') return undefined;
    const name = by === 'title' ? `${by} ${this.#nameOf(order)}` : by;
    return this.#known.get(name) ?? this.#building.get(name) ?? this.#build(name, order);
  }

  /** Most languages share the order of an alphabet. */
  #nameOf({ alphabet, language }: TitleOrder): string {
    return language && this.#segment.titles.byLanguage.has(language) ? language : alphabet;
  }

  #build(name: string, order: IndexOrder): Promise<unknown> | undefined {
    const keys = sortKeys(order, this.#segment, new Map());
    if (!keys) return undefined;
    const building = sortedPositions(this.#segment.columns.size, position => keys.at(position)).then(sorted =>
      this.#known.set(name, sorted),
    );
    this.#building.set(name, building);
    return building;
  }
}

const DIGIT = 1 << 16;

/**
 * A radix sort by whole numbers, with pauses for other requests. Positions with equal keys stay in their order.
 */
async function sortedPositions(size: number, keyAt: (position: number) => number): Promise<Uint32Array> {
  const keys = new Float64Array(size);
  let [low, high] = [Infinity, -Infinity];
  await inSlices(size, (from, to) => {
    for (let at = from; at < to; at++) {
      keys[at] = keyAt(at);
      low = Math.min(low, keys[at]!);
      high = Math.max(high, keys[at]!);
    }
  });
  let order = new Uint32Array(size).map((_, position) => position);
  for (let unit = 1; unit <= high - low; unit *= DIGIT) {
    const digitOf = (position: number) => Math.floor((keys[position]! - low) / unit) % DIGIT;
    const places = new Uint32Array(DIGIT + 1);
    await inSlices(size, (from, to) => {
      for (let at = from; at < to; at++) places[digitOf(at) + 1]!++;
    });
    for (let digit = 0; digit < DIGIT; digit++) places[digit + 1]! += places[digit]!;
    const [before, sorted] = [order, new Uint32Array(size)];
    await inSlices(size, (from, to) => {
      for (let at = from; at < to; at++) sorted[places[digitOf(before[at]!)]!++] = before[at]!;
    });
    order = sorted;
  }
  return order;
}
