import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ENVIRONMENT } from './child.ts';
import { committed, type Entered, grown } from './entered.ts';
import { OF_NO_STORE } from './store.ts';

describe('The files and functions that a request enters', () => {
  it('A list, an event, a page and a create enter no more than before', OF_NO_STORE, async () => {
    // In a process of its own, in which nothing else runs.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', './bin/resolve.mjs', fileURLToPath(new URL('entered.ts', import.meta.url)), '--json'],
      { env: { ...ENVIRONMENT, TEST_TEMPLATE: process.env.TEST_TEMPLATE } },
    );
    const now: Entered = JSON.parse(stdout);
    assert.deepEqual(Object.keys(now), Object.keys(committed()));
    for (const { files, functions } of Object.values(now)) assert.ok(files > 20 && functions > files);
    assert.deepEqual(
      grown(now),
      [],
      '`npm run entered -- --list` prints what is entered. `npm run entered` writes figures that are lower.',
    );
  });
});
