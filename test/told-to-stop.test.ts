import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { NICENESS } from '../src/cli/give-way.ts';
import { makeStore, NODE_COMPILE_CACHE } from './child.ts';
import { inTime } from './client.ts';
import { RUN } from './command.ts';

test('an import lets others go first, and told to stop by two signals at once it reports what it has done', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  await using store = await makeStore();
  const site = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const words = ['--input-type=module', '--eval', RUN, '--', 'import', site, '--json'];
  const settings = { DATA_DIR: store.folder, DATABASE_URL: store.url };
  const child = spawn(process.execPath, words, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const said = text(child.stdout);
    const ended = once(child, 'close');
    await once(silent, 'request');
    assert.equal(getPriority(child.pid), NICENESS);
    child.kill('SIGTERM');
    child.kill('SIGINT');
    assert.deepEqual(await inTime(ended), [1, null]);
    assert.equal(JSON.parse(await said).aborted, true);
  } finally {
    child.kill('SIGKILL');
    silent.closeAllConnections();
    silent.close();
  }
});
