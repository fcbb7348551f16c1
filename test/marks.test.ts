import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Changes, followChanges, pruneChanges } from '../src/db/changes.ts';
import { changedSince, type LogMark, markAt, withLaterChanges } from '../src/db/marks.ts';
import { connectPostgres, openPostgres } from '../src/db/postgres/postgres.ts';
import { openReads, type Reads } from '../src/db/prepared.ts';
import type { Db } from '../src/db/tables.ts';
import { readEntries } from '../src/read-model/index/read.ts';
import { ReadModel } from '../src/read-model/read-model.ts';
import { caller, eventually } from './client.ts';
import { plantMany } from './memory/copy-event.ts';
import { startService } from './service.ts';
import { allOver, openTestStore, SERVER, type TestStore } from './store.ts';

// A starting process learns from the change log everything that changed since its index was built, or that this is
// unknown.

const YEAR = 31_536_000;
const now = () => Math.floor(Date.now() / 1000);

const change = (db: Db, event: number, type = 'event') =>
  (SERVER
    ? sql`insert into changes (type, record_id) values (${type}, ${event})`
    : sql`insert into changes (type, record_id, at) values (${type}, ${event}, unixepoch())`
  ).execute(db);

/** More changes than the log keeps. */
const manyChanges = (db: Db) =>
  sql`with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 100100)
    insert into changes (type, record_id, at) select 'event', 1, 1 from counted`.execute(db);

describe('Marks in the log of changes', () => {
  let folder: string;
  let store: TestStore;
  let db: Db;
  let reads: Reads & { close(): void };
  let changes: Changes;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-marks-'));
    store = await openTestStore(folder);
    db = store.db;
    const followed = await openReads(db);
    reads = followed;
    changes = await followChanges(followed);
    await change(db, 1);
  });

  afterEach(async () => {
    reads.close();
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** A mark of the current position. */
  async function mark(): Promise<LogMark> {
    await changes.newChanges();
    changes.confirm();
    return (await markAt(reads, changes.confirmedPosition()))!;
  }

  /** A mark while no earlier transaction is open that might still write. */
  async function markInQuiet(): Promise<LogMark> {
    if (SERVER) await allOver(db);
    return mark();
  }

  const since = async (mark: LogMark) => {
    // Through JSON, as in a file.
    const events = await changedSince(reads, JSON.parse(JSON.stringify(mark)));
    return events && [...events].sort((a, b) => a - b);
  };

  it('A mark tells which events have changed since, and no others', async () => {
    const place = await mark();
    assert.deepEqual(await since(place), []);
    await change(db, 7);
    await change(db, 8, 'venue');
    await change(db, 9);
    await change(db, 7);
    assert.deepEqual(await since(place), [7, 9]);
    assert.deepEqual(await since(await mark()), []);
  });

  it('A mark covers only changes that were learned', async () => {
    await mark();
    const learned = changes.confirmedPosition();
    await change(db, 7);
    assert.deepEqual(await since((await markAt(reads, learned))!), [7]);
    await changes.newChanges();
    assert.deepEqual(await since((await markAt(reads, changes.confirmedPosition()))!), [7]);
  });

  it('A mark does not cover transactions that were open, whatever their place in the log', {
    skip: !SERVER,
  }, async () => {
    const other = connectPostgres(store.url, { poolSize: 1 });
    const [written, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = other.transaction().execute(async db => {
      await change(db, 7);
      written.resolve();
      await go.promise;
    });
    await written.promise;
    await change(db, 8);
    const place = await mark();
    go.resolve();
    await slow;
    assert.deepEqual(await since(place), [7]);
    await other.destroy();
  });

  it('A mark is invalid once changes after it may have been pruned', async () => {
    const place = await mark();
    await manyChanges(db);
    const later = await markInQuiet();
    assert.deepEqual(await since(place), [1]);
    await pruneChanges(db, now() + YEAR);
    assert.equal(await since(place), undefined);
    assert.deepEqual(await since(later), []);
    await change(db, 7);
    assert.deepEqual(await since(later), [7]);
  });

  it('A mark stays complete where the clock was set back', async () => {
    const change = (event: number, at: number) =>
      sql`insert into changes (type, record_id, at) values ('event', ${event}, ${sql.lit(at)})`.execute(db);
    const [ahead, behind] = [now() + YEAR, now() - YEAR];
    for (let event = 1; event <= 20; event++) await change(event, ahead);
    const place = await markInQuiet();
    await change(7, behind);
    await manyChanges(db);
    await pruneChanges(db, now());
    assert.deepEqual(await since(place), [1, 7]);
  });

  it('A mark of an empty log is valid until something is pruned', async () => {
    await sql`delete from changes`.execute(db);
    if (SERVER) await sql`alter table changes alter column id restart`.execute(db);
    else await sql`delete from sqlite_sequence where name = 'changes'`.execute(db);
    const empty: LogMark = { ...(await mark()), ...(SERVER ? {} : { last: 0 }), changes: [] };
    assert.deepEqual(await since(empty), []);
    await change(db, 7);
    assert.deepEqual(await since(empty), [7]);
    await manyChanges(db);
    await pruneChanges(db, now() + YEAR);
    assert.equal(await since(empty), undefined);
  });

  it('A mark is invalid where the log lacks a change that was read after it', async () => {
    const place = await mark();
    await change(db, 7);
    await change(db, 8);
    const complete = (await withLaterChanges(reads, place))!;
    assert.deepEqual(await since(complete), [7, 8]);
    await sql`delete from changes where record_id = 7`.execute(db);
    assert.equal(await since(complete), undefined);
    assert.deepEqual(await since(place), [8]);
  });

  it('A mark is invalid where the log has another change in its place', async () => {
    const place = await mark();
    await sql`update changes set record_id = 2 where record_id = 1`.execute(db);
    assert.equal(await since(place), undefined);
  });

  it('A mark is invalid where everything may have changed', async () => {
    const place = await mark();
    await change(db, 0, 'everything');
    assert.equal(await since(place), undefined);
  });

  it('A mark is invalid in another database', { skip: !SERVER }, async () => {
    const place = await mark();
    await using other = await openTestStore(folder);
    const there = await openReads(other.db);
    assert.equal(await changedSince(there, { ...place, changes: [] }), undefined);
    assert.deepEqual(await changedSince(reads, { ...place, changes: [] }), new Set());
  });

  it('A mark is invalid once changes of another cluster were pruned', { skip: !SERVER }, async () => {
    const place = await mark();
    await sql`insert into changes (type, record_id, xid) values ('event', 7, '999999999999')`.execute(db);
    await (await openPostgres(store.url)).destroy();
    assert.equal(await since(place), undefined);
    assert.deepEqual(await since(await markInQuiet()), []);
  });
});

describe('The start of a process', () => {
  it('A process starts with the index that was left and the changes since', async () => {
    await using service = await startService();
    const { db, config, accounts } = service;
    const call = caller(service.base);
    const as = accounts.editor;
    const first = await plantMany(service, 'First', 2100);
    // Of several servers, the one that accepts writes is read.
    const DATABASE_URL = config.DATABASE_URL.replace('@', '@127.0.0.1:1,');
    const place = { ...config, DATABASE_URL, DATA_DIR: join(config.DATA_DIR, 'own') };
    const memory = await ReadModel.open(db, place);
    assert.equal(memory.index, undefined, 'all events have to be read');
    const isLeft = async () =>
      (await readdir(join(place.DATA_DIR, 'memory'))).some(name => /^mark/.test(name));
    assert.ok(await eventually(async () => memory.index?.hasWords && (await isLeft()), Boolean));
    memory.close();

    const changed = await call(`PATCH /events/${first}`, {
      as,
      json: { start_date: '2033-03-03 10:00:00', end_date: '2033-03-03 12:00:00' },
    });
    assert.equal(changed.status, 200);
    await db.deleteFrom('events').where('id', '=', 1_000_007).execute();
    const again = await ReadModel.open(db, place);
    const { index } = again;
    assert.equal(index?.size, 2100, 'it is there at once');
    assert.ok(index.hasWords);
    const ids = [first, ...Array.from({ length: 2100 }, (_, at) => 1_000_001 + at)];
    const there = await readEntries(again.reads, ids);
    for (const id of ids) {
      const entry = there.get(id);
      // The index has texts in files of their own.
      const without = { text: undefined, title: undefined, translatedTitles: undefined };
      assert.deepEqual({ ...index.get(id), ...without }, { ...entry, ...without }, `${id}`);
    }
    again.close();
  });
});
