import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { caller, eventOf } from './client.ts';
import { pageReader } from './markup.ts';
import { startService } from './service.ts';

// Which pages search engines list, under which address, and which links they follow.

const service = await startService({ SITE_NAME: 'Agenda', LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;
const open = pageReader(service.site);

type Opened = Awaited<ReturnType<typeof open>>;

const robotsOf = ({ all }: Opened) => all('meta[name=robots]')[0]?.content;
const canonicalOf = ({ all }: Opened, site = service.site) =>
  all('link[rel=canonical]')[0]?.href?.replace(site, '');
const languagesOf = ({ all }: Opened) => all('link[hreflang]').map(({ hreflang }) => hreflang);

const make = async (path: string, json: Record<string, unknown>) => {
  const { status, body, text } = await call(`POST ${path}`, { as, json });
  assert.equal(status, 201, text);
  return body;
};

before(async () => {
  const category = (await make('/categories', { name: 'Música', slug: 'musica' })).id;
  for (const day of ['2031-05-06', '2031-05-20', '2031-07-01'])
    await make(
      '/events',
      eventOf(`Concert ${day}`, {
        ...{ start_date: `${day} 20:00`, end_date: `${day} 22:00`, categories: [category], tags: ['nit'] },
        ...{ venue: { venue: 'Sala', city: 'Vic' }, organizer: 'Cor' },
      }),
    );
  await make('/events', eventOf('Bal', { start_date: '2031-05-01', end_date: '2031-05-25', all_day: true }));
  await make(
    '/events',
    eventOf('Fira', { translations: { es: { title: 'Feria' }, fr: { title: 'Foire', slug: 'foire' } } }),
  );
  await make('/events', eventOf('Fête', { language: 'fr' }));
  await make('/venues', { venue: 'Teatre', translations: { en: { venue: 'Theatre' } } });
});

/** The addresses that a robot reaches, each with its page; it follows no link that says so. */
async function crawled(from: string): Promise<Map<string, Opened>> {
  const found = new Map<string, Opened>();
  const waiting = [from];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const page = await open(path);
    found.set(path, page);
    if (/nofollow/.test(robotsOf(page) ?? '')) continue;
    for (const { href, rel } of page.all('a[href]')) {
      const url = new URL(href!, service.site + path);
      if (url.origin !== service.site || /nofollow/.test(rel ?? '') || /\.[a-z]+$/.test(url.pathname))
        continue;
      waiting.push(url.pathname + url.search);
    }
  }
  return found;
}

describe('A robot', () => {
  it('reaches no page with filters, and few pages without events, from any page', async () => {
    const found = await crawled('/events/month/2031-05/');
    for (const path of ['/events/', '/event/fira/', '/fr/events/day/2031-05-06/', '/events/map/'])
      assert.ok(found.has(path), path);
    for (const [path, page] of found) {
      assert.ok(page.status < 400, path);
      assert.doesNotMatch(path, /\?(?!page=)/, path);
      const isListed = page.status === 200 && !robotsOf(page);
      if (isListed && /\/events\/(day|week|month)\//.test(path))
        assert.ok(page.all('.entry, .running li, .agenda .cards .card').length > 0, path);
    }
    const empty = [...found].filter(
      ([path, page]) => robotsOf(page) !== undefined && path.includes('/events/'),
    );
    // In each language those beside pages with events, of two months since events lead to their own, and those of today.
    assert.ok(empty.length <= 4 * 17, `${empty.length}`);
    const inOwnLanguage = [...found.keys()].filter(path => path.startsWith('/ca/'));
    assert.deepEqual(inOwnLanguage, ['/ca/'], 'links in the site’s own language have no prefix');
    const beside = await crawled('/events/day/2100-01-01/');
    assert.ok(!beside.has('/events/day/2100-01-02/') && !beside.has('/events/week/2099-12-28/'));
  });

  it('finds nothing to list and nothing to follow in an empty day, week or month', async () => {
    for (const path of ['/events/day/2031-06-06/', '/events/week/2031-06-09/', '/fr/events/month/2031-06/']) {
      const page = await open(path);
      assert.equal(robotsOf(page), 'noindex', path);
      for (const { rel } of page.all('.steps a[rel]')) assert.match(rel!, /nofollow/, path);
    }
    for (const path of ['/events/day/2031-05-06/', '/events/week/2031-05-05/', '/events/month/2031-05/']) {
      const page = await open(path);
      assert.equal(robotsOf(page), undefined, path);
      assert.equal(canonicalOf(page), path);
      assert.ok(
        page.all('.steps a[rel]').every(({ rel }) => !/nofollow/.test(rel!)),
        path,
      );
    }
  });

  it('lists no page with filters, and follows no link from one to another', async () => {
    for (const path of [
      '/events/month/2031-05/?categories=musica',
      '/events/week/2031-05-05/?search=concert',
      '/events/day/2031-05-06/?city=Vic',
      '/events/?categories=musica',
      '/events/map/?city=Vic',
      '/event/fira/?utm_source=letter',
    ]) {
      const page = await open(path);
      const isOwn = path.includes('utm_source');
      assert.match(String(robotsOf(page)), isOwn ? /undefined/ : /noindex/, path);
      for (const { href, rel } of page.all('main a[href], header a[href]'))
        if (/\?(?!page=)/.test(href!) && href!.startsWith('/'))
          assert.match(String(rel), /nofollow/, `${path} ${href}`);
    }
  });
});

describe('The page of a record', () => {
  it('is listed in the languages that the record has, and stands in others for its own', async () => {
    for (const [path, canonical, languages] of [
      ['/event/bal/', '/event/bal/', []],
      ['/en/event/bal/', '/event/bal/', []],
      ['/es/event/bal/', '/event/bal/', []],
      ['/event/fira/', '/event/fira/', ['ca', 'fr', 'es', 'x-default']],
      ['/fr/event/foire/', '/fr/event/foire/', ['ca', 'fr', 'es', 'x-default']],
      ['/en/event/fira/', '/event/fira/', ['ca', 'fr', 'es', 'x-default']],
      ['/event/fete/', '/fr/event/fete/', []],
      ['/fr/event/fete/', '/fr/event/fete/', []],
      ['/venue/sala/', '/venue/sala/', []],
      ['/fr/venue/sala/', '/venue/sala/', []],
      ['/en/venue/teatre/', '/en/venue/teatre/', ['ca', 'en', 'x-default']],
      ['/es/organizer/cor/', '/organizer/cor/', []],
      ['/es/events/category/musica/', '/events/category/musica/', []],
      ['/es/events/tag/nit/', '/tag/nit/', []],
      ['/es/events/', '/es/events/', ['ca', 'en', 'fr', 'es', 'x-default']],
    ] as const) {
      const page = await open(path);
      assert.equal(canonicalOf(page), canonical, path);
      assert.deepEqual(languagesOf(page), languages, path);
      assert.equal(page.all('meta[property=og:url]')[0]?.content, service.site + canonical, path);
      // Readers still choose.
      assert.equal(page.all('.site-languages a').length, 4, path);
    }
  });

  it('has the address that the sitemap has', async () => {
    const { text } = await call(`GET ${service.site}/sitemap.xml`);
    const addresses = [...text.matchAll(/<loc>([^<]+)</g)].map(([, url]) => url!.replace(service.site, ''));
    for (const path of addresses) assert.equal(canonicalOf(await open(path)), path, path);
    assert.ok(addresses.includes('/fr/event/fete/') && !addresses.includes('/event/fete/'));
  });

  it('has one address in links, also in an alphabet that addresses encode', async () => {
    const { id } = await make('/categories', { name: 'Μουσική' });
    await make('/events', eventOf('Συναυλία', { slug: 'rebetiko', categories: [id], featured: true }));
    for (const path of ['/event/rebetiko/', '/events/?search=Μουσική'])
      for (const { href } of (await open(encodeURI(path))).all('a[href]'))
        assert.doesNotMatch(href!, /category\/%25/, path);
  });
});

describe('A site that offers some languages', () => {
  it('shows, names and lists these alone', async () => {
    await using site = await startService({ LANGUAGES: 'es,ca' });
    const other = caller(site.base);
    const json = eventOf('Feria', { translations: { fr: { title: 'Foire' }, ca: { title: 'Fira' } } });
    assert.equal((await other('POST /events', { as: site.accounts.editor, json })).status, 201);
    const read = pageReader(site.site);
    const page = await read('/event/feria/');
    assert.equal(page.all('html')[0]!.lang, 'es');
    assert.deepEqual(
      page.all('.site-languages a').map(({ hreflang }) => hreflang),
      ['es', 'ca'],
    );
    assert.deepEqual(languagesOf(page), ['es', 'ca', 'x-default']);
    assert.deepEqual(
      page.all('meta[property=og:locale:alternate]').map(({ content }) => content),
      ['ca_ES'],
    );
    for (const [path, target] of [
      ['/fr/event/feria/', '/event/feria/'],
      ['/en/events/month/2031-05/?search=a', '/events/month/2031-05/?search=a'],
      ['/EN/', '/'],
    ] as const) {
      const { status, headers } = await read(path);
      assert.deepEqual([status, headers.location], [301, site.site + target], path);
    }
    // Their own language first, then one that the site has.
    assert.equal(
      (await read('/', { 'accept-language': 'fr, ca;q=0.5' })).headers.location,
      `${site.site}/ca/`,
    );
    assert.equal((await read('/', { 'accept-language': 'fr, en' })).status, 200);
    const { text } = await other(`GET ${site.site}/sitemap.xml`);
    assert.match(text, /hreflang="ca"/);
    assert.doesNotMatch(text, /hreflang="fr"|\/fr\//);
    // Calendars and programs go on.
    for (const path of ['/fr/events.ics', '/fr/cal/events/v1/events'])
      assert.equal((await other(`GET ${site.site}${path}`)).status, 200, path);
    const feed = await other(`GET ${site.site}/ca/events.atom`);
    assert.doesNotMatch(feed.text, /hreflang="(fr|en)"/);
  });

  it('has no choice of languages if it offers one', async () => {
    await using site = await startService({ LANGUAGES: 'en' });
    const { all } = await pageReader(site.site)('/events/');
    assert.deepEqual([all('.site-languages'), all('link[hreflang]')], [[], []]);
    assert.equal(all('link[rel=canonical]')[0]!.href, `${site.site}/events/`);
  });
});
