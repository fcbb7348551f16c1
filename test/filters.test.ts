import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ArgumentValues } from '../src/input/arguments.ts';
import { having } from '../src/read-model/index/traits.ts';
import { ReadModel } from '../src/read-model/read-model.ts';
import { newId } from '../src/records/table.ts';
import { type EventFilter, type eventFilters, linkQuery } from '../src/search/event-filter.ts';
import { declareFilter, type IndexPart, SQL_ONLY } from '../src/search/filter.ts';
import { filters } from '../src/search/filters.ts';
import { findEvents } from '../src/search/find-events.ts';
import { hashEventPassword } from '../src/users/secrets.ts';
import { caller, eventOf } from './client.ts';
import { plantSeries } from './planted-series.ts';
import { type Service, startService } from './service.ts';

type FilterName = keyof typeof filters;
type Values = { [Name in FilterName]: readonly NonNullable<EventFilter[Name]>[] };

const EVERY_PAGE = { limit: 50, offset: 0 };
/** Before the events of the calendar, on their day. */
const MORNING = Date.UTC(2031, 4, 10, 4) / 1000;

describe('every filter of the list of events', () => {
  let service: Service;
  let readModel: ReadModel;
  let ids: Record<'near' | 'far' | 'nowhere' | 'organizer' | 'category' | 'tag' | 'series', number>;
  let values: Values;

  before(async () => {
    service = await startService();
    ids = await makeCalendar(service);
    readModel = await ReadModel.open(service.db, service.config);
    while (!readModel.index) await new Promise(setImmediate);
    values = {
      window: [
        { at: { start_date: MORNING, end_date: MORNING + 86_400 }, shown: {} },
        { at: { starts_after: MORNING, starts_before: MORNING + 86_400 }, shown: {} },
        { at: { ends_after: MORNING, ends_before: MORNING + 86_400 }, shown: {} },
      ],
      when: [
        { before: MORNING + 86_400, runsFrom: MORNING },
        { from: MORNING },
        { before: MORNING + 86_400, endAtMost: MORNING + 86_400 },
        { idleAt: MORNING },
      ],
      overlaps: [
        { bounds: { before: MORNING + 86_400, runsFrom: -Infinity }, shown: '' },
        { bounds: { runsFrom: MORNING, exceptNight: { start: MORNING, end: MORNING + 43_200 } }, shown: '' },
      ],
      period: [
        { from: MORNING, before: MORNING + 86_400 },
        { runsFrom: MORNING },
        { exceptNight: { start: MORNING + 1, end: MORNING + 43_200 } },
      ],
      modified: [{ at: 1, shown: '' }],
      search: [
        { all: ['feast'], none: [] },
        { all: [], none: ['feast'] },
      ],
      categories: [[ids.category], []],
      tags: [[ids.tag]],
      venues: [[ids.near], [ids.nowhere, ids.far]],
      organizers: [[ids.organizer]],
      featured: [true, false],
      sticky: [true, false],
      virtual: [true, false],
      hasImage: [true, false],
      authors: [[service.accounts.author.id], [service.accounts.editor.id, 1_000_000]],
      withHidden: [true],
      eventStatus: [['canceled'], ['scheduled', 'postponed']],
      cost: [['free'], ['paid', 'unknown']],
      hasLanguage: [
        { has_language: ['fr'], LANGUAGE: 'en' },
        { has_language: ['ca', 'en'], LANGUAGE: 'en' },
        { has_language: ['en'], LANGUAGE: 'ca' },
        { has_language: ['es'], LANGUAGE: 'en' },
      ],
      missingLanguage: [
        { missing_language: ['fr'], LANGUAGE: 'en' },
        { missing_language: ['ca', 'fr'], LANGUAGE: 'en' },
        { missing_language: ['ca'], LANGUAGE: 'ca' },
      ],
      city: [['Vic'], []],
      postalCode: [['08500']],
      country: [['Andorra', 'Spain']],
      status: [['publish'], ['draft'], ['trash', 'publish']],
      located: [true, false],
      around: [{ lat: 41, lng: 2, radius: 5 }],
      series: [[ids.series], [ids.series, 1]],
      oneOfSeries: ['first', 'last'],
      include: [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
      parent: [1],
      ticketed: [],
    };
  });
  after(async () => {
    readModel.close();
    await service[Symbol.asyncDispose]();
  });

  const viewers = () => [
    undefined,
    ...(['author', 'editor'] as const).map(role => ({
      ...{ id: service.accounts[role].id, login: role, role },
    })),
  ];

  /** The ids that the index and SQL both find, in the order of lists. */
  async function foundByBoth(
    filter: EventFilter,
    viewer: ReturnType<typeof viewers>[number],
    isIndexed: boolean,
  ) {
    const { db } = service;
    const [byStore, found] = [
      await findEvents({ db }, filter, viewer, EVERY_PAGE),
      await findEvents({ db, readModel }, filter, viewer, EVERY_PAGE),
    ];
    assert.equal(found.version !== undefined, isIndexed, 'the index answers what it can find');
    assert.deepEqual(
      [found.ids, found.total],
      [byStore.ids, byStore.total],
      JSON.stringify({ filter, viewer }),
    );
    return found.ids;
  }

  const canFind = (name: FilterName) => (filters[name].index as unknown) !== SQL_ONLY;

  for (const name of Object.keys(filters) as FilterName[]) {
    test(`${name}: the index and SQL find the same events, and none that a password keeps from being found`, async () => {
      const offeredHash = await hashEventPassword(service.db, 'open');
      let found = 0;
      for (const value of values[name]) {
        for (const viewer of viewers()) {
          const filter: EventFilter = { [name]: value };
          const without = await foundByBoth(filter, viewer, canFind(name));
          const withIt = await foundByBoth({ ...filter, offeredHash }, viewer, canFind(name));
          found += withIt.length;
          const hidden = withIt.filter(id => !without.includes(id));
          if (!filters[name].reveals) assert.deepEqual(hidden, [], 'the password makes no difference');
        }
      }
      assert.ok(found > 0 || ['parent', 'ticketed'].includes(name), 'some events match');
    });
  }

  test('filters that reveal what a password hides leave protected events out', async () => {
    const offeredHash = await hashEventPassword(service.db, 'open');
    for (const name of Object.keys(filters) as FilterName[]) {
      if (!filters[name].reveals) continue;
      const gained: number[] = [];
      for (const value of values[name]) {
        const without = await foundByBoth({ [name]: value }, undefined, canFind(name));
        const withIt = await foundByBoth({ [name]: value, offeredHash }, undefined, canFind(name));
        gained.push(...withIt.filter(id => !without.includes(id)));
      }
      assert.ok(gained.length > 0, `${name} finds the protected event with its password alone`);
    }
  });

  test('two filters on the same trait find what both find', async ({ mock }) => {
    const index = filters.virtual.index as IndexPart<boolean>;
    const query = mock.method(index, 'query', () => having({ featured: [false] }));
    const ask = async (filter: EventFilter) => {
      const found = await findEvents({ db: service.db, readModel }, filter, undefined, EVERY_PAGE);
      assert.notEqual(found.version, undefined, 'the index answers');
      return found.ids;
    };
    const featured = await ask({ featured: true });
    assert.ok(featured.length > 0);
    assert.deepEqual(await ask({ featured: true, virtual: true }), []);
    query.mock.mockImplementation(() => having({ featured: [false, true] }));
    assert.deepEqual(await ask({ featured: true, virtual: true }), featured);
  });

  test('all at once', async () => {
    const names = Object.keys(filters) as FilterName[];
    const firstOf = (some: readonly FilterName[]): EventFilter =>
      Object.fromEntries(some.map(name => [name, values[name][0]]));
    const known = names.filter(canFind);
    for (const viewer of viewers()) {
      await foundByBoth(firstOf(names), viewer, known.length === names.length);
      await foundByBoth(firstOf(known), viewer, true);
      await foundByBoth({ ...firstOf(known), parent: undefined }, viewer, true);
    }
  });
});

test('links repeat each parameter that was sent, in the order that clients know', () => {
  const sent: ArgumentValues<typeof eventFilters> = {
    ...{ page: 1, per_page: 10, strict_dates: true, password: 'open' },
    search: 'feast',
    categories: [1],
    tags: [2],
    venue: [3],
    organizer: [4],
    featured: true,
    status: ['draft'],
    geoloc: true,
    geoloc_lat: 41,
    geoloc_lng: 2,
    geoloc_radius: 5,
    include: [6],
    post_parent: 7,
    ticketed: false,
  };
  const dates = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'];
  const shown = Object.fromEntries(dates.map(name => [name, '2031-05-10']));
  const query = linkQuery(sent, { window: { at: {}, shown } }, undefined);
  assert.deepEqual(Object.keys(query), [
    ...['start_date', 'end_date', 'search', 'geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'],
    ...['status', 'post_parent', 'include', 'starts_before', 'starts_after', 'ends_before', 'ends_after'],
    ...['strict_dates', 'categories', 'tags', 'venue', 'organizer', 'featured', 'ticketed', 'password'],
  ]);
});

test('a filter that leaves out a part does not compile', () => {
  const { featured } = filters;
  declareFilter(featured);
  const { arguments: _arguments, ...withoutArguments } = featured;
  // @ts-expect-error
  declareFilter(withoutArguments);
  const { resolve: _resolve, ...withoutValue } = featured;
  // @ts-expect-error
  declareFilter(withoutValue);
  const { links: _links, ...withoutLinks } = featured;
  // @ts-expect-error
  declareFilter(withoutLinks);
  // Only the clock, which narrows for how long an answer holds, tells the time.
  // @ts-expect-error
  declareFilter({ ...featured, resolve: (_, { now }) => now > 0 });
  const { reveals: _reveals, ...withoutProtection } = featured;
  // @ts-expect-error
  declareFilter(withoutProtection);
  const { facet: _facet, ...withoutFacet } = featured;
  // @ts-expect-error
  declareFilter(withoutFacet);
  const { sql: _sql, ...withoutSql } = featured;
  // @ts-expect-error
  declareFilter(withoutSql);
  const { index: _index, ...withoutIndex } = featured;
  // @ts-expect-error
  declareFilter(withoutIndex);
  // The declaration has to state that the index cannot answer.
  declareFilter({ ...withoutIndex, index: SQL_ONLY });
});

/** Events that match the filters or do not: public ones, drafts, and one with a password. */
async function makeCalendar(service: Service) {
  const { base, accounts } = service;
  const call = caller(base);
  const post = async (path: string, json: object, as = accounts.editor) => {
    const { status, body } = await call(`POST /${path}`, { as, json });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  };
  const image = await planted(service);
  const near = await post('venues', {
    ...{ venue: 'Near', geo_lat: 41, geo_lng: 2, city: 'Vic', zip: '08500', country: 'Spain' },
  });
  const far = await post('venues', { venue: 'Far', geo_lat: -33, geo_lng: 150 });
  const nowhere = await post('venues', { venue: 'Nowhere' });
  const organizer = await post('organizers', { organizer: 'Club' });
  const category = await post('categories', { name: 'Music' });
  const tag = await post('tags', { name: 'free' });
  const all = {
    ...{ venue: near, organizer, categories: [category], tags: [tag], featured: true, sticky: true },
    ...{ is_virtual: true, event_status: 'canceled', cost: 'Donation' },
    translations: { fr: { title: 'Fête' }, es: { title: 'Fiesta', status: 'draft' } },
  };
  await post('events', eventOf('Feast', all));
  await post('events', eventOf('Concert', { venue: far, featured: false }));
  await post('events', eventOf('Talk', { venue: nowhere }));
  await post('events', eventOf('Picture', { image }));
  await post('events', eventOf('Walk', { language: 'ca', translations: { en: { slug: 'a-walk' } } }));
  for (const fields of [{ ...all, image }, { featured: false }]) {
    const id = await post('events', eventOf('Protected feast', fields));
    const { status } = await call(`PATCH /events/${id}`, { as: accounts.editor, json: { password: 'open' } });
    assert.equal(status, 200);
  }
  await post('events', eventOf('Draft feast', { ...all, status: 'draft' }), accounts.author);
  await post('events', eventOf('Hidden feast', { ...all, hide_from_listings: true }));
  const trashed = await post('events', eventOf('Trashed feast', all));
  await call(`DELETE /events/${trashed}`, { as: accounts.editor });
  const { id: series } = await plantSeries(service, {
    ...{ title: 'Weekly feast', fields: all, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5' },
    occurrences: [
      { day: '2031-05-03' },
      { day: '2031-05-10', password: 'open' },
      { day: '2031-05-17', fields: { hide_from_listings: true } },
      { day: '2031-05-24', fields: { featured: false, status: 'draft' } },
      { day: '2031-05-31' },
    ],
  });
  return { near, far, nowhere, organizer, category, tag, series };
}

/** The id of a picture without files. */
async function planted({ db, accounts }: Service): Promise<number> {
  const id = await newId(db, 'image');
  await db
    .insertInto('images')
    .values({
      ...{ id, author_id: accounts.editor.id, file: 'a/a.png', extension: 'png', mime: 'image/png' },
      ...{ width: 1, height: 1, filesize: 1, sizes: '{}', source_url: null, created_at: 0 },
    })
    .execute();
  return id;
}
