import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ThreadClient, ThreadEnded } from './threads.ts';

/** Doubles numbers, fails for what is none, and ends when it is told to. */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { workerData } from 'node:worker_threads';
    import { answerRequests } from '${new URL('./threads.ts', import.meta.url).href}';
    answerRequests(async request => {
      if (request === 'end') process.exit();
      if (typeof request !== 'number') throw Object.assign(new Error('no number'), { code: 'NAN' });
      return request * workerData;
    });`)}`,
);

describe('A thread that answers requests', () => {
  let thread: ThreadClient<unknown>;
  beforeEach(() => {
    thread = new ThreadClient(PROGRAM, 2);
  });
  afterEach(() => thread.close());

  it('answers each of them', async () => {
    assert.equal(thread.isRunning, false);
    assert.deepEqual(await Promise.all([1, 2, 3].map(number => thread.ask(number))), [2, 4, 6]);
    assert.equal(thread.isRunning, true);
  });

  it('tells what went wrong, and goes on', async () => {
    await assert.rejects(thread.ask('one'), { message: 'no number', code: 'NAN' });
    assert.equal(await thread.ask(4), 8);
  });

  it('is started again after it has ended', async () => {
    const [ended, after] = [thread.ask('end'), thread.ask(1)];
    for (const lost of [ended, after]) await assert.rejects(lost, ThreadEnded);
    assert.equal(await thread.ask(5), 10);
  });

  it('loses nothing to a request that cannot be sent', async () => {
    await assert.rejects(
      thread.ask(() => {}),
      { name: 'DataCloneError' },
    );
    assert.equal(await thread.ask(6), 12);
  });
});
