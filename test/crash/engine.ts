import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../src/db/tables.ts';
import { eventually } from '../client.ts';
import { makeServer, type Server } from '../postgres.ts';
import { administer } from '../store.ts';

/** An engine whose processes can be killed, with an empty store. */
export interface Engine extends AsyncDisposable {
  folder: string;
  /** DATABASE_URL; '' on the embedded store. */
  url: string;
  /** Kills the processes of the engine, if it has any. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Resolves once nothing remains of a killed service. */
  quiet(): Promise<void>;
  /** Checks the store with the engine's own means. */
  assertIntact(db: Db): Promise<void>;
}

export type Store = 'sqlite' | 'postgres';

export const openEngine = (store: Store): Promise<Engine> =>
  store === 'sqlite' ? openSqliteEngine() : openPostgresEngine();

const makeFolder = () => mkdtemp(join(tmpdir(), 'almanac-crash-'));

async function openSqliteEngine(): Promise<Engine> {
  const folder = await makeFolder();
  return {
    ...sqliteEngine(folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The embedded store in this folder, which stays when the engine is disposed. */
export function sqliteEngine(folder: string): Engine {
  return {
    ...{ folder, url: '' },
    // The engine runs in the service's process.
    async kill() {},
    async start() {},
    async quiet() {},
    async assertIntact(db) {
      const check = async (pragma: string) =>
        (await sql.raw<object>(`pragma ${pragma}`).execute(db)).rows.map(row => ({ ...row }));
      assert.deepEqual(await check('integrity_check'), [{ integrity_check: 'ok' }]);
      assert.deepEqual(await check('foreign_key_check'), []);
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function openPostgresEngine(): Promise<Engine> {
  const server = await makeServer();
  await server.start();
  await makeDatabase(server);
  const folder = await makeFolder();
  return {
    ...postgresEngine(server, folder),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the database of a PostgreSQL engine on a running server. */
export async function makeDatabase(server: Server): Promise<void> {
  await administer(`${server.address}/postgres`, 'create database almanac');
  await administer(`${server.address}/almanac`, 'create extension amcheck');
}

/** PostgreSQL on a server that has the database. The server's data and the folder stay when the engine is disposed. */
export function postgresEngine(server: Server, folder: string): Engine {
  const url = `${server.address}/almanac`;
  const sessions = `select count(*)::int as count from pg_stat_activity where application_name = 'almanac'`;
  return {
    ...{ folder, url, kill: server.kill, start: server.start, assertIntact: assertIntactPages },
    async quiet() {
      const [{ count }] = await eventually(
        async () => (await administer(url, sessions)) as [{ count: number }],
        ([{ count }]) => count === 0,
      );
      assert.equal(count, 0, 'sessions of a service that is gone');
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

/** Checks that tables and indexes are intact and agree, with amcheck, and that references resolve. */
async function assertIntactPages(db: Db): Promise<void> {
  const rows = async (text: string) => (await sql.raw(text).execute(db)).rows;
  const tables = `pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  const heap = `select relname, checked.* from ${tables.replace('where', ', verify_heapam(oid, check_toast => true) as checked where')}`;
  assert.deepEqual(await rows(heap), []);
  const indexes = `pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where relnamespace = 'public'::regnamespace and amname = 'btree'`;
  await rows(`select bt_index_parent_check(indexrelid, true, true, indisunique) from ${indexes}`);
  for (const reference of (await rows(REFERENCES)) as Reference[]) {
    const { child, column, parent, key } = reference;
    const lost = `select * from ${child} where ${column} is not null and ${column} not in (select ${key} from ${parent})`;
    assert.deepEqual(await rows(lost), [], `${child}.${column}`);
  }
}

interface Reference {
  child: string;
  column: string;
  parent: string;
  key: string;
}

const REFERENCES = `
  select conrelid::regclass as child, confrelid::regclass as parent, ours.attname as column, theirs.attname as key
  from pg_constraint
    join pg_attribute as ours on ours.attrelid = conrelid and ours.attnum = conkey[1]
    join pg_attribute as theirs on theirs.attrelid = confrelid and theirs.attnum = confkey[1]
  where contype = 'f'`;
