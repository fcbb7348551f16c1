import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { buildFullText } from '../src/fulltext/build.ts';
import { saveMark } from '../src/read-model/index/segment-file.ts';
import type { Account } from './account.ts';
import { type Child, ENVIRONMENT, makeStore, startChild } from './child.ts';
import { caller, eventually } from './client.ts';
import { almanac, almanacHere } from './command.ts';
import { ownFolder } from './folder.ts';
import { picture } from './pictures.ts';
import { OF_NO_STORE } from './store.ts';

// Files of the service are for its own account only, because they contain drafts, addresses and hashes. The tests use
// the embedded store; on PostgreSQL the same code writes the other files.

const folder = await ownFolder();

const run = promisify(execFile);
const MASKS = [0o022, 0, 0o277, 0o777];
const MARK = { origin: '', snapshot: '', last: 0, changes: [] };
/** A copy of the compile cache: files made under such a umask would be of no use to other tests. */
const ALONE = { NODE_COMPILE_CACHE: join(folder, 'compiled') };

/** Calls a function under this umask, which stays in effect until the function has ended. */
async function under<Result>(mask: number, call: () => Promise<Result> | Result): Promise<Result> {
  const before = process.umask(mask);
  try {
    return await call();
  } finally {
    process.umask(before);
  }
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

/** The files of a folder with their modes: `images 700`. */
async function modesIn(place: string): Promise<string[]> {
  const names = await readdir(place, { recursive: true });
  return Promise.all(names.map(async name => `${name} ${(await modeOf(join(place, name))).toString(8)}`));
}

/** Checks that only the owner may access anything, and that these files exist. */
async function assertPrivate(place: string, ...expected: RegExp[]): Promise<void> {
  const modes = await modesIn(place);
  assert.deepEqual(
    modes.filter(mode => !/ [67]00$/.test(mode)),
    [],
  );
  for (const one of expected)
    assert.ok(
      modes.some(mode => one.test(mode)),
      `${one}: ${modes}`,
    );
}

async function upload({ site }: Child, as: Account): Promise<void> {
  const body = await picture(400, 400);
  const headers = { 'content-type': 'image/png' };
  assert.equal((await caller(site)('POST /images', { as, body, headers })).status, 201);
}

describe('Permissions of files', OF_NO_STORE, () => {
  before(async () => {
    const { NODE_COMPILE_CACHE } = ENVIRONMENT;
    await mkdir(NODE_COMPILE_CACHE, { recursive: true });
    // Its files are replaced, never written to. Those of many versions may take gigabytes, so they are linked if possible.
    const copy = (how: string) => run('cp', [how, NODE_COMPILE_CACHE, ALONE.NODE_COMPILE_CACHE]);
    await copy('-rl').catch(() =>
      rm(ALONE.NODE_COMPILE_CACHE, { recursive: true, force: true }).then(() => copy('-r')),
    );
  });

  for (const mask of MASKS)
    it(`All files of the service belong to its account alone under the umask ${mask.toString(8)}`, async () => {
      const place = { folder: join(folder, `new-${mask}`, 'data'), url: '' };
      await using child = await under(mask, () => startChild(place, ALONE));
      const secret = /application password +(\S+)/;
      const output = async () => secret.exec(child.output().join('\n'))?.[1];
      const app_password = (await eventually(output, found => found !== undefined)) ?? '';
      await upload(child, { id: 1, user: 'admin', app_password });
      const picture = /^images\/[0-9a-f]{24}\/image-300x300\.png 600$/;
      const files = ['', '-wal', '-shm'].map(end => new RegExp(`^almanac\\.sqlite${end} 600$`));
      await assertPrivate(place.folder, /^images 700$/, /^images\/[0-9a-f]{24} 700$/, picture, ...files);
      assert.deepEqual([await modeOf(place.folder), await modeOf(join(place.folder, '..'))], [0o700, 0o700]);

      const copies = join(folder, `copies-${mask}`);
      await mkdir(copies);
      // A file that a command replaces, and one that an interrupted command left.
      for (const name of ['export.json.part', 'backup.tar']) await writeFile(join(copies, name), 'old');
      const data = { ...ALONE, DATA_DIR: place.folder };
      const back = { ...ALONE, DATA_DIR: join(copies, 'back') };
      // A process inherits its umask: one test checks that, the others run in this process.
      const runs = mask === 0 ? almanac.bind(undefined, copies) : almanacHere;
      for (const [settings, command, file, ...flags] of [
        [data, 'export', 'export.json'],
        [data, 'backup', 'backup.tar', '--overwrite'],
        [back, 'restore', 'backup.tar'],
      ] as const) {
        const words = [command, join(copies, file), ...flags];
        const { code, errors } = await under(mask, () => runs(settings, ...words));
        assert.equal(code, 0, errors);
      }
      const restored = /^back\/images\/[0-9a-f]{24}\/image\.png 600$/;
      await assertPrivate(
        copies,
        /^export\.json 600$/,
        /^backup\.tar 600$/,
        /^back\/almanac\.sqlite 600$/,
        restored,
      );
    });

  it('Index files belong to the account of the service alone under any umask', async () => {
    for (const mask of MASKS) {
      const place = join(folder, `index-${mask}`);
      const file = join(place, 'memory', 'events.index');
      await under(mask, () => saveMark(file, MARK));
      await under(mask, () => buildFullText(join(place, 'memory', 'words.index'), ['one', 'two']));
      await assertPrivate(place, /^memory 700$/, /^memory\/events\.index 600$/, /^memory\/words\.index 600$/);
    }
  });
});

describe('Folders open to other accounts', () => {
  it('The start closes open files and folders in DATA_DIR, but not DATA_DIR itself', async () => {
    await using store = await makeStore();
    const at = (...names: string[]) => join(store.folder, ...names);
    const outside = join(folder, 'outside');
    await writeFile(outside, '', { mode: 0o644 });
    for (const name of ['images', 'images/key', 'memory']) await mkdir(at(name));
    for (const name of ['images/key/a.png', 'images/key/b.png', 'memory/words-1.index', 'other.txt'])
      await writeFile(at(name), 'x');
    await symlink(outside, at('images', 'key', 'link.png'));
    for (const name of ['.', 'images', 'images/key', 'memory']) await chmod(at(name), 0o755);
    for (const name of ['images/key/a.png', 'images/key/b.png', 'memory/words-1.index', 'other.txt'])
      await chmod(at(name), 0o644);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await chown(at('images/key/b.png'), 65_534, 65_534);
    // On PostgreSQL, the file of an embedded store that was used before.
    await writeFile(at('almanac.sqlite'), '', { flag: 'a' });
    await chmod(at('almanac.sqlite'), 0o644);

    await using child = await startChild(store);
    const closed = ['images/key/a.png', ...(isRoot ? [] : ['images/key/b.png'])];
    const modes = async () => Promise.all(closed.map(name => modeOf(at(name))));
    await eventually(modes, found => found.every(mode => mode === 0o600));
    for (const [name, mode] of [
      ...closed.map(name => [name, 0o600] as const),
      ...(['memory/words-1.index', 'almanac.sqlite'] as const).map(name => [name, 0o600] as const),
      ...['images', 'images/key', 'memory'].map(name => [name, 0o700] as const),
      ...[['.', 0o755] as const, ['other.txt', 0o644] as const],
    ])
      assert.equal((await modeOf(at(name))).toString(8), mode.toString(8), name);
    assert.equal(await modeOf(outside), 0o644, 'a link is not followed');
    const logged = async () => child.output().join('\n');
    assert.match(
      await eventually(logged, text => /closed to other accounts/.test(text)),
      /closed to other accounts/,
    );
    if (!isRoot) return;
    assert.equal(await modeOf(at('images/key/b.png')), 0o644, 'what belongs to another account stays');
    const told = await eventually(logged, text => /remain readable/.test(text));
    assert.match(told, /"files":1,"first":"[^"]*b\.png".*remain readable/);
  });
});
