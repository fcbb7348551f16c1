import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { StoreError } from '../src/db/errors.ts';
import { migrate, type SchemaStep, takenSteps } from '../src/db/migrate.ts';
import type { StoreNotice } from '../src/db/notices.ts';
import { openStore } from '../src/db/open.ts';
import type { Db } from '../src/db/tables.ts';
import { alignDays } from '../src/events/whole-days.ts';
import { eventually, seconds } from './client.ts';
import { ownFolder } from './folder.ts';
import { administer, openEmptyStore, openTestStore, SERVER } from './store.ts';

// Migrations beside others that use the store.

interface Older extends AsyncDisposable {
  db: Db;
  url: string;
  /** Opens the store as a service does, and notes what the operator is told. */
  open(notices?: StoreNotice[]): Promise<void>;
}

/** A store whose schema ends with a step, and an event. */
async function olderStore(step: SchemaStep): Promise<Older> {
  const folder = await ownFolder();
  const store = await openEmptyStore(folder);
  const { db, url } = store;
  if (!SERVER) await sql`pragma journal_mode = wal`.execute(db);
  await migrate(db, step);
  await plantEvent(db);
  return {
    ...{ db, url },
    async open(notices = []) {
      const settings = { DATA_DIR: folder, DATABASE_URL: url, DATABASE_POOL: 1, DATABASE_TIMEOUT: 0.1 };
      const opened = await openStore(settings, 'answering', notice => notices.push(notice));
      await opened.destroy();
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

async function plantEvent(db: Db): Promise<void> {
  await sql`insert into users (id, login, role, created_at) values (1, 'a', 'editor', 0)`.execute(db);
  await sql`insert into records (id, type) values (7, 'event')`.execute(db);
  await sql`insert into events (id, author_id, status, slug, description, search_text, date_at, date_floats,
      modified_at, title, excerpt, all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr,
      show_map, show_map_link, hide_from_listings, sticky, featured)
    values (7, 1, 'publish', 'fair', 'All', 'fair', 1, 0, 2, 'Fair', '', 0, '2031-05-10 18:00:00',
      '2031-05-10 20:00:00', 3, 4, 'UTC', 'UTC', 1, 0, 0, 0, 1)`.execute(db);
}

/** The parts of a store's last migrations that were reported. */
const partsIn = (notices: readonly StoreNotice[]) =>
  notices.flatMap(notice => ('part' in notice ? [`${notice.part} ${notice.rows ?? ''}`.trim()] : []));

const isTold = (notices: readonly StoreNotice[], name: 'blocked' | 'waiting') => () =>
  Promise.resolve(notices.some(notice => name in notice));

describe('A migration', () => {
  it('A migration of many rows is told with its number and with the rows that are done', async () => {
    await using store = await olderStore('0014-trash');
    await sql`insert into terms (taxonomy, name, lower_name, sort_name, slug, description, parent, count)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10001)
      select 'tag', 'col.legi', 'col.legi', 'col.legi ' || n, 'x' || n, '', 0, 0 from numbers`.execute(
      store.db,
    );
    const notices: StoreNotice[] = [];
    await store.open(notices);
    const begun = notices.flatMap(notice =>
      'number' in notice ? [`${notice.migration} ${notice.number}/${notice.of}`] : [],
    );
    assert.deepEqual(
      begun.slice(0, 2).map(text => text.split('/')[0]),
      ['0015-whole-days 1', '0016-catalan-dots 2'],
    );
    assert.equal(begun.at(-1)!.split(' ')[1], `${begun.length}/${begun.length}`);
    const parts = partsIn(notices);
    assert.deepEqual(parts.slice(0, 6), [
      ...['index events_all_day', 'events', 'venues', 'organizers', 'terms', 'terms 10000'],
    ]);
    const last = notices.at(-1)!;
    assert.ok('migrated' in last);
    assert.equal(last.migrated.length, begun.length);
    const folded = await store.db.selectFrom('terms').select('sort_name').where('slug', '=', 'x1').execute();
    assert.deepEqual(folded, [{ sort_name: 'collegi 1' }]);
  });

  it('A process that waits for another one says so, and the schema is migrated once', async () => {
    await using store = await olderStore('0013-translations');
    const begin = sql.raw(SERVER ? 'select pg_advisory_lock(3853314791062309107)' : 'begin immediate');
    const end = sql.raw(SERVER ? 'select pg_advisory_unlock(3853314791062309107)' : 'commit');
    const told: StoreNotice[][] = [[], []];
    const opened = await store.db.connection().execute(async db => {
      await begin.execute(db);
      const opening = told.map(notices => store.open(notices));
      for (const notices of told) assert.ok(await eventually(isTold(notices, 'waiting'), Boolean));
      await end.execute(db);
      return opening;
    });
    await Promise.all(opened);
    assert.equal(told.filter(notices => notices.some(notice => 'migrated' in notice)).length, 1);
    assert.ok((await takenSteps(store.db)).includes('0014-trash'));
  });
});

describe('A migration on PostgreSQL', { skip: SERVER === undefined }, () => {
  /** Somebody else who uses the database. */
  async function openUser(url: string) {
    const client = new pg.Client({ connectionString: url, application_name: 'report' });
    await client.connect();
    await client.query('set lock_timeout = 20000');
    return { client, [Symbol.asyncDispose]: () => client.end() };
  }

  const indexes = async (db: Db) =>
    (
      await sql<{ name: string; valid: boolean }>`
        select indexrelid::regclass::text as name, indisvalid as valid from pg_index
        where indexrelid = to_regclass('events_all_day')`.execute(db)
    ).rows;

  it('A migration that waits for a long reader lets others read, and no limit of the server ends it', async () => {
    await using store = await olderStore('0012-series');
    await using reader = await openUser(store.url);
    await using other = await openUser(store.url);
    const { pathname } = new URL(store.url);
    await administer(SERVER!, `alter database ${pathname.slice(1)} set statement_timeout = 100`);
    await reader.client.query('begin; select 1 from events');
    const notices: StoreNotice[] = [];
    const opening = store.open(notices);
    assert.ok(await eventually(isTold(notices, 'blocked'), Boolean));
    const blocked = notices.find(notice => 'blocked' in notice)!;
    assert.match('blocked' in blocked ? blocked.blocked : '', /^process \d+ \(report\) for \d+ seconds$/);
    // They would wait for the end of the reader behind a migration that waits.
    for (let read = 0; read < 5; read++) {
      await other.client.query('select 1 from events');
      await other.client.query('update events set sticky = 1');
    }
    await reader.client.query('commit');
    await opening;
    assert.ok((await takenSteps(store.db)).includes('0013-translations'));
  });

  it('The log names the second of a change, never the next one', async () => {
    await using store = await olderStore('0036-imported-edits');
    await store.open();
    await using user = await openUser(store.url);
    for (let written = 0; written < 20; written++) {
      const { rows } = await user.client.query(`insert into changes (type, record_id) values ('event', 0)
        returning at <= extract(epoch from clock_timestamp()) as "isPast"`);
      assert.deepEqual(rows, [{ isPast: true }]);
      await seconds(0.05);
    }
  });

  it('All-day events are moved into the days of the site, however long that takes', async () => {
    const folder = await ownFolder();
    await using store = await openTestStore(folder);
    await using other = await openUser(store.url);
    const settings = { DATA_DIR: folder, DATABASE_URL: store.url, DATABASE_POOL: 1, DATABASE_TIMEOUT: 0.1 };
    await using db = await openStore(settings);
    await other.client.query("begin; insert into settings (name, value) values ('days_zone', '')");
    const aligned = alignDays(db, 'Europe/Madrid');
    const long = async () =>
      (
        await sql`select 1 from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and now() - query_start > interval '0.3 seconds'`.execute(store.db)
      ).rows.length;
    assert.ok(await eventually(long, Boolean));
    await other.client.query('commit');
    assert.equal(await aligned, 0);
  });

  it('An index is made while others write, and made anew after its process was killed', async () => {
    await using store = await olderStore('0014-trash');
    await using writer = await openUser(store.url);
    await using other = await openUser(store.url);
    await writer.client.query('begin; update events set sticky = 1');
    const begun = store.open().catch((error: unknown) => error);
    const made = async () => (await indexes(store.db)).length === 1;
    assert.ok(await eventually(made, Boolean), 'the index waits for the writer');
    await other.client.query("insert into settings (name, value) values ('other', '1')");
    await other.client.query('insert into events select * from events where false');
    await other.client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'almanac migration'`);
    const error = await begun;
    assert.ok(error instanceof StoreError && error.away, String(error));
    assert.deepEqual(await indexes(store.db), [{ name: 'events_all_day', valid: false }]);
    await writer.client.query('commit');
    await store.open();
    assert.deepEqual(await indexes(store.db), [{ name: 'events_all_day', valid: true }]);
    assert.ok((await takenSteps(store.db)).includes('0015-whole-days'));
  });
});
