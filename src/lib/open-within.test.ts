import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, realpath, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownFolder } from '../../test/folder.ts';
import { isWithin, OutOfBounds, readWithin } from './open-within.ts';

const place = await realpath(await ownFolder());
const [inside, outside] = [join(place, 'inside'), join(place, 'outside')];
for (const folder of [inside, outside]) {
  await mkdir(join(folder, 'part'), { recursive: true });
  await writeFile(join(folder, 'part', 'file'), folder);
}
const bounds = async (real: string) => isWithin(real, inside);
const read = async (path: string) => (await readWithin(path, bounds)).toString();

test('A file is read through links that end within its bounds', async () => {
  await symlink('part', join(inside, 'link'));
  assert.equal(await read(join(inside, 'link', 'file')), inside);
  await symlink('../outside/part/file', join(inside, 'out'));
  await symlink('../inside-too', join(inside, 'gone'));
  for (const path of [join(inside, 'out'), join(outside, 'part', 'file'), join(inside, 'part')])
    await assert.rejects(read(path), OutOfBounds, path);
  await assert.rejects(read(join(inside, 'gone')), { code: 'ENOENT' });
  assert.ok(!isWithin(`${inside}-too`, inside) && isWithin(inside, inside) && isWithin(inside, '/'));
});

test('A pipe is no file, and nobody waits for its writer', async () => {
  execFileSync('mkfifo', [join(inside, 'pipe')]);
  await assert.rejects(read(join(inside, 'pipe')), OutOfBounds);
});

test('Exchanging a folder for a link meanwhile leads to nothing outside', async () => {
  const [part, real, evil] = ['part', 'real', 'evil'].map(name => join(inside, name)) as [
    string,
    string,
    string,
  ];
  await symlink('../outside/part', evil);
  assert.equal(await readFile(join(evil, 'file'), 'utf8'), outside);
  let isDone = false;
  const exchanging = (async () => {
    while (!isDone) {
      await rename(part, real);
      await rename(evil, part);
      await rename(part, evil);
      await rename(real, part);
    }
  })();
  const found = new Set<string>();
  for (let time = 0; time < 500; time++)
    found.add(await read(join(part, 'file')).catch(error => (error as Error).name));
  isDone = true;
  await exchanging;
  await unlink(evil);
  assert.ok(!found.has(outside), [...found].join());
  assert.equal(await read(join(part, 'file')), inside);
});
