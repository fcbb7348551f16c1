import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { dialectOf } from '../src/db/dialect.ts';
import { migrate, type SchemaStep } from '../src/db/migrate.ts';
import { openStore } from '../src/db/open.ts';
import type { Db } from '../src/db/tables.ts';
import { uidOf } from '../src/events/event.ts';
import { findEventRow } from '../src/events/store.ts';
import { publishedTypes } from '../src/kinds.ts';
import { matchKey } from '../src/lib/text/keys.ts';
import { fold } from '../src/lib/text/search-terms.ts';
import { listTrash } from '../src/trash/list.ts';
import { seconds } from './client.ts';
import { openEmptyStore, SERVER, type TestStore } from './store.ts';

const WORDS = '0008-words-of-postgres';
const NAMES = '0009-names';
const VIRTUAL = '0010-virtual-and-status';
const TRANSLATIONS = '0013-translations';
const TRASH = '0014-trash';
const isPostgres = ({ url }: TestStore) => url !== '';

const steps = async (db: Db) =>
  (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(({ name }) => name);

/**
 * Makes a store whose schema ends with a step, and opens it again with all steps.
 * @param limit DATABASE_TIMEOUT
 */
async function withStore(
  last: SchemaStep,
  before: (store: TestStore) => Promise<void>,
  after: (store: TestStore) => Promise<void>,
  limit = 10,
) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-schema-'));
  const store = await openEmptyStore(folder);
  try {
    await migrate(store.db, last);
    await before(store);
    const again = await openStore({
      ...{ DATA_DIR: folder, DATABASE_URL: store.url },
      ...{ DATABASE_POOL: 1, DATABASE_TIMEOUT: limit },
    });
    await again.destroy();
    await after(store);
  } finally {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
}

test('A store with the former full-text index loses it in a migration and works', () =>
  withStore(
    '0007-credentials',
    // What it is an index of makes no difference here, and needs no extension.
    async ({ db }) => void (await sql`create index if not exists events_words on events (title)`.execute(db)),
    async store => {
      assert.ok((await steps(store.db)).includes(WORDS));
      if (isPostgres(store))
        assert.deepEqual(
          (await sql`select 1 from pg_class where relname = 'events_words'`.execute(store.db)).rows,
          [],
        );
    },
  ));

test('A migration takes longer than a request may', { skip: SERVER === undefined }, async () => {
  const [locked, limit] = [Promise.withResolvers<void>(), 0.2];
  let using: Promise<void> | undefined;
  await withStore(
    '0012-series',
    async ({ db }) => {
      using = db.transaction().execute(async db => {
        await sql`lock table events`.execute(db);
        locked.resolve();
        await seconds(3 * limit);
      });
      await locked.promise;
    },
    async ({ db }) => {
      await using;
      assert.ok((await steps(db)).includes(TRANSLATIONS));
    },
    limit,
  );
});

test('venues and organizers of a store get the keys by which they are found when they are created again', () =>
  withStore(
    '0008-words-of-postgres',
    ({ db }) => plantVenues(db, 250),
    async ({ db }) => {
      assert.ok((await steps(db)).includes(NAMES));
      const rows = await db.selectFrom('venues').select(['name', 'description', 'match_key']).execute();
      assert.equal(rows.length, 250);
      for (const { name, description, match_key } of rows)
        assert.equal(match_key, matchKey(fold(name), description));
    },
  ));

test('events of a store get the members of extensions unset, and keep their rows', () =>
  withStore(
    '0009-names',
    async ({ db }) => {
      await plantVenues(db, 0);
      await sql`insert into records (id, type) values (7, 'event')`.execute(db);
      await sql`insert into events (id, author_id, status, slug, description, search_text, date_at, date_floats,
          modified_at, title, excerpt, all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr,
          show_map, show_map_link, hide_from_listings, sticky, featured)
        values (7, 1, 'publish', 'fair', 'All', 'fair', 1, 0, 2, 'Fair', '', 0, '2031-05-10 18:00:00',
          '2031-05-10 20:00:00', 3, 4, 'UTC', 'UTC', 1, 0, 0, 0, 1)`.execute(db);
      rewritten.push(await fileNodeOf(db));
    },
    async ({ db }) => {
      assert.ok((await steps(db)).includes(VIRTUAL));
      const { title, featured, ...row } = (await findEventRow(db, { id: 7 }))!;
      assert.deepEqual([title, featured, uidOf(row, 'store')], ['Fair', 1, '7@store']);
      const { is_virtual, virtual_url, event_status, status_reason, custom_fields, sequence } = row;
      assert.deepEqual(
        { is_virtual, virtual_url, event_status, status_reason, custom_fields, sequence },
        {
          is_virtual: 0,
          virtual_url: '',
          event_status: 'scheduled',
          status_reason: '',
          custom_fields: '',
          sequence: 0,
        },
      );
      // PostgreSQL gives a table another file when it rewrites the rows.
      assert.equal(await fileNodeOf(db), rewritten.pop());
    },
  ));

test('What is in the trash of a store is there after the migration that gives the trash its indexes', () =>
  withStore(
    '0013-translations',
    async ({ db }) => {
      await plantVenues(db, 3);
      await sql`update venues set status = 'trash' where id = 2`.execute(db);
    },
    async ({ db }) => {
      assert.ok((await steps(db)).includes(TRASH));
      const editor = { id: 1, login: 'a', role: 'editor' } as const;
      const { rows, total } = await listTrash(db, editor, publishedTypes, { limit: 10, offset: 0 });
      assert.deepEqual([rows.map(({ type, id }) => [type, id]), total], [[['venue', 2]], 1]);
    },
  ));

const rewritten: unknown[] = [];

const fileNodeOf = async (db: Db): Promise<unknown> =>
  dialectOf(db).name === 'postgres' &&
  (await sql<{ node: number }>`select pg_relation_filenode('events') as node`.execute(db)).rows[0]!.node;

/** Venues as they were before the step; every fifth has no description. */
async function plantVenues(db: Db, count: number): Promise<void> {
  await sql`insert into users (id, login, role, created_at) values (1, 'a', 'editor', 0)`.execute(db);
  for (let id = 1; id <= count; id++) {
    const description = id % 5 === 0 ? '' : `<p>Sala Única ${id}</p>`;
    await sql`insert into records (id, type) values (${id}, 'venue')`.execute(db);
    await sql`insert into venues (id, author_id, status, description, search_text, date_at, date_floats, modified_at,
        name, folded_name, website, phone, address, city, country, province, state, zip, show_map, show_map_link)
      values (${id}, 1, 'publish', ${description}, '', 0, 0, 0,
        ${`Sala ${id}`}, ${`sala ${id}`}, '', '', '', '', '', '', '', '', 0, 0)`.execute(db);
  }
}

test('texts with l.l are found as those with l·l, and others keep their rows', () =>
  withStore(
    TRASH,
    async ({ db }) => {
      await plantVenues(db, 1);
      const texts = ['novel.la\n\ntext', 'goya.la\n\n', 'l.l\n\n'];
      for (const [i, search_text] of texts.entries()) {
        await sql`insert into records (id, type) values (${i + 2}, 'event')`.execute(db);
        await sql`insert into events (id, author_id, status, slug, description, search_text, date_at, date_floats,
          modified_at, title, excerpt, all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr,
          show_map, show_map_link, hide_from_listings, sticky, featured)
          values (${i + 2}, 1, 'publish', ${`x${i}`}, '', ${search_text}, 1, 0, 7, 'x', '', 0, '2031-05-10 18:00:00',
          '2031-05-10 20:00:00', 3, 4, 'UTC', 'UTC', 1, 0, 0, 0, 1)`.execute(db);
      }
      await sql`update venues set folded_name = 'col.legi', search_text = '["col.legi"]', description = 'A',
        modified_at = 7`.execute(db);
      await sql`insert into terms (taxonomy, name, lower_name, sort_name, slug, description, parent, count) values
        ('tag', 'Col.legi', 'col.legi', 'col.legi', 'col-legi', '', 0, 0)`.execute(db);
    },
    async ({ db }) => {
      const events = await db.selectFrom('events').select('search_text').orderBy('id').execute();
      assert.deepEqual(
        events.map(({ search_text }) => search_text.split('\n')[0]),
        ['novella', 'goya.la', 'l.l'],
      );
      const venue = await db.selectFrom('venues').selectAll().executeTakeFirstOrThrow();
      assert.deepEqual(
        [venue.folded_name, venue.search_text, venue.match_key, venue.modified_at],
        ['collegi', '["collegi"]', matchKey(fold('Col.legi'), 'A'), 7],
      );
      assert.equal(
        (await db.selectFrom('terms').select('sort_name').executeTakeFirst())?.sort_name,
        'collegi',
      );
    },
  ));
