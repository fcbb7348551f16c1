import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  appendFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ENVIRONMENT } from './child.ts';
import { ownFolder } from './folder.ts';
import { OF_NO_STORE } from './store.ts';

// Bundles of a checkout of its own, with sources of a few lines: a bundle of the service takes a second of all cores. The
// runner has made that one, which the other tests start.

const checkout = await ownFolder();
const root = fileURLToPath(new URL('../', import.meta.url));
const [dist, run] = [join(checkout, 'dist'), join(checkout, 'src/cli/run.ts')];

/** Runs a command in the checkout; resolves to what it prints. */
async function almanac(command: string, environment = {}): Promise<{ stdout: string; stderr: string }> {
  const program = `const { load } = await import('${join(checkout, 'bin/load.mjs')}');
    process.exitCode = await (await load()).main(['${command}']);`;
  const words = ['--input-type=module', '--eval', program];
  return promisify(execFile)(process.execPath, words, { env: { ...ENVIRONMENT, ...environment } });
}

const version = (environment = {}) => almanac('--version', environment);

/** The main file of the bundle that a start takes. */
const mainFile = async (folder = dist) =>
  join(folder, JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8')).main);
const bundles = async () => (await readdir(dist)).filter(name => name.startsWith('bundle-'));

/** The command line, which loads what runs a command later, a service that loads a part later, and a program of a thread. */
const SOURCES = {
  'main.ts': `export async function main(argv: readonly string[]): Promise<number> {
  return (await import('./run.ts')).run(argv);
}
`,
  'run.ts': `import { readFileSync } from 'node:fs';

export const thread = new URL('./one-thread.ts', import.meta.url);

export async function run([flag]: readonly string[]): Promise<number> {
  if (!/^[–🙂] ·$/u.test('🙂 ·')) throw new Error('characters are lost');
  if (flag === 'serve') await (await import('./serve.ts')).serve();
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  if (flag === '--version') console.log((JSON.parse(text) as { version: string }).version);
  return 0;
}
`,
  'serve.ts': `import { state } from './state.ts';

export async function serve(): Promise<void> {
  state.starts++;
  (await import('./later.ts')).print();
}
`,
  'state.ts': `export const state = { starts: 0 };
`,
  'later.ts': `import { state } from './state.ts';

export const print = () => console.log(state, new Error('here').stack);
`,
  'one-thread.ts': `console.log('a thread' satisfies string);
`,
};

describe('The bundle', OF_NO_STORE, () => {
  before(async () => {
    for (const name of ['bin', 'package.json', 'package-lock.json'])
      await cp(join(root, name), join(checkout, name), { recursive: true, preserveTimestamps: true });
    await mkdir(dirname(run), { recursive: true });
    for (const [name, text] of Object.entries(SOURCES)) await writeFile(join(dirname(run), name), text);
    await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  });

  it('The bundle is made once, and again after any change of a source', async () => {
    const { stdout } = await version();
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
    const [first] = await bundles();
    await version();
    assert.deepEqual(await bundles(), [first]);
    const { atime, mtime } = await stat(run);
    await appendFile(run, `\nconsole.log('changed');\n`);
    // As a version that is older than the bundle.
    await utimes(run, atime, new Date(+mtime - 60_000));
    // Folders of a week ago, of processes that run no more.
    for (let at = 0; at < 15; at++) {
      const old = join(dist, `bundle-${at}`);
      await mkdir(old);
      await utimes(old, 1, at);
    }
    const changed = await Promise.all([version(), version(), version()]);
    for (const { stdout, stderr } of changed)
      assert.deepEqual([/^changed$/m.test(stdout), stderr], [true, '']);
    assert.ok((await bundles()).includes(first!), 'a running process loads parts of it later');
    assert.ok((await bundles()).length < 15, 'what is old is removed');
  });

  it('The files are in ASCII: one character beyond it would double the memory of a file', async () => {
    const folder = dirname(await mainFile());
    for (const name of (await readdir(folder)).filter(name => name.endsWith('.js')))
      assert.doesNotMatch(await readFile(join(folder, name), 'utf8'), /[\u0080-\uffff]/, name);
    const service = await readFile(join(dirname(await mainFile(join(root, 'dist'))), 'service.js'), 'utf8');
    assert.doesNotMatch(service, /[\u0080-\uffff]/);
  });

  it('A bundle that came from an archive, with whole seconds, is used', async () => {
    const before = await bundles();
    for (const name of await readdir(join(checkout, 'src'), { recursive: true })) {
      const path = join(checkout, 'src', name);
      const { atime, mtimeMs } = await stat(path);
      await utimes(path, atime, Math.floor(mtimeMs / 1000));
    }
    await version();
    assert.deepEqual(await bundles(), before);
  });

  it('Threads and processes run from the bundle, and nothing of it names a missing file', async () => {
    const folder = dirname(await mainFile(join(root, 'dist')));
    const files = (await readdir(folder)).filter(name => name.endsWith('.js'));
    const addressed = (
      await Promise.all(
        files.map(async file => {
          const text = await readFile(join(folder, file), 'utf8');
          return [...text.matchAll(/new URL\("(\.[^"$]+)",import\.meta\.url\)/g)].map(([, path]) => path!);
        }),
      )
    ).flat();
    for (const path of addressed) await stat(join(folder, path));
    const programs = addressed.filter(path => path.startsWith('./'));
    assert.ok(programs.includes('./build-process.js') && programs.includes('./checkpoint-thread.js'));
    assert.deepEqual(
      addressed.filter(path => /(thread|process)\.ts$/.test(path)),
      [],
    );
  });

  it('The files of a start are one, with whose state a part works that is loaded later', async () => {
    const { stdout } = await almanac('serve', { NODE_OPTIONS: '--enable-source-maps' });
    assert.match(stdout, /^{ starts: 1 }/m);
    assert.match(stdout, /at Module\.serve \(.*src\/cli\/serve\.ts:5:32\)/);
    const folder = dirname(await mainFile());
    assert.match(await readFile(join(folder, 'service.js'), 'utf8'), /starts:0.*starts\+\+/s);
    assert.doesNotMatch(await readFile(join(folder, 'one-thread.js'), 'utf8'), /service\.js/);
  });

  it('With source maps, errors name the lines of the sources', async () => {
    await appendFile(run, `\nconsole.log(new Error('here').stack);\n`);
    const lines = (await readFile(run, 'utf8')).split('\n').length;
    const { stdout } = await version({ NODE_OPTIONS: '--enable-source-maps' });
    assert.match(stdout, new RegExp(`at .*src/cli/run\\.ts:${lines - 1}:13`));
  });

  it('A damaged bundle is told, and made again by the next start', async () => {
    await writeFile(await mainFile(), '');
    const { stdout, stderr } = await version();
    assert.match(stdout, /\d+\.\d+\.\d+\n$/);
    assert.match(
      stderr,
      /^The bundle in .* is damaged\.\nAlmanac runs from its sources, and starts more slowly\.\n$/,
    );
    assert.equal((await version()).stderr, '');
  });

  it('Without a place for the bundle, the sources run', async () => {
    const unbundled =
      /^The sources could not be bundled: .*\nAlmanac runs from its sources, and starts more slowly\.\n$/;
    await rm(dist, { recursive: true });
    await writeFile(dist, '');
    assert.match((await version()).stderr, unbundled);
    await rm(dist);
    await symlink(join(checkout, 'bin'), dist);
    const { stdout, stderr } = await version();
    assert.match(stdout, /\d+\.\d+\.\d+\n$/);
    assert.match(stderr, unbundled);
  });
});
