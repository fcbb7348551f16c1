import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rangeIn } from './files.ts';

const SIZE = 100;

describe('rangeIn', () => {
  for (const [range, found] of [
    ['bytes=0-9', [0, 9]],
    ['bytes=90-', [90, 99]],
    ['bytes=90-1000', [90, 99]],
    ['bytes=99-99', [99, 99]],
    ['bytes=-10', [90, 99]],
    ['bytes=-1000', [0, 99]],
    [' Bytes = 0 - 0 ', [0, 0]],
  ] as const)
    it(`"${range}" asks for the bytes from ${found[0]} to ${found[1]}`, () => {
      assert.deepEqual(rangeIn({ range }, SIZE), { start: found[0], end: found[1] });
    });

  for (const range of ['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])
    it(`A file of 100 bytes has nothing of "${range.slice(0, 20)}"`, () => {
      assert.equal(rangeIn({ range }, SIZE), 'none');
    });

  for (const range of [
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=9-0',
    'bytes=0-1,5-6',
    'lines=0-9',
    'bytes=a-b',
  ])
    it(`"${range}" asks for the whole file`, () => {
      assert.equal(rangeIn({ ...(range !== undefined && { range }) }, SIZE), undefined);
    });

  it('An empty file has no range', () => {
    assert.equal(rangeIn({ range: 'bytes=0-' }, 0), 'none');
    assert.equal(rangeIn({ range: 'bytes=-5' }, 0), 'none');
  });
});
