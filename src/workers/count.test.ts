import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualWorkers, workersFor } from './count.ts';

const MB = 2 ** 20;
const windows = process.platform === 'win32' && 'processes cannot share a port there';

test('Each worker has 384 MB of memory, and one is there with less', { skip: windows }, () => {
  const counts = [200, 512, 767, 768, 1024, 1152, 1536, 4096].map(size => usualWorkers(size * MB, 4).count);
  assert.deepEqual(counts, [1, 1, 1, 2, 2, 3, 4, 4]);
});

test('The limit is named only if it makes a difference', { skip: windows }, () => {
  assert.deepEqual(usualWorkers(512 * MB, 2), { count: 1, limit: 512 * MB });
  assert.deepEqual(usualWorkers(512 * MB, 1), { count: 1, limit: undefined });
  assert.deepEqual(usualWorkers(4096 * MB, 4), { count: 4, limit: undefined });
});

test('A command line or the environment chooses the number whatever the memory', { skip: windows }, () => {
  assert.deepEqual(workersFor(['serve', '--workers', '3'], { WORKERS: '2' }), { least: 3, most: 3 });
  assert.deepEqual(workersFor(['serve'], { WORKERS: '2' }), { least: 2, most: 2 });
  assert.deepEqual(workersFor(['users', 'list'], { WORKERS: '2' }), { least: 1, most: 1 });
});

test('Without a number, one worker runs at first, and more if requests wait', { skip: windows }, () => {
  const usual = { least: 1, most: usualWorkers().count };
  assert.deepEqual(workersFor(['serve'], {}), usual);
  assert.deepEqual(workersFor(['serve', '--workers', ''], { WORKERS: '2' }), usual);
});
