import { type IndexOrder, sortKeys } from './order.ts';
import type { Segment } from './segment.ts';
import { inSlices } from './sorted-range.ts';
import type { TitleOrder } from './title-ranks.ts';

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
    if (by === 'distance' || by === 'relevance' || by === 'scores') return undefined;
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
export async function sortedPositions(
  size: number,
  keyAt: (position: number) => number,
): Promise<Uint32Array> {
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
