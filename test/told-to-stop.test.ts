import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { NICENESS } from '../src/cli/stopping.ts';
import { ENVIRONMENT, makeStore } from './child.ts';
import { eventually, inTime } from './client.ts';
import { RUN } from './command.ts';
import { plantMany } from './memory/copy-event.ts';
import { startService } from './service.ts';
import { openWeb } from './web.ts';

test('An import runs at low priority, and stopped by two signals it reports what it has done', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  await using silent = await openWeb(() => resolve());
  await using store = await makeStore();
  const words = ['--input-type=module', '--eval', RUN, '--', 'import', silent.origin, '--json'];
  const settings = { DATA_DIR: store.folder, DATABASE_URL: store.url };
  const child = spawn(process.execPath, words, {
    env: { ...ENVIRONMENT, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const said = text(child.stdout);
    const ended = once(child, 'close');
    await asked;
    assert.equal(getPriority(child.pid), NICENESS);
    child.kill('SIGTERM');
    child.kill('SIGINT');
    assert.deepEqual(await inTime(ended), [1, null]);
    assert.equal(JSON.parse(await said).aborted, true);
  } finally {
    child.kill('SIGKILL');
  }
});

test('A stopped export leaves no partial file', async () => {
  await using service = await startService();
  const { DATA_DIR, DATABASE_URL } = service.config;
  await plantMany(service, 'One', 5000);
  const file = join(DATA_DIR, 'calendar.json');
  const words = ['--input-type=module', '--eval', RUN, '--', 'export', file];
  const child = spawn(process.execPath, words, {
    env: { ...ENVIRONMENT, DATA_DIR, DATABASE_URL },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(child.stderr);
  const ended = once(child, 'close');
  const parts = async () => (await readdir(DATA_DIR)).filter(name => name.startsWith('calendar'));
  assert.deepEqual(await eventually(parts, found => found.length > 0), ['calendar.json.part']);
  child.kill('SIGTERM');
  assert.deepEqual(await inTime(ended), [1, null]);
  assert.match(await said, /^Stopped/);
  assert.deepEqual(await parts(), []);
});
