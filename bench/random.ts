/** A generator of numbers from 0 up to 1, determined by its seed. */
export type Random = () => number;

/** The sequence of a seed and a stream. Streams of one seed are independent (mulberry32). */
export function random(seed: number, stream = 0): Random {
  let state = mixed(seed ^ mixed(stream + 0x9e3779b9));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return mixed(state) / 2 ** 32;
  };
}

function mixed(state: number): number {
  let hash = Math.imul(state ^ (state >>> 15), state | 1);
  hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61);
  return (hash ^ (hash >>> 14)) >>> 0;
}

/** Draws ranks from 0 with a frequency of 1 / rank ** exponent. */
type Ranks = (random: Random) => number;

/** Size of the table in which a uniform number is looked up: ranks as rare as 1 in a million are drawn. */
const RESOLUTION = 2 ** 20;

/** A heavy-tailed distribution (Zipf) over this many ranks. */
export function heavyTailed(ranks: number, exponent: number): Ranks {
  const weights = Array.from({ length: ranks }, (_, rank) => (rank + 1) ** -exponent);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const table = new Uint32Array(RESOLUTION);
  let [rank, reached] = [0, weights[0]! / sum];
  for (let entry = 0; entry < RESOLUTION; entry++) {
    while ((entry + 0.5) / RESOLUTION > reached && rank < ranks - 1) reached += weights[++rank]! / sum;
    table[entry] = rank;
  }
  return random => table[Math.floor(random() * RESOLUTION)]!;
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)]!;

/** A whole number from `least` to `most`, both inclusive. */
export const between = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));

/** The item at which the sum of shares exceeds a drawn number. The shares add up to 1. */
export function share<Item>(random: Random, shares: readonly (readonly [Item, number])[]): Item {
  let left = random();
  for (const [item, part] of shares) {
    left -= part;
    if (left < 0) return item;
  }
  return shares[0]![0];
}

/** The items in an order determined by the seed. */
export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = between(random, 0, last);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
