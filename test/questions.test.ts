import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { titleKey } from '../src/lib/text/keys.ts';
import { caller } from './client.ts';
import { type Service, startService } from './service.ts';

// The questions about the list of events, compared with a scan of generated calendars: answered by the store at first,
// and by the index in memory once it is ready.

/** The instant of all requests: the events lie around it. */
const NOW = Date.UTC(2031, 4, 10, 12) / 1000;
const HOUR = 3600;
const EVENTS = 30;
const POINT = { lat: 41, lng: 2 };

const places = [
  { venue: 'Here', geo_lat: 41, geo_lng: 2, city: 'Vic', zip: '08500', country: 'Spain' },
  { venue: 'Near', geo_lat: 41.1, geo_lng: 2, city: 'VIC', zip: '08501', country: 'Spain' },
  { venue: 'Far', geo_lat: 42.5, geo_lng: 1.5, city: 'Andorra la Vella', zip: 'AD500', country: 'Andorra' },
  { venue: 'Jazz cellar', city: 'Sant Julià, de Lòria', zip: '', country: 'Andorra' },
];
const TITLES = [
  'Jazz',
  'Ñandú',
  'nit de jazz',
  'Nz',
  'àvia',
  'Avia jazzy',
  'Ball',
  'Zebra',
  'Acid-jazz',
  'b',
];
const TEXTS = ['jazz', 'some jazz here', 'jazzmen', 'nothing', 'xjazz'];

const calendars = fc.noBias(
  fc.array(
    fc.record({
      title: fc.constantFrom(...TITLES),
      description: fc.constantFrom(...TEXTS),
      start: fc.integer({ min: -40, max: 40 }),
      hours: fc.constantFrom(0, 1, 3, 24, 60),
      modified: fc.nat(4),
      published: fc.nat(4),
      place: fc.option(fc.nat(places.length - 1)),
      isTagged: fc.boolean(),
      cost: fc.constantFrom('', '0', 'Free', '20', '0 - 20', 'Donation'),
      is_virtual: fc.boolean(),
      event_status: fc.constantFrom('scheduled', 'scheduled', 'canceled', 'postponed'),
      isProtected: fc.constantFrom(false, false, false, true),
      hide_from_listings: fc.constantFrom(false, false, false, true),
    }),
    { minLength: EVENTS, maxLength: EVENTS },
  ),
);
type Planned = typeof calendars extends fc.Arbitrary<(infer One)[]> ? One : never;
type Event = Planned & { id: number; from: number; to: number };

const wall = (epoch: number) => new Date(epoch * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Makes the calendar, and its events in list order. */
async function make({ base, accounts, db }: Service, planned: readonly Planned[]): Promise<Event[]> {
  const call = caller(base);
  const post = async (path: string, json: object) => {
    const { status, body } = await call(`POST /${path}`, { as: accounts.editor, json });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  };
  const venues: number[] = [];
  for (const place of places) venues.push(await post('venues', place));
  const tag = await post('tags', { name: 'Jazz and more' });
  const events: Event[] = [];
  for (const event of planned) {
    const from = NOW + event.start * HOUR;
    const to = from + event.hours * HOUR;
    const { title, description, cost, is_virtual, event_status, hide_from_listings } = event;
    const id = await post('events', {
      ...{ title, description, cost, is_virtual, event_status, hide_from_listings },
      ...{ start_date: wall(from), end_date: wall(to), timezone: 'UTC' },
      ...(event.place !== null && { venue: venues[event.place] }),
      ...(event.isTagged && { tags: [tag] }),
    });
    if (event.isProtected)
      await call(`PATCH /events/${id}`, { as: accounts.editor, json: { password: 'open' } });
    await db
      .updateTable('events')
      .set({ modified_at: NOW + event.modified * HOUR, date_at: NOW + event.published * HOUR })
      .where('id', '=', id)
      .execute();
    events.push({ ...event, id, from, to });
  }
  return events.sort((a, b) => a.from - b.from || a.published - b.published || a.id - b.id);
}

/** Whether an event runs within an interval; the end is exclusive. */
const runs = ({ from, to }: Event, start: number, end: number) => from < end && (to > start || from >= start);
const isOngoing = (event: Event) => event.from <= NOW && (event.to > NOW || event.from === NOW);
const isUpcoming = ({ from }: Event) => from > NOW;
const placeOf = ({ place }: Event) => (place === null ? undefined : places[place]);
const isFree = ({ cost }: Event) => ['', '0', 'Free'].includes(cost);

/** A parameter, the events that it finds, and whether it would reveal what a password hides. */
interface Question {
  readonly sent: string;
  readonly finds: (event: Event) => boolean;
  readonly reveals?: true;
}

const ALL: Question = { sent: 'when=all', finds: () => true };
const day = Date.UTC(2031, 4, 11) / 1000;
const questions: readonly Question[] = [
  ALL,
  { sent: 'when=ongoing', finds: isOngoing },
  { sent: 'when=upcoming', finds: isUpcoming },
  { sent: 'when=past', finds: event => !isOngoing(event) && !isUpcoming(event) },
  { sent: 'when=ongoing,upcoming', finds: event => isOngoing(event) || isUpcoming(event) },
  { sent: 'when=past,ongoing', finds: event => !isUpcoming(event) },
  { sent: 'when[]=upcoming&when[]=past', finds: event => !isOngoing(event) },
  {
    sent: 'when=upcoming&end_date=2031-05-11',
    finds: event => isUpcoming(event) && event.to < day + 24 * HOUR,
  },
  { sent: 'overlaps=2031-05-11/2031-05-11', finds: event => runs(event, day, day + 24 * HOUR) },
  { sent: 'overlaps=2031-05-11/P1D', finds: event => runs(event, day, day + 24 * HOUR) },
  { sent: 'overlaps=2031-05-10T12:00:00Z/PT3H', finds: event => runs(event, NOW, NOW + 3 * HOUR) },
  { sent: 'overlaps=2031-05-10T12:00/2031-05-10T12:00', finds: event => runs(event, NOW, NOW + 1) },
  { sent: 'overlaps=/2031-05-10T12:00', finds: event => event.from < NOW },
  { sent: 'overlaps=2031-05-11/..', finds: event => runs(event, day, Infinity) },
  { sent: 'overlaps=now/&when=ongoing', finds: isOngoing },
  { sent: 'when=all&modified_after=2031-05-10T14:00:00Z', finds: ({ modified }) => modified > 2 },
  { sent: 'when=all&cost=free', finds: isFree, reveals: true },
  { sent: 'when=all&cost=paid', finds: ({ cost }) => cost.includes('20'), reveals: true },
  { sent: 'when=all&cost=unknown', finds: ({ cost }) => cost === 'Donation', reveals: true },
  { sent: 'when=all&is_virtual=true', finds: event => event.is_virtual, reveals: true },
  { sent: 'when=all&event_status=canceled,postponed', finds: event => event.event_status !== 'scheduled' },
  { sent: 'when=all&city=vic', finds: event => /vic/i.test(placeOf(event)?.city ?? ''), reveals: true },
  { sent: 'when=all&city[]=SANT+JULIA,+de+Loria', finds: event => event.place === 3, reveals: true },
  { sent: 'when=all&city=Nowhere', finds: () => false, reveals: true },
  {
    sent: 'when=all&postal_code=08500,ad500',
    finds: ({ place }) => place === 0 || place === 2,
    reveals: true,
  },
  { sent: 'when=all&country=ANDORRA', finds: ({ place }) => place === 2 || place === 3, reveals: true },
];

const metres = (event: Event) => {
  const { geo_lat = 90, geo_lng = 0 } = placeOf(event) ?? {};
  const rad = Math.PI / 180;
  const cosine =
    Math.sin(POINT.lat * rad) * Math.sin(geo_lat * rad) +
    Math.cos(POINT.lat * rad) * Math.cos(geo_lat * rad) * Math.cos((geo_lng - POINT.lng) * rad);
  return 6371008.8 * Math.acos(Math.min(1, cosine));
};

/** How well an event mentions the word `jazz`. */
function relevance({ title, description, isTagged, place }: Event): number {
  if (/\bjazz\b/i.test(title)) return 5;
  if (/\bjazz/i.test(title)) return 4;
  if (isTagged || place === 3) return 3;
  return /\bjazz\b/.test(description) ? 2 : 1;
}

interface Order extends Question {
  readonly compare: (a: Event, b: Event) => number;
  readonly natural: 'asc' | 'desc';
}

const byKey = (one: string, other: string) => (one < other ? -1 : Number(one > other));
const title = (language: 'latin' | 'spanish') => (a: Event, b: Event) =>
  byKey(titleKey(a.title, language), titleKey(b.title, language));
const orders: readonly Order[] = [
  { ...ALL, sent: 'when=all&orderby=start', compare: () => 0, natural: 'asc' },
  { ...ALL, sent: 'when=all', compare: () => 0, natural: 'asc' },
  { ...ALL, sent: 'when=all&orderby=start_date', compare: () => 0, natural: 'asc' },
  { ...ALL, sent: 'when=all&orderby=end_date', compare: (a, b) => a.to - b.to, natural: 'asc' },
  { ...ALL, sent: 'when=all&orderby=end', compare: (a, b) => a.to - b.to, natural: 'asc' },
  { ...ALL, sent: 'when=all&orderby=date', compare: (a, b) => b.published - a.published, natural: 'desc' },
  { ...ALL, sent: 'when=all&orderby=modified', compare: (a, b) => b.modified - a.modified, natural: 'desc' },
  { ...ALL, sent: 'when=all&orderby=title', compare: title('latin'), natural: 'asc' },
  { ...ALL, sent: 'when=all&orderby=title&i18n_language=es', compare: title('spanish'), natural: 'asc' },
  {
    sent: `when=all&orderby=distance&geoloc_lat=${POINT.lat}&geoloc_lng=${POINT.lng}&geoloc_radius=500`,
    finds: ({ place }) => place !== null && place < 3,
    reveals: true,
    compare: (a, b) => Math.round(metres(a)) - Math.round(metres(b)),
    natural: 'asc',
  },
  {
    sent: 'when=all&orderby=relevance&search=jazz',
    finds: event => /jazz/i.test(event.title + event.description),
    reveals: true,
    compare: (a, b) => relevance(b) - relevance(a),
    natural: 'desc',
  },
];

/** Requests every page, and returns the ids of all. */
async function pagesOf(call: ReturnType<typeof caller>, path: string, perPage: number) {
  const ids: number[] = [];
  const distances: (number | undefined)[] = [];
  for (let next: string | undefined = `${path}&per_page=${perPage}`; next; ) {
    const { status, body, text } = await call(`GET ${next}`);
    assert.equal(status, 200, `${next} ${text}`);
    ids.push(...body.events.map(({ id }) => id));
    distances.push(...body.events.map(event => (event as { distance?: number }).distance));
    assert.ok(body.total >= ids.length);
    if (!body.next_rest_url) assert.equal(body.total, ids.length, next);
    next = body.next_rest_url;
  }
  return { ids, distances };
}

const RUNS = Number(process.env.CALENDARS ?? 1);
const isVisible = ({ hide_from_listings }: Event) => !hide_from_listings;

describe('Questions about the list of events', () => {
  it('Every question finds what a scan finds, in every order and on all pages', async ({ mock }) => {
    mock.timers.enable({ apis: ['Date'], now: NOW * 1000 });
    const seed = Math.floor(Math.random() * 2 ** 31);
    for (const planned of fc.sample(calendars, { seed, numRuns: RUNS })) {
      await using service = await startService({ TIME_ZONE: 'UTC' });
      const events = (await make(service, planned)).filter(isVisible);
      const call = caller(service.base);
      for (const { sent, finds, reveals } of questions) {
        const open = events.filter(event => !(reveals && event.isProtected));
        const expected = open.filter(finds).map(({ id }) => id);
        const { ids, distances } = await pagesOf(call, `/events?${sent}`, 7);
        assert.deepEqual(ids, expected, `seed ${seed}: ${sent}`);
        assert.ok(
          distances.every(distance => distance === undefined),
          'no distance without a point',
        );
        const withPassword = await pagesOf(call, `/events?${sent}&password=open`, 50);
        assert.deepEqual(
          withPassword.ids,
          events.filter(finds).map(({ id }) => id),
          `seed ${seed}: ${sent}`,
        );
      }
      for (const { sent, finds, reveals, compare, natural } of orders)
        for (const order of [undefined, 'asc', 'desc']) {
          const open = events.filter(event => !(reveals && event.isProtected));
          const found = open.filter(finds).sort(compare);
          if (order && order !== natural) found.reverse();
          const { ids, distances } = await pagesOf(
            call,
            `/events?${sent}${order ? `&order=${order}` : ''}`,
            4,
          );
          assert.deepEqual(
            ids,
            found.map(({ id }) => id),
            `seed ${seed}: ${sent} ${order}`,
          );
          if (sent.includes('distance'))
            assert.ok(found.every((event, at) => Math.abs(distances[at]! * 1000 - metres(event)) < 2));
        }
    }
  });

  it('A hidden venue and a protected event have no distance, no relevance and no address for the public', async () => {
    await using service = await startService();
    const { base, accounts } = service;
    const call = caller(base);
    const post = async (path: string, json: object) => {
      const { status, body } = await call(`POST /${path}`, { as: accounts.editor, json });
      assert.equal(status, 201, JSON.stringify(body));
      return body.id;
    };
    const hidden = await post('venues', {
      venue: 'Jazz',
      status: 'draft',
      city: 'Vic',
      geo_lat: 41,
      geo_lng: 2,
    });
    const open = await post('venues', { venue: 'Hall', city: 'Olot', geo_lat: 41.5, geo_lng: 2 });
    const times = { start_date: '2031-05-10 10:00:00', end_date: '2031-05-10 12:00:00' };
    const plain = await post('events', { title: 'A', description: 'xjazz', ...times, venue: [hidden, open] });
    const other = await post('events', { title: 'B', description: 'xjazz', ...times, venue: open });
    const locked = await post('events', {
      title: 'C',
      description: 'xjazz',
      ...times,
      venue: open,
      cost: '5',
    });
    await call(`PATCH /events/${locked}`, { as: accounts.editor, json: { password: 'open' } });
    const list = async (query: string, as?: typeof accounts.editor) => {
      const { body } = await call(`GET /events?when=all&${query}`, { as });
      return body.events.map(event => [event.id, (event as { distance?: number }).distance]);
    };
    const around = 'geoloc_lat=41&geoloc_lng=2&geoloc_radius=500&orderby=distance';
    const half = 55.598;
    assert.deepEqual(await list(around), [
      [plain, half],
      [other, half],
    ]);
    assert.deepEqual(await list(`${around}&password=open`), [
      [plain, half],
      [other, half],
      [locked, half],
    ]);
    assert.deepEqual(await list(around, accounts.editor), [
      [plain, 0],
      [other, half],
      [locked, half],
    ]);
    assert.deepEqual(await list('city=vic'), []);
    assert.deepEqual(await list('city=vic', accounts.editor), [[plain, undefined]]);
    const sorted = 'search=jazz&orderby=relevance&order=asc';
    assert.deepEqual(await list(sorted), [
      [other, undefined],
      [plain, undefined],
    ]);
    assert.deepEqual(await list('search=jazz&orderby=relevance', accounts.editor), [
      [plain, undefined],
      [other, undefined],
      [locked, undefined],
    ]);
    assert.deepEqual(await list('cost=paid'), []);
    assert.equal((await list('modified_after=2020-01-01')).length, 3);
  });

  it('A question that is not understood is refused with the name of its parameter', async () => {
    await using service = await startService();
    const call = caller(service.base);
    const refused = {
      when: ['soon', '', 'past,later'],
      overlaps: [
        '',
        '/',
        '2031-05-10',
        '2031-05-12/2031-05-10',
        'x/y',
        'P1D/P1D',
        '2031-05-10/P',
        '../..',
        'a/b/c',
      ],
      modified_after: ['never', ''],
      cost: ['cheap', ''],
      is_virtual: ['maybe'],
      event_status: ['gone', 'scheduled,gone', '', 'scheduled,'],
      city: ['', ',', '·'],
      postal_code: [''],
      country: [''],
      orderby: ['price', '', 'distance', 'relevance'],
      order: ['up', ''],
    };
    for (const [name, values] of Object.entries(refused))
      for (const value of values) {
        const { status, body } = await call(`GET /events?${name}=${encodeURIComponent(value)}`);
        assert.equal(status, 400, `${name}=${value}`);
        assert.deepEqual(Object.keys(body.data.params), [name], `${name}=${value}`);
      }
  });
});
