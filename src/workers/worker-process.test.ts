import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Watch } from './worker-process.ts';

test('A worker that leaves six questions in a row unanswered hangs', () => {
  const watch = new Watch<string>();
  const asked: string[] = [];
  const ask = (...workers: string[]) => watch.ask(workers, worker => asked.push(worker));
  for (let turn = 0; turn < 5; turn++) assert.deepEqual(ask('one', 'other'), []);
  watch.heard('other');
  assert.deepEqual(ask('one', 'other', 'third'), []);
  asked.length = 0;
  assert.deepEqual(ask('one', 'other', 'third'), ['one']);
  assert.deepEqual(asked, ['other', 'third']);
  assert.deepEqual(ask('other'), [], 'one has ended');
  assert.deepEqual(ask('one', 'other'), [], 'a new one');
});
