import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { StoreError } from '../src/db/errors.ts';
import { migrate, type SchemaStep } from '../src/db/migrate.ts';
import type { StoreNotice } from '../src/db/notices.ts';
import { openStore } from '../src/db/open.ts';
import type { Db } from '../src/db/tables.ts';
import { startChild } from './child.ts';
import { eventually } from './client.ts';
import { almanacHere } from './command.ts';
import { openSmallDisk } from './disk/disk.ts';
import { ownFolder } from './folder.ts';
import { openEmptyStore, openUnmigrated, SERVER } from './store.ts';

// The copy of an embedded store that is made before a migration, and what the log says of one in PostgreSQL.

const folder = await ownFolder();
const OLD: SchemaStep = '0012-series';
const COPY = `almanac-${OLD}.sqlite`;

const stepsIn = (file: string): string[] => {
  using store = new DatabaseSync(file, { readOnly: true });
  const rows = store.prepare('select name from kysely_migration order by name').all();
  return rows.map(({ name }) => String(name));
};

const usersIn = (file: string): unknown[] => {
  using store = new DatabaseSync(file, { readOnly: true });
  assert.equal(store.prepare('pragma integrity_check').get()?.integrity_check, 'ok');
  return store
    .prepare('select login from users order by id')
    .all()
    .map(({ login }) => login);
};

const addUsers = async (db: Db, ...logins: string[]) => {
  for (const login of logins)
    await sql`insert into users (login, role, created_at) values (${login}, 'administrator', 0)`.execute(db);
};

/** A folder with a store whose schema ends with a step, and a user. */
async function olderStore(name: string, step: SchemaStep = OLD): Promise<string> {
  const place = join(folder, name);
  await mkdir(place, { recursive: true });
  await using store = openUnmigrated(place);
  await sql`pragma journal_mode = wal`.execute(store.db);
  await migrate(store.db, step);
  await addUsers(store.db, 'maria');
  return place;
}

/** Opens the store as a service does; resolves to what the operator is told. */
async function openAndClose(place: string, settings: { MIGRATION_COPIES?: number } = {}) {
  const notices: StoreNotice[] = [];
  const config = { DATA_DIR: place, DATABASE_URL: '', DATABASE_POOL: 1, DATABASE_TIMEOUT: 10 };
  const db = await openStore({ ...config, ...settings }, 'answering', notice => notices.push(notice));
  await db.destroy();
  return notices.filter(notice => !('migration' in notice || 'migrated' in notice));
}

const namesIn = async (place: string) =>
  (await readdir(place)).filter(name => !/-(wal|shm)$/.test(name)).sort();

describe('A copy of the embedded store', { skip: SERVER !== undefined }, () => {
  it('A copy of a store is made before its migration, with what it had, for its owner alone', async () => {
    const place = await olderStore('simple');
    const notices = await openAndClose(place);
    const copy = join(place, COPY);
    assert.deepEqual(notices, [{ copy }]);
    assert.equal(stepsIn(copy).at(-1), OLD);
    assert.deepEqual(usersIn(copy), ['maria']);
    assert.equal((await stat(copy)).mode & 0o777, 0o600);
    assert.notEqual(stepsIn(join(place, 'almanac.sqlite')).at(-1), OLD);
    assert.deepEqual(await namesIn(place), [COPY, 'almanac.sqlite']);
    assert.deepEqual(await openAndClose(place), [], 'nothing is left to migrate');
  });

  it('A store is back as it was when its copy takes its place', async () => {
    const place = await olderStore('back');
    await openAndClose(place);
    const before = join(folder, 'back-again');
    await mkdir(before);
    await copyFile(join(place, COPY), join(before, 'almanac.sqlite'));
    assert.deepEqual(await openAndClose(before), [{ copy: join(before, COPY) }]);
    assert.deepEqual(usersIn(join(before, 'almanac.sqlite')), ['maria']);
  });

  it('The copy has what is only in the log of the store, because its process was killed', async () => {
    const running = await olderStore('running');
    await using store = openUnmigrated(running);
    await sql`pragma wal_autocheckpoint = 0`.execute(store.db);
    await addUsers(store.db, 'late');
    const place = join(folder, 'killed');
    await mkdir(place);
    for (const name of ['almanac.sqlite', 'almanac.sqlite-wal'])
      await copyFile(join(running, name), join(place, name));
    await openAndClose(place);
    assert.deepEqual(usersIn(join(place, COPY)), ['maria', 'late']);
  });

  it('The last two copies are kept, and no file of anybody else is removed', async () => {
    const place = await olderStore('several');
    const others = ['0008-words-of-postgres', '0010-virtual-and-status', '0011-former-addresses'];
    for (const [at, step] of others.entries()) {
      const file = join(place, `almanac-${step}.sqlite`);
      await writeFile(file, step);
      await utimes(file, 1000 + at, 1000 + at);
    }
    const foreign = ['almanac-2026-mine.sqlite', 'almanac-0011-former-addresses.sqlite.txt', 'other.sqlite'];
    for (const name of foreign) await writeFile(join(place, name), '');
    await mkdir(join(place, 'almanac.sqlite.copy-killed'));
    await openAndClose(place);
    assert.deepEqual(
      await namesIn(place),
      ['almanac-0011-former-addresses.sqlite', COPY, 'almanac.sqlite', ...foreign].sort(),
    );
  });

  it('A migration that finds no room changes nothing, and is taken once there is room', async context => {
    await using disk = await openSmallDisk(8);
    if (!disk) return context.skip('this account may not create a small disk');
    const place = await olderStore('crowded');
    const file = join(disk.folder, 'almanac.sqlite');
    await copyFile(join(place, 'almanac.sqlite'), file);
    for (const kilobytes of [8, 64]) {
      await disk.fill(kilobytes);
      await assert.rejects(openAndClose(disk.folder, { MIGRATION_COPIES: 0 }), (error: StoreError) => {
        assert.ok(error instanceof StoreError && error.away);
        assert.match(error.message, /^DATA_DIR \(.*\): the disk is full(, or fails)?\.$/);
        return true;
      });
      await disk.clear();
      assert.equal(stepsIn(file).at(-1), OLD);
    }
    await openAndClose(disk.folder, { MIGRATION_COPIES: 0 });
    assert.deepEqual(usersIn(file), ['maria']);
    assert.notEqual(stepsIn(file).at(-1), OLD);
  });

  it('MIGRATION_COPIES=0 makes no copy', async () => {
    const place = await olderStore('none');
    assert.deepEqual(await openAndClose(place, { MIGRATION_COPIES: 0 }), []);
    assert.deepEqual(await namesIn(place), ['almanac.sqlite']);
  });

  it('A migration that fails leaves the store and the copy, and the next attempt makes it anew', async () => {
    const place = await olderStore('failing');
    await using store = openUnmigrated(place);
    const { db } = store;
    await sql`create table translated_slugs (other text)`.execute(db);
    await assert.rejects(openAndClose(place), /translated_slugs/);
    await addUsers(db, 'meanwhile');
    await writeFile(join(place, `${COPY}-wal`), 'of somebody who has opened the copy');
    await assert.rejects(openAndClose(place), /translated_slugs/);
    assert.equal(stepsIn(join(place, 'almanac.sqlite')).at(-1), OLD);
    assert.deepEqual(usersIn(join(place, COPY)), ['maria', 'meanwhile']);
    await sql`drop table translated_slugs`.execute(db);
    await openAndClose(place);
    assert.deepEqual(await namesIn(place), [COPY, 'almanac.sqlite']);
  });

  it('Without room for the copy, the migration waits, says so, and changes nothing', async context => {
    await using disk = await openSmallDisk(24);
    if (!disk) return context.skip('this account may not create a small disk');
    const place = await olderStore('large');
    await copyFile(join(place, 'almanac.sqlite'), join(disk.folder, 'almanac.sqlite'));
    const filler = join(disk.folder, 'filler');
    await writeFile(filler, Buffer.alloc(18_000_000));
    await assert.rejects(openAndClose(disk.folder), (error: StoreError) => {
      assert.ok(error instanceof StoreError && error.away);
      assert.match(
        error.message,
        /^DATA_DIR \(.*\): the migration has to wait: .* needs \d+ MB, and the disk has \d+ MB\./,
      );
      return true;
    });
    assert.deepEqual(await namesIn(disk.folder), ['almanac.sqlite', 'filler']);
    assert.equal(stepsIn(join(disk.folder, 'almanac.sqlite')).at(-1), OLD);
    await truncate(filler);
    await openAndClose(disk.folder);
    assert.deepEqual(usersIn(join(disk.folder, COPY)), ['maria']);
  });

  it('Processes that start together make one copy, and one of them says so', async () => {
    const place = await olderStore('together');
    await using stack = new AsyncDisposableStack();
    const children = await Promise.all(
      Array.from({ length: 3 }, () => startChild({ folder: place, url: '' })),
    );
    for (const child of children) stack.use(child);
    const lines = () => children.flatMap(child => child.output()).filter(line => line.includes(COPY));
    const told = await eventually(lines, found => found.length > 0);
    assert.equal(told.length, 1);
    const { level, copy } = JSON.parse(told[0]!);
    assert.deepEqual([level, copy], [30, join(place, COPY)]);
    assert.deepEqual(await namesIn(place), [COPY, 'almanac.sqlite']);
    assert.deepEqual(usersIn(join(place, COPY)), ['maria']);
  });

  it('A command that migrates says where the copy is', async () => {
    const place = await olderStore('command');
    const { code, out, errors } = await almanacHere({ DATA_DIR: place }, 'users', 'list');
    assert.equal(code, 0, errors);
    assert.match(out, /maria/);
    const [first, ...others] = errors.trim().split('\n');
    assert.match(first!, new RegExp(`^The schema of the store is migrated.*${COPY}$`));
    assert.match(others.at(-1)!, /^The schema of the store is migrated, in [\d.]+ seconds\.$/);
    for (const line of others.slice(0, -1)) assert.match(line, /^Migration 00\d\d-[a-z-]+[ :]/);
  });
});

describe('A store in PostgreSQL', { skip: SERVER === undefined }, () => {
  it('The log says before a migration that a dump is the only way back', async () => {
    const place = join(folder, 'server');
    await mkdir(place);
    await using store = await openEmptyStore(place);
    await migrate(store.db, OLD);
    const start = async () => {
      await using child = await startChild({ folder: place, url: store.url });
      return child.output().filter(line => line.includes('pg_dump'));
    };
    const [warning, ...more] = await start();
    const { level, migration } = JSON.parse(warning!);
    assert.deepEqual([level, migration, more], [40, OLD, []]);
    assert.deepEqual(await start(), []);
  });
});
