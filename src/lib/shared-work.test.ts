import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SharedWork } from './shared-work.ts';

/** Work that the test ends, and that fails when it is aborted. */
function shared() {
  const work = new SharedWork<string>();
  const begun: PromiseWithResolvers<string>[] = [];
  const run = (key: string, signal?: AbortSignal) => {
    const make = (signal: AbortSignal) => {
      const made = Promise.withResolvers<string>();
      signal.addEventListener('abort', () => made.reject(signal.reason));
      begun.push(made);
      return made.promise;
    };
    const done = work.run(key, make, signal);
    done.catch(() => {});
    return done;
  };
  return { run, begun };
}

it('The same work is done once for all who wait, and again for those who come later', async () => {
  const { run, begun } = shared();
  const [first, second, other] = [run('a'), run('a'), run('b')];
  assert.equal(begun.length, 2);
  begun[0]!.resolve('made');
  begun[1]!.resolve('other');
  assert.deepEqual(await Promise.all([first, second, other]), ['made', 'made', 'other']);
  const later = run('a');
  begun[2]!.resolve('again');
  assert.equal(await later, 'again');
});

it('Failed work fails for all who wait, and begins anew', async () => {
  const { run, begun } = shared();
  const both = [run('a'), run('a')];
  begun[0]!.reject(new Error('broken'));
  for (const one of both) await assert.rejects(one, /broken/);
  run('a');
  assert.equal(begun.length, 2);
});

it('Work is aborted when all have left, and not before', async () => {
  const { run, begun } = shared();
  const [first, second] = [new AbortController(), new AbortController()];
  const waiting = [run('a', first.signal), run('a', second.signal)];
  first.abort(new Error('left'));
  assert.equal(begun.length, 1);
  run('a', AbortSignal.abort());
  second.abort(new Error('left as well'));
  const stays = run('a', new AbortController().signal);
  for (const one of waiting) await assert.rejects(one, /left as well/);
  begun[1]!.resolve('made');
  assert.equal(await stays, 'made');
});

it('Work goes on for one who waits without a signal', async () => {
  const { run, begun } = shared();
  const leaves = new AbortController();
  const [, stays] = [run('a', leaves.signal), run('a')];
  leaves.abort();
  begun[0]!.resolve('made');
  assert.equal(await stays, 'made');
});
