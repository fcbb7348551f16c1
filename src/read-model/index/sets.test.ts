import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { bitsOf, contains, inRange, isDense, type Positions, union } from './sets.ts';

const SIZE = 3000;
/** Few positions, many, or all of them near each other. */
const members = fc
  .oneof(
    fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: 5 }),
    fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: 200, size: 'max' }),
    fc.uniqueArray(fc.nat(50), { maxLength: 40, size: 'max' }),
  )
  .map(list => Uint32Array.from(list).sort());

/** Makes a set as a list or as a bitset. */
const sets = fc
  .record({ list: members, dense: fc.boolean() })
  .map(({ list, dense }): Positions => (dense ? { bits: bitsOf({ list }, SIZE) } : { list }));

const all = Array.from({ length: SIZE }, (_, n) => n);
const membersOf = (set: Positions) => all.filter(n => contains(set, n));

describe('Sets of positions', () => {
  it('A set of positions is the same as a list and as bits', () => {
    fc.assert(
      fc.property(members, list => {
        assert.deepEqual(membersOf({ list }), [...list]);
        assert.deepEqual(membersOf({ bits: bitsOf({ list }, SIZE) }), [...list]);
      }),
    );
  });

  it('A union has the members of all its sets, as bits where they are many, and leaves the sets unchanged', () => {
    fc.assert(
      fc.property(fc.array(sets, { maxLength: 5 }), some => {
        const before = some.map(membersOf);
        const united = union(some, SIZE);
        const expected = all.filter(n => before.some(set => set.includes(n)));
        assert.deepEqual(membersOf(united), expected);
        if (united.list) assert.deepEqual([...united.list], expected);
        if (some.length > 1 && isDense(expected.length, SIZE)) assert.ok(united.bits);
        assert.deepEqual(some.map(membersOf), before, 'the sets themselves stay as they are');
      }),
    );
  });

  it('Sorted lists have members in a range', () => {
    fc.assert(
      fc.property(members, fc.nat(SIZE), fc.nat(SIZE), (one, from, length) => {
        const range = { from, to: from + length };
        assert.deepEqual(
          [...inRange(one, range)],
          [...one].filter(n => n >= from && n < range.to),
        );
      }),
    );
  });
});
