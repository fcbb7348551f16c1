import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { CompiledQuery, type QueryExecutor, sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { dialectOf } from '../src/db/dialect.ts';
import { NO_REPLICAS } from '../src/db/replicas.ts';
import type { Db } from '../src/db/tables.ts';
import { termsOfPublished } from '../src/terms/store.ts';
import { caller } from './client.ts';
import { startService } from './service.ts';

// Whatever a list is filtered by, an index finds it, or, for words, what is listed at all: no query reads a whole table
// that grows with the calendar.

const DAY = 86_400;
const EVENTS = 20_000;
const [VENUE, ORGANIZER] = [1_000_000, 2_000_000];

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { db, config, accounts } = service;
await fill(db, accounts.author.id);

/** The queries that a request makes, as they are executed: some are compiled once, with parameters that are none. */
const asked: CompiledQuery[] = [];
const listened = db.withoutPlugins();
listenTo(listened.getExecutor());
// Without the memory, which spares the store most of these queries.
const app = buildApp(listened, config, NO_REPLICAS, null);
const site = await app.listen({ host: '127.0.0.1', port: 0 });
after(() => app.close());
const call = caller(`${site}/cal/events/v1`);
// What is prepared is compiled when it is first used, with places for its values.
await call('GET /events');

/** Also to the queries of transactions that it begins. */
function listenTo(executor: QueryExecutor): QueryExecutor {
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = query => {
    asked.push(query);
    return execute(query) as never;
  };
  const within = executor.withConnectionProvider.bind(executor);
  executor.withConnectionProvider = provider => listenTo(within(provider));
  return executor;
}

const GROWING = ['events', 'event_terms', 'event_venues', 'event_organizers', 'venues', 'organizers'];

/** Those of the growing tables that a query reads as a whole, by its plan. */
async function scanned(query: CompiledQuery): Promise<string[]> {
  if (dialectOf(db).name === 'sqlite') {
    const plan = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
    );
    const scans = plan.rows.map(({ detail }) => /^SCAN (\w+)/.exec(detail)?.[1] ?? '');
    return scans.filter(table => GROWING.includes(table));
  }
  const plan = await db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]),
  );
  const scans = plan.rows.map(row => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? '');
  return scans.filter(table => GROWING.includes(table));
}

const lists = [
  '/events',
  '/events?start_date=2040-01-01',
  '/events?start_date=2027-03-01&end_date=2027-03-02',
  '/events?end_date=2020-01-05&start_date=2020-01-01',
  '/events?starts_before=2020-01-05',
  '/events?starts_after=2029-12-20',
  '/events?ends_before=2020-01-05',
  '/events?ends_after=2029-12-20',
  '/events?start_date=2027-03-01&end_date=2027-03-02&strict_dates=1',
  '/events?search=rare17',
  '/events?search=rare17+words',
  '/events?categories=21',
  '/events?tags=71',
  '/events?venue=1000017',
  '/events?organizer=2000017',
  '/events?include=17,18,19',
  '/events?featured=1',
  '/events?status=draft',
  '/events?geoloc_lat=41.5&geoloc_lng=2.5&geoloc_radius=5',
  '/venues?event=17',
  '/organizers?event=17',
];

describe('plans of lists', () => {
  for (const path of lists)
    it(path, async () => {
      asked.length = 0;
      const { status, text } = await call(`GET ${path}`, {
        as: path.includes('draft') ? accounts.editor : undefined,
      });
      assert.ok(status === 200, text);
      const queries = [...asked];
      assert.ok(queries.length > 0);
      for (const query of queries) assert.deepEqual([query.sql, await scanned(query)], [query.sql, []]);
    });
});

describe('plan of counting the events of terms', () => {
  it('goes by the events that are named', async () => {
    // Of a store that has just begun nothing is known, nor of most others.
    await using fresh = await startService();
    if (dialectOf(fresh.db).name === 'postgres') return;
    const { sql: text } = termsOfPublished(fresh.db).compile();
    const explained = CompiledQuery.raw(`explain query plan ${text}`, ['[17,18]']);
    const { rows } = await fresh.db.executeQuery<{ detail: string }>(explained);
    const ways = rows.map(({ detail }) => detail).filter(detail => / events /.test(detail));
    assert.match(ways.join('; '), /^SEARCH events .*\((id|rowid)=\?\)$/);
  });
});

/** Ten years of events from 2020 on, with 2,000 venues, 4,000 organizers, 40 categories and 400 tags. */
async function fill(db: Db, author: number): Promise<void> {
  const begin = Date.UTC(2020, 0, 1) / 1000;
  const numbers = (count: number) =>
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const published = (id: string, text: string) =>
    `${id} as id, ${author} as author_id, 'publish' as status, 'record-' || i as slug, '' as description,
    ${text} as search_text, ${begin} + i as date_at, 0 as date_floats, ${begin} as modified_at`;
  const PUBLISHED =
    'id, author_id, status, slug, description, search_text, date_at, date_floats, modified_at';
  const named = `${PUBLISHED}, name, folded_name, website, phone`;
  const names = `'Name ' || i, 'name ' || i, '', ''`;
  const records = (type: string, first: number, count: number) =>
    `insert into records (id, type) ${numbers(count)} select ${first} + i, '${type}' from n`;
  const statements = [
    records('event', 0, EVENTS),
    records('venue', VENUE, 2000),
    records('organizer', ORGANIZER, 4000),
    `insert into events (${PUBLISHED}, title, excerpt, all_day, start_date, end_date, start_at, end_at, timezone,
      timezone_abbr, show_map, show_map_link, hide_from_listings, sticky, featured)
      ${numbers(EVENTS)} select ${published('i', `'rare' || i || ' words'`)}, 'Event ' || i, '', 0, '', '',
      ${begin} + i * ${(3650 * DAY) / EVENTS}, ${begin} + i * ${(3650 * DAY) / EVENTS} + 7200, 'UTC', 'UTC', 1, 1, 0, 0,
      case when i % 500 = 0 then 1 else 0 end from n`,
    `update events set status = 'draft' where id % 300 = 7`,
    `insert into venues (${named}, address, city, country, province, state, zip, show_map, show_map_link, geo_lat, geo_lng)
      ${numbers(2000)} select ${published(`${VENUE} + i`, `'[]'`)}, ${names}, '', '', '', '', '', '', 1, 1,
      40.0 + i % 50 / 10.0, 1.0 + i / 50 / 10.0 from n`,
    `insert into organizers (${named}, email)
      ${numbers(4000)} select ${published(`${ORGANIZER} + i`, `'[]'`)}, ${names}, '' from n`,
    `insert into terms (taxonomy, name, lower_name, sort_name, slug, description, parent, count)
      ${numbers(440)} select case when i <= 40 then 'category' else 'tag' end, 'Term ' || i, 'term ' || i, 'term ' || i,
      'term-' || i, '', 0, 0 from n`,
    `insert into event_venues select id, ${VENUE + 1} + id % 2000, 0 from events`,
    `insert into event_organizers select id, ${ORGANIZER + 1} + id % 4000, 0 from events`,
    'insert into event_terms select id, 1 + id % 40 from events',
    'insert into event_terms select id, 41 + id % 400 from events',
    'analyze',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
