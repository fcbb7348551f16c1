import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { add, bitsFor } from '../lib/bits.ts';
import { addGaps, postingOf } from './gaps.ts';

const SIZE = 3_000_000;

test('A set of texts is the same after a round trip through a posting list', () => {
  const near = fc.array(fc.nat({ max: 1000 }), { maxLength: 300 });
  const far = fc.array(fc.nat({ max: SIZE - 1 }), { maxLength: 20 });
  fc.assert(
    fc.property(near, far, (some, others) => {
      const bits = bitsFor(SIZE);
      for (const text of [...some, ...others]) add(bits, text);
      const posting = Uint8Array.from(postingOf(bits, SIZE));
      const again = bitsFor(SIZE);
      addGaps(new Uint32Array(posting.buffer), 0, posting.length / 4, again);
      assert.deepEqual(again, bits);
    }),
    { numRuns: 50 },
  );
});

test('A posting list has the length of a bitset if and only if it holds one text in 32 or more', () => {
  for (const size of [1, 31, 32, 33, 64, 1000]) {
    for (let count = 1; count <= Math.min(size, 40); count++) {
      const bits = bitsFor(size);
      for (let text = 0; text < count; text++) add(bits, size - 1 - Math.floor((text * size) / count));
      const { length } = postingOf(bits, size);
      assert.equal(length === bits.byteLength, count * 32 >= size);
    }
  }
});
