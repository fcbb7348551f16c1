import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { memoryLimit } from './memory.ts';

const folder = await mkdtemp(join(tmpdir(), 'almanac-groups-'));
after(() => rm(folder, { recursive: true }));
const ownGroup = join(folder, 'own');
/** What the runtime says without a limit. */
const NONE = 2 ** 64;
let made = 0;

/** The limit in a group, with these limits of groups by their paths. */
async function limitIn(group: string, limits: Record<string, string>, ownLimit = NONE) {
  const groups = join(folder, String(made++));
  for (const [path, limit] of Object.entries({ '/x': 'max', ...limits })) {
    const file = join(groups, path, 'memory.max');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${limit}\n`);
  }
  await writeFile(ownGroup, group);
  return memoryLimit(groups, ownGroup, ownLimit);
}

test('The smallest limit of a group and of the groups above it counts', async () => {
  assert.equal(await limitIn('0::/a/b\n', { '/a/b': '300', '/a': '500' }), 300);
  assert.equal(await limitIn('0::/a/b\n', { '/a/b': 'max', '/a': '500' }), 500);
  assert.equal(await limitIn('0::/a/b\n', { '/a/b': '700', '/a': '500', '/': '400' }), 400);
  assert.equal(await limitIn('0::/a/b\n', { '/a/b': '700', '/c': '1' }), 700);
});

test('In a container the folder of all groups is that of its own', async () => {
  assert.equal(await limitIn('0::/\n', { '/': '400' }), 400);
  assert.equal(await limitIn('0::/outside/of/it\n', { '/': '400' }), 400);
  assert.equal(await limitIn('0::/../other\n', { '/': '400', '/other': '300' }), 400);
});

test('Beside groups of version 1 the line of version 2 counts, and what the runtime knows', async () => {
  const both = '4:memory:/old\n0::/a\n';
  assert.equal(await limitIn(both, { '/a': '500', '/old': '1' }), 500);
  assert.equal(await limitIn(both, { '/a': '500' }, 200), 200);
  assert.equal(await limitIn('4:memory:/old\n', {}, 200), 200);
});

test('There is no limit without groups, without a number, or if the runtime does not know', async () => {
  assert.equal(await limitIn('0::/a\n', { '/a': 'max', '/': 'max' }), undefined);
  assert.equal(await limitIn('0::/a\n', { '/a': '' }), undefined);
  assert.equal(await limitIn('', {}, 0), undefined);
  assert.equal(memoryLimit(join(folder, 'nothing'), join(folder, 'nobody'), NONE), undefined);
});
