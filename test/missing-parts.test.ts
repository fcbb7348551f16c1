import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { StoreError } from '../src/db/errors.ts';
import { openStore } from '../src/db/open.ts';
import { ENVIRONMENT, startChild } from './child.ts';
import { almanac, almanacHere } from './command.ts';
import { openSmallDisk } from './disk/disk.ts';
import { ownFolder } from './folder.ts';
import { OF_NO_STORE } from './store.ts';

// Folders in which a part of an embedded store is missing: a start must not make an empty site of them.

const folder = await ownFolder();
const NAME = 'almanac.sqlite';

async function folderWith(name: string, files: Record<string, string>): Promise<string> {
  for (const [file, from] of Object.entries(files)) {
    const to = join(folder, name, file);
    await mkdir(join(to, '..'), { recursive: true });
    if (from === '') await writeFile(to, 'x');
    else await copyFile(from, to);
  }
  return join(folder, name);
}
const serve = (at: string) => almanacHere({ DATA_DIR: at, PORT: '0' }, 'serve');

/** Opens the store in this folder as a service does, and closes it. */
async function openAndClose(at: string): Promise<void> {
  const config = { DATA_DIR: at, DATABASE_URL: '', DATABASE_POOL: 1, DATABASE_TIMEOUT: 10 };
  const db = await openStore(config);
  await db.selectFrom('users').select('id').execute();
  await db.destroy();
}

const OPEN = `
  const { openStore } = await import('${new URL('../src/db/open.ts', import.meta.url)}');
  await openStore({ DATA_DIR: process.argv[1], DATABASE_URL: '', DATABASE_POOL: 1, DATABASE_TIMEOUT: 10 });`;

/** Makes a store in a process that is killed some milliseconds after it has begun. */
async function killedWhileMaking(at: string, milliseconds: number): Promise<void> {
  const words = ['--input-type=module', '--eval', OPEN, '--', at];
  const child = spawn(process.execPath, words, { env: ENVIRONMENT, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (![NAME, `${NAME}-new`].some(name => existsSync(join(at, name)))) await setTimeout(1);
  await setTimeout(milliseconds);
  child.kill('SIGKILL');
  await ended;
}

describe('A store of which a part is missing', OF_NO_STORE, () => {
  it('A store that was copied without its log while it was in use is refused, and stays as it is', async () => {
    const home = join(folder, 'home');
    await using _child = await startChild({ folder: home, url: '' });
    const [file, log] = [join(home, NAME), join(home, `${NAME}-wal`)];
    const alone = await folderWith('alone', { [NAME]: file });
    const whole = await folderWith('whole', { [NAME]: file, [`${NAME}-wal`]: log });
    const before = await readFile(join(alone, NAME));
    assert.ok(before.length > 0, 'the store is no new file');
    const settings = { DATA_DIR: alone, PORT: '0' };
    // A process of its own for the first.
    for (const ended of [almanac(folder, settings, 'serve'), almanacHere(settings, 'users', 'list')]) {
      const { code, out, errors } = await ended;
      assert.deepEqual([code, out], [1, '']);
      assert.match(
        errors,
        /^DATA_DIR \(.*alone\): almanac\.sqlite is empty, as a copy is that was made without almanac\.sqlite-wal .*\n$/,
      );
    }
    assert.ok(before.equals(await readFile(join(alone, NAME))));
    const { code, out } = await almanacHere({ DATA_DIR: whole }, 'users', 'list');
    assert.deepEqual([code, /admin/.test(out)], [0, true]);
  });

  it('A first start that was stopped before the store had its tables is continued by the next one', async () => {
    const home = join(folder, 'stopped');
    {
      await using _child = await startChild({ folder: home, url: '' });
      await mkdir(join(folder, 'begun'), { recursive: true });
      // The file as it is before the first commit, with the mark of a store that is being made.
      await copyFile(join(home, NAME), join(folder, 'begun', NAME));
      await writeFile(join(folder, 'begun', `${NAME}-new`), '');
    }
    assert.deepEqual(await readdir(home).then(names => names.filter(name => name.endsWith('-new'))), []);
    const { code, errors } = await almanacHere({ DATA_DIR: join(folder, 'begun') }, 'init', '--name', 'A');
    assert.equal(code, 0, errors);
    assert.ok(!(await readdir(join(folder, 'begun'))).includes(`${NAME}-new`));
  });

  it('A store whose making was killed at any moment is made by the next start', async () => {
    let begun = 0;
    for (const milliseconds of [0, 2, 5, 10, 15, 20, 30, 60]) {
      const at = join(folder, `killed-${milliseconds}-${begun}`);
      await killedWhileMaking(at, milliseconds);
      if (existsSync(join(at, `${NAME}-new`))) begun++;
      await openAndClose(at);
      const left = (await readdir(at)).filter(name => name !== NAME);
      assert.deepEqual(left, []);
    }
    assert.ok(begun > 0, 'some were killed while the store had no tables');
  });

  it('A store that finds no room is made once there is room', async context => {
    await using disk = await openSmallDisk(8);
    if (!disk) return context.skip('this account may not have a disk of its own');
    for (const kilobytes of [0, 4, 16, 36, 100, 400]) {
      const at = join(disk.folder, `${kilobytes}`);
      await disk.fill(kilobytes);
      await assert.rejects(openAndClose(at), (error: StoreError) => {
        assert.ok(error instanceof StoreError && error.away);
        assert.match(error.message, /^DATA_DIR \(.*\): the disk is full(, or fails)?\.$/);
        return true;
      });
      await disk.clear();
      await openAndClose(at);
      assert.deepEqual(await readdir(at), [NAME]);
    }
  });

  it('Without a store, what is left of one is told, and no new store is made beside it', async () => {
    const cases: [string, string, RegExp][] = [
      [
        'pictures',
        'images/ab/a.png',
        /no almanac\.sqlite, but images\/ of a store\. Bring it back, or set DATABASE_URL/,
      ],
      ['log', `${NAME}-wal`, /no almanac\.sqlite, but almanac\.sqlite-wal of a store/],
      ['copy', 'almanac-0014-trash.sqlite', /no almanac\.sqlite, but almanac-0014-trash\.sqlite of a store/],
    ];
    for (const [name, file, expected] of cases) {
      const at = await folderWith(name, { [file]: '' });
      const { code, errors } = await serve(at);
      assert.equal(code, 1);
      assert.match(errors, expected);
      assert.deepEqual(await readdir(at), [file.split('/')[0]]);
    }
  });

  it('An empty file in the place of a store becomes one', async () => {
    const at = await folderWith('new', {});
    await mkdir(at, { recursive: true });
    await writeFile(join(at, NAME), '');
    await using child = await startChild({ folder: at, url: '' });
    assert.equal((await fetch(child.base)).status, 200);
    assert.ok((await stat(join(at, NAME))).size > 0);
  });
});
