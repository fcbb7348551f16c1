import { generator } from '../src/demo/pictures.ts';

// Where a long form sends every combination, the suite sends a sample, which differs from run to run. The runner prints
// the seed that repeats a sample; TEST_ALL=1 sends everything.

export const SEED = Number(process.env.TEST_SEED ?? 0);
export const takesAll = process.env.TEST_ALL === '1';

/**
 * A sample of about this share of the items, determined by the seed of the run. Samples do not depend on each other.
 * @param name distinguishes samples
 */
export function sampleOf<Item>(name: string, items: Iterable<Item>, share: number): Item[] {
  const next = generator(SEED, name);
  return [...items].filter(() => takesAll || next() < share);
}

/** A sample of exactly this number of the items, or all of them. */
export function someOf<Item>(name: string, items: readonly Item[], count: number): Item[] {
  if (takesAll) return [...items];
  const next = generator(SEED, name);
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [chosen] = left.splice(Math.floor(next() * left.length), 1);
    return chosen!;
  });
}

/** The runs of a property, or the steps of a walk: this share of them, or all. */
export const runsOf = (count: number, share: number): number => (takesAll ? count : Math.ceil(count * share));
