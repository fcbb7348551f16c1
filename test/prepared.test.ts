import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { followChanges } from '../src/db/changes.ts';
import { allSettled } from '../src/db/direct.ts';
import { longRead } from '../src/db/long-read.ts';
import { openPostgres } from '../src/db/postgres/postgres.ts';
import { type FollowedReads, raw, readsThrough, rowsOf, sendQuery } from '../src/db/prepared.ts';
import type { Db } from '../src/db/tables.ts';
import { inTransaction } from '../src/db/transaction.ts';
import { insertRows } from '../src/db/write-rows.ts';
import { seconds } from './client.ts';
import { allOver, openTestStore, SERVER, type TestStore } from './store.ts';

// Prepared statements on PostgreSQL survive changes of the schema, the tables and the connections.

const broken = raw(() => sql`select 1 / ${0}::int`);
const venues = (db: Db) => db.selectFrom('venues').selectAll().where('id', '=', 0);

describe('Prepared statements', { skip: SERVER === undefined }, () => {
  let folder: string;
  let store: TestStore;
  let db: Db;
  let reads: FollowedReads;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-prepared-'));
    store = await openTestStore(folder);
    db = await openPostgres(store.url, { poolSize: 1 });
    reads = readsThrough(db);
  });

  after(async () => {
    await db.destroy();
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const change = (count: number) =>
    sql`insert into changes (type, record_id) select 'event', n from generate_series(1, ${count}::int) as n`;

  it('A prepared statement is prepared again after its table has changed', async () => {
    await rowsOf(db, venues, [1]);
    await sql`alter table venues add column later text`.execute(store.db);
    assert.deepEqual(await rowsOf(db, venues, [1]), []);
    await rowsOf(db, venues, [1]);
    await sql`alter table venues add column latest text`.execute(store.db);
    let tries = 0;
    const write = (db: Db) => rowsOf(db, venues, [++tries]);
    assert.deepEqual(await inTransaction(db, write), []);
    assert.equal(tries, 2, 'the transaction is tried again');
    await sql`alter table venues add column last text`.execute(store.db);
    tries = 0;
    assert.deepEqual(await longRead(db, db => rowsOf(db, venues, [++tries])), []);
    assert.equal(tries, 2, 'the long read is tried again');
  });

  it('A transaction fails with the error of a statement whose answer it did not wait for', async () => {
    const row = { path: '/sent', site: '', type: 'event', record_id: 1 } as const;
    const rows = async () => (await store.db.selectFrom('former_addresses').selectAll().execute()).length;
    const failing = async (db: Db) => {
      await insertRows(db, 'former_addresses', [row]);
      await sendQuery(db, broken, [0]);
    };
    const isDivision = { code: '22012' };
    await assert.rejects(inTransaction(db, failing), isDivision, 'at the commit');
    const goesOn = async (db: Db) => {
      await failing(db);
      await rowsOf(db, venues, [1]);
    };
    await assert.rejects(inTransaction(db, goesOn), isDivision, 'at the next statement');
    const withSavepoint = async (db: Db) => {
      await insertRows(db, 'former_addresses', [row]);
      await sql`savepoint one`.execute(db);
      await sendQuery(db, broken, [0]);
      await assert.rejects(allSettled(db), isDivision, 'before a savepoint is released');
      await sql`rollback to savepoint one`.execute(db);
      await allSettled(db);
    };
    assert.equal(await rows(), 0);
    await inTransaction(db, withSavepoint);
    assert.equal(await rows(), 1);
  });

  it('Prepared reads of the log find each change once and by an index, also when planned on an empty log', async () => {
    const { newChanges: news } = await followChanges(reads);
    assert.deepEqual(await news(), []);
    const MANY = 5000;
    await change(MANY).execute(store.db);
    // Changes written during an open transaction are read again until it has ended.
    await allOver(store.db);
    assert.equal((await news()).length, MANY);
    assert.deepEqual(await news(), []);
    const readRows = async () => {
      const { rows } = await sql<{
        rows: number;
      }>`select seq_tup_read + idx_tup_fetch as rows from pg_stat_user_tables where relname = 'changes'`.execute(
        store.db,
      );
      return rows[0]!.rows;
    };
    // A connection reports its statistics once a second.
    const TIMES = 12;
    const ask = async () => {
      for (let asked = 0; asked < TIMES; asked++) {
        await news();
        await seconds(0.11);
      }
    };
    await ask();
    const before = await readRows();
    await ask();
    // Statistics of one read may be reported late.
    assert.ok((await readRows()) - before < (MANY * TIMES) / 2, 'it reads the log each time');
  });

  it('Prepared reads of the log continue on a new connection after the old one broke', async () => {
    const { newChanges: news } = await followChanges(reads);
    await news();
    const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'almanac'`;
    await others.execute(store.db);
    await change(1).execute(store.db);
    // A request may fail before its process learns that the connection was closed. The next one gets a new connection.
    const found = await Promise.resolve(news()).catch(() => news());
    assert.equal(found.length, 1);
  });

  it('Prepared reads know whether a row belongs to the learned state', async () => {
    const { newChanges: news, confirm: learned, rows } = await followChanges(reads);
    await news();
    learned();
    assert.deepEqual(await rows(venues, [1]), []);
    await sql`create table other (id int)`.execute(store.db);
    assert.deepEqual(await rows(venues, [1]), [], 'another table');
    await change(1).execute(store.db);
    assert.equal(await rows(venues, [1]), undefined, 'a change of the calendar');
  });
});
