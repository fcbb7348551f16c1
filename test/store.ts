import { randomBytes } from 'node:crypto';
import { constants, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { dialectOf } from '../src/db/dialect.ts';
import { connectPostgres, openPostgres } from '../src/db/postgres/postgres.ts';
import { exclusive } from '../src/db/sqlite/driver.ts';
import { openSqlite } from '../src/db/sqlite/sqlite.ts';
import type { Db, Tables } from '../src/db/tables.ts';
import { makeFolder } from '../src/lib/private-files.ts';
import { eventually } from './client.ts';

/** The database that new ones are cloned from. The runner has migrated its schema. */
const TEMPLATE = 'almanac_template';

/** The server of tests on PostgreSQL; undefined on the embedded store. */
export const SERVER = process.env.TEST_STORE === 'postgres' ? process.env.TEST_DATABASE_URL : undefined;

/** The options of tests of what does not depend on the store: they run on the embedded one. */
export const OF_NO_STORE = { skip: SERVER !== undefined };

export interface TestStore extends AsyncDisposable {
  db: Db;
  /** The DATABASE_URL of a service on this store; '' for the embedded one. */
  url: string;
}

/** A store of its own for one test, on the engine of the run; `folder` holds an embedded one. */
export async function openTestStore(folder: string): Promise<TestStore> {
  return SERVER === undefined ? openEmbedded(folder) : openClone(SERVER);
}

/** A new store in a file of this folder, copied if the runner has made a template: that takes a tenth of the time. */
export async function openEmbedded(folder: string): Promise<TestStore> {
  const file = join(folder, 'almanac.sqlite');
  const template = process.env.TEST_TEMPLATE;
  if (template) {
    await makeFolder(folder);
    await copyFile(template, file, constants.COPYFILE_EXCL);
  }
  const db = await openSqlite(file);
  return { db, url: '', [Symbol.asyncDispose]: () => db.destroy() };
}

/** A store like that of `openTestStore`, without a schema. */
export async function openEmptyStore(folder: string): Promise<TestStore> {
  return SERVER === undefined ? openUnmigrated(folder) : openClone(SERVER, 'template0', connectPostgres);
}

/** The file of a folder as it is: it may be missing, and nothing is migrated. */
export function openUnmigrated(folder: string): TestStore {
  const database = new DatabaseSync(join(folder, 'almanac.sqlite'));
  const db = new Kysely<Tables>({ dialect: exclusive(database) });
  return { db, url: '', [Symbol.asyncDispose]: async () => database.close() };
}

/**
 * Milliseconds that a request may wait for a database connection. Tests send a hundred requests at once to a service
 * with few connections, on machines that may be busy.
 */
const PATIENCE = 60_000;

/** A database of its own on this server. */
export async function openClone(
  server: string,
  template = TEMPLATE,
  open: (...args: Parameters<typeof connectPostgres>) => Db | Promise<Db> = openPostgres,
): Promise<TestStore> {
  const name = `almanac_test_${randomBytes(6).toString('hex')}`;
  // Copying its files takes half the time of logging their content.
  await administer(server, `create database ${name} template ${template} strategy file_copy`);
  const url = databaseUrl(server, name);
  const db = await open(url, { poolSize: 5, connectTimeout: PATIENCE });
  return {
    db,
    url,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

/** Creates a file in this folder that embedded stores are copied from. */
export async function prepareFile(folder: string): Promise<void> {
  const file = join(folder, 'template.sqlite');
  await (await openSqlite(file)).destroy();
  // The service leaves its last writes in the log beside the file, which is not copied.
  using database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  process.env.TEST_TEMPLATE = file;
}

/** Creates the database that others are cloned from. */
export async function prepareTemplate(server: string): Promise<void> {
  await administer(server, `drop database if exists ${TEMPLATE} with (force)`);
  await administer(server, `create database ${TEMPLATE}`);
  const db = await openPostgres(databaseUrl(server, TEMPLATE));
  await db.destroy();
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Resolves once all transactions that write on this server have ended, in every database: other tests write there. */
export async function allOver(db: Db): Promise<void> {
  const { rows } = await sql<{
    now: string;
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as now`.execute(db);
  const over = sql<{ over: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]!.now}::xid8 as over`;
  if (!(await eventually(async () => (await over.execute(db)).rows[0]!.over, Boolean)))
    throw new Error('a transaction on the server does not end');
}

/** Runs a statement on the server, outside the databases of the tests; resolves to its rows. */
export async function administer(server: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const CALENDAR = [
  ...([
    'event_terms',
    'event_venues',
    'event_organizers',
    'imported',
    'vanished_occurrences',
    'former_addresses',
    'translated_slugs',
    'events',
    'venues',
  ] as const),
  ...(['organizers', 'images', 'records', 'terms', 'versions', 'idempotency_keys'] as const),
];

/** Empties a store except for its accounts. The next ids are the first ones again. */
export async function emptyCalendar(db: Db): Promise<void> {
  await db.transaction().execute(async db => {
    // Deleted, not truncated: after a truncation a running service would read the whole store again.
    for (const table of CALENDAR) await db.deleteFrom(table).execute();
    if (dialectOf(db).name === 'sqlite')
      await sql`delete from sqlite_sequence where name in ('records', 'terms', 'versions')`.execute(db);
    else
      for (const table of ['records', 'terms', 'versions'])
        await sql`alter table ${sql.table(table)} alter column id restart`.execute(db);
  });
}
