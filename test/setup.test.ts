import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ownFolder } from './folder.ts';
import { OF_NO_STORE } from './store.ts';

// What a start does where packages or a runtime are missing: in a checkout of its own, with a program in the place of npm.

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = await ownFolder();
const checkout = join(folder, 'checkout');
const path = join(folder, 'path');
const calls = join(folder, 'calls');
const { optionalDependencies } = JSON.parse(await readFile(join(root, 'runtime/package.json'), 'utf8'));
/** The package with the runtime of this machine. */
const PLATFORM = Object.keys(optionalDependencies).find(name => name.endsWith(`-${platform()}-${arch()}`))!;
const NOBODY = 65_534;

/** Makes this process look like an older Node to the program. */
const OLD = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.11.0'})`;

/** Writes a program, with the folders that it needs. */
async function write(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: 0o755 });
}

/** npm as far as the setup needs it: it records its folder and its arguments, and installs what it is asked for. */
const NPM = `#!/bin/sh
echo "$(basename "$PWD") $*" >> ${calls}
mkdir -p node_modules && echo '{}' > node_modules/.package-lock.json
if [ "$(basename "$PWD")" = runtime ]; then
  mkdir -p node_modules/${PLATFORM}/bin node_modules/${PLATFORM}/include
  printf '#!/bin/sh\necho "runtime: $*"\n' > node_modules/${PLATFORM}/bin/node
  chmod +x node_modules/${PLATFORM}/bin/node
fi
`;

interface Start {
  readonly isOld?: boolean;
  /** Installs what tests need, too. */
  readonly tools?: boolean;
  readonly user?: number;
}

const ENV = { PATH: `${path}:/bin:/usr/bin`, HOME: folder };

/** Writes a program that begins with the setup of the checkout. */
async function programOf(setup: 'install' | 'installTools'): Promise<string> {
  const program = join(checkout, 'start.mjs');
  await write(
    program,
    `import { install, installTools, isNewEnough, runRuntime } from './bin/setup.mjs';
    ${setup}();
    if (isNewEnough()) console.log('own Node'); else runRuntime(['it runs']);`,
  );
  return program;
}

/** Resolves once a stream has said this. */
async function until(stream: Readable, text: string): Promise<void> {
  let said = '';
  for await (const piece of stream) {
    said += piece;
    if (said.includes(text)) return;
  }
  throw new Error(`it said ${said}`);
}

/** Starts with the setup of the checkout. */
async function start({ isOld = false, tools = false, user }: Start = {}) {
  const program = await programOf(tools ? 'installTools' : 'install');
  const words = [...(isOld ? ['--import', OLD] : []), program];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    env: ENV,
    ...(user !== undefined && { uid: user, gid: user }),
  });
  const called = await readFile(calls, 'utf8').catch(() => '');
  return { status, out: String(stdout), errors: String(stderr), called };
}

const installed = async (at: string) => {
  const record = join(checkout, at, 'node_modules/.package-lock.json');
  await write(record, '{}');
  const later = new Date(Date.now() + 60_000);
  await utimes(record, later, later);
};

describe('The setup', { ...OF_NO_STORE, ...(platform() === 'win32' && { skip: true }) }, () => {
  beforeEach(async () => {
    await rm(folder, { recursive: true, force: true });
    for (const file of [
      'bin/setup.mjs',
      'package-lock.json',
      'runtime/package.json',
      'runtime/package-lock.json',
    ]) {
      await mkdir(dirname(join(checkout, file)), { recursive: true });
      await copyFile(join(root, file), join(checkout, file));
    }
    await write(join(path, 'npm'), NPM);
    await chmod(folder, 0o755);
  });

  it('A Node that is new enough, with the packages, needs no npm', async () => {
    await installed('.');
    const { called, ...started } = await start();
    assert.deepEqual([started, called], [{ status: 0, out: 'own Node\n', errors: '' }, '']);
  });

  it('Otherwise only what runs is installed', async () => {
    const { status, called } = await start();
    assert.equal(status, 0);
    assert.match(called, /^checkout ci --omit=dev .*\n$/);
  });

  it('What tests need is installed by them, and stays up to date', async () => {
    const tests = await start({ tools: true });
    assert.match(tests.called, /^checkout ci --include=dev .*\nruntime ci --ignore-scripts .*\n$/);
    await rm(calls);
    await write(join(checkout, 'node_modules/@biomejs/biome/package.json'), '{}');
    await utimes(join(checkout, 'node_modules/.package-lock.json'), new Date(0), new Date(0));
    assert.match((await start()).called, /^checkout install --no-save --no-audit .*\n$/);
  });

  it('An old Node installs a newer one, without its headers, and is replaced by it', async () => {
    await installed('.');
    const { status, out, called } = await start({ isOld: true });
    assert.deepEqual([status, out], [0, 'runtime: it runs\n']);
    assert.match(called, /^runtime ci --ignore-scripts .*\n$/);
    await assert.rejects(readFile(join(checkout, `runtime/node_modules/${PLATFORM}/include`)), {
      code: 'ENOENT',
    });
    assert.equal((await start({ isOld: true })).called, called, 'it is installed once');
  });

  it('Two starts at once install once, and what a killed one has left stops nobody', async () => {
    const go = join(folder, 'go');
    await write(join(path, 'npm'), NPM.replace('mkdir', `until [ -e ${go} ]; do sleep 0.05; done; mkdir`));
    await write(join(checkout, '.installing'), String(spawnSync('true').pid));
    const program = await programOf('install');
    const starts = [1, 2].map(() => spawn(process.execPath, [program], { env: ENV }));
    const ended = starts.map(child => once(child, 'close'));
    await Promise.race(starts.map(({ stderr }) => until(stderr, 'This one waits')));
    await writeFile(go, '');
    assert.deepEqual((await Promise.all(ended)).flat(), [0, null, 0, null]);
    assert.match(await readFile(calls, 'utf8'), /^checkout ci .*\n$/);
    assert.ok(!(await readdir(checkout)).includes('.installing'));
  });

  it('What is missing is said in one sentence', async () => {
    await write(join(path, 'npm'), '#!/bin/sh\nexit 1');
    const failed = await start();
    assert.deepEqual([failed.status, failed.errors.trim().split('\n').length], [1, 2]);
    assert.match(failed.errors, /\nThe installation failed: npm says why above\. .*registry/);

    await rm(join(path, 'npm'));
    const program = join(checkout, 'start.mjs');
    const { status, stderr } = spawnSync(process.execPath, [program], { env: { PATH: path } });
    assert.equal(status, 1);
    assert.match(String(stderr), /\nnpm is missing, .*package "npm"\.\n$/);
  });

  it('An account that may not write into the folder is told so', async context => {
    if (process.getuid?.() !== 0) return context.skip('only root can start a program as another account');
    await write(join(path, 'npm'), NPM);
    const { status, errors, called } = await start({ user: NOBODY });
    assert.deepEqual([status, called], [1, '']);
    assert.match(
      errors,
      /^Packages are missing in .*checkout\/, and this account may not write there\. Run .*\n$/,
    );
  });

  it('A runtime that finds no library of the system names the packages that have it', async () => {
    await installed('.');
    await installed('runtime');
    await write(join(checkout, `runtime/node_modules/${PLATFORM}/bin/node`), '#!/bin/sh\nexit 127');
    const { status, errors } = await start({ isOld: true });
    assert.equal(status, 1);
    assert.match(errors, /apt install libatomic1 libstdc\+\+6\n$/);
  });
});
