import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { dialectOf } from '../src/db/dialect.ts';
import { rowsOf } from '../src/events/public-rows.ts';
import { termsOfPublished } from '../src/terms/store.ts';
import { caller } from './client.ts';
import { fill } from './plans/calendar.ts';
import { alone, beside, pairs } from './plans/filters.ts';
import { startListening } from './plans/listening.ts';
import { faultsOf, indexesOf, type Run, scanned } from './plans/work.ts';
import { sampleOf } from './sample.ts';
import { startService } from './service.ts';
import { SERVER } from './store.ts';

// Every list is found by an index, except searches, which may scan the listed records, and lists of most of the calendar. No query scans a growing table
// as a whole.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { db, accounts } = service;
const run: Run = query => db.executeQuery(query);
await fill(db, accounts.author.id, { events: 10_000, venues: 1000, organizers: 2000 });
await sql`analyze`.execute(db);

const { site, asked, close } = await startListening(service);
after(close);
const call = caller(`${site}/cal/events/v1`);
// Statements are prepared at their first use.
await call('GET /events');

const FACETS = 'categories,tags,venue,organizer,city,month,day,cost';

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
  '/events?when=ongoing',
  '/events?when=upcoming&start_date=2029-03-01&end_date=2029-03-09',
  '/events?when=upcoming,past&start_date=2027-03-01&end_date=2027-03-09',
  '/events?overlaps=2027-03-01/P1M',
  '/events?modified_after=2019-01-01',
  '/events?cost=free',
  '/events?is_virtual=false',
  '/events?event_status=canceled',
  '/events?orderby=end',
  '/events?orderby=end&order=desc&when=ongoing',
  '/events?orderby=modified&overlaps=2027-03-01/P1M',
  '/events?orderby=date',
  '/events?orderby=title&start_date=2027-03-01&end_date=2027-03-09',
  '/events?orderby=distance&geoloc_lat=41.5&geoloc_lng=2.5&geoloc_radius=5',
  '/venues?event=17',
  '/organizers?event=17',
  // PostgreSQL takes two days for a fifth of the calendar, because it does not know that starts and ends go together.
  ...(SERVER ? [] : [`/events?start_date=2027-03-01&end_date=2027-03-02&facets=${FACETS}`]),
];

describe('Query plans of lists', () => {
  for (const path of lists)
    it(`The query of ${path} reads no whole table`, async () => {
      asked.length = 0;
      const { status, text } = await call(`GET ${path}`, {
        as: path.includes('draft') ? accounts.editor : undefined,
      });
      assert.ok(status === 200, text);
      const queries = [...asked];
      assert.ok(queries.length > 0);
      for (const query of queries) assert.deepEqual([query.sql, await scanned(run, query)], [query.sql, []]);
    });
});

describe('Query plans of the trash', () => {
  before(async () => {
    const { status, text } = await call('DELETE /events/19', { as: accounts.editor });
    assert.equal(status, 200, text);
  });
  for (const line of [
    'GET /trash/v1',
    'GET /trash/v1?type=venue',
    'GET /trash/v1?type=organizer',
    'DELETE /trash/v1?days=30',
    'DELETE /trash/v1',
  ])
    it(`${line} reads no record outside the trash`, async () => {
      asked.length = 0;
      const { status, text } = await caller(`${site}/cal`)(line, { as: accounts.editor });
      assert.equal(status, 200, text);
      const queries = asked.filter(({ sql }) => sql.includes(`status = 'trash'`));
      assert.ok(queries.length > 0);
      for (const query of queries) {
        assert.deepEqual([query.sql, await scanned(run, query)], [query.sql, []]);
        assert.deepEqual([query.sql, await indexesOf(run, query)], [query.sql, trashIndexesOf(query)]);
      }
    });
});

/** The index of the trash of each table that a query reads. */
const trashIndexesOf = ({ sql }: CompiledQuery): string[] =>
  ['events', 'venues', 'organizers'].flatMap(table =>
    sql.includes(`from "${table}"`) ? [`${table}_trash`] : [],
  );

describe('Query plans of term counts', () => {
  it('The count of a term looks up only the named events', async () => {
    // A new store has no statistics, and some stores never have.
    await using fresh = await startService();
    if (dialectOf(fresh.db).name === 'postgres') return;
    const { sql: text } = termsOfPublished(fresh.db).compile();
    const explained = CompiledQuery.raw(`explain query plan ${text}`, ['[17,18]']);
    const { rows } = await fresh.db.executeQuery<{ detail: string }>(explained);
    const ways = rows.map(({ detail }) => detail).filter(detail => / events /.test(detail));
    assert.match(ways.join('; '), /^SEARCH events .*\((id|rowid)=\?\)$/);
  });
});

describe('Query plans of sitemaps', () => {
  it('A sitemap looks up its events by their ids', async () => {
    await using fresh = await startService();
    if (dialectOf(fresh.db).name === 'postgres') return;
    const { sql: text, parameters } = rowsOf(fresh.db, [17, 18]).compile();
    const explained = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
    const { rows } = await fresh.db.executeQuery<{ detail: string }>(explained);
    assert.match(rows.map(({ detail }) => detail).join('; '), /^SEARCH events .*\((id|rowid)=\?\)$/);
  });
});

describe('Query plans without statistics', () => {
  let faults: Faults;
  let fresh: Awaited<ReturnType<typeof startFresh>>;
  before(async () => {
    faults = new Faults();
    fresh = await startFresh(faults);
  });
  after(() => fresh[Symbol.asyncDispose]());

  it('No combination of filters needs quadratic work', async () => {
    // A sample of the pairs for each role.
    const asked = (role = '') => [...alone(), ...sampleOf(`plans ${role}`, pairs(), SERVER ? 0.05 : 0.1)];
    for (const role of [undefined, 'author', 'editor'] as const)
      for (const path of role === 'editor' ? [...alone(), ...beside] : asked(role)) {
        const { status, text } = await fresh.call(`GET ${path}`, { as: role && fresh.accounts[role] });
        // A page beyond the end is searched for as well.
        assert.ok(status === 200 || text.includes('archive-page-not-found'), `${path} ${text}`);
        assert.deepEqual(faults.found, [], `${role} ${path}`);
      }
    assert.ok(faults.looked.size > 100, `${faults.looked.size} queries`);
  });

  it('Deleting and restoring follows links and scans no other table for each of them', async () => {
    const as = fresh.accounts.editor;
    for (const line of [
      'PATCH /events/v1/categories/7',
      'DELETE /events/v1/categories/7',
      'DELETE /events/v1/venues/1000017',
      'POST /trash/v1/1000017/restore',
      'DELETE /events/v1/events/17',
      'DELETE /trash/v1',
    ]) {
      const json = line.startsWith('PATCH') ? { json: { name: 'Other' } } : {};
      const { status, text } = await fresh.call(line, { as, ...json });
      assert.equal(status, 200, `${line} ${text}`);
      assert.deepEqual(faults.found, [], line);
    }
  });
});

/**
 * On PostgreSQL, scanning all events per venue, or all venues per event, is forty times the work of one scan. SQLite
 * shows such plans at any size.
 */
const SMALL = SERVER
  ? { events: 6000, venues: 1000, organizers: 1000 }
  : { events: 200, venues: 1000, organizers: 1000 };

/** Faults in the plans of queries. Each query is checked once. */
class Faults {
  readonly looked = new Set<string>();
  readonly found: string[] = [];

  async look(query: CompiledQuery, run: Run): Promise<void> {
    if (this.looked.has(query.sql)) return;
    this.looked.add(query.sql);
    for (const fault of await faultsOf(run, query, SMALL)) this.found.push(`${query.sql}: ${fault}`);
  }
}

/** A service on a store of its own, in the state that an import leaves. */
async function startFresh(faults: Faults) {
  const service = await startService();
  await fill(service.db, service.accounts.author.id, SMALL);
  const { site, close } = await startListening(service, (query, run) => faults.look(query, run));
  return {
    ...{ call: caller(`${site}/cal`), accounts: service.accounts },
    async [Symbol.asyncDispose]() {
      await close();
      await service[Symbol.asyncDispose]();
    },
  };
}
