import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Body, caller, eventOf } from './client.ts';
import { pageReader } from './markup.ts';
import { startService } from './service.ts';

// What search engines and programs read in pages: JSON-LD with the vocabulary of schema.org.

const service = await startService({ SITE_NAME: 'Agenda', LANGUAGE: 'en', CURRENCY_SYMBOL: '$' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;
const open = pageReader(service.site);

type Node = Record<string, unknown> & {
  '@type': string;
  name: string;
  location?: object;
  offers?: Record<string, unknown>;
  subEvent?: Node[];
};

const DATA = 'script[type="application/ld+json"]';

/** The documents of JSON-LD of a page. */
async function documentsOf(path: string): Promise<(Node | Node[])[]> {
  const { status, texts } = await open(path);
  assert.equal(status, 200, path);
  return texts(DATA).map(text => JSON.parse(text));
}

/** The events of the array that a page carries, in order. */
const listed = async (path: string): Promise<Node[]> =>
  (await documentsOf(path)).filter(Array.isArray).flat();

const namesOn = async (path: string): Promise<string[]> => (await listed(path)).map(({ name }) => name);

async function made(title: string, json: Record<string, unknown> = {}): Promise<Body> {
  const { status, body, text } = await call('POST /events', { as, json: eventOf(title, json) });
  assert.equal(status, 201, text);
  return body;
}

const pathOf = ({ url }: Body): string => new URL(url).pathname;
const documentOf = async (path: string): Promise<Node> =>
  JSON.parse((await call(`GET ${service.site}${path.slice(0, -1)}.jsonld`)).text);

const HALL = { venue: { venue: 'Hall', city: 'Vic' } };
const at = (start_date: string, end_date = start_date.replace(':00', ':30')) => ({ start_date, end_date });

let category: number;

before(async () => {
  category = (await call('POST /categories', { as, json: { name: 'Music', slug: 'music' } })).body.id;
  await made('Jazz', {
    ...{ ...HALL, ...at('2031-05-06 20:00'), categories: [category], tags: ['Night'], cost: '$5' },
    ...{ description: '<p>Salt &amp; pepper <em>live</em></p>', organizer: ['Club', 'Town'] },
  });
  await made('Rock', { ...HALL, ...at('2031-05-07 20:00'), categories: [category] });
  await made('Nowhere', { ...at('2031-05-06 21:00') });
  await made('Online', { ...at('2031-05-06 22:00'), is_virtual: true, virtual_url: 'https://live.example/' });
  await made('Secret', { ...HALL, ...at('2031-05-06 23:00') });
  const { id } = (await call('GET /events/by-slug/secret')).body;
  await call(`PATCH /events/${id}`, { as, json: { password: 'open' } });
});

describe('The page of an event', () => {
  it('carries the document of its address with .jsonld', async () => {
    const [document, ...others] = await documentsOf('/event/jazz/');
    assert.deepEqual(others, []);
    assert.deepEqual(document, await documentOf('/event/jazz/'));
    const { description, performer, organizer, image } = document as Node;
    assert.equal(description, 'Salt & pepper live');
    assert.equal(performer, undefined);
    assert.deepEqual(
      (organizer as Node[]).map(one => [one['@type'], one.name]),
      [
        ['Organization', 'Club'],
        ['Organization', 'Town'],
      ],
    );
    const [card] = image as string[];
    const answer = await fetch(card!);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png']);
    assert.doesNotMatch(JSON.stringify(document), /:(?:""|null)/);
  });

  it('says no time of an event that lasts all day', async () => {
    const json = { ...HALL, start_date: '2031-06-01', end_date: '2031-06-02', all_day: true };
    const [document] = await documentsOf(pathOf(await made('Fair', json)));
    const { startDate, endDate } = document as Node;
    assert.deepEqual([startDate, endDate], ['2031-06-01', '2031-06-02']);
  });

  it('tells what people pay who pay, and that nobody gets into what is cancelled', async () => {
    const offered = async (json: Record<string, unknown>) => {
      const [document] = await documentsOf(
        pathOf(await made('Offer', { ...HALL, ...at('2034-05-06 20:00'), ...json })),
      );
      const { price, availability } = (document as Node).offers ?? {};
      return [price, availability];
    };
    const inStock = 'https://schema.org/InStock';
    assert.deepEqual(await offered({ cost: 'Members free, others $5' }), ['5', inStock]);
    assert.deepEqual(await offered({ cost: 'Free' }), ['0', inStock]);
    assert.deepEqual(await offered({ cost: '$5', event_status: 'canceled' }), [
      '5',
      'https://schema.org/OutOfStock',
    ]);
    assert.deepEqual(await offered({ cost: '$5', event_status: 'postponed' }), ['5', inStock]);
    assert.deepEqual(await offered({ cost: '$5', event_status: 'moved_online' }), ['5', inStock]);
    assert.deepEqual(await offered({}), [undefined, undefined]);
  });

  it('carries no event whose place nobody has said', async () => {
    assert.deepEqual(await documentsOf('/event/nowhere/'), []);
    assert.equal((await documentOf('/event/nowhere/'))['@type'], 'Event');
    assert.deepEqual(await documentsOf('/event/secret/'), []);
    const [online] = await documentsOf('/event/online/');
    assert.deepEqual((online as Node).location, { '@type': 'VirtualLocation', url: 'https://live.example/' });
  });

  it('names a series without making an event of it, and lists its dates', async () => {
    const recurrence = 'RRULE:FREQ=DAILY;COUNT=3';
    await made('Choir', { ...HALL, ...at('2031-09-01 20:00'), recurrence });
    const [date] = await documentsOf('/event/choir/2031-09-02/');
    assert.deepEqual((date as Node).superEvent, {
      '@id': `${service.site}/event/choir/`,
      name: 'Choir',
      url: `${service.site}/event/choir/`,
    });
    const [series] = await documentsOf('/event/choir/');
    assert.equal((series as Node).subEvent?.length, 3);
    assert.ok((series as Node).subEvent!.every(({ location }) => location !== undefined));
    assert.deepEqual(await namesOn('/event/choir/all/'), ['Choir', 'Choir', 'Choir']);
  });
});

describe('The home page', () => {
  it('carries the name and the address of the site, in each language', async () => {
    const { site } = service;
    const named = { '@context': 'https://schema.org', '@type': 'WebSite', name: 'Agenda' };
    assert.deepEqual(await documentsOf('/'), [{ ...named, url: `${site}/` }]);
    assert.deepEqual(await documentsOf('/fr/'), [{ ...named, url: `${site}/fr/` }]);
  });
});

describe('Pages of several events', () => {
  it('carry the events that they show as one array, each as a document of its own', async () => {
    for (const [path, names] of [
      ['/events/?search=jazz', ['Jazz']],
      ['/?overlaps=2031-05-01/2031-05-31', ['Jazz', 'Online', 'Rock']],
      ['/events/?overlaps=2031-05-01/2031-05-31', ['Jazz', 'Online', 'Rock']],
      ['/events/category/music/', ['Jazz', 'Rock']],
      ['/events/tag/night/', ['Jazz']],
      ['/tag/night/', ['Jazz']],
      // Its last week has the first of June.
      ['/events/month/2031-05/', ['Jazz', 'Online', 'Rock', 'Fair']],
      ['/events/month/2031-05/?categories=music', ['Jazz', 'Rock']],
      ['/events/week/2031-05-05/', ['Jazz', 'Online', 'Rock']],
      ['/events/day/2031-05-06/', ['Jazz', 'Online']],
      ['/events/day/2031-05-08/', []],
      ['/events/map/?search=jazz', ['Jazz']],
      ['/venue/hall/?per_page=2', ['Jazz', 'Rock']],
      ['/organizer/club/', ['Jazz']],
      ['/fr/events/category/music/', ['Jazz', 'Rock']],
    ] as const) {
      const { headers } = await open(path);
      const landed = headers.location ? new URL(headers.location).href.slice(service.site.length) : path;
      const nodes = await listed(landed);
      assert.deepEqual(
        nodes.map(({ name }) => name),
        names,
        path,
      );
      for (const node of nodes)
        assert.deepEqual([node['@context'], node['@type']], ['https://schema.org', 'Event'], path);
    }
  });

  it('carry the beginning of a long text, and what the document says otherwise', async () => {
    const event = await made('Long', {
      ...{ ...HALL, ...at('2032-01-01 20:00') },
      description: `<p>${'word '.repeat(500)}</p>`,
    });
    const [{ description, ...short }] = (await listed('/events/day/2032-01-01/')) as [Node];
    const { description: whole, ...long } = await documentOf(pathOf(event));
    assert.deepEqual(short, long);
    assert.ok((description as string).length <= 500);
    assert.ok((whole as string).startsWith((description as string).slice(0, -1)));
  });

  it('carry past events where they show these', async () => {
    await made('Old', { ...HALL, ...at('2020-05-06 20:00') });
    assert.deepEqual(await namesOn('/events/past/'), ['Old']);
  });

  it('carry the text of a change at once', async () => {
    const { id } = await made('Before', { ...HALL, ...at('2033-01-01 20:00') });
    for (let times = 0; times < 3; times++)
      assert.deepEqual(await namesOn('/events/day/2033-01-01/'), ['Before']);
    await call(`PATCH /events/${id}`, { as, json: { title: 'After' } });
    assert.deepEqual(await namesOn('/events/day/2033-01-01/'), ['After']);
  });
});
