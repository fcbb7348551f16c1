import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Semaphore } from './semaphore.ts';

/** Tasks that the test ends. */
function works(count: number, turns: Semaphore) {
  const begun: number[] = [];
  const ends = Array.from({ length: count }, () => Promise.withResolvers<number>());
  const done = ends.map(({ promise }, at) =>
    turns.take(() => {
      begun.push(at);
      return promise;
    }),
  );
  return { begun, ends, done };
}

describe('Semaphore', () => {
  it('A semaphore limits how many tasks run at the same time and keeps their order', async () => {
    const { begun, ends, done } = works(5, new Semaphore(2, 10));
    await setImmediate();
    assert.deepEqual(begun, [0, 1]);
    ends[1]!.resolve(1);
    assert.equal(await done[1], 1);
    await setImmediate();
    assert.deepEqual(begun, [0, 1, 2]);
    for (const at of [0, 2, 3, 4]) ends[at]!.resolve(at);
    assert.deepEqual(await Promise.all(done), [0, 1, 2, 3, 4]);
  });

  it('A failed task releases the semaphore', async () => {
    const turns = new Semaphore(1, 1);
    const { begun, ends, done } = works(2, turns);
    ends[0]!.reject(new Error('broken'));
    await assert.rejects(done[0]!, /broken/);
    ends[1]!.resolve(1);
    assert.equal(await done[1], 1);
    assert.deepEqual(begun, [0, 1]);
    assert.equal(await turns.take(async () => 'again'), 'again');
  });

  it('is refused where too many wait, and never begins', async () => {
    const { begun, ends, done } = works(4, new Semaphore(1, 2));
    await assert.rejects(done[3]!, { name: 'Overloaded', code: 'overloaded' });
    for (const at of [0, 1, 2]) ends[at]!.resolve(at);
    assert.deepEqual(await Promise.all(done.slice(0, 3)), [0, 1, 2]);
    assert.deepEqual(begun, [0, 1, 2]);
  });
});
