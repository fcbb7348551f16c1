// Where a long form sends all of it, the suite sends a part: another one each time. The runner tells the seed that brings
// the same part again; TEST_ALL=1 takes all.

const SEED = Number(process.env.TEST_SEED ?? 0);
const takesAll = process.env.TEST_ALL === '1';

/**
 * About so large a part of these, chosen by the seed of the run; what is chosen does not depend on other choices.
 * @param name tells one choice from the others
 */
export function sampleOf<Item>(name: string, items: Iterable<Item>, share: number): Item[] {
  const next = generator(SEED, name);
  return [...items].filter(() => takesAll || next() < share);
}

/** Numbers from 0 to 1, the same for the same seed and name. */
function generator(seed: number, name: string): () => number {
  let state = seed;
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
