import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { maximaOf, positionsAbove } from './segment-data.ts';

describe('Maxima of blocks', () => {
  // One, two and three levels, and both sides of each boundary.
  const sizes = fc.constantFrom(0, 1, 63, 64, 65, 130, 4096, 4097, 5000);
  const bound = fc.constantFrom(-Infinity, -1, 0, 3, 98, 99, 100, Infinity);

  it('Maxima lead to every value above a bound before a position, in order, and to no other', () => {
    const run = fc.record({ size: sizes, seed: fc.nat(), bound, to: fc.nat(5000) });
    fc.assert(
      fc.property(run, ({ size, seed, bound, to }) => {
        // Few values are large, so that most blocks are skipped.
        const values = Float64Array.from({ length: size }, (_, at) => {
          const hashed = Math.imul(at + seed, 0x9e3779b1) >>> 12;
          return hashed % 50 === 0 ? hashed % 100 : hashed % 3;
        });
        const expected = [...values.keys()].filter(at => at < to && values[at]! > bound);
        assert.deepEqual([...positionsAbove(maximaOf(values), to, bound)], expected);
      }),
    );
  });
});
