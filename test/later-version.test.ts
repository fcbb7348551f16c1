import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openSqlite } from '../src/db/sqlite/sqlite.ts';
import type { Db } from '../src/db/tables.ts';
import { almanac, almanacHere } from './command.ts';
import { ownFolder } from './folder.ts';
import { openTestStore, SERVER } from './store.ts';

// A store with the schema of a later version.

const STEP = '0999-of-a-later-version';
const folder = await ownFolder();

const upgrade = (db: Db) =>
  sql`insert into kysely_migration (name, timestamp) values (${STEP}, '2040-01-01T00:00:00Z')`.execute(db);

/** The schema steps recorded in a store. */
const stepsIn = async (db: Db) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

/** Commands refuse such a store with one sentence. */
async function assertRefused(settings: Record<string, string>, commands: string[][], name: RegExp) {
  for (const words of commands) {
    const run = words[0] === 'serve' ? almanac.bind(undefined, folder) : almanacHere;
    const { code, out, errors } = await run(settings, ...words);
    assert.deepEqual([code, out], [1, ''], `${words.join(' ')}: ${errors}`);
    assert.match(errors, name, words.join(' '));
    assert.match(
      errors,
      /was changed by a later version of Almanac: [^\n]* migration 0999-of-a-later-version[^\n]*\n$/,
    );
    assert.equal(errors.trim().split('\n').length, 1, errors);
    assert.doesNotMatch(errors, /:\/\//, 'an address holds a password');
  }
}

const COMMANDS = [
  ['serve', '--port', '0'],
  ['users', 'list'],
  ['users', 'add', 'eva', '--role', 'editor'],
  ['passwords', 'list', 'admin'],
  ['import', join(folder, 'export.json')],
  ['export', join(folder, 'never.json')],
  ['trash', 'list'],
  ['backup', join(folder, 'never.tar')],
];
await writeFile(join(folder, 'export.json'), '{"events":[]}');
after(async () => {
  for (const name of ['never.json', 'never.tar'])
    await assert.rejects(stat(join(folder, name)), { code: 'ENOENT' });
});

describe('Stores of a later version', () => {
  it('Every command refuses a store of a later version', async () => {
    const place = join(folder, 'store');
    await using store = await openTestStore(place);
    await upgrade(store.db);
    const before = await stepsIn(store.db);
    const settings = { DATA_DIR: place, DATABASE_URL: store.url };
    const name = store.url
      ? /^DATABASE_URL: the store in the database almanac_test_[0-9a-f]+ was changed/
      : /^DATA_DIR.*: the store .*\/store\/almanac\.sqlite was changed/;
    await assertRefused(settings, COMMANDS, name);
    assert.deepEqual(await stepsIn(store.db), before);
  });

  it('The copy command refuses a store of a later version as source and as target', async () => {
    const [one, other] = [join(folder, 'one.sqlite'), join(folder, 'other.sqlite')];
    for (const file of [one, other]) {
      const db = await openSqlite(file);
      if (file === one) await upgrade(db);
      await db.destroy();
    }
    const [later, known] = [`sqlite:${one}`, `sqlite:${other}`];
    await assertRefused({}, [['copy', '--from', later, '--to', known]], /^--from: the store .*one\.sqlite/);
    await assertRefused({}, [['copy', '--from', known, '--to', later]], /^--to: the store .*one\.sqlite/);
  });
});

describe('Files of a store of a later version', { skip: SERVER !== undefined }, () => {
  /** The content of a folder. */
  const contents = async (place: string) =>
    Object.fromEntries(
      await Promise.all(
        // Files ending in -shm are the shared memory of processes.
        (await readdir(place))
          .filter(name => !name.endsWith('-shm'))
          .map(async name => [name, (await readFile(join(place, name))).toString('base64')] as const),
      ),
    );

  it('The files of a store of a later version are left unchanged', async () => {
    const place = join(folder, 'ended');
    const db = await openSqlite(join(place, 'almanac.sqlite'));
    await upgrade(db);
    await db.destroy();
    const before = await contents(place);
    await assertRefused({ DATA_DIR: place }, COMMANDS.slice(0, -1), /almanac\.sqlite/);
    assert.deepEqual(await contents(place), before);
  });

  it('The files of a store of a later version are left unchanged after its process was killed', async () => {
    const [place, running] = [join(folder, 'killed'), join(folder, 'running')];
    const db = await openSqlite(join(running, 'almanac.sqlite'));
    try {
      await upgrade(db);
      await mkdir(place);
      for (const name of ['almanac.sqlite', 'almanac.sqlite-wal'])
        await copyFile(join(running, name), join(place, name));
    } finally {
      await db.destroy();
    }
    const before = await contents(place);
    await assertRefused({ DATA_DIR: place }, COMMANDS, /almanac\.sqlite/);
    assert.deepEqual(await contents(place), before);
  });
});
