import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrate, steps, takenSteps } from '../src/db/migrate.ts';
import { openStore } from '../src/db/open.ts';
import { RELEASES } from '../src/db/rollback.ts';
import type { Db } from '../src/db/tables.ts';
import { alignDays } from '../src/events/whole-days.ts';
import { startChild } from './child.ts';
import { almanacHere } from './command.ts';
import { ownFolder } from './folder.ts';
import { schemaOf } from './schema/schema.ts';
import { openEmptyStore, openUnmigrated, SERVER, type TestStore } from './store.ts';
import { loadDump, unpackStore } from './stores/open.ts';

// The way back to an earlier version, on the stores that earlier versions have left.

const VERSION = '0.1.0';
const LAST = RELEASES[VERSION]!;
const UNDONE = Object.keys(steps).filter(name => name > LAST);

interface Kept extends AsyncDisposable {
  folder: string;
  url: string;
  /** A handle to the store as it is. */
  look<Result>(use: (db: Db) => Promise<Result>): Promise<Result>;
  /** Upgrades it, as a start of the service does. */
  upgrade(): Promise<void>;
  rollback(...words: string[]): ReturnType<typeof almanacHere>;
}

/** The store that a version has left. */
async function keptStore(version = VERSION): Promise<Kept> {
  const folder = await ownFolder();
  const server: TestStore | undefined = SERVER === undefined ? undefined : await loadDump(version, SERVER);
  if (!server) await unpackStore(version, folder);
  const url = server?.url ?? '';
  const settings = { DATA_DIR: folder, DATABASE_URL: url };
  // A service, or a command, finds the store used by nobody else.
  if (server) await server.db.destroy();
  const open = () => openStore({ ...settings, DATABASE_POOL: 1, DATABASE_TIMEOUT: 10 });
  return {
    ...{ folder, url },
    async look(use) {
      const { connectPostgres } = await import('../src/db/postgres/postgres.ts');
      if (!url) {
        await using store = openUnmigrated(folder);
        return await use(store.db);
      }
      await using db = connectPostgres(url, { poolSize: 1 });
      return await use(db);
    },
    async upgrade() {
      await using db = await open();
      await alignDays(db, 'Pacific/Auckland');
    },
    rollback: (...words) => almanacHere(settings, 'rollback', ...words),
    [Symbol.asyncDispose]: async () => server?.[Symbol.asyncDispose](),
  };
}

/** The rows of events as they are. */
const events = async (db: Db) => (await sql`select * from events order by id`.execute(db)).rows;

/** An event that somebody has written since. */
const writeEvent = (db: Db) =>
  sql`update events set title = 'Since', modified_at = 4000000000 where id = (select min(id) from events)`.execute(
    db,
  );

/** Opens a store as the version did: with Kysely's Migrator and the migrations that it knew. */
async function openAsBefore(db: Db): Promise<readonly unknown[]> {
  const known = Object.keys(steps).filter(name => name <= LAST);
  const up = () => assert.fail('the version has nothing to migrate');
  const migrations: Record<string, Migration> = Object.fromEntries(known.map(name => [name, { up }]));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  assert.equal(error, undefined);
  return results!;
}

describe('The way back', () => {
  it('Every migration since the last version says how it is undone, or why it cannot be', async () => {
    for (const name of UNDONE) {
      const migration: object = await steps[name as keyof typeof steps]();
      assert.ok('down' in migration, name);
    }
  });

  it('A dry run says what is undone and lost and what was written since, and changes nothing', async () => {
    await using store = await keptStore();
    await store.upgrade();
    await store.look(writeEvent);
    const { code, out, errors } = await store.rollback();
    assert.deepEqual([code, errors], [0, '']);
    assert.match(
      out,
      /^A rollback makes the store one of version 0\.1\.0 again, whose last migration is 0014-trash\. To be undone:$/m,
    );
    for (const name of UNDONE) assert.match(out, new RegExp(`^ {2}${name}, taken \\S+Z: \\S.*\\.$`, 'm'));
    assert.match(out, /^Created or changed since: 1 event\.$/m);
    assert.match(out, /^Nothing was changed yet\. .* --yes, and start the earlier version\.$/m);
    assert.ok((await store.look(takenSteps)).includes('0016-catalan-dots'));
  });

  it('The store is as the version left it, with what was written since, and can be upgraded again', async () => {
    await using store = await keptStore();
    const before = { events: await store.look(events), schema: await store.look(schemaOf) };
    await store.upgrade();
    const upgraded = await store.look(events);
    assert.notDeepEqual(upgraded, before.events, 'all-day events have moved');
    await mkdir(join(store.folder, 'memory'), { recursive: true });
    await store.look(writeEvent);
    const { code, errors } = await store.rollback(VERSION, '--yes');
    assert.deepEqual([code, errors], [0, '']);
    assert.equal(await store.look(schemaOf), before.schema);
    const written = (rows: readonly unknown[]) =>
      rows.map((row, at) =>
        at === 0 ? { ...(row as object), title: 'Since', modified_at: 4000000000 } : row,
      );
    assert.deepEqual(await store.look(events), written(before.events));
    assert.deepEqual(await store.look(openAsBefore), []);
    assert.equal(existsSync(join(store.folder, 'memory')), false);
    await store.upgrade();
    assert.deepEqual(await store.look(events), written(upgraded));
    assert.deepEqual((await store.rollback(LAST, '--yes')).code, 0);
    assert.match((await store.rollback()).out, /^Nothing is to be undone: .* after 0014-trash\.$/m);
  });

  it('The kept store of the version has the schema that its migrations make', async () => {
    await using store = await keptStore();
    await using fresh = await openEmptyStore(await ownFolder());
    await migrate(fresh.db, LAST);
    assert.equal(await store.look(schemaOf), await schemaOf(fresh.db));
  });

  it('A rollback is refused while a service runs on the store', async () => {
    await using store = await keptStore();
    await store.upgrade();
    await using child = await startChild(store);
    const { code, errors } = await store.rollback('--yes');
    assert.equal(code, 1);
    assert.match(errors, /^DATA(_DIR|BASE_URL).*: the store is in use: .*\. Stop all services first\.\n$/);
    assert.ok((await store.look(takenSteps)).includes('0016-catalan-dots'));
    assert.equal((await fetch(`${child.base}/venues`)).status, 200);
    child.process.kill('SIGTERM');
    await child.ended;
    assert.equal((await store.rollback('--yes')).code, 0);
  });

  it('A session that ends a moment later does not stop a rollback', {
    skip: SERVER === undefined,
  }, async () => {
    await using store = await keptStore();
    await store.upgrade();
    const session = new pg.Client({ connectionString: store.url });
    await session.connect();
    session.on('error', () => {});
    const ended = assert.rejects(
      session.query('select pg_terminate_backend(pg_backend_pid()) from pg_sleep(0.3)'),
    );
    assert.deepEqual((await store.rollback('--yes')).errors, '');
    await ended;
  });

  it('Where no way back exists, the copy from before and what it lacks are named', async () => {
    await using store = await keptStore();
    await store.upgrade();
    await store.look(writeEvent);
    const { code, out, errors } = await store.rollback('0012-series', '--yes');
    assert.equal(code, 1);
    assert.match(out, /^ {2}0014-trash, taken \S+: this cannot be undone\. /m);
    assert.match(errors, /0013-translations cannot be undone.* Without what was written since: \d+ events, /);
    assert.match(errors, SERVER ? /Restore the dump from before the upgrade\./ : /Restore a backup\./);
    assert.ok((await store.look(takenSteps)).includes('0016-catalan-dots'));
  });

  it('The copy from before is named where there is one, and one of the present is made', {
    skip: SERVER !== undefined,
  }, async () => {
    const folder = await ownFolder();
    {
      await using store = openUnmigrated(folder);
      await sql`pragma journal_mode = wal`.execute(store.db);
      await migrate(store.db, '0012-series');
    }
    const settings = { DATA_DIR: folder, DATABASE_URL: '' };
    assert.equal((await almanacHere(settings, 'users', 'list')).code, 0);
    const { errors } = await almanacHere(settings, 'rollback', '0012-series');
    const copy = join(folder, 'almanac-0012-series.sqlite');
    assert.ok(errors.includes(`The store as it was before: ${copy}.`), errors);
    const done = await almanacHere(settings, 'rollback', '--yes');
    assert.deepEqual([done.code, done.errors], [0, '']);
    const now = join(folder, `almanac-${UNDONE.at(-1)}.sqlite`);
    assert.ok((await stat(now)).size > 0 && existsSync(copy));
  });

  it('A version that is not known is refused', async () => {
    await using store = await keptStore();
    const { code, errors } = await store.rollback('0.0.9');
    assert.equal(code, 2);
    assert.match(errors, /^VERSION: there is no version or migration "0\.0\.9"\. Versions: 0\.1\.0\.$/m);
  });
});
