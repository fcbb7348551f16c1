import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warnOfClock } from './all.ts';

test('A clock that is behind the newest change is warned of once, and again after it was right', () => {
  const warned: unknown[] = [];
  const warn = warnOfClock({ warn: (details: object) => warned.push(details) });
  const newest = Date.UTC(2031, 4, 10) / 1000;
  // Those of a database server and of this machine differ a little.
  for (const behind of [0, 60, 61, 3600]) warn(newest - behind, newest);
  assert.deepEqual(warned, [{ clock: '2031-05-09T23:58:59.000Z', newestChange: '2031-05-10T00:00:00.000Z' }]);
  warn(newest + 3600, newest);
  warn(newest - 3600, newest);
  assert.equal(warned.length, 2);
});
