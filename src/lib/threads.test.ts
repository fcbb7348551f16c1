import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ThreadClient, ThreadEnded } from './threads.ts';

/** A thread that doubles numbers, fails for other values, and exits on request. */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { workerData } from 'node:worker_threads';
    import { answerRequests } from '${new URL('./threads.ts', import.meta.url).href}';
    answerRequests(async request => {
      if (request === 'end') process.exit();
      if (request === 'deep') return Array.from({ length: 9000 }).reduce(deep => [deep], []);
      if (typeof request !== 'number') throw Object.assign(new Error('no number'), { code: 'NAN' });
      return request * workerData;
    });`)}`,
);

describe('ThreadClient', () => {
  let thread: ThreadClient<unknown>;
  beforeEach(() => {
    thread = new ThreadClient(PROGRAM, 2);
  });
  afterEach(() => thread.close());

  it('A thread answers each request and starts with the first', async () => {
    assert.equal(thread.isRunning, false);
    assert.deepEqual(await Promise.all([1, 2, 3].map(number => thread.ask(number))), [2, 4, 6]);
    assert.equal(thread.isRunning, true);
  });

  it('A thread reports the error of a request and goes on', async () => {
    await assert.rejects(thread.ask('one'), { message: 'no number', code: 'NAN' });
    assert.equal(await thread.ask(4), 8);
  });

  it('A thread that has ended fails its open requests and is started again', async () => {
    const [ended, after] = [thread.ask('end'), thread.ask(1)];
    for (const lost of [ended, after]) await assert.rejects(lost, ThreadEnded);
    assert.equal(await thread.ask(5), 10);
  });

  it('An answer that cannot be received fails its request, and the thread is started again', async () => {
    await assert.rejects(thread.ask('deep'));
    assert.equal(await thread.ask(7), 14);
  });

  it('A process that waits for nothing but the end of a thread goes on after it', async () => {
    const program = `
      import { ThreadClient } from '${new URL('./threads.ts', import.meta.url).href}';
      for (let round = 0; round < 10; round++) {
        const thread = new ThreadClient(new URL(${JSON.stringify(PROGRAM.href)}), 2);
        await thread.ask(1);
        for (let number = 0; number < 6; number++) thread.ask(number).catch(() => {});
        await thread.close();
      }
      console.log('ended');`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    assert.equal(stdout, 'ended\n');
  });

  it('A request that cannot be sent fails alone, and the thread goes on', async () => {
    await assert.rejects(
      thread.ask(() => {}),
      { name: 'DataCloneError' },
    );
    assert.equal(await thread.ask(6), 12);
  });
});
