import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { LOAD } from './command.ts';

/** The whole megabytes of a half of the young heap now. */
const HALF = `
  import { getHeapSpaceStatistics } from 'node:v8';
  const half = () => {
    const young = getHeapSpaceStatistics().find(space => space.space_name === 'new_space');
    return Math.round((young.space_used_size + young.space_available_size) / 2 ** 20);
  };`;

/**
 * Runs a command, then creates garbage of which much survives for a while, and prints the megabytes of a half of the
 * young heap: the least of some, for the runtime may lend it half a megabyte until the next collection.
 */
const PROGRAM = `${HALF}
  ${LOAD}
  await main(['--version']);
  let kept = [];
  const halves = [];
  for (let at = 1; at <= 3_000_000; at++) {
    kept.push({ at, text: String(at) });
    if (kept.length > 200_000) kept = kept.slice(100_000);
    if (at >= 2_000_000 && at % 250_000 === 0) halves.push(half());
  }
  console.log(Math.min(...halves));`;

const growsToEight = async (...options: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...options,
    '--input-type=module',
    '-e',
    PROGRAM,
  ]);
  assert.equal(stdout.trim().split('\n').at(-1), '8');
};

it('The halves of the young heap grow to eight megabytes and no further, whatever the command', () =>
  growsToEight());

it('They do so where the runtime had doubled them before the command began', () =>
  growsToEight('--min-semi-space-size=2'));

/** Prints the megabytes of a half as it was made, after the runtime has shrunk it, and after the process has been busy. */
const QUIET = `${HALF}
  import { setImmediate } from 'node:timers/promises';
  import { growYoungHeap, keepHeapSize } from '${new URL('../src/lib/memory.ts', import.meta.url)}';
  growYoungHeap();
  keepHeapSize();
  const halves = [half()];
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  halves.push(half());
  for (let turn = 0; turn < 200; turn++) {
    const kept = [];
    for (let at = 0; at < 20_000; at++) kept.push({ at, text: String(at) });
    await setImmediate();
  }
  console.log(...halves, half());`;

it('A service that was quiet has its whole young heap again once it is busy', async () => {
  const words = ['--expose-gc', '--input-type=module', '-e', QUIET];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  assert.equal(stdout, '8 1 8\n');
});
