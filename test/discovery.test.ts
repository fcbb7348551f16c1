import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ConfigError, readConfig } from '../src/config.ts';
import { languages } from '../src/i18n/language.ts';
import { newIds } from '../src/records/table.ts';
import { caller, eventOf } from './client.ts';
import { childrenOf, parseXml, textsOf } from './formats/xml-tree.ts';
import { type Service, startService } from './service.ts';

const service = await startService({
  ...{ SITE_NAME: 'Agenda de Vic', SECURITY_CONTACT: 'security@example.org', DATA_LICENSE: 'ODbL-1.0' },
});
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;

const get = (address: string, headers: Record<string, string> = {}) =>
  call(`GET ${address.startsWith('/') ? service.site : ''}${address}`, { headers });

/** Programs are led from a page to the interface. */
const PROGRAM = { accept: 'application/json' };

const SITEMAPS = '{http://www.sitemaps.org/schemas/sitemap/0.9}';

/** The addresses of a sitemap, without the site, each with its date. */
async function addressesAt(address: string, site = service.site): Promise<Map<string, string | undefined>> {
  const { status, text, headers } = await get(`${site}${address}`);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8');
  const root = parseXml(text);
  assert.equal(root.name, `${SITEMAPS}urlset`);
  return new Map(
    childrenOf(root, `${SITEMAPS}url`).map(url => {
      const [address] = textsOf(url, `${SITEMAPS}loc`);
      assert.ok(address!.startsWith(`${site}/`), String(address));
      const [modified] = textsOf(url, `${SITEMAPS}lastmod`);
      return [address!.slice(site.length), modified] as const;
    }),
  );
}

before(async () => {
  const make = async (path: string, json: object) => (await call(`POST ${path}`, { as, json })).body.id;
  const venue = await make('/venues', { venue: 'Teatre & Cinema' });
  const organizer = await make('/organizers', { organizer: 'Cor' });
  await make('/venues', { venue: 'Hidden venue', status: 'private' });
  await make('/organizers', { organizer: 'Hidden organizer', status: 'draft' });
  const parent = await make('/categories', { name: 'Música' });
  const child = await make('/categories', { name: 'Jazz', parent });
  await make('/categories', { name: 'Unused' });
  await make('/events', eventOf('Concert', { venue, organizer, categories: [child], tags: ['gratis'] }));
  await make('/events', eventOf('Past', { start_date: '2001-01-01 10:00', end_date: '2001-01-01 12:00' }));
  const locked = await make('/events', eventOf('Locked'));
  await call(`PATCH /events/${locked}`, { as, json: { password: 'sesame' } });
  await make('/events', eventOf('Unlisted', { hide_from_listings: true }));
  for (const status of ['draft', 'pending', 'private']) await make('/events', eventOf(status, { status }));
  await make('/events', eventOf('Scheduled', { date: '2040-01-01' }));
  const gone = await make('/events', eventOf('Gone'));
  await call(`DELETE /events/${gone}`, { as });
});

describe('The licence of the data', () => {
  const url = 'https://opendatacommons.org/licenses/odbl/1-0/';
  const about = `"subjectOf":{"@type":"WebPage","url":"${service.site}/event/concert/","license":"${url}"}`;
  for (const [address, said] of [
    ['/events.atom', `<rights>ODbL 1.0 (${url})</rights>`],
    ['/events.rss', `<copyright>ODbL 1.0 (${url})</copyright>`],
    ['/events.jsonld', `"inLanguage":"en","license":"${url}"}`],
    ['/event/concert.jsonld', about],
    ['/event/concert/', about],
    ['/cal/events/v1/doc', `"x-data-license":{"name":"ODbL 1.0","url":"${url}"}`],
  ] as const)
    it(`stands at ${address}`, async () => {
      const { text } = await get(address, address.endsWith('/') ? { accept: 'text/html' } : {});
      assert.ok(text.includes(said), text.slice(0, 2000));
    });
});

describe('robots.txt', () => {
  it('lets everybody read everything and names the sitemap', async () => {
    const { status, headers, text } = await get('/robots.txt');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(text, `User-agent: *\nDisallow:\n\nSitemap: ${service.site}/sitemap.xml\n`);
  });
});

describe('Documents with a format of their own', () => {
  it('are answered whatever the client accepts', async () => {
    for (const address of ['/robots.txt', '/sitemap.xml', '/.well-known/api-catalog'])
      for (const accept of ['text/*', 'application/rss+xml, application/xml;q=0.9', 'text/calendar'])
        assert.equal((await get(address, { accept })).status, 200, `${address} ${accept}`);
  });
});

describe('The sitemap', () => {
  it('has the addresses that everybody may read, and no others', async () => {
    const addresses = [...(await addressesAt('/sitemap.xml')).keys()];
    for (const path of ['/sitemap_index.xml', '/wp-sitemap.xml', '/tribe_events-sitemap.xml'])
      assert.deepEqual([...(await addressesAt(path)).keys()], addresses, path);
    assert.deepEqual(addresses.sort(), [
      ...['/ca/privacy/', '/es/privacy/'],
      '/event/concert/',
      '/event/past/',
      '/events/category/musica/',
      '/events/category/musica/jazz/',
      '/fr/privacy/',
      '/organizer/cor/',
      '/privacy/',
      '/tag/gratis/',
      '/venue/teatre-cinema/',
    ]);
  });

  it('has the same for a reader with more rights', async () => {
    const { text } = await call(`GET ${service.site}/sitemap.xml`, { as });
    assert.doesNotMatch(text, /hidden|locked|private|draft|unlisted/i);
  });

  it('tells when a record was changed', async () => {
    const { body } = await call('GET /events/by-slug/concert');
    const { modified_utc } = body as unknown as { modified_utc: string };
    const addresses = await addressesAt('/sitemap.xml');
    assert.equal(addresses.get('/event/concert/'), `${modified_utc.replace(' ', 'T')}Z`);
    assert.match(addresses.get('/venue/teatre-cinema/')!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('is not sent again to whoever has it', async () => {
    const { headers } = await get('/sitemap.xml');
    const again = await get('/sitemap.xml', { 'if-none-match': headers.get('etag')! });
    assert.deepEqual([again.status, again.text], [304, '']);
  });

  it('has no parts but its own', async () => {
    assert.deepEqual([...(await addressesAt('/sitemap.xml?part=tags-1')).keys()], ['/tag/gratis/']);
    for (const part of ['tags-2', 'tags-0', 'tags', 'images-1', 'events-999999', '-1'])
      assert.equal((await get(`/sitemap.xml?part=${part}`)).status, 404, part);
    assert.equal((await get('/sitemap.xml?part=')).status, 400);
  });
});

describe('Pages about the site in the sitemap', () => {
  it('name each other in all languages, that of the site first', async () => {
    const { text } = await call(`GET ${service.site}/sitemap.xml`);
    const entries = text.split('<url>').filter(entry => entry.includes('/privacy/</loc>'));
    assert.equal(entries.length, 4);
    for (const entry of entries) {
      const all = [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, ...found]) => found);
      assert.deepEqual(all[0], ['en', `${service.site}/privacy/`]);
      assert.deepEqual(all.at(-1), ['x-default', `${service.site}/privacy/`]);
      assert.equal(all.length, 5);
    }
  });
});

describe('The sitemap of a large site', () => {
  let large: Service;
  before(async () => {
    large = await startService();
    await addVenues(large, 50_001);
  });
  after(() => large[Symbol.asyncDispose]());

  it('is divided, and its parts have all addresses once', async () => {
    const { status, text } = await get(`${large.site}/sitemap.xml`);
    assert.equal(status, 200);
    const root = parseXml(text);
    assert.equal(root.name, `${SITEMAPS}sitemapindex`);
    const parts = childrenOf(root, `${SITEMAPS}sitemap`).flatMap(part => textsOf(part, `${SITEMAPS}loc`));
    assert.deepEqual(
      parts.map(part => part.slice(large.site.length)),
      ['/sitemap.xml?part=venues-1', '/sitemap.xml?part=venues-2', '/sitemap.xml?part=about-1'],
    );
    const all: string[] = [];
    for (const part of parts) {
      const addresses = [...(await addressesAt(part.slice(large.site.length), large.site)).keys()];
      assert.ok(addresses.length <= 50_000);
      all.push(...addresses);
    }
    const about = languages.length;
    assert.equal(all.length, 50_001 + about);
    assert.equal(new Set(all).size, 50_001 + about);
  });

  it('has a tag for each part, which does not need it to be written', async () => {
    const address = `${large.site}/sitemap.xml?part=venues-1`;
    const { headers } = await get(address);
    const again = await get(address, { 'if-none-match': headers.get('etag')! });
    assert.deepEqual([again.status, again.text], [304, '']);
  });
});

async function addVenues({ db }: Service, count: number): Promise<void> {
  for (let done = 0; done < count; done += 500) {
    const ids = await newIds(db, 'venue', Math.min(500, count - done));
    const rows = ids.map(id => ({
      ...{ id, author_id: 1, status: 'publish' as const, status_before_trash: null, slug: `v-${id}` },
      ...{ description: '', search_text: '', image_id: null, date_at: id, date_floats: 0, modified_at: 1 },
      ...{ name: `V ${id}`, folded_name: `v ${id}`, match_key: null, website: '' },
      ...{ stateprovince: null, geo_lat: null, geo_lng: null, show_map: 1, show_map_link: 1 },
      ...{ address: '', city: '', country: '', province: '', state: '', zip: '', phone: '' },
    }));
    await db.insertInto('venues').values(rows).execute();
  }
}

describe('security.txt', () => {
  it('names whom to tell of a weakness, for less than a year', async () => {
    const { status, text } = await get('/.well-known/security.txt');
    assert.equal(status, 200);
    const fields = new Map(
      text
        .trimEnd()
        .split('\n')
        .map(line => line.split(/: (.*)/) as [string, string]),
    );
    assert.deepEqual([...fields.keys()], ['Contact', 'Expires', 'Canonical']);
    assert.equal(fields.get('Contact'), 'mailto:security@example.org');
    assert.equal(fields.get('Canonical'), `${service.site}/.well-known/security.txt`);
    const days = (Date.parse(fields.get('Expires')!) - Date.now()) / 86_400_000;
    assert.ok(days > 120 && days < 365, String(days));
  });

  it('does not exist without a contact', async () => {
    await using other = await startService();
    assert.equal((await get(`${other.site}/.well-known/security.txt`)).status, 404);
  });

  it('has e-mail, web and telephone addresses only', () => {
    const { SECURITY_CONTACT } = readConfig({
      SECURITY_CONTACT: 'a@b.example, https://b.example/x,tel:+34-1',
    });
    assert.deepEqual(SECURITY_CONTACT, ['mailto:a@b.example', 'https://b.example/x', 'tel:+34-1']);
    for (const wrong of ['me', 'http://b.example', 'https://b.example/ x', 'javascript:x', 'a@b\nExpires: x'])
      assert.throws(() => readConfig({ SECURITY_CONTACT: wrong }), ConfigError, wrong);
  });
});

describe('The catalog of interfaces', () => {
  it('leads to a description of each', async () => {
    const { headers, body, text } = await get('/.well-known/api-catalog');
    assert.match(
      headers.get('content-type')!,
      /^application\/linkset\+json; profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"/,
    );
    assert.equal(headers.get('link'), `<${service.site}/.well-known/api-catalog>; rel="api-catalog"`);
    const { linkset } = JSON.parse(text) as {
      linkset: { anchor: string; 'service-desc': { href: string; type: string }[] }[];
    };
    assert.ok(body && linkset.some(({ anchor }) => anchor === service.base));
    for (const { 'service-desc': descriptions } of linkset)
      for (const { href, type } of descriptions) {
        const described = await get(href);
        assert.equal(described.status, 200, href);
        assert.ok(described.headers.get('content-type')!.startsWith(type));
        assert.match(described.text, /"openapi":/);
      }
  });
});

/** The links of a Link header, by relation. */
function linksOf(header: string | null): { rel: string; href: string; type: string | undefined }[] {
  const found = [...(header ?? '').matchAll(/<([^>]*)>; rel="([^"]*)"(?:; type="([^"]*)")?/g)];
  return found.map(([, href = '', rel = '', type]) => ({ rel, href, type }));
}

interface WordPressIndex {
  name: string;
  url: string;
  home: string;
  gmt_offset: number;
  timezone_string: string;
  namespaces: string[];
  routes: Record<string, { namespace: string; methods: string[]; _links?: { self: { href: string }[] } }>;
}

describe('The index of a WordPress site', () => {
  const index = async (address: string) => JSON.parse((await get(address)).text) as WordPressIndex;

  it('names the site, its namespaces and their routes', async () => {
    const { name, url, home, gmt_offset, timezone_string, namespaces, routes } = await index('/wp-json/');
    assert.deepEqual(
      { name, url, home, timezone_string, namespaces },
      {
        ...{ name: 'Agenda de Vic', url: service.site, home: service.site },
        ...{ timezone_string: 'Europe/Madrid', namespaces: ['tribe/events/v1'] },
      },
    );
    assert.ok(gmt_offset === 1 || gmt_offset === 2);
    assert.ok('/tribe/events/v1/events/(?P<id>\\d+)' in routes);
    for (const { _links } of Object.values(routes))
      for (const { href } of _links?.self ?? []) {
        assert.ok(href.startsWith(`${service.site}/wp-json/`), href);
        assert.equal((await get(href)).status, 200, href);
      }
  });

  it('has the routes of the interface as that lists them itself', async () => {
    const { routes } = await index('/wp-json');
    const own = await index('/wp-json/tribe/events/v1');
    assert.deepEqual(Object.fromEntries(Object.entries(routes).filter(([path]) => path !== '/')), own.routes);
  });

  it('answers at each of its addresses', async () => {
    const found = await get('/wp-json/');
    for (const address of ['/wp-json', '/index.php?rest_route=/', '/?rest_route=/'])
      assert.equal((await get(address)).text, found.text, address);
    assert.deepEqual(await get('/wp-json/?_fields=namespaces').then(({ text }) => JSON.parse(text)), {
      namespaces: ['tribe/events/v1'],
    });
  });

  it('knows no other routes', async () => {
    const { status, text } = await get('/wp-json/wp/v2/posts');
    assert.equal(status, 404);
    assert.equal((JSON.parse(text) as { code: string }).code, 'rest_no_route');
  });

  it('does not exist where no alias of the interface is like that of WordPress', async () => {
    await using other = await startService({ ALIASES: '/api/events' });
    assert.equal((await get(`${other.site}/wp-json/`)).status, 404);
    const { headers } = await get(`${other.site}/events/`);
    assert.ok(linksOf(headers.get('link')).every(({ rel }) => rel === 'alternate'));
  });
});

describe('A page of the site', () => {
  const PAGES = [
    ...['/', '/events/', '/events', '/event/concert/', '/venue/teatre-cinema/', '/organizer/cor/'],
    ...[
      '/events/category/musica/jazz/',
      '/tag/gratis/',
      '/fr/events/',
      '/events/?tribe-bar-search=jazz&x="<>',
    ],
    ...['/events/month/2031-05/', '/venues/', '/?post_type=tribe_events'],
  ];
  for (const page of PAGES)
    it(`leads programs to the interface and to its other formats: ${page}`, async () => {
      const { status, headers } = await get(page, PROGRAM);
      assert.equal(status, 302);
      const links = linksOf(headers.get('link'));
      const language = page.startsWith('/fr/') ? '/fr' : '';
      assert.deepEqual(links[0], {
        ...{ rel: 'https://api.w.org/', href: `${service.site}${language}/wp-json/`, type: undefined },
      });
      const types = links.slice(1).map(({ type }) => type);
      const expected =
        page === '/venues/' ? ['text/csv'] : ['text/calendar', 'application/rss+xml', 'application/atom+xml'];
      for (const type of ['application/json', ...expected]) assert.ok(types.includes(type), type);
      for (const { rel, href, type } of links.slice(1)) {
        assert.equal(rel, 'alternate');
        const found = await get(href);
        assert.equal(found.status, 200, href);
        assert.equal(found.headers.get('content-type'), `${type}; charset=utf-8`, href);
      }
    });

  it('has the filters of its list in the addresses of other formats, also at the front page', async () => {
    for (const [page, document] of [
      ['/?search=jazz&page=1', '/events.ics?search=jazz'],
      ['/fr/?categories=jazz', '/fr/events.ics?categories=jazz'],
      ['/events/?search=jazz', '/events.ics?search=jazz'],
      ['/', '/events.ics'],
    ] as const) {
      const { headers, text } = await get(page, { accept: 'text/html' });
      const link = linksOf(headers.get('link')).find(({ type }) => type === 'text/calendar');
      assert.equal(link?.href, service.site + document, page);
      assert.ok(text.includes(`<link rel="alternate" type="text/calendar" href="${link?.href}">`), page);
    }
  });

  it('is enough for a program to find the events', async () => {
    const { headers } = await get('/');
    const root = linksOf(headers.get('link')).find(({ rel }) => rel === 'https://api.w.org/')!.href;
    const { namespaces } = JSON.parse((await get(root)).text) as WordPressIndex;
    const { status, body } = await get(
      `${root}${namespaces[0]}/events?start_date=2031-01-01&end_date=2032-01-01`,
    );
    assert.deepEqual([status, body.events.map(({ title }) => title)], [200, ['Locked', 'Concert'].sort()]);
  });
});
