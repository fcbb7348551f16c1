import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { add, bitsFor, firstIndex, has, popcount, remove, within } from './bits.ts';

describe('Bitsets', () => {
  const size = 200;
  const number = fc.nat(size - 1);

  it('A bitset holds what was added and not removed since', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ n: number, adds: fc.boolean() })), steps => {
        const bits = bitsFor(size);
        const set = new Set<number>();
        for (const { n, adds } of steps) {
          if (adds) add(bits, n);
          else remove(bits, n);
          if (adds) set.add(n);
          else set.delete(n);
        }
        for (let n = 0; n < size; n++) assert.equal(has(bits, n), set.has(n));
        assert.equal(
          bits.reduce((sum, word) => sum + popcount(word), 0),
          set.size,
        );
      }),
    );
  });

  it('A bitset has one word for every 32 members', () => {
    for (const [size, words] of [
      [0, 0],
      [1, 1],
      [32, 1],
      [33, 2],
    ] as const)
      assert.equal(bitsFor(size).length, words);
  });

  it('A word of a bitset is cut at both ends of a range', () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        for (let n = 0; n < size; n++) {
          const at = n >>> 5;
          if (at < from >>> 5 || at > to >>> 5) continue;
          assert.equal((within(at, from, to) >>> (n & 31)) & 1, Number(n >= from && n < to));
        }
      }),
    );
  });
});

describe('firstIndex', () => {
  it('firstIndex finds what a linear search finds', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), fc.nat(20), (values, bound) => {
        const sorted = values.toSorted((a, b) => a - b);
        const found = sorted.findIndex(value => value >= bound);
        assert.equal(
          firstIndex(sorted.length, at => sorted[at]! >= bound),
          found < 0 ? sorted.length : found,
        );
      }),
    );
  });
});
