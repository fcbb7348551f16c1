import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Changes, LoggedChange } from '../db/changes.ts';
import { ownCommits } from '../db/observe.ts';
import { Follower } from './follower.ts';

/** A follower of a log that is slow to answer, and counts how often it is asked; `answer` ends the oldest question. */
function followed(shared = 5) {
  let now = 0;
  const open: PromiseWithResolvers<readonly LoggedChange[]>[] = [];
  let asked = 0;
  const changes = {
    shared,
    newChanges() {
      asked++;
      open.push(Promise.withResolvers());
      return open.at(-1)!.promise;
    },
    confirm() {},
  } as Partial<Changes> as Changes;
  const listener = { apply: async () => {}, poll() {}, isPending: () => false };
  const follower = new Follower(changes, listener, () => now);
  return {
    follower,
    asked: () => asked,
    pass(milliseconds: number) {
      now += milliseconds;
    },
    async answer() {
      // A read that waits for the one before begins in a later step.
      while (open.length === 0) await setImmediate();
      open.shift()!.resolve([]);
    },
    refuse: () => open.shift()!.reject(new Error('away')),
  };
}

describe('A read of the change log', () => {
  it('is shared from its beginning on, and does not count for longer because its answer was late', async () => {
    const { follower, asked, pass, answer } = followed();
    const first = follower.recent();
    pass(4);
    assert.equal(follower.recent(), first, 'while it runs');
    await answer();
    await first;
    assert.equal(follower.recent(), undefined, 'once it has ended');
    pass(1);
    const second = follower.recent();
    assert.ok(second);
    assert.equal(asked(), 2);
    pass(5);
    const third = follower.recent();
    assert.notEqual(third, second, 'it began too early');
    await answer();
    await second;
    await answer();
    await third;
    assert.equal(asked(), 3);
    follower.close();
  });

  it('is not shared with those who need what was committed when they asked, nor across a commit of this process', async () => {
    const { follower, asked, answer } = followed();
    const first = follower.recent();
    const exact = follower.current();
    assert.notEqual(exact, first);
    await answer();
    await first;
    await answer();
    await exact;
    assert.equal(asked(), 2);
    assert.equal(follower.recent(), undefined);
    ownCommits.count++;
    const second = follower.recent();
    ownCommits.count++;
    const third = follower.recent();
    assert.notEqual(third, second, 'the commit came while it ran');
    await answer();
    await second;
    await answer();
    await third;
    assert.equal(asked(), 4);
    follower.close();
  });

  it('counts for nothing if it failed, or where each read is cheap', async () => {
    const { follower, asked, refuse, answer } = followed();
    const failing = follower.recent();
    refuse();
    await assert.rejects(failing!);
    const next = follower.recent();
    assert.ok(next);
    await answer();
    await next;
    assert.equal(asked(), 2);
    follower.close();
    const cheap = followed(0);
    for (const _ of [1, 2]) {
      const look = cheap.follower.recent();
      await cheap.answer();
      await look;
    }
    assert.equal(cheap.asked(), 2);
    cheap.follower.close();
  });
});
