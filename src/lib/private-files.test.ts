import assert from 'node:assert/strict';
import { mkdir, open, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, it, mock } from 'node:test';
import { ownFolder } from '../../test/folder.ts';
import { picture } from '../../test/pictures.ts';
import { makeBackup } from '../backup/backup.ts';
import { restoreBackup } from '../backup/restore.ts';
import { readConfig } from '../config.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import { insertImage, takeNewImage } from '../images/store.ts';
import { makeFolder, makeFolderSync } from './private-files.ts';

const folder = await ownFolder();

/** The folders that are synced during `work`, each with the names in it at that time. */
async function syncedBy(work: () => Promise<unknown>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle);
  const sync = prototype.sync;
  await handle.close();
  const mocked = mock.method(prototype, 'sync', async function (this: typeof handle) {
    const path = await readlink(`/proc/self/fd/${this.fd}`);
    if ((await this.stat()).isDirectory()) found[path] = await readdir(path);
    return sync.call(this);
  });
  try {
    await work();
    return found;
  } finally {
    mocked.mock.restore();
  }
}

/** Files that the engine makes beside a store. */
const OF_ENGINE = /-(?:wal|shm)$/;

describe('Names on disk', { skip: process.platform !== 'linux' }, () => {
  it('The names of a new store and the folders around it are synced before anything is written to it', async () => {
    const place = join(folder, 'a', 'b');
    const synced = await syncedBy(async () => (await openSqlite(join(place, 'almanac.sqlite'))).destroy());
    assert.ok(synced[folder]?.includes('a'), 'the first folder in the one that was there');
    assert.deepEqual(synced[join(folder, 'a')], ['b']);
    // The folder is synced once more before the mark of a new store goes.
    const names = synced[place]?.filter(name => !OF_ENGINE.test(name));
    assert.deepEqual(names, ['almanac.sqlite', 'almanac.sqlite-new']);
  });

  it('The name of a store behind a symbolic link is synced in its own folder', async () => {
    const [place, elsewhere] = [join(folder, 'links'), join(folder, 'elsewhere')];
    for (const path of [place, elsewhere]) await mkdir(path);
    await symlink(join(elsewhere, 'store.sqlite'), join(place, 'almanac.sqlite'));
    const synced = await syncedBy(async () => (await openSqlite(join(place, 'almanac.sqlite'))).destroy());
    assert.deepEqual(
      synced[elsewhere]?.filter(name => !OF_ENGINE.test(name)),
      ['store.sqlite'],
    );
  });

  it('The name of the log is synced before the first write is acknowledged, and only once', async () => {
    const place = join(folder, 'log');
    const db = await openSqlite(join(place, 'almanac.sqlite'));
    const write = (name: string) => db.insertInto('settings').values({ name, value: '' }).execute();
    try {
      const synced = await syncedBy(() => write('first'));
      assert.ok(synced[place]?.includes('almanac.sqlite-wal'), String(synced[place]));
      assert.deepEqual(await syncedBy(() => write('second')), {}, 'a name is written down once');
    } finally {
      await db.destroy();
    }
  });

  it('The names of the first picture and of the folders around it are synced', async () => {
    const DATA_DIR = join(folder, 'pictures');
    const viewer = { id: 1, login: 'admin', role: 'administrator' } as const;
    const bytes = await picture(20, 20);
    const take = () => takeNewImage(bytes, 'a', viewer, 1, readConfig({ DATA_DIR }));
    const synced = await syncedBy(take);
    assert.ok(synced[folder]?.includes('pictures'));
    assert.deepEqual(synced[DATA_DIR], ['images']);
    const [key] = synced[join(DATA_DIR, 'images')] ?? [];
    assert.deepEqual(synced[join(DATA_DIR, 'images', key!)], ['a.png']);
    const later = Object.keys(await syncedBy(take));
    assert.ok(!later.includes(DATA_DIR) && later.includes(join(DATA_DIR, 'images')), String(later));
  });

  it('The names of all restored files are synced', async () => {
    const [source, target] = [join(folder, 'source'), join(folder, 'restored')];
    const db = await openSqlite(join(source, 'almanac.sqlite'));
    const config = readConfig({ DATA_DIR: source });
    const viewer = { id: 1, login: 'admin', role: 'administrator' } as const;
    await db
      .insertInto('users')
      .values({ login: 'admin', email: null, role: 'administrator', created_at: 1 })
      .execute();
    await insertImage(db, await takeNewImage(await picture(20, 20), 'a', viewer, 1, config));
    await db.destroy();
    const [{ signal }, file] = [new AbortController(), join(folder, 'backup.tar')];
    await makeBackup(file, config, { overwrite: false, signal });
    const synced = await syncedBy(async () => {
      await using archive = await open(file);
      await restoreBackup(archive, readConfig({ DATA_DIR: target }), signal);
    });
    const [key] = await readdir(join(target, 'images'));
    // They are synced where they are extracted, and then renamed.
    assert.deepEqual(synced[join(target, 'restoring', 'images', key!)], ['a.png']);
    assert.deepEqual(synced[join(target, 'restoring', 'images')], [key]);
    assert.ok(synced[folder]?.includes('restored'));
    for (const name of ['images', 'almanac.sqlite']) assert.ok(synced[target]?.includes(name), name);
  });

  it('The name of a folder that another process has just made is synced', async () => {
    const place = join(folder, 'made');
    await mkdir(place);
    assert.ok((await syncedBy(() => makeFolder(place)))[folder]?.includes('made'));
  });
});

describe('Folders that cannot be made', () => {
  it('A folder that cannot be made fails with the reason', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await assert.rejects(makeFolder(file), { code: 'EEXIST' });
    await assert.rejects(makeFolder(join(file, 'below')), { code: 'ENOTDIR' });
    await symlink(join(folder, 'nowhere'), join(folder, 'dangling'));
    await assert.rejects(makeFolder(join(folder, 'dangling', 'below')), { code: 'EEXIST' });
    assert.equal(await makeFolder('.'), false);
    assert.equal(await makeFolder(resolve('/')), false);
  });
});

describe('Folders', { skip: process.platform !== 'linux' }, () => {
  it('A folder that takes no other one is refused', async () => {
    await assert.rejects(makeFolder('/proc/almanac/data'), { code: 'ENOENT' });
    assert.throws(() => makeFolderSync('/proc/almanac/data'), { code: 'ENOENT' });
  });
});
