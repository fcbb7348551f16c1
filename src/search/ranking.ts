import type { PageRange } from '../db/list-page.ts';
import type { EventRow } from '../db/tables.ts';
import { Pacer } from '../lib/pacer.ts';

export type Ranked = Pick<EventRow, 'id' | 'title' | 'start_at' | 'date_at'>;

interface Keyed<Key> {
  readonly id: number;
  readonly key: Key;
  /** Its place in list order. */
  readonly place: number;
}

/**
 * The ids of a page in ascending order of their keys, equal ones in list order; from the end if it is reversed. No
 * more than the events up to the page are held in memory.
 * @param slices events in list order
 */
export async function bestOf<Key extends string | number>(
  slices: AsyncIterable<Ranked[]>,
  { offset, limit }: PageRange,
  isReversed: boolean,
  keysOf: (rows: readonly Ranked[]) => Promise<Key[]>,
): Promise<number[]> {
  const ascending = (a: Keyed<Key>, b: Keyed<Key>) =>
    a.key < b.key ? -1 : a.key > b.key ? 1 : a.place - b.place;
  const compare = isReversed ? (a: Keyed<Key>, b: Keyed<Key>) => ascending(b, a) : ascending;
  const pacer = new Pacer();
  let best: Keyed<Key>[] = [];
  let place = 0;
  for await (const rows of slices) {
    const keys = await keysOf(rows);
    const fresh = rows.map(({ id }, at) => ({ id, key: keys[at]!, place: place++ })).sort(compare);
    best = merged(best, fresh, compare, offset + limit);
    await pacer.pause();
  }
  return best.slice(offset, offset + limit).map(({ id }) => id);
}

/** Merges sorted lists, up to a length. */
function merged<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (a: Item, b: Item) => number,
  most: number,
): Item[] {
  const all: Item[] = [];
  for (let [at, next] = [0, 0]; all.length < most; ) {
    if (at === one.length && next === other.length) break;
    const isOne = next === other.length || (at < one.length && compare(one[at]!, other[next]!) <= 0);
    all.push(isOne ? one[at++]! : other[next++]!);
  }
  return all;
}
