import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { dialectOf } from '../src/db/dialect.ts';
import { openStore } from '../src/db/open.ts';
import type { Db } from '../src/db/tables.ts';
import { structuredData } from '../src/formats/json-ld/event.ts';
import { renderedEvent } from '../src/formats/rendered-events.ts';
import { Segments } from '../src/read-model/index/segments.ts';
import { ReadModel } from '../src/read-model/read-model.ts';
import { newId } from '../src/records/table.ts';
import { addressAt } from '../src/site/address.ts';
import type { Account } from './account.ts';
import { type Body, caller, eventOf, eventually } from './client.ts';
import { openReference, readerOf, SETTINGS, startApart, startBeside } from './memory/beside.ts';
import { copyEvent, plantMany } from './memory/copy-event.ts';
import { giveOtherTraits } from './memory/other-traits.ts';
import { pages, pathsOfRecords } from './memory/pages.ts';
import { lists, others } from './memory/questions.ts';
import { race } from './memory/race.ts';
import { type Write, write, writeKinds } from './memory/writes.ts';
import { calendars, plant } from './properties/calendar.ts';
import { runsOf } from './sample.ts';
import { type Service, startService } from './service.ts';
import { emptyCalendar, OF_NO_STORE, SERVER } from './store.ts';

// Answers from memory equal those of the store, and no read is older than a write that was acknowledged before it.

// Calendars of several pages.
fc.configureGlobal({ baseSize: 'medium' });

const EVER = '?start_date=2000-01-01&end_date=2099-12-31';
const DOC = '/cal/events/v1/doc';

/** Number of calendars. */
const RUNS = Number(process.env.CALENDARS ?? 1);
/** Writes per calendar. PostgreSQL is slower and gets fewer, because the read model is the same. */
const WRITES = runsOf(14, SERVER ? 0.4 : 0.6);

const some = <T>(arbitrary: fc.Arbitrary<T>, count: number) =>
  fc.array(arbitrary, { minLength: count, maxLength: count });

/** Makes sure that every calendar has an event to find. */
const FIRST = { kind: 'create', one: 0, other: 0, by: 0 } satisfies Write & { by: number };

/** The page and the list of all events: with few events, hardly any other request shows one. */
const EVERYTHING = { path: '/events/?overlaps=1900-01-01%2F2200-01-01', viewer: 5 };
const ALL_EVENTS = { path: '/cal/events/v1/events?start_date=1900-01-01&end_date=2200-01-01', viewer: 5 };

describe('Answers of the read model', () => {
  let service: Service;
  let services: { site: string; base: string }[];
  const stack = new AsyncDisposableStack();
  before(async () => {
    service = stack.use(await startService(SETTINGS));
    services = [
      service,
      stack.use(await startBeside(service)),
      stack.use(await startApart(service, SETTINGS)),
    ];
  });
  after(() => stack.disposeAsync());

  it('The read model answers what the store answers, for every user and process, after any write', async () => {
    const { accounts } = service;
    await using reference = await openReference(service);
    const viewers: (Account | undefined)[] = [
      ...[undefined, undefined, undefined],
      ...[accounts.subscriber, accounts.author, accounts.editor],
    ];
    const run = fc.noBias(
      fc.record({
        plan: calendars(40),
        writes: some(
          fc.record({
            kind: fc.constantFrom(...writeKinds),
            one: fc.nat(40),
            other: fc.nat(40),
            by: fc.nat(2),
          }),
          WRITES,
        ),
        seed: fc.nat(),
      }),
    );
    const seed = Math.floor(Math.random() * 2 ** 31);
    let [acknowledged, found, shown] = [0, 0, 0];
    for (const { plan, writes, seed: inner } of fc.sample(run, { seed, numRuns: RUNS })) {
      const calendar = await plant(service, plan);
      const slugs = await slugsOf(service.db);
      const records = await pathsOfRecords(service.db);
      const ask = async (path: string, viewer: number, through: number) => {
        const as = viewers[viewer % viewers.length];
        const expected = await reference.ask(path, as);
        const what = `seed ${seed}: ${path} as ${as?.user} of ${through % services.length}`;
        assert.deepEqual(await readerOf(services[through % services.length]!.site)(path, as), expected, what);
        if (/"total":[1-9]/.test(expected.text)) found++;
        if (/ href="[^"]*\/event\//.test(expected.text)) shown++;
      };
      const asking = () =>
        fc.record({
          path: fc.oneof(
            { weight: 3, arbitrary: lists(calendar) },
            { weight: 4, arbitrary: pages(calendar, records) },
            others(calendar, slugs),
          ),
          viewer: fc.nat(5),
        });
      // Repeated after each write, so that cached responses are used.
      const often = [EVERYTHING, ALL_EVENTS, ...fc.sample(asking(), { seed: inner, numRuns: 6 })];
      for (const [at, planned] of [FIRST, ...writes].entries()) {
        const status = await write(
          caller(services[planned.by]!.site),
          accounts.administrator,
          calendar,
          planned,
        );
        assert.ok(status < 500);
        if (status < 300) acknowledged++;
        const fresh = fc.sample(asking(), { seed: inner + at, numRuns: 6 });
        for (const [turn, { path, viewer }] of [...often, ...fresh].entries())
          await ask(path, viewer, turn + at);
        await Promise.all(often.map(({ path }, turn) => ask(path, 0, turn + at)));
      }
    }
    assert.ok(acknowledged >= RUNS, `${acknowledged} writes`);
    assert.ok(found > RUNS, `${found} lists that show something`);
    assert.ok(shown > RUNS, `${shown} pages that show something`);
  });

  it('A read finds nothing older than what was acknowledged before it, and nothing that never was', async () => {
    await emptyCalendar(service.db);
    const counts = runsOf(18, 0.6) * RUNS;
    await race(service, services, { events: 4, counts, readers: 10, reads: 100 });
  });

  it('An event hidden after it was found is not shown', async () => {
    await using service = await startService(SETTINGS);
    await using beside = await startBeside(service);
    const { memory } = beside;
    const as = service.accounts.editor;
    const call = caller(service.base);
    for (const hidden of [{ status: 'private' }, { password: 'sesame' }]) {
      const { id } = (await call('POST /events', { as, json: eventOf('Shown') })).body;
      await memory.current();
      assert.ok(await eventually(async () => memory.index, Boolean), 'the events have been read');
      const { config } = service;
      const address = addressAt(config.SITE_URL);
      const view = {
        address,
        config,
        viewer: undefined,
        language: 'en' as const,
        single: true as const,
        structuredData,
        memory,
        whole: true,
      };
      const found = { entry: memory.index!.get(id)!, version: memory.version };
      assert.ok(await renderedEvent(memory, found, view));
      await call(`PATCH /events/${id}`, { as, json: { title: 'Hidden', ...hidden } });
      await memory.current();
      assert.equal(await renderedEvent(memory, found, view), undefined);
    }
  });
});

describe('Pages in memory', OF_NO_STORE, () => {
  it('Cards and whole pages take no more memory than CACHE_BYTES allow, in all languages', async () => {
    await using service = await startService(SETTINGS);
    const json = eventOf('Carded', {
      ...{ description: 'Festa a la plaça. '.repeat(50), categories: ['Music'] },
      translations: { fr: { title: 'Cartée', description: 'Fête sur la place. '.repeat(50) } },
    });
    const as = service.accounts.editor;
    const { id } = (await caller(service.base)('POST /events', { as, json })).body;
    await copyEvent(service.db, id, 300);
    const CACHE_BYTES = 400_000;
    await using beside = await startBeside(service, { CACHE_BYTES });
    const { memory } = beside;
    const read = readerOf(beside.site);
    let most = 0;
    for (const language of ['', '/ca', '/es', '/fr'])
      for (const path of ['/events/?per_page=50', '/events/month/2031-05/', '/events/week/2031-05-05/'])
        for (let page = 1; page <= 4; page++)
          for (let round = 0; round < 2; round++) {
            const { status } = await read(`${language}${path}${path.includes('?') ? '&' : '?'}page=${page}`);
            assert.equal(status, 200, path);
            assert.ok(memory.parts.bytes <= memory.room, `${memory.parts.bytes} of ${memory.room}`);
            most = Math.max(most, memory.parts.bytes);
          }
    assert.ok(most > CACHE_BYTES / 4, `${most} bytes were used`);
  });
});

describe('Writes by others', () => {
  it('A direct write to any table is seen at once', async () => {
    await using service = await startService(SETTINGS);
    await using beside = await startBeside(service);
    await using reference = await openReference(service);
    const { event, image } = await makeLinked(service);
    const paths = [
      `/events${EVER}`,
      `/events/${event.id}`,
      `/events${EVER}&venue=${event.venue.id}`,
      '/venues',
      '/organizers',
      '/categories',
    ].map(path => `/cal/events/v1${path}`);
    const answers = async () => {
      const all: string[] = [];
      for (const path of paths) {
        const expected = await reference.ask(path);
        for (const { site } of [service, beside])
          assert.deepEqual(await readerOf(site)(path), expected, path);
        all.push(expected.text);
      }
      return all.join('\n');
    };
    const of = `where id = ${event.id}`;
    const tables = ['event_terms', 'event_venues', 'event_organizers', 'events', 'venues', 'organizers'];
    const statements = [
      `update events set title = 'By hand' ${of}`,
      `update venues set name = 'Venue by hand' where id = ${event.venue.id}`,
      `update venues set geo_lat = 41, geo_lng = 2 where id = ${event.venue.id}`,
      `update organizers set name = 'Organizer by hand' where id = ${event.organizer[0]!.id}`,
      "update terms set name = 'Term by hand'",
      `update images set width = width + 1 where id = ${image}`,
      `delete from event_organizers where event_id = ${event.id}`,
      `delete from organizers where id = ${event.organizer[0]!.id}`,
      `delete from event_venues where event_id = ${event.id}`,
      `delete from event_terms where event_id = ${event.id}; delete from terms`,
      `update events set image_id = null ${of}; delete from images`,
      `update events set status = 'draft' ${of}`,
      `update events set status = 'publish' ${of}`,
      `delete from events ${of}`,
      ...(dialectOf(service.db).name === 'postgres'
        ? [`truncate ${tables}, pending_edits, open_forms, public_proposals`, 'truncate images cascade']
        : []),
    ];
    let last = await answers();
    const other = await openStore(service.config);
    try {
      for (const statement of statements) {
        for (const one of statement.split('; ')) await sql.raw(one).execute(other);
        const now = await answers();
        assert.ok(now !== last || statement.startsWith('truncate images'), statement);
        last = now;
      }
    } finally {
      await other.destroy();
    }
  });

  it('A new term with the id of a deleted one does not get its events', async () => {
    await using service = await startService({ ...SETTINGS, HISTORY_DAYS: '0' });
    await using beside = await startBeside(service);
    await using reference = await openReference(service);
    const call = caller(service.base);
    const as = service.accounts.administrator;
    const { id, categories } = (
      await call('POST /events', { as, json: eventOf('Lost', { categories: ['Old'] }) })
    ).body;
    const category = categories[0]!.id;
    const paths = [`/events/${id}`, `/events${EVER}`, `/events${EVER}&categories=${category}`];
    const ask = () => Promise.all(paths.map(path => readerOf(beside.site)(`/cal/events/v1${path}`)));
    await ask();
    await call(`DELETE /categories/${category}`, { as });
    // As an import with kept ids writes them.
    const named = { name: 'New', lower_name: 'new', sort_name: 'new', slug: 'new', description: '' };
    await service.db
      .insertInto('terms')
      .values({ id: category, taxonomy: 'category', ...named, parent: 0, count: 0 })
      .execute();
    const expected = await Promise.all(paths.map(path => reference.ask(`/cal/events/v1${path}`)));
    assert.deepEqual(await ask(), expected);
    assert.match(expected[2]!.text, /"total":0/);
  });

  it('A write to columns that are not shown changes no ETag', async () => {
    await using service = await startService(SETTINGS);
    const { event } = await makeLinked(service);
    const tag = async () => (await fetch(`${service.base}/events/${event.id}`)).headers.get('etag');
    const before = await tag();
    assert.ok(before);
    await sql`update images set created_at = 5, source_url = 'https://secret.example.test/'`.execute(
      service.db,
    );
    assert.equal(await tag(), before);
  });

  it('Any write but a last use invalidates the caches', async () => {
    await using service = await startService(SETTINGS);
    await using beside = await startBeside(service);
    const { memory } = beside;
    const versionAfter = async (statement: string) => {
      await sql.raw(statement).execute(service.db);
      await memory.current();
      return memory.version;
    };
    const first = await versionAfter(
      "update users set email = 'somebody@example.test' where login = 'author'",
    );
    assert.equal(await versionAfter('update app_passwords set last_used_at = 5'), first);
    assert.equal(await versionAfter('select 1'), first);
    const second = await versionAfter("update app_passwords set hash = hash || 'x'");
    assert.ok(second > first);
    assert.ok((await versionAfter('delete from app_passwords')) > second);
  });

  it('Very many changes at once are read correctly', async () => {
    await using service = await startService(SETTINGS);
    await using beside = await startBeside(service);
    await using reference = await openReference(service);
    const call = caller(service.base);
    const as = service.accounts.editor;
    const first = (await call('POST /events', { as, json: eventOf('First', { tags: ['Many'] }) })).body.id;
    const same = async () => {
      for (const query of [
        '',
        '?per_page=7&page=300',
        '?tags=many',
        '?start_date=2031-05-10&end_date=2031-05-10',
      ]) {
        const expected = await reference.ask(`/cal/events/v1/events${query}`);
        for (const { site } of [service, beside])
          assert.deepEqual(await readerOf(site)(`/cal/events/v1/events${query}`), expected, query);
      }
    };
    await same();
    await copyEvent(service.db, first, 5200);
    // Writes go on while all events are read again.
    assert.equal(
      (await call(`PATCH /events/${first}`, { as, json: { title: 'Changed meanwhile' } })).status,
      200,
    );
    await same();
    assert.ok(
      await eventually(async () => beside.memory.index !== undefined, Boolean),
      'the index is there again',
    );
    await same();
    const { body } = await caller(beside.base)(`GET /events${EVER}`);
    assert.deepEqual([body.total, body.events[0]!.title], [5201, 'Changed meanwhile']);
    await call(`DELETE /events/${first}`, { as });
    await same();
    const { memory } = beside;
    assert.ok(await eventually(async () => memory.index?.hasWords, Boolean), 'so are its words');
    // Enough changes for a merge.
    await sql`update events set title = 'Pinball', search_text = 'pinball' where id between 1000101 and 1000700`.execute(
      service.db,
    );
    const searched = async () => (await caller(beside.base)(`GET /events${EVER}&search=pinball`)).body.total;
    assert.equal(await searched(), 600);
    assert.equal(
      await eventually(
        async () => memory.index?.pending,
        pending => pending === 0,
      ),
      0,
    );
    assert.ok(memory.index!.hasWords);
    assert.equal(await searched(), 600);
    await same();
    // Both use one file, and merged indexes are not kept.
    const words = async () => globSync('memory/words-*.index', { cwd: service.config.DATA_DIR }).length;
    assert.equal(await eventually(words, count => count === 1), 1);
  });
});

// Building them does not depend on the store.
describe('The event index and the full-text index', OF_NO_STORE, () => {
  it('The service goes on without indexes where their process cannot be started', async () => {
    await using service = await startService();
    const { base, config } = service;
    await plantMany(service, 'Pinball', 2100);
    const failures: unknown[] = [];
    const { execPath } = process;
    process.execPath = '/nowhere/node';
    try {
      const place = { ...config, DATA_DIR: join(config.DATA_DIR, 'own') };
      const memory = await ReadModel.open(service.db, place, error => failures.push(error));
      assert.match(String((await eventually(async () => failures[0], Boolean)) ?? ''), /ENOENT/);
      memory.close();
    } finally {
      process.execPath = execPath;
    }
    assert.equal((await caller(base)(`GET /events${EVER}`)).body.total, 2101);
  });

  it('An error of the pruning of the change log is reported', async ({ mock }) => {
    await using service = await startService();
    const polls: (() => unknown)[] = [];
    const { setInterval: begin } = globalThis;
    mock.method(globalThis, 'setInterval', (work: () => unknown, milliseconds: number) => {
      if (milliseconds === 30_000) polls.push(work);
      return begin(work, milliseconds);
    });
    const own = await openStore(service.config);
    const failures: [error: string, what: string][] = [];
    const memory = await ReadModel.open(own, service.config, (error, what) =>
      failures.push([String(error), what]),
    );
    try {
      // The log is read by a connection of its own.
      await own.destroy();
      for (const poll of polls) poll();
      const [failure] = await eventually(
        async () => failures,
        all => all.length > 0,
      );
      assert.match(failure![0], /destroyed/);
      assert.equal(failure![1], 'the change log could not be pruned');
    } finally {
      memory.close();
    }
  });

  it('A failed full-text index is built by the next merge, and no files of it are left', async ({ mock }) => {
    await using service = await startService();
    const { db, config } = service;
    await plantMany(service, 'Pinball', 2100);
    const { read } = Segments.prototype;
    mock.method(Segments.prototype, 'read', async function (this: Segments) {
      const { built: whole, changed } = await read.call(this);
      const { later, ...built } = whole;
      built.words?.close();
      const failing = async () => {
        (await later)?.close();
        throw new Error('no room');
      };
      return { built: { ...built, words: undefined, later: failing() }, changed };
    });
    const failures: unknown[] = [];
    const place = { ...config, DATA_DIR: join(config.DATA_DIR, 'own') };
    const memory = await ReadModel.open(db, place, error => failures.push(error));
    try {
      assert.ok(await eventually(async () => memory.index?.hasWords, Boolean));
      assert.deepEqual(failures.map(String), ['Error: no room']);
      const { id } = memory.index!;
      const ours = (name: string) => ['events.index', 'build.lock'].includes(name) || name.includes(id);
      const left = async () =>
        globSync('*', { cwd: join(place.DATA_DIR, 'memory') }).filter(name => !ours(name));
      assert.deepEqual(await eventually(left, names => names.length === 0), []);
    } finally {
      memory.close();
    }
  });

  it('An index that was stored with another table of traits is built again', async () => {
    await using service = await startService();
    const { db, config } = service;
    await plantMany(service, 'Pinball', 2100);
    const place = { ...config, DATA_DIR: join(config.DATA_DIR, 'own') };
    const folder = join(place.DATA_DIR, 'memory');
    /** The id of the index that a start has once it is complete. */
    const idOfStart = async () => {
      const memory = await ReadModel.open(db, place);
      try {
        const marks = async () => globSync('mark-*.json', { cwd: folder });
        const isComplete = async () =>
          memory.index?.hasWords && (await marks()).some(name => name.includes(memory.index!.id));
        assert.ok(await eventually(isComplete, Boolean));
        return memory.index!.id;
      } finally {
        memory.close();
      }
    };
    const first = await idOfStart();
    assert.equal(await idOfStart(), first, 'the next start takes the same index up');
    giveOtherTraits(join(folder, 'events.index'));
    assert.notEqual(await idOfStart(), first);
  });

  it('An unreadable full-text index is replaced by the store until a change rebuilds it', async () => {
    await using service = await startService();
    const { base, config, accounts } = service;
    await plantMany(service, 'Pinball', 2100);
    await using beside = await startBeside(service, { DATA_DIR: join(config.DATA_DIR, 'own') });
    const { memory } = beside;
    assert.ok(await eventually(async () => memory.index?.hasWords, Boolean));
    const [words = ''] = globSync('own/memory/words-*.index', { cwd: config.DATA_DIR });
    await truncate(join(config.DATA_DIR, words), 100);
    const call = caller(beside.base);
    const found = async () => (await call(`GET /events${EVER}&search=pinball`)).body.total;
    assert.equal(await found(), 2101);
    assert.equal(memory.index!.hasWords, false);
    await caller(base)('POST /events', { as: accounts.editor, json: eventOf('Pinball') });
    assert.equal(await found(), 2102);
    assert.ok(await eventually(async () => memory.index?.hasWords, Boolean));
    assert.equal(await found(), 2102);
  });
});

// What is read at which time does not depend on the store.
describe('The passing of time', OF_NO_STORE, () => {
  it('Days begin at midnight of the site, and relative dates are never stale', async () => {
    // A quarter of an hour before midnight in Madrid, an hour before the clocks go back there.
    const at = (utc: string) => mock.timers.setTime(Date.parse(utc));
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2031-10-24T21:45:00Z') });
    try {
      await using service = await startService(SETTINGS);
      await using reference = await openReference(service);
      const as = service.accounts.editor;
      for (const [title, start_date] of [
        ['Late', '2031-10-24 23:50'],
        ['Early', '2031-10-25 00:10'],
        ['Morning', '2031-10-25 08:00'],
        ['Sunday', '2031-10-26 02:30'],
      ]) {
        const json = eventOf(title!, { start_date, end_date: `${start_date!.slice(0, 10)} 23:55` });
        assert.equal((await caller(service.base)('POST /events', { as, json })).status, 201);
      }
      const queries = [
        '',
        '?end_date=today',
        '?start_date=now&strict_dates=1',
        '?start_date=tomorrow 9am',
        '?starts_after=now',
        '?start_date=tomorrow 7am&strict_dates=1',
        '?ends_after=now&start_date=2031-01-01&strict_dates=1',
        '?start_date=2031-10-25',
        '?start_date=%2B12 hours',
        '?start_date=saturday',
        '?start_date=first day of next month',
      ];
      const titles = async (query: string) => {
        const path = `/cal/events/v1/events${query.replaceAll(' ', '%20')}`;
        const [answered, again] = [await readerOf(service.site)(path), await readerOf(service.site)(path)];
        assert.deepEqual(answered, await reference.ask(path), `${new Date().toISOString()} ${query}`);
        assert.deepEqual(again, answered);
        const { events = [] }: { events?: Body[] } = JSON.parse(answered.text);
        return events.map(({ title }) => title).join();
      };
      const shown: Record<string, string[]> = Object.fromEntries(queries.map(query => [query, []]));
      for (const moment of [
        ...['2031-10-24T21:45:00Z', '2031-10-24T21:50:00Z', '2031-10-24T21:50:01Z', '2031-10-24T21:59:59Z'],
        ...['2031-10-24T22:00:00Z', '2031-10-24T22:10:01Z', '2031-10-25T10:00:00Z', '2031-10-25T21:59:59Z'],
        ...['2031-10-25T22:00:00Z', '2031-10-26T00:30:01Z', '2031-10-26T01:30:01Z', '2031-10-26T23:00:00Z'],
        // The clock is set back.
        '2031-10-26T22:59:59Z',
      ]) {
        at(moment);
        for (const query of queries) shown[query]!.push(await titles(query));
        // The document names the day in its defaults.
        assert.deepEqual(await readerOf(service.site)(DOC), await reference.ask(DOC), moment);
      }
      const all = 'Late,Early,Morning,Sunday';
      const [later, sunday] = ['Early,Morning,Sunday', 'Sunday'];
      assert.deepEqual(shown[''], [
        ...[all, all, all, all],
        ...[later, later, later, later],
        ...[sunday, sunday, sunday, '', sunday],
      ]);
      const now = [all, all, later, later, later, 'Morning,Sunday', sunday, sunday, sunday];
      assert.deepEqual(shown['?start_date=now&strict_dates=1']?.slice(0, now.length), now);
    } finally {
      mock.timers.reset();
    }
  });
});

async function slugsOf(db: Db): Promise<string[]> {
  const paths: string[] = [];
  for (const table of ['events', 'venues', 'organizers'] as const)
    for (const { slug } of await db.selectFrom(table).select('slug').execute())
      if (slug !== '') paths.push(`/${table}/by-slug/${slug}`);
  return paths;
}

/** An event with a linked record of each kind. */
async function makeLinked({ db, base, accounts }: Service): Promise<{ event: Body; image: number }> {
  const json = eventOf('Linked', {
    ...{ venue: { venue: 'Hall' }, organizer: { organizer: 'Club' } },
    ...{ categories: ['Music'], tags: ['Free'] },
  });
  const { body: event } = await caller(base)('POST /events', { as: accounts.administrator, json });
  const image = await newId(db, 'image');
  const file = { file: 'a.png', extension: 'png', mime: 'image/png', width: 10, height: 10, filesize: 9 };
  await db
    .insertInto('images')
    .values({ ...file, id: image, author_id: 1, sizes: '{}', source_url: null, created_at: 1 })
    .execute();
  await db.updateTable('events').set({ image_id: image }).where('id', '=', event.id).execute();
  return { event, image };
}
