import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sortedRange } from './sorted-range.ts';

/** The expected indexes, from a sort of all keys. */
const naive = (keys: readonly number[], from: number, to: number) =>
  [...keys.keys()].sort((a, b) => keys[a]! - keys[b]! || a - b).slice(from, to);

describe('A range of sorted keys', () => {
  it('A range of sorted keys is that of a sort of all keys', async () => {
    const key = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -1e9, max: 1e9 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(key, { maxLength: 200 }),
        fc.nat(210),
        fc.nat(60),
        async (keys, from, count) => {
          assert.deepEqual(
            await sortedRange(Float64Array.from(keys), from, from + count),
            naive(keys, from, from + count),
          );
        },
      ),
      // The smallest difference that there is.
      { examples: [[[0, -Number.MIN_VALUE], 0, 1]] },
    );
  });

  it('Many equal keys are in the order of their indexes, also at the edges of the range', async () => {
    const length = 60_000;
    for (const keyAt of [() => 7, (at: number) => at % 2, (at: number) => (at < 30_000 ? 1 : at % 5)]) {
      const keys = Array.from({ length }, (_, at) => keyAt(at));
      for (const from of [0, 11_990, 29_995, 30_000, length - 20, length])
        for (const count of [1, 50, 20_000])
          assert.deepEqual(
            await sortedRange(Float64Array.from(keys), from, from + count),
            naive(keys, from, from + count),
          );
    }
  });
});
