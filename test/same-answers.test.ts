import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import fc from 'fast-check';
import type { Role } from '../src/db/tables.ts';
import { storeId } from '../src/records/store-id.ts';
import { type Body, caller } from './client.ts';
import { sampleOf } from './sample.ts';
import { startService } from './service.ts';
import { openClone, openEmbedded, SERVER } from './store.ts';

// Both stores give the same answers byte for byte: generated calendars are written to both and read.

const TRICKY = [
  ...['Àvia', 'avia', 'ÁVIA', 'àvia', 'Zebra', 'zebra', 'éclair', 'eclair', 'Straße', 'STRASSE', 'İstanbul'],
  'ıstanbul',
  'istanbul',
  '日本の祭り',
  'عيد',
  '😀',
  'ﬁesta',
  'fiesta',
  'a_b',
  'a%b',
  'a\\b',
  'aXb',
  '100%',
  "l'home",
  'l’home',
  'col·legi',
  'col.legi',
  'e\u0301t',
  'ét',
  'Ñandú',
  'nandu',
  'ŀl',
  '"cites"',
  '-9',
  'IX',
];
const SEARCHED = [
  ...TRICKY,
  'a',
  'av',
  'avi',
  'é',
  'e',
  'ss',
  'ß',
  'i',
  '日',
  '日本',
  'の祭り',
  '😀',
  '%',
  '_',
  '\\',
  "'",
  '’',
  '·',
  ...['"àvia zebra"', '-avia', 'zebra -eclair', 'fi', 'ﬁ', 'a_', '0%', '"', '--', '9'],
];
const words = fc.array(fc.constantFrom(...TRICKY), { minLength: 1, maxLength: 3 }).map(all => all.join(' '));
const some = (most: number) => fc.uniqueArray(fc.nat(most - 1), { maxLength: 2 });

const [VENUES, ORGANIZERS, TERMS, EVENTS] = [6, 4, 6, 18];
/** The first events repeat. */
const SERIES = 3;
const RULES = ['RRULE:FREQ=DAILY;COUNT=3', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=3', 'RDATE:20310520T100000'];
const OWN = [
  ...[{ status: 'draft' }, { status: 'private' }, { hide_from_listings: true }, { password: 'open' }],
  ...[{ status: 'trash' }, { venue: [] }, { categories: [] }, { title: 'Àvia' }, { featured: true }],
  { start_date: '2031-05-03 10:00', end_date: '2031-05-03 11:00' },
];
const exactly = <T>(one: fc.Arbitrary<T>, count: number) =>
  fc.array(one, { minLength: count, maxLength: count });
const plans = fc.noBias(
  fc.record({
    venues: exactly(
      fc.record({
        venue: words,
        city: words,
        geo_lat: fc.constantFrom(41, 41.2, -33.5),
        geo_lng: fc.constantFrom(2, 2.1, 179.9),
      }),
      VENUES,
    ),
    organizers: exactly(fc.record({ organizer: words, description: words }), ORGANIZERS),
    categories: exactly(fc.record({ name: words, above: fc.option(fc.nat(TERMS)) }), TERMS),
    tags: exactly(fc.record({ name: words }), TERMS),
    events: exactly(
      fc.record({
        title: words,
        description: words,
        start: fc.nat(30),
        hours: fc.constantFrom(1, 30, 2000),
        // Of a series, one of the occurrences gets this of its own.
        own: fc.constantFrom(...OWN),
        all_day: fc.boolean(),
        featured: fc.boolean(),
        status: fc.constantFrom('publish', 'publish', 'publish', 'draft', 'private'),
        password: fc.constantFrom('', '', '', 'open'),
        cost: fc.constantFrom('', '0', '20', '5 €'),
        ...{ venue: some(VENUES), organizer: some(ORGANIZERS), categories: some(TERMS), tags: some(TERMS) },
      }),
      EVENTS,
    ),
  }),
);
type Plan = typeof plans extends fc.Arbitrary<infer Planned> ? Planned : never;
type Ids = Record<'venues' | 'organizers' | 'categories' | 'tags' | 'events' | 'series', number[]>;

const wall = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const NOON = Date.UTC(2031, 3, 20, 12);

/** Calls both stores and checks that the answers are equal. */
type Both = (line: string, json?: object, role?: Role) => Promise<Body>;

async function make(both: Both, { venues, organizers, categories, tags, events }: Plan): Promise<Ids> {
  const made: Ids = { venues: [], organizers: [], categories: [], tags: [], events: [], series: [] };
  const add = async (type: Exclude<keyof Ids, 'series'>, fields: object) => {
    const { id } = await both(`POST /${type}`, fields, 'administrator');
    assert.ok(id, `${type} ${JSON.stringify(fields)}`);
    made[type].push(id);
    return id;
  };
  for (const venue of venues) await add('venues', venue);
  for (const organizer of organizers) await add('organizers', organizer);
  for (const [at, { name, above }] of categories.entries())
    await add('categories', { name: `${name} ${at}`, parent: made.categories[above ?? at] ?? 0 });
  for (const [at, { name }] of tags.entries()) await add('tags', { name: `${name} ${at}` });
  for (const [at, { start, hours, own, ...event }] of events.entries()) {
    const begins = Date.UTC(2031, 4, 1) + start * 1800_000;
    const ids = (type: keyof Ids, indexes: number[]) => indexes.map(index => made[type][index]);
    const id = await add('events', {
      ...event,
      ...(at < SERIES && { recurrence: RULES[at] }),
      start_date: wall(begins),
      end_date: wall(begins + hours * 3600_000),
      venue: ids('venues', event.venue),
      organizer: ids('organizers', event.organizer),
      categories: ids('categories', event.categories),
      tags: ids('tags', event.tags),
    });
    if (at >= SERIES) continue;
    made.series.push(id);
    const all = await both(
      `GET /events/${id}/occurrences?status=${event.status}`,
      undefined,
      'administrator',
    );
    const [first] = all.events;
    assert.ok(first, `occurrences of ${id}`);
    made.events.push(...all.events.map(({ id }) => id));
    await both(`PATCH /events/${first.id}`, own, 'administrator');
  }
  return made;
}

/** A request of each kind about the existing records. */
function* requests(made: Ids): Generator<string> {
  const places = ['venues', 'organizers'];
  const terms = ['categories', 'tags'];
  const to = 'end_date=2033-01-01';
  for (const word of SEARCHED)
    for (const type of ['events', ...places, ...terms])
      yield `/${type}?per_page=50&search=${encodeURIComponent(word)}`;
  for (const [type, ids] of Object.entries(made)) {
    if (type === 'series') continue;
    for (const id of ids.slice(0, 5)) yield `/${type}/${id}`;
    for (const page of [1, 2, 4]) yield `/${type}?per_page=7&page=${page}`;
    yield `/${type}?per_page=50&include=${ids.slice(2, 9).reverse()}`;
  }
  for (const type of terms)
    for (const orderby of ['id', 'name', 'slug', 'count', 'description', 'term_group', 'include'])
      for (const order of ['asc', 'desc']) yield `/${type}?per_page=50&orderby=${orderby}&order=${order}`;
  for (const type of terms) yield `/${type}?hide_empty=1&per_page=50`;
  for (const type of places)
    for (const filter of [
      'only_with_upcoming=1',
      `event=${made.events[3]}`,
      'has_events=1',
      'has_events=0',
      'status=publish',
    ])
      yield `/${type}?per_page=50&${filter}`;
  for (const id of made.series) yield `/events/${id}/occurrences`;
  const filters = [
    ...made.categories.map(id => `categories=${id}`),
    ...made.tags.map(id => `tags=${id}`),
    ...made.venues.map(id => `venue=${id}`),
    ...made.organizers.map(id => `organizer=${id}`),
    ...['featured=1', 'featured=0', 'geoloc=1', 'geoloc=0', 'geoloc_lat=41&geoloc_lng=2&geoloc_radius=30'],
    ...['geoloc_lat=-33.5&geoloc_lng=-179.9&geoloc_radius=50', 'password=open', 'status=draft,private'],
    ...[`series=${made.series}`, 'hide_subsequent_recurrences=1'],
    ...['starts_before=2031-05-01%2006:00&strict_dates=1', 'ends_after=2031-05-03', 'start_date=2031-05-02'],
  ];
  for (const [at, filter] of filters.entries()) {
    yield `/events?per_page=50&${to}&${filter}`;
    yield `/events?per_page=4&page=2&${to}&${filter}`;
    yield `/events?per_page=50&${to}&${filter}&${filters[(at * 7 + 3) % filters.length]}`;
  }
}

/** Number of calendars. */
const RUNS = Number(process.env.CALENDARS ?? 1);

const HEADERS = ['x-tec-total', 'x-tec-totalpages', 'link', 'location', 'allow'];

const served = SERVER;
describe('The two stores', { skip: served === undefined }, () => {
  it('The two stores give the same answers to all requests to the same calendar', async () => {
    // Records carry the time of their creation.
    mock.timers.enable({ apis: ['Date'], now: NOON });
    const seed = Math.floor(Math.random() * 2 ** 31);
    for (const plan of fc.sample(plans, { seed, numRuns: RUNS })) {
      const settings = { SITE_URL: 'https://agenda.example.test' };
      await using embedded = await startService(settings, openEmbedded);
      await using postgres = await startService(settings, () => openClone(served!));
      const both: Both = async (line, json, role) => {
        const [one, other] = await Promise.all(
          [embedded, postgres].map(async ({ base, accounts, db }) => {
            const reply = await caller(base)(line, { json, as: role && accounts[role] });
            // The identities of series in calendar files are those of the store.
            const text = reply.text.replaceAll(await storeId(db), 'store');
            return { ...reply, text, headers: HEADERS.map(name => reply.headers.get(name)) };
          }),
        );
        const what = `seed ${seed}: ${line} ${JSON.stringify(json)}`;
        assert.deepEqual([other!.status, other!.headers], [one!.status, one!.headers], what);
        assert.equal(other!.text, one!.text, what);
        return one!.body;
      };
      const made = await make(both, plan);
      const totals: number[] = [];
      for (const path of sampleOf('both', requests(made), 0.4)) {
        totals.push((await both(`GET ${path}`)).total);
        if (!path.includes('search')) await both(`GET ${path}`, undefined, 'editor');
      }
      assert.ok(totals.filter(total => total > 0).length > totals.length / 2, 'most find something');
    }
    mock.timers.reset();
  });
});
