import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { ownFolder } from '../../test/folder.ts';
import { runsOf } from '../../test/sample.ts';
import { writeSite } from '../../test/site-folder.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import { BackupRefused, Sums } from './archive.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';
import { pack, type TarEntry } from './tar.ts';

const folder = await ownFolder();

const KEY = 'abcdef012345678901234567';
const GONE = `${'0'.repeat(24)}/gone.png`;
const { signal } = new AbortController();
const place = (DATA_DIR: string, DATABASE_URL = '') => ({ DATA_DIR, DATABASE_URL });

/** A store with an image of two files, and another whose file is lost. */
const source = join(folder, 'source');
const db = await openSqlite(join(source, 'almanac.sqlite'));
await mkdir(join(source, 'images', KEY), { recursive: true });
for (const name of ['a.png', 'a-300x300.png', 'nobody.png'])
  await writeFile(join(source, 'images', KEY, name), name.repeat(100));
const about = { author_id: 1, extension: 'png', mime: 'image/png', width: 1, height: 1, filesize: 1 };
const common = { ...about, source_url: null, created_at: 1 };
await db
  .insertInto('users')
  .values({ login: 'admin', email: null, role: 'administrator', created_at: 1 })
  .execute();
for (const [id, file, sizes] of [
  [1, `${KEY}/a.png`, { medium: { file: `${KEY}/a-300x300.png` } }],
  [2, GONE, {}],
] as const) {
  await db.insertInto('records').values({ id, type: 'image' }).execute();
  await db
    .insertInto('images')
    .values({ ...common, id, file, sizes: JSON.stringify(sizes) })
    .execute();
}
await db.destroy();

const file = join(folder, 'backup.tar');
const made = await makeBackup(file, place(source), { overwrite: false, signal });
const bytes = await readFile(file);

async function restore(archive: Buffer, to: ReturnType<typeof place>) {
  const given = join(folder, 'given.tar');
  await writeFile(given, archive);
  await using handle = await open(given);
  return await restoreBackup(handle, to, signal);
}

/** Asserts that a backup is refused for this reason, and that nothing of it remains. */
async function refused(archive: Buffer, why: RegExp, note = ''): Promise<void> {
  const target = join(folder, 'target');
  const isRefusal = (error: unknown) => error instanceof BackupRefused && why.test(error.message);
  await assert.rejects(restore(archive, place(target)), isRefusal, note);
  await assert.rejects(stat(target), { code: 'ENOENT' });
}

describe('Backups', () => {
  it('A backup holds the files that records refer to, belongs to its owner alone and reports missing pictures', async () => {
    assert.deepEqual([made.store, made.pictures, made.missing], ['sqlite', 2, [GONE]]);
    assert.deepEqual([made.size, bytes.length], [bytes.length, made.size]);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual((await readdir(folder)).sort(), ['backup.tar', 'source']);
    const target = join(folder, 'whole');
    const restored = await restore(bytes, place(target));
    assert.deepEqual([restored.store, restored.pictures, restored.missing], ['sqlite', 2, [GONE]]);
    assert.deepEqual((await readdir(target)).sort(), ['almanac.sqlite', 'images']);
    assert.deepEqual((await readdir(join(target, 'images', KEY))).sort(), ['a-300x300.png', 'a.png']);
    assert.equal(await readFile(join(target, 'images', KEY, 'a.png'), 'utf8'), 'a.png'.repeat(100));
    for (const [name, mode] of [
      ['', 0o700],
      ['almanac.sqlite', 0o600],
      [`images/${KEY}/a.png`, 0o600],
    ] as const)
      assert.equal((await stat(join(target, name))).mode & 0o777, mode, name);
  });

  it('A backup holds what sources read, and one of an earlier version is restored without it', async () => {
    const reading = join(folder, 'reading');
    await cp(source, reading, { recursive: true });
    const [read, lost] = [`${KEY}.csv`, `${'1'.repeat(24)}.ics`];
    await mkdir(join(reading, 'sources'));
    await writeFile(join(reading, 'sources', read), 'title,start');
    await writeFile(join(reading, 'sources', 'stray.csv'), 'x');
    const columns = {
      owner_id: 1,
      name: 'S',
      address: '',
      file_name: 'a',
      every: 'never' as const,
      due_at: null,
    };
    const more = { category_id: null, queues: 0, prunes: 0, shrink_limit: 50, created_at: 1 };
    const store = await openSqlite(join(reading, 'almanac.sqlite'));
    for (const file of [read, lost, ''])
      await store
        .insertInto('sources')
        .values({ ...columns, ...more, file })
        .execute();
    await store.destroy();
    const file = join(folder, 'reading.tar');
    const made = await makeBackup(file, place(reading), { overwrite: false, signal });
    assert.deepEqual([made.pictures, made.sources, made.missing], [2, 1, [GONE, lost]]);
    const target = join(folder, 'read again');
    const restored = await restore(await readFile(file), place(target));
    assert.deepEqual([restored.pictures, restored.sources, restored.missing], [2, 1, [GONE, lost]]);
    assert.deepEqual(await readdir(join(target, 'sources')), [read]);
    assert.equal(await readFile(join(target, 'sources', read), 'utf8'), 'title,start');
    // As an earlier version made it.
    const copy = (await readFile(join(target, 'almanac.sqlite'))).toString('latin1');
    const pictures = { [`images/${KEY}/a.png`]: 'a', [`images/${KEY}/a-300x300.png`]: 'a' };
    const about = (format: number) =>
      JSON.stringify({ format, made: '2031-01-01T00:00:00.000Z', store: 'sqlite', missing: [GONE] });
    const withFormat = (format: number) =>
      archiveOf({ 'backup.json': about(format), 'almanac.sqlite': copy, ...pictures });
    const former = await restore(await withFormat(2), place(join(folder, 'earlier')));
    assert.deepEqual([former.sources, former.missing], [0, [GONE, read, lost]]);
    await refused(await withFormat(3), /files that its records refer to are missing/);
    for (const name of ['reading', 'reading.tar', 'read again', 'earlier', 'given.tar'])
      await rm(join(folder, name), { recursive: true });
  });

  it('A backup made while a picture is deleted is valid and reports the deleted file as missing', async () => {
    const busy = join(folder, 'busy');
    await cp(source, busy, { recursive: true });
    // Large enough that reading it takes a while.
    await truncate(join(busy, 'images', KEY, 'a.png'), 2 ** 26);
    const target = join(folder, 'busy.tar');
    const making = makeBackup(target, place(busy), { overwrite: false, signal });
    const isBegun = async () =>
      (await readdir(folder, { recursive: true })).some(name => /^busy.tar.part-.*backup.tar$/.test(name));
    while (!(await isBegun())) await setTimeout(1);
    await rm(join(busy, 'images', KEY, 'a-300x300.png'));
    const { pictures, missing } = await making;
    assert.deepEqual([pictures, missing], [1, [`${KEY}/a-300x300.png`, GONE]]);
    await restore(await readFile(target), place(join(folder, 'whole again')));
    for (const name of ['busy', 'busy.tar', 'whole again', 'given.tar'])
      await rm(join(folder, name), { recursive: true });
  });

  it('A backup holds the files of the operator, and a restore overwrites none', async () => {
    const decorated = join(folder, 'decorated');
    await cp(source, decorated, { recursive: true });
    const files = { 'style.css': 'a {}', 'pages/about.html': '<h1>A</h1>', '.hidden': 'x', 'a b.png': 'x' };
    await writeSite(decorated, files);
    const file = join(folder, 'decorated.tar');
    const { site } = await makeBackup(file, place(decorated), { overwrite: false, signal });
    assert.equal(site, 2);
    const target = join(folder, 'decorated again');
    const restored = await restore(await readFile(file), place(target));
    assert.equal(restored.site, 2);
    assert.deepEqual((await readdir(join(target, 'site'), { recursive: true })).sort(), [
      ...['pages', 'pages/about.html', 'style.css'],
    ]);
    assert.equal(await readFile(join(target, 'site', 'style.css'), 'utf8'), 'a {}');
    assert.equal((await stat(join(target, 'site', 'pages', 'about.html'))).mode & 0o777, 0o600);
    const used = join(folder, 'used site');
    await writeSite(used, { 'own.css': 'precious' });
    await assert.rejects(restore(await readFile(file), place(used)), /used site\/site exists: move it away/);
    assert.deepEqual(await readdir(used, { recursive: true }), ['site', 'site/own.css']);
    // A backup without such files leaves those that there are.
    await restore(bytes, place(used));
    assert.equal(await readFile(join(used, 'site', 'own.css'), 'utf8'), 'precious');
    for (const name of ['decorated', 'decorated.tar', 'decorated again', 'used site', 'given.tar'])
      await rm(join(folder, name), { recursive: true });
  });

  it('A backup replaces an existing file only with the overwrite option', async () => {
    const other = join(folder, 'other.tar');
    await writeFile(other, 'precious');
    const again = (overwrite: boolean) => makeBackup(other, place(source), { overwrite, signal });
    await assert.rejects(again(false), BackupRefused);
    assert.equal(await readFile(other, 'utf8'), 'precious');
    await again(true);
    assert.equal((await stat(other)).size, bytes.length);
  });

  it('A backup of a damaged store, or one that is aborted, leaves no file', async () => {
    const damaged = join(folder, 'damaged');
    await mkdir(damaged);
    const store = Buffer.from(await readFile(join(source, 'almanac.sqlite')));
    store.fill(0x55, 4096 * 3, 4096 * 5);
    await writeFile(join(damaged, 'almanac.sqlite'), store);
    const target = join(folder, 'never.tar');
    await assert.rejects(makeBackup(target, place(damaged), { overwrite: false, signal }), BackupRefused);
    const given = { overwrite: false, signal: AbortSignal.abort() };
    await assert.rejects(makeBackup(target, place(source), given), { name: 'AbortError' });
    assert.deepEqual(
      (await readdir(folder)).filter(name => name.startsWith('never')),
      [],
    );
  });
});

describe('Restoring a backup', () => {
  it('A backup with a changed bit is refused and nothing is restored', async () => {
    const bit = fc.record({
      at: fc.nat(bytes.length - 1),
      mask: fc.constantFrom(1, 2, 4, 8, 16, 32, 64, 128),
    });
    await fc.assert(
      fc.asyncProperty(bit, async ({ at, mask }) => {
        const other = Buffer.from(bytes);
        other[at]! ^= mask;
        await refused(other, /damaged|not a backup|checksum/, `${at} ${mask}`);
      }),
      { numRuns: runsOf(25, 0.5) },
    );
    // Small parts that a random position seldom meets.
    for (let at = bytes.length - 2100; at < bytes.length; at += 70) {
      const other = Buffer.from(bytes);
      other[at]! ^= 1;
      await refused(other, /damaged|not a backup/, `${at}`);
    }
  });

  it('A backup that is cut off is refused and nothing is restored', async () => {
    for (const length of [0, 1, 511, 512, 1024, bytes.length / 2, bytes.length - 1024, bytes.length - 1])
      await refused(bytes.subarray(0, length), /damaged|not a backup/, `${length}`);
  });

  it('A backup with a path outside its folder, a duplicate or an unknown name is refused', async () => {
    for (const name of [
      ...['../evil.png', `images/${KEY}/../../evil.png`, `images/../${KEY}/a.png`, 'images/a.png'],
      ...['site/../evil.png', 'site/.env', 'site/a b.png', 'site/'],
      ...['almanac.sqlite-wal', `images/${KEY}/.a.png`, `images/${KEY}/a.png\\..`, 'memory/events.index'],
    ])
      await refused(await archiveOf({ [name]: 'x' }), /not a backup/, name);
    const twice = [['backup.json', '{}'] as const, ['backup.json', '{}'] as const];
    await refused(await archiveOf(twice), /unexpected file "backup.json"/);
    const both = [['site/a', 'x'] as const, ['site/a/b', 'x'] as const];
    await refused(await archiveOf(both), /two files have one place/);
    await refused(await archiveOf(both.toReversed()), /two files have one place/);
    assert.deepEqual(
      (await readdir(folder, { recursive: true })).filter(name => name.includes('evil')),
      [],
    );
  });

  it('A backup with a missing, damaged, incomplete, foreign or newer store is refused', async () => {
    const of = (members: object) =>
      JSON.stringify({
        format: 1,
        made: '2031-01-01T00:00:00.000Z',
        store: 'sqlite',
        missing: [],
        ...members,
      });
    const store = (await readFile(join(folder, 'whole', 'almanac.sqlite'))).toString('latin1');
    await refused(await archiveOf({}), /not a backup of Almanac/);
    await refused(await archiveOf({ 'backup.json': '{' }), /not a backup of Almanac/);
    await refused(await archiveOf({ 'backup.json': of({}) }), /no store/);
    await refused(await archiveOf({ 'backup.json': of({}), 'almanac.sqlite': 'none' }), /store is damaged/);
    await refused(await archiveOf({ 'backup.json': of({ format: 4 }) }), /newer version/);
    await refused(await archiveOf({ 'backup.json': of({ store: 'postgres' }) }), /set DATABASE_URL/);
    const lacking = { 'backup.json': of({ missing: [GONE] }), 'almanac.sqlite': store };
    await refused(await archiveOf(lacking), /files that its records refer to are missing/);
    const server = place(join(folder, 'target'), 'postgres://a:b@127.0.0.1:1/c');
    await assert.rejects(restore(bytes, server), /restore it without DATABASE_URL/);
    const later = await archiveOf({
      'backup.json': of({ missing: [GONE] }),
      'almanac.sqlite': await laterStore(),
    });
    await refused(
      later,
      /^the store in the backup was changed by a later version of Almanac.* 0999-later; nothing/,
    );
  });

  it('A restore into a folder in use is refused and overwrites nothing', async () => {
    for (const there of [
      ...['almanac.sqlite', 'almanac.sqlite-wal', 'almanac.sqlite-journal'],
      ...['images/some.png', 'restoring/some'],
    ]) {
      const target = await mkdtemp(join(folder, 'used-'));
      await mkdir(join(target, there, '..'), { recursive: true });
      await writeFile(join(target, there), 'precious');
      await assert.rejects(restore(bytes, place(target)), BackupRefused, there);
      assert.equal(await readFile(join(target, there), 'utf8'), 'precious');
      assert.deepEqual(await readdir(target), [there.split('/')[0]]);
    }
  });
});

/** The file of a store with the schema of a later version. */
async function laterStore(): Promise<string> {
  const file = join(folder, 'later.sqlite');
  await cp(join(folder, 'whole', 'almanac.sqlite'), file);
  {
    using store = new DatabaseSync(file);
    store.exec(`insert into kysely_migration values ('0999-later', '2040-01-01')`);
  }
  return readFile(file, 'latin1');
}

/** An archive with valid checksums and any content, in Latin 1. */
async function archiveOf(contents: Record<string, string> | (readonly [string, string])[]): Promise<Buffer> {
  async function* entries(): AsyncGenerator<TarEntry> {
    const sums = new Sums();
    for (const [name, text] of Array.isArray(contents) ? contents : Object.entries(contents)) {
      const content = Buffer.from(text, 'latin1');
      yield { name, size: content.length, content: sums.of(name, [content]) };
    }
    const told = Buffer.from(sums.toString());
    yield { name: 'SHA256SUMS', size: told.length, content: [told] };
  }
  return Buffer.concat(await Array.fromAsync(pack(entries(), 1)));
}
