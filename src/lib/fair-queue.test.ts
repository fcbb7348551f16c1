import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FairQueue, type FairQueueOptions, Overloaded } from './fair-queue.ts';

/** A queue of jobs that the test ends, and the names of those that have started. */
function started(options: FairQueueOptions<string>) {
  const queue = new FairQueue<string>(options);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (key: string, name: string, signal?: AbortSignal) => {
    const done = queue.run(
      key,
      () => {
        begun.push(name);
        return new Promise<void>(resolve => ends.push(resolve));
      },
      signal,
    );
    done.catch(() => {});
    return done;
  };
  const endNext = async () => {
    ends.shift()?.();
    await setImmediate();
  };
  return { queue, run, begun, endNext };
}

it('Jobs run one at a time, and keys take turns', async () => {
  const { run, begun, endNext } = started({ mostWaiting: 10 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) run('a', name);
  for (const name of ['b1', 'b2']) run('b', name);
  run('c', 'c1');
  for (let count = 1; count <= 7; count++) {
    await setImmediate();
    assert.equal(begun.length, count);
    await endNext();
  }
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

it('Several jobs may run at once', async () => {
  const { run, begun, endNext } = started({ atOnce: 2, mostWaiting: 10 });
  for (const name of ['a1', 'a2', 'a3']) run('a', name);
  await setImmediate();
  assert.deepEqual(begun, ['a1', 'a2']);
  await endNext();
  assert.deepEqual(begun, ['a1', 'a2', 'a3']);
});

it('A key has a limit of waiting jobs, and other keys are not affected', async () => {
  const { run, begun, endNext } = started({ mostWaiting: 1 });
  run('a', 'a1');
  run('a', 'a2');
  await assert.rejects(run('a', 'a3'), Overloaded);
  run('b', 'b1');
  for (let count = 0; count < 3; count++) await endNext();
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
});

it('Where all keys have too many waiting jobs, the newest of the largest key gives way', async () => {
  const { run, begun, endNext } = started({ mostWaiting: 10, mostInAll: 3 });
  for (const name of ['a1', 'a2', 'a3']) run('a', name);
  const newest = run('a', 'a4');
  run('b', 'b1');
  await assert.rejects(newest, Overloaded);
  await assert.rejects(run('a', 'a5'), Overloaded);
  for (let count = 0; count < 4; count++) await endNext();
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3']);
});

it('A job waits while its key may not begin, and the jobs of other keys pass it', async () => {
  const may = new Set(['b']);
  const { queue, run, begun, endNext } = started({ mostWaiting: 10, mayBegin: key => may.has(key) });
  run('a', 'a1');
  run('b', 'b1');
  await setImmediate();
  assert.deepEqual(begun, ['b1']);
  await endNext();
  assert.deepEqual([begun, queue.waiting], [['b1'], 1]);
  may.add('a');
  queue.look();
  await setImmediate();
  assert.deepEqual([begun, queue.waiting], [['b1', 'a1'], 0]);
});

it('A job that is aborted before its turn does not run', async () => {
  const { queue, run, begun, endNext } = started({ mostWaiting: 10 });
  const controller = new AbortController();
  run('a', 'a1');
  const aborted = run('a', 'a2', controller.signal);
  run('a', 'a3');
  controller.abort(new Error('gone'));
  await assert.rejects(aborted, /gone/);
  assert.equal(queue.waiting, 1);
  await assert.rejects(run('a', 'a4', controller.signal), /gone/);
  for (let count = 0; count < 3; count++) await endNext();
  assert.deepEqual(begun, ['a1', 'a3']);
});

it('A failed job ends, and the next one begins', async () => {
  const queue = new FairQueue<string>({ mostWaiting: 1 });
  const failing = queue.run('a', async () => {
    throw new Error('wrong');
  });
  const next = queue.run('a', async () => 'done');
  await assert.rejects(failing, /wrong/);
  assert.equal(await next, 'done');
  assert.equal(await queue.run('a', async () => 'idle again'), 'idle again');
});
