import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { build } from 'esbuild';
import { stage } from '../packaging/stage.ts';
import { tarball } from '../packaging/tarball.ts';
import { ENVIRONMENT, startChild } from './child.ts';
import { ownFolder } from './folder.ts';
import { get } from './get.ts';
import { OF_NO_STORE } from './store.ts';

// A release, made twice from this checkout and run from a folder without packages above it.

const folder = await ownFolder();
const release = join(folder, 'first');
const program = join(release, 'bin/almanac.mjs');
const ORIGIN = { epoch: 1_800_000_000, commit: '0123456789abcdef0123456789abcdef01234567' };
/** Bytes that a release may take, without Node. */
const MOST = 40e6;
/** What the bundle may load that is neither in it nor in Node. */
const OUTSIDE = ['sharp', 'pg-native', '@opentelemetry/'];
/** Makes this process look like an older Node to the program. */
const OLD = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.11.0'})`;

const read = async (name: string) => JSON.parse(await readFile(join(release, name), 'utf8'));
const filesIn = async (at: string) => {
  const entries = await readdir(join(release, at), { recursive: true, withFileTypes: true });
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
};
const almanac = (options: string[], ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, program, ...words], {
    env: ENVIRONMENT,
    encoding: 'utf8',
  });
  return { status, out: stdout, errors: stderr };
};

describe('A release', OF_NO_STORE, () => {
  before(() => stage(release, ORIGIN));

  it('Two runs make the same bytes', async () => {
    const again = join(folder, 'a/longer/path');
    await stage(again, ORIGIN);
    const [one, other] = [await tarball(release, ORIGIN.epoch), await tarball(again, ORIGIN.epoch)];
    assert.ok(one.equals(other));
    const digest = createHash('sha256')
      .update(await tarball(release, ORIGIN.epoch + 1))
      .digest('hex');
    assert.notEqual(digest, createHash('sha256').update(one).digest('hex'), 'the time is that of its origin');
  });

  it('A release has what runs and nothing else, in at most 40 MB', async () => {
    const manifest = await read('package.json');
    assert.equal(manifest.name, '@almanac-calendar/almanac');
    assert.deepEqual(Object.keys(manifest.dependencies), ['sharp']);
    for (const part of ['devDependencies', 'scripts', 'allowScripts'])
      assert.equal(manifest[part], undefined);
    const files = await filesIn('.');
    assert.deepEqual(
      files.filter(file => /\.(ts|map)$|esbuild/.test(file) && !file.includes('node_modules')),
      [],
    );
    const sizes = await Promise.all(files.map(async file => (await stat(file)).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes < MOST, `${bytes} bytes`);
  });

  it('Every library that a release does not contain is a dependency, or is used if it is there', async () => {
    const files = await filesIn('dist');
    const { metafile } = await build({
      ...{ entryPoints: files, outdir: folder, write: false, bundle: true, splitting: true, metafile: true },
      ...{ format: 'esm', platform: 'node', target: 'node26', packages: 'external', logLevel: 'error' },
    });
    const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
    const required = (await Promise.all(files.map(file => readFile(file, 'utf8')))).flatMap(text =>
      [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name!),
    );
    const names = new Set(
      [...imported.flatMap(({ path, external }) => (external ? path : [])), ...required].filter(
        name => !/^(\.|node:)/.test(name),
      ),
    );
    const outside = [...names].filter(name => !OUTSIDE.some(known => name.startsWith(known)));
    assert.deepEqual(outside, []);
    assert.ok(names.has('sharp'));
  });

  it('A release answers with its pages, its map and its pictures, and says how to add traces', async () => {
    const place = { folder: join(folder, 'data'), url: '' };
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    await using child = await startChild(place, traced, [program, 'serve']);
    assert.match(
      child.output().join('\n'),
      /OpenTelemetry is not installed: npm install --global @opentelemetry/,
    );
    const page = String((await get(child.site, '/', { accept: 'text/html' })).body);
    const [card] = /\/cards\/list[^"]*/.exec(page)!;
    const assets = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    assert.ok(assets.length > 0);
    for (const path of [
      '/cal/events/v1/events',
      '/assets/leaflet.js',
      card.replaceAll('&amp;', '&'),
      ...assets,
    ]) {
      const { status, body } = await get(child.site, path);
      assert.deepEqual([status, body.length > 0], [200, true], path);
    }
  });

  it('The version names the commit', () => {
    const { status, out, errors } = almanac([], '--version');
    assert.deepEqual([status, errors], [0, '']);
    assert.match(out, /^\d+\.\d+\.\d+ \(01234567\)\n$/);
  });

  it('On a Node that is too old, a release says so, and what helps', () => {
    const { status, out, errors } = almanac(['--import', OLD], 'serve');
    assert.deepEqual([status, out], [1, '']);
    assert.match(errors, /^Almanac needs Node 26 or newer, and this is Node 20\.11\.0: install [^\n]*\n$/);
  });

  it('The SBOM has every package of the release, with its checksum and licence', async () => {
    const { components, serialNumber, metadata, dependencies } = await read('sbom.cdx.json');
    assert.match(serialNumber, /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.equal(metadata.timestamp, '2027-01-15T08:00:00.000Z');
    const scopes = new Map<unknown, unknown>(
      components.map(({ name, scope }: Record<string, string>) => [name, scope] as const),
    );
    for (const name of ['kysely', 'postcss', 'leaflet', 'sharp']) assert.equal(scopes.get(name), 'required');
    for (const name of ['@img/sharp-linux-x64', '@img/sharp-win32-x64'])
      assert.equal(scopes.get(name), 'optional');
    assert.ok(!scopes.has('esbuild') && !scopes.has('typescript'));
    for (const { name, hashes, licenses } of components) {
      assert.match(hashes[0].content, /^[\da-f]{128}$/, name);
      assert.notEqual(licenses[0].license?.id, 'NOASSERTION', name);
    }
    const refs = new Set<unknown>(dependencies.map(({ ref }: { ref: string }) => ref));
    for (const ref of dependencies.flatMap(({ dependsOn }: { dependsOn: string[] }) => dependsOn))
      assert.ok(refs.has(ref), ref);
    const bundled = (await readFile(join(release, 'THIRD-PARTY.txt'), 'utf8')).matchAll(/^(\S+) [\d.]+ \(/gm);
    for (const [, name] of bundled) assert.ok(scopes.has(name), String(name));
  });
});
