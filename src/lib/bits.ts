/** Sets of small numbers as bits: number n is bit n & 31 of word n >>> 5. */
export type Bits = Uint32Array;

export const bitsFor = (size: number): Bits => new Uint32Array((size + 31) >>> 5);

export const has = (bits: Bits, n: number): boolean => ((bits[n >>> 5]! >>> (n & 31)) & 1) === 1;

export const add = (bits: Bits, n: number): void => {
  bits[n >>> 5]! |= 1 << (n & 31);
};

export const remove = (bits: Bits, n: number): void => {
  bits[n >>> 5]! &= ~(1 << (n & 31));
};

/** How many bits of a word are set. */
export function popcount(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** A mask of the bits in word `at` that stand for numbers from `from` up to, not including, `to`. */
export function within(at: number, from: number, to: number): number {
  let mask = -1;
  if (at === from >>> 5) mask &= -1 << (from & 31);
  if (at === to >>> 5) mask &= ~(-1 << (to & 31));
  return mask;
}

/**
 * Binary search: the first index at which `isAfter` holds in a sorted sequence of this length; the length if it never
 * holds.
 */
export function firstIndex(length: number, isAfter: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
