import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';

const service = await startService({ SITE_NAME: 'Agenda' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const { editor } = service.accounts;

type Node = Record<string, unknown>;
type Row = Record<string, string>;

const get = (path: string, headers: Record<string, string> = {}, as?: typeof editor) =>
  call(`GET ${service.site}${path}`, { headers, ...(as && { as }) });

const rowsOf = (text: string): Row[] => parse(text, { bom: true, columns: true });
const graphOf = (text: string): Node[] => (JSON.parse(text) as { '@graph': Node[] })['@graph'];

const ids: Record<string, number> = {};

before(async () => {
  const make = async (path: string, json: object) =>
    Number((await call(`POST ${path}`, { as: editor, json })).body.id);
  const venue = { address: 'Plaça 1', city: 'Vic', zip: '08500', country: 'Spain', province: 'Barcelona' };
  ids.venue = await make('/venues', {
    venue: 'Teatre',
    ...venue,
    geo_lat: -3.5,
    geo_lng: 2.25,
    description: '<p>A & B</p>',
  });
  for (let at = 1; at <= 12; at++) await make('/venues', { venue: `=Sala ${at}` });
  await make('/venues', { venue: 'Secret venue', status: 'private' });
  ids.organizer = await make('/organizers', { organizer: 'Cor', phone: '+34 1', email: 'cor@example.org' });
  await make('/organizers', { organizer: 'Secret organizer', status: 'draft' });
  ids.category = await make('/categories', { name: 'Música', description: 'Tota <b>la</b> música' });
  ids.child = await make('/categories', { name: 'Jazz', parent: ids.category });
  ids.tag = await make('/tags', { name: 'Gratis' });
  const linked = { venue: ids.venue, organizer: ids.organizer, categories: [ids.child], tags: [ids.tag] };
  await make('/events', eventOf('Concert', linked));
});

const LISTS = [
  { name: 'venues', member: 'venue', type: 'Place', title: 'Venues' },
  { name: 'organizers', member: 'organizer', type: 'Organization', title: 'Organizers' },
  { name: 'categories', member: 'name', type: 'DefinedTerm', title: 'Categories' },
  { name: 'tags', member: 'name', type: 'DefinedTerm', title: 'Tags' },
] as const;

for (const { name, member, type, title } of LISTS)
  describe(`The list of ${name}`, () => {
    const listed = async (query: string, as?: typeof editor) => {
      const { body } = await call(`GET /${name}?per_page=50${query}`, as && { as });
      return body[name].map(record => String((record as unknown as Row)[member]));
    };

    for (const [reader, as] of [
      ['nobody', undefined],
      ['an editor', editor],
    ] as const)
      it(`is a table of the same records to ${reader}`, async () => {
        const { status, headers, text } = await get(`/${name}.csv`, {}, as);
        assert.equal(status, 200);
        assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
        const names = rowsOf(text).map(row => row[member]!.replace(/^'/, ''));
        assert.deepEqual(names, await listed('', as));
        if (!as) assert.doesNotMatch(text, /Secret/);
      });

    it('is a graph of the same records, page by page', async () => {
      const names: unknown[] = [];
      let next: string | undefined = `/${name}.jsonld?per_page=5`;
      for (let page = 1; next !== undefined; page++) {
        assert.ok(page < 9, 'the pages never end');
        const { status, headers, text } = await get(next);
        assert.equal(status, 200);
        const [about, ...nodes] = graphOf(text);
        assert.equal(about!.name, `${title} – Agenda`);
        for (const node of nodes) assert.equal(node['@type'], type);
        names.push(...nodes.map(node => node.name));
        const address = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
        const said = about!['http://www.w3.org/ns/hydra/core#next'] as { '@id': string } | undefined;
        assert.equal(said?.['@id'], address);
        next = address?.slice(service.site.length);
      }
      assert.deepEqual(names, await listed(''));
    });

    it('is found by its media types at the interface, and in no other format', async () => {
      for (const [accept, suffix] of [
        ['text/csv', 'csv'],
        ['application/ld+json', 'jsonld'],
      ] as const) {
        const { headers, text } = await call(`GET /${name}`, { headers: { accept } });
        assert.equal(headers.get('content-type'), `${accept}; charset=utf-8`);
        if (suffix === 'csv') assert.equal(text, (await get(`/${name}.csv`)).text);
      }
      assert.equal((await call(`GET /${name}`, { headers: { accept: 'text/calendar' } })).status, 406);
      assert.equal((await get(`/${name}.ics`)).status, 404);
      assert.equal((await get(`/${name}.csv`, { accept: 'application/json' })).status, 200);
    });

    it('keeps the filters of the list', async () => {
      const { text } = await get(`/${name}.csv?search=zzz`);
      assert.deepEqual(rowsOf(text), []);
      assert.equal((await get(`/${name}.csv?page=0`)).status, 400);
    });

    it('is not sent again to whoever has it', async () => {
      const { headers } = await get(`/${name}.csv`);
      const again = await get(`/${name}.csv`, { 'if-none-match': headers.get('etag')! });
      assert.deepEqual([again.status, again.text], [304, '']);
    });

    it('speaks the language of its address', async () => {
      const [about] = graphOf((await get(`/fr/${name}.jsonld`)).text);
      assert.equal(about!.inLanguage, 'fr');
    });
  });

describe('A venue', () => {
  it('is a place', async () => {
    const { text } = await get('/venue/teatre.jsonld');
    assert.deepEqual(JSON.parse(text), {
      '@context': 'https://schema.org',
      '@id': `${service.site}/venue/teatre/`,
      '@type': 'Place',
      url: `${service.site}/venue/teatre/`,
      name: 'Teatre',
      address: {
        '@type': 'PostalAddress',
        ...{ streetAddress: 'Plaça 1', addressLocality: 'Vic', addressRegion: 'Barcelona' },
        ...{ postalCode: '08500', addressCountry: 'Spain' },
      },
      geo: { '@type': 'GeoCoordinates', latitude: -3.5, longitude: 2.25 },
      description: 'A & B',
    });
  });

  it('is a row of a table', async () => {
    const { text } = await get('/venue/teatre.csv');
    const [row, ...others] = rowsOf(text);
    assert.deepEqual(others, []);
    const { venue, address, city, zip, country, geo_lat, description } = row!;
    assert.deepEqual(
      { venue, address, city, zip, country, geo_lat, description },
      {
        ...{ venue: 'Teatre', address: 'Plaça 1', city: 'Vic', zip: '08500', country: 'Spain' },
        geo_lat: '-3.5',
        description: 'A & B',
      },
    );
    assert.ok(text.includes(',-3.5,2.25,'));
  });

  it('is not told to whoever may not read it', async () => {
    for (const suffix of ['csv', 'jsonld']) {
      const { status, text } = await get(`/venue/secret-venue.${suffix}`);
      assert.equal(status, 403);
      assert.doesNotMatch(text, /Secret/);
      assert.equal((await get(`/venue/secret-venue.${suffix}`, {}, editor)).status, 200);
      assert.equal((await get(`/venue/nothing.${suffix}`)).status, 404);
    }
  });

  it('stands for its events in the formats that have events only', async () => {
    const { text } = await get('/venue/teatre.rss?start_date=2031-01-01&end_date=2032-01-01');
    assert.match(text, /<title>Concert<\/title>/);
  });
});

describe('An organizer', () => {
  it('is an organization, and a row of a table', async () => {
    const node = JSON.parse((await get('/organizer/cor.jsonld')).text) as Node;
    assert.deepEqual([node['@type'], node.name, node.email], ['Organization', 'Cor', 'cor@example.org']);
    const [row] = rowsOf((await get('/organizer/cor.csv')).text);
    assert.deepEqual([row!.organizer, row!.phone], ['Cor', "'+34 1"]);
  });
});

describe('A category', () => {
  const path = () => `${service.base.slice(service.site.length)}/categories/${ids.category}`;

  it('is a defined term', async () => {
    const { text } = await get(path(), { accept: 'application/ld+json' });
    assert.deepEqual(JSON.parse(text), {
      '@context': 'https://schema.org',
      '@type': 'DefinedTerm',
      '@id': `${service.site}/events/category/musica/`,
      url: `${service.site}/events/category/musica/`,
      ...{ name: 'Música', termCode: 'musica', description: 'Tota la música' },
      inDefinedTermSet: {
        '@type': 'DefinedTermSet',
        '@id': `${service.base}/categories`,
        name: 'Agenda',
      },
    });
  });

  it('is a row of a table, with its parent', async () => {
    const [row] = rowsOf((await get(path(), { accept: 'text/csv' })).text);
    assert.deepEqual([row!.name, row!.parent], ['Música', '0']);
    const jazz = rowsOf((await get('/categories.csv')).text).find(({ name }) => name === 'Jazz');
    assert.equal(jazz!.parent, String(ids.category));
    assert.equal(jazz!.url, `${service.site}/events/category/musica/jazz/`);
  });

  it('stands for its events at the address of their list, in every format', async () => {
    const { text } = await get('/events/category/musica/jazz.csv?start_date=2031-01-01&end_date=2032-01-01');
    assert.deepEqual(
      rowsOf(text).map(({ title }) => title),
      ['Concert'],
    );
  });
});

describe('The cache of responses', () => {
  it('tells apart readers who prefer the same format first, and get another', async () => {
    for (let repeated = 0; repeated < 3; repeated++)
      for (const second of ['text/csv', 'application/ld+json']) {
        const accept = `text/calendar, ${second};q=0.5`;
        const { headers } = await call('GET /venues', { headers: { accept } });
        assert.equal(headers.get('content-type'), `${second}; charset=utf-8`);
      }
  });
});

it('No format writes the point of a venue with an exponent, however near to the equator it is', async () => {
  const json = { venue: 'Équateur', geo_lat: 1e-7, geo_lng: -2.5e-6 };
  const { body } = await call('POST /venues', { as: editor, json });
  const event = { venue: body.id, start_date: '2031-05-06 10:00', end_date: '2031-05-06 11:00' };
  const made = await call('POST /events', { as: editor, json: eventOf('Noon', event) });
  const { slug } = made.body as unknown as { slug: string };
  for (const format of ['ics', 'rss', 'json', 'jsonld', 'csv']) {
    const { text } = await get(`/event/${slug}.${format}`);
    assert.doesNotMatch(text, /[:;,> "]-?\d(?:\.\d+)?e-\d/, format);
    if (format === 'ics') assert.match(text, /GEO:0;-0\.0000025/);
  }
});
