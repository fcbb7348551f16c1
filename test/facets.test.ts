import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { fold } from '../src/lib/text/search-terms.ts';
import { BEGINNING, drawing, PASSWORD, plant } from './facets/calendar.ts';
import { type Bounds, type Counts, expectedFacets } from './facets/expected.ts';
import { startListening } from './plans/listening.ts';
import { type Members, type Visitor, visitorOf, type Who } from './properties/asking.ts';
import { sampleOf } from './sample.ts';
import { startService } from './service.ts';
import { SERVER } from './store.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
/** The same store without the index in memory. */
const { site, close } = await startListening(service);
after(close);
const base = `${site}/cal/events/v1`;

const planted = await plant(service, drawing(7), 100);
const WHO: readonly Who[] = ['anybody', 'contributor', 'author', 'editor'];
const FACETS = 'categories,tags,venue,organizer,city,month,day,cost';
const EVER = { start_date: '2000-01-01', end_date: '2099-12-31' };
const iso = (days: number) => new Date((BEGINNING + days * 86_400) * 1000).toISOString().slice(0, 19);

type Asked = Record<string, string | number | boolean>;

/** Filters, with the days to which they limit what is counted. */
const asked: [Asked, Bounds?][] = [
  [EVER],
  [{ ...EVER, password: PASSWORD }],
  [{ start_date: '2031-03-30', end_date: '2031-04-02' }],
  [
    { starts_before: '2031-04-03', ends_after: '2031-03-30' },
    { first: '2031-03-30', last: '2031-04-03' },
  ],
  [
    { starts_before: `${iso(9)}Z`, ends_after: `${iso(12)}Z`, strict_dates: 1 },
    { first: iso(9).slice(0, 10), last: iso(12).slice(0, 10) },
  ],
  [{ ends_after: '2031-04-10' }, { first: '2031-04-10' }],
  [{ ...EVER, categories: planted.categories[1]! }],
  [{ ...EVER, categories: planted.categories.slice(0, 4).join(), tags: planted.tags[0]! }],
  [{ ...EVER, tags: planted.tags.slice(1).join(), featured: true }],
  [{ ...EVER, venue: planted.venues.slice(0, 5).join(), search: 'jazz' }],
  [{ ...EVER, organizer: planted.organizers[2]!, geoloc: false }],
  [{ ...EVER, geoloc_lat: 41, geoloc_lng: 2, geoloc_radius: 5 }],
  [{ overlaps: '2031-03-30/2031-04-01' }, { first: '2031-03-30', last: '2031-04-01' }],
  [{ when: 'upcoming,past', cost: 'free,unknown' }],
  [{ ...EVER, city: 'GIRONA,alella', is_virtual: false }],
  [{ include: '3,5,8,13,21,34,55,89,144' }],
];
/** The parameter of the filter that chooses from the values of a facet. */
const OWN: Record<string, string> = {
  ...{ categories: 'categories', tags: 'tags', venue: 'venue', organizer: 'organizer' },
  ...{ city: 'city', cost: 'cost' },
};

const visitors = WHO.map(who => visitorOf(service, who));
const stored = WHO.map(who => visitorOf({ ...service, base }, who));
const terms = new Map(
  (await readAll(visitors[3]!, { hide_empty: false }, 'categories')).map(term => [term.id, term]),
);

/** All records of a list, page by page. */
async function readAll(visitor: Visitor, query: Asked, collection: 'events' | 'categories' = 'events') {
  const all: Members[] = [];
  let { items, next } = await visitor.list(collection, { ...query, per_page: 50 });
  for (;;) {
    all.push(...items);
    if (next === undefined) return all;
    ({ items, next } = await visitor.list(collection, next));
  }
}

const above = (category: Members): Members[] => {
  const term = terms.get(category.id)!;
  return term.parent ? [term, ...above({ id: term.parent })] : [term];
};

/** The expected facets, and those that are counted sideways: each without its own filter. */
async function expected(
  visitor: Visitor,
  query: Asked,
  bounds: Bounds | undefined,
): Promise<[Counts, Counts]> {
  const counts = expectedFacets(await readAll(visitor, query), above, bounds);
  const sideways = { ...counts };
  for (const [facet, own] of Object.entries(OWN)) {
    if (!(own in query)) continue;
    const { [own]: _, ...rest } = query;
    sideways[facet] = expectedFacets(await readAll(visitor, rest), above, bounds)[facet]!;
  }
  return [counts, sideways];
}

const pathOf = (query: Asked) =>
  `/events?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

async function facetsOf(visitor: Visitor, query: Asked) {
  const { status, body } = await visitor.ask('GET', pathOf(query));
  assert.equal(status, 200, JSON.stringify(body));
  return body as Members & { facets: Counts; facet_totals: Record<string, number> };
}

const limited = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).map(([name, values]) => [name, values.slice(0, 1000)]));

const withFoldedCities = ({ city = [], ...facets }: Counts): Counts => ({
  ...facets,
  city: city.map(({ count, ...label }) => ({ value: 'value' in label ? fold(label.value) : '', count })),
});

async function assertCounts(some: readonly Visitor[], asked: readonly [Asked, Bounds?][]): Promise<void> {
  const all = some.flatMap(visitor => asked.map(([query, bounds]) => ({ visitor, query, bounds })));
  for (const { visitor, query, bounds } of sampleOf(`facets ${some.length}`, all, SERVER ? 0.25 : 0.5))
    for (const [at, counts] of (await expected(visitor, query, bounds)).entries()) {
      const drill_sideways = at === 1;
      const about = `${visitor.who} ${JSON.stringify({ ...query, drill_sideways })}`;
      const facets = { ...query, facets: FACETS, drill_sideways, facet_limit: 1000 };
      for (const asking of [visitor, stored[visitors.indexOf(visitor)]!]) {
        const found = await facetsOf(asking, facets);
        assert.deepEqual(withFoldedCities(found.facets), limited(counts), about);
        const totals = Object.entries(counts).map(([name, values]) => [name, values.length]);
        assert.deepEqual(found.facet_totals, Object.fromEntries(totals), about);
      }
    }
}

describe('Facets', () => {
  it('The index and SQL count what the list shows to each role', () => assertCounts(visitors, asked));

  it('Changes are counted at once', async () => {
    const editor = visitors[3]!;
    const all = await readAll(editor, EVER);
    for (const [at, { id }] of all.slice(0, 30).entries()) {
      const [method, json] = at % 3 === 0 ? ['DELETE', {}] : ['PATCH', { tags: [planted.tags[at % 5]] }];
      const { status } = await editor.ask(method as string, `/events/${id}`, { json: json as Members });
      assert.equal(status, 200);
    }
    await editor.ask('PATCH', `/venues/${planted.venues[0]}`, { json: { venue: 'Renamed', city: 'Olot' } });
    await editor.ask('PATCH', `/venues/${planted.venues[3]}`, { json: { status: 'private' } });
    await editor.ask('PATCH', `/categories/${planted.categories[4]}`, { json: { parent: 0 } });
    terms.clear();
    for (const term of await readAll(editor, { hide_empty: false }, 'categories')) terms.set(term.id, term);
    await assertCounts(visitors.slice(0, 2), asked.slice(0, 8));
  });
});

describe('Requests for facets', () => {
  const anybody = visitors[0]!;

  it('What is no facet is refused by the name of its parameter', async () => {
    for (const [name, value] of [
      ...[
        ['facets', 'colour'],
        ['facets', 'tags,'],
        ['facets', ''],
      ],
      ...[
        ['facet_limit', 0],
        ['facet_limit', 1001],
        ['facet_limit', 'all'],
        ['drill_sideways', 'perhaps'],
      ],
    ] as [string, string | number][]) {
      const { status, body } = await anybody.ask('GET', pathOf({ facets: 'tags', [name]: value }));
      assert.equal(status, 400, `${name}=${value}`);
      const { params } = body.data as { params: Record<string, string> };
      assert.deepEqual(Object.keys(params), [name]);
      if (name === 'facets')
        assert.match(params.facets!, /categories, tags, venue, organizer, city, month, day, cost, language/);
    }
  });

  it('A list has facets only where they are asked for, on each page, and in the order of the request', async () => {
    const { body } = await anybody.ask('GET', pathOf(EVER));
    assert.deepEqual([body.facets, body.facet_totals], [undefined, undefined]);
    const first = await facetsOf(anybody, { ...EVER, facets: 'day,tags', per_page: 2 });
    assert.deepEqual(Object.keys(first.facets), ['day', 'tags']);
    const second = await facetsOf(anybody, { ...EVER, facets: 'day,tags', per_page: 2, page: 2 });
    assert.deepEqual(second.facets, first.facets);
    const selected = await facetsOf(anybody, { ...EVER, facets: 'day,tags', _fields: 'facets' });
    assert.deepEqual(selected, { facets: first.facets });
  });

  it('Links keep the facets', async () => {
    const query = { ...EVER, facets: 'tags,city', drill_sideways: true, facet_limit: 3, per_page: 2 };
    const { rest_url, next_rest_url, facets } = await facetsOf(anybody, query);
    for (const link of [rest_url, next_rest_url]) {
      const { searchParams } = new URL(String(link));
      const kept = ['facets', 'drill_sideways', 'facet_limit'].map(name => searchParams.get(name));
      assert.deepEqual(kept, ['tags,city', '1', '3']);
      const { body } = await anybody.ask('GET', String(link));
      assert.deepEqual(body.facets, facets);
    }
  });

  it('Values beyond the limit are left out, and the totals tell of them', async () => {
    const all = await facetsOf(anybody, { ...EVER, facets: FACETS, facet_limit: 1000 });
    const few = await facetsOf(anybody, { ...EVER, facets: FACETS, facet_limit: 2 });
    assert.deepEqual(few.facet_totals, all.facet_totals);
    for (const [name, values] of Object.entries(all.facets))
      assert.deepEqual(few.facets[name], values.slice(0, 2), name);
  });

  it('An answer with facets is revalidated, and changes with the names that it shows', async () => {
    const path = pathOf({ ...EVER, facets: 'organizer,city' });
    const ask = (etag = '') => fetch(service.base + path, { headers: { 'if-none-match': etag } });
    const first = await ask();
    const etag = first.headers.get('etag')!;
    const { organizer } = ((await first.json()) as { facets: Counts }).facets;
    assert.equal((await ask(etag)).status, 304);
    const [{ id }] = organizer as { id: number }[] as [{ id: number }];
    await visitors[3]!.ask('PATCH', `/organizers/${id}`, { json: { organizer: 'Another name' } });
    const second = await ask(etag);
    assert.equal(second.status, 200);
    const renamed = ((await second.json()) as { facets: Counts }).facets.organizer!;
    assert.ok(renamed.some(value => 'name' in value && value.name === 'Another name'));
  });

  it('A city is shown in its most usual spelling', async () => {
    await using fresh = await startService();
    const editor = visitorOf(fresh, 'editor');
    for (const [at, city] of ['SALT', 'Salt', 'salt', 'Salt', 'Sàlt', ''].entries()) {
      const { body: venue } = await editor.ask('POST', '/venues', { json: { venue: `Venue ${at}`, city } });
      const times = { start_date: '2031-05-10 10:00', end_date: '2031-05-10 11:00' };
      const { status } = await editor.ask('POST', '/events', {
        json: { title: 'Fair', ...times, venue: venue.id },
      });
      assert.equal(status, 201);
    }
    const { facets } = await facetsOf(visitorOf(fresh, 'anybody'), { ...EVER, facets: 'city' });
    assert.deepEqual(facets, { city: [{ value: 'Salt', count: 5 }] });
  });
});
