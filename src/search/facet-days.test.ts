import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byDay, byMonth } from './facet-days.ts';

const dayOf = (date: string) => Date.parse(date) / 86_400_000;

test('Days and months on which only events begin that the list does not have are left out', () => {
  // The index has the days of all events, and counts those of the list.
  const days = Int32Array.from(['2031-01-10', '2031-03-30', '2031-04-02', '2031-06-01'].map(dayOf));
  const counts = { days, firsts: Int32Array.of(0, 1, 0, 0), lasts: Int32Array.of(0, 0, 1, 0) };
  const range = { from: -Infinity, to: Infinity };
  const listed = (found: ReturnType<typeof byMonth>) => [found.total, found.values.map(({ count }) => count)];
  assert.deepEqual(listed(byMonth(counts, range, 9)), [2, [1, 1]]);
  assert.deepEqual(listed(byMonth(counts, range, 1)), [2, [1]]);
  assert.deepEqual(listed(byDay(counts, range, 9)), [4, [1, 1, 1, 1]]);
});
