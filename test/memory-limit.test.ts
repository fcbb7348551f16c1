import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ENVIRONMENT, makeStore, SERVE } from './child.ts';
import { eventually } from './client.ts';
import { SERVER } from './store.ts';

const LIMIT = 700 * 2 ** 20;

const group = SERVER === undefined ? makeGroup() : undefined;
const skip =
  (SERVER !== undefined && 'of no store') ||
  (group === undefined && 'no group with a limit of memory can be made here') ||
  (availableParallelism() === 1 && 'one core has one worker');

describe('A service whose memory is limited', { skip }, () => {
  after(() => rmdirSync(group!));

  it('One process answers, and says why', async () => {
    const { listened, told } = await serve('');
    assert.equal(listened, 1);
    assert.deepEqual(told, [{ workers: 1, megabytes: 700 }]);
  });

  it('WORKERS counts for more', async () => {
    const { listened, told } = await serve('2');
    assert.equal(listened, 2);
    assert.deepEqual(told, []);
  });
});

/**
 * Makes a group of processes with this limit, by version 2 or 1 of Linux's control groups.
 * @returns its folder; undefined if this account or this system cannot
 */
function makeGroup(): string | undefined {
  for (const [parent, limit] of [
    ['/sys/fs/cgroup', 'memory.max'],
    ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
  ] as const) {
    const folder = join(parent, `almanac-test-${process.pid}`);
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    if (existsSync(join(folder, limit))) {
      writeFileSync(join(folder, limit), String(LIMIT));
      return folder;
    }
    rmdirSync(folder);
  }
  return undefined;
}

/** Serves in the group until all workers listen; resolves to their number and to what the log says of memory. */
async function serve(workers: string) {
  await using store = await makeStore();
  const enter = `echo $$ > '${group}/cgroup.procs' && exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', enter, process.execPath, SERVE], {
    env: { ...ENVIRONMENT, DATA_DIR: store.folder, PORT: '0', WORKERS: workers },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  const listened = () => output.split('"Server listening').length - 1;
  await eventually(() => /^Almanac is at/m.test(output) && listened() >= Number(workers));
  child.kill('SIGTERM');
  await once(child, 'close');
  const lines = output.split('\n').filter(line => line.startsWith('{'));
  const told = lines
    .map(line => JSON.parse(line))
    .filter(({ msg }) => msg.startsWith('memory is limited'))
    .map(({ workers, megabytes }) => ({ workers, megabytes }));
  return { listened: listened(), told };
}
