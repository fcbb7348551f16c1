import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FairQueue } from './fair-queue.ts';

/** A queue of jobs that the test ends, and the names of those that have started. */
function started(mostWaiting: number) {
  const queue = new FairQueue<string>(mostWaiting);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (key: string, name: string) =>
    queue.run(key, () => {
      begun.push(name);
      return new Promise<void>(resolve => ends.push(resolve));
    });
  const endNext = async () => {
    ends.shift()?.();
    await new Promise(resolve => setImmediate(resolve));
  };
  return { run, begun, endNext };
}

it('Jobs run one at a time, and keys take turns', async () => {
  const { run, begun, endNext } = started(10);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run('a', name);
  for (const name of ['b1', 'b2']) void run('b', name);
  void run('c', 'c1');
  for (let count = 1; count <= 7; count++) {
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(begun.length, count);
    await endNext();
  }
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

it('A key has a limit of waiting jobs, and other keys are not affected', async () => {
  const { run, begun, endNext } = started(1);
  void run('a', 'a1');
  assert.ok(run('a', 'a2'));
  assert.equal(run('a', 'a3'), undefined);
  assert.ok(run('b', 'b1'));
  for (let count = 0; count < 3; count++) await endNext();
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
});

it('A failed job ends, and the next one begins', async () => {
  const queue = new FairQueue<string>(1);
  const failing = queue.run('a', async () => {
    throw new Error('wrong');
  });
  const next = queue.run('a', async () => 'done');
  await assert.rejects(failing!, /wrong/);
  assert.equal(await next, 'done');
  assert.equal(await queue.run('a', async () => 'idle again'), 'idle again');
});
