import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { SegmentData } from './segment-data.ts';
import { TimeWindows } from './time-windows.ts';

describe('Events that are running at an instant', () => {
  const sizes = fc.constantFrom(0, 1, 63, 64, 65, 130, 4096, 4097, 5000);
  const bound = fc.constantFrom(-Infinity, -1, 0, 3, 98, 99, 100, Infinity);

  it('All events that have begun by an instant and end after it are found, in order, and no other', () => {
    const run = fc.record({ size: sizes, seed: fc.nat(), bound, isForward: fc.boolean() });
    fc.assert(
      fc.property(run, ({ size, seed, bound, isForward }) => {
        const starts = Float64Array.from({ length: size }, (_, at) => Math.floor(at / 50));
        const ends = starts.map((start, at) => {
          const hashed = Math.imul(at + seed, 0x9e3779b1) >>> 12;
          return (isForward ? start : 0) + (hashed % 50 === 0 ? hashed % 100 : hashed % 3);
        });
        const data = { columns: { size, starts, ends }, isForward } as unknown as SegmentData;
        const expected = [...ends.keys()].filter(
          at => ends[at]! > bound && (!isForward || starts[at]! <= bound),
        );
        assert.deepEqual([...new TimeWindows(data).running(bound)], expected);
      }),
    );
  });
});
