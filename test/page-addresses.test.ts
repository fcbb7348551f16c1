import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { caller, eventOf } from './client.ts';
import { get } from './get.ts';
import { pageReader } from './markup.ts';
import { startService } from './service.ts';

const service = await startService({ SITE_NAME: 'Agenda de Vic', LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;

/** What a browser accepts. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' };

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  get(service.site, path, { ...BROWSER, ...headers }, method);

const page = pageReader(service.site);

/** Where an address leads, without the site; its status if it leads nowhere. */
async function leads(path: string, headers: Record<string, string> = {}) {
  const { status, headers: answered } = await open(path, headers);
  const location = answered.location?.replace(service.site, '');
  return location === undefined ? status : `${status} ${location}`;
}

before(async () => {
  const parent = (await call('POST /categories', { as, json: { name: 'Música' } })).body.id;
  const child = (await call('POST /categories', { as, json: { name: 'Jazz', parent } })).body.id;
  await call('POST /events', { as, json: eventOf('Concert', { categories: [child], tags: ['Free'] }) });
});

describe('Addresses of pages', () => {
  it('tell of a page without a form that it is only read', async () => {
    for (const path of ['/events/', '/event/concert/all/', '/fr/events/month/2031-05/', '/venues/']) {
      const { status, headers } = await open(path, {}, 'POST');
      assert.deepEqual([status, headers.allow], [404, 'GET'], path);
    }
    const { headers } = await open('/event/concert/', {}, 'POST');
    assert.equal(headers.allow, 'GET, POST', 'the form for a password');
  });

  it('lead from the id of an event to its own one by one redirection', async () => {
    const { id } = (await call('GET /events/by-slug/concert')).body;
    for (const [path, expected] of [
      [`/?p=${id}`, '301 /event/concert/'],
      [`/FR/?p=${id}`, '301 /fr/event/concert/'],
      [`/Fr/index.php?p=${id}`, '301 /fr/event/concert/'],
    ] as const)
      for (const accepted of ['', 'fr', 'ca'])
        assert.equal(await leads(path, { 'accept-language': accepted }), expected, `${path} ${accepted}`);
  });

  it('lead from a language in capitals to the one of links by one redirection, whatever the page', async () => {
    const venue = (await call('POST /venues', { as, json: { venue: 'Hall' } })).body.id;
    const { id } = (await call('POST /events', { as, json: eventOf('Recital') })).body;
    await call(`PATCH /events/${id}`, { as, json: { slug: 'soiree' } });
    for (const [path, expected] of [
      ['/FR', '/fr/'],
      ['/FR/', '/fr/'],
      ['/FR/?search=jazz', '/fr/?search=jazz'],
      ['/FR/events', '/fr/events/'],
      ['/Fr/events/list/?featured=1', '/fr/events/?featured=1'],
      ['/fR/events/2031-05/', '/fr/events/month/2031-05/'],
      ['/FR/event/soiree', '/fr/event/soiree/'],
      ['/FR/event/recital/', '/fr/event/soiree/'],
      ['/FR/venue/hall/', '/fr/venue/hall/'],
      [`/FR/?post_type=tribe_venue&p=${venue}`, '/fr/venue/hall/'],
    ] as const) {
      assert.equal(await leads(path), `301 ${expected}`, path);
      assert.equal(await leads(expected), 200, expected);
    }
  });

  it('lead from capitals, as people type them from posters, to small letters by one redirection', async () => {
    for (const [path, expected] of [
      ['/Events/', '/events/'],
      ['/EVENTS', '/events/'],
      ['/EVENTS/?search=Jazz', '/events/?search=Jazz'],
      ['/FR/Events/MONTH/2031-05/', '/fr/events/month/2031-05/'],
      ['/Events/Category/M%C3%BASICA/Jazz/', '/events/category/m%c3%basica/jazz/'],
      ['/EVENT/Concert', '/event/concert/'],
      ['/Event/CONCERT/', '/event/concert/'],
      ['/Privacy/', '/privacy/'],
      ['/EMBED/', '/embed/'],
    ] as const)
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await open(path, {}, method);
        assert.deepEqual(
          [status, headers.location?.toLowerCase()],
          [301, (service.site + expected).toLowerCase()],
          path,
        );
        assert.equal((await open(expected, {}, method)).status, 200, expected);
      }
    assert.equal((await open('/Events.ICS')).status, 200);
    for (const path of ['/Nothing/', '/EVENTS/Nothing/', '//EVIL.example/Events/', '/IMAGES/a.png'])
      assert.equal(await leads(path), 404, path);
  });

  it('lead from those of the reference to one address each, by one redirection', async () => {
    for (const [path, expected] of [
      ['/events', '301 /events/'],
      ['/ca/events', '301 /ca/events/'],
      ['/fr', '301 /fr/'],
      ['/ES?search=jazz', '301 /es/?search=jazz'],
      ['/event/concert', '301 /event/concert/'],
      ['/event/concert/?b=1&a=', '301 /event/concert/?b=1'],
      ['/events/list/', '301 /events/'],
      ['/events/upcoming/', '301 /events/'],
      ['/events/photo/?page=2', '301 /events/?page=2'],
      ['/events/list/page/2/', '301 /events/?page=2'],
      ['/events/page/3/?tribe-bar-search=jazz', '301 /events/?search=jazz&page=3'],
      ['/events/list/?tribe_paged=2', '301 /events/?page=2'],
      ['/events/list/?eventDisplay=past', '301 /events/past/'],
      ['/events/list/page/2/?eventDisplay=past', '301 /events/past/?page=2'],
      ['/events/list/?tribe_event_display=past', '301 /events/past/'],
      ['/events/list/?tribe_event_display=list&tribe_paged=2', '301 /events/?page=2'],
      [
        '/events/list/?tribe_eventcategory[0]=musica&s=jazz',
        '301 /events/?categories%5B0%5D=musica&search=jazz',
      ],
      ['/events/?tribe_tags%5B%5D=free&tribe_organizers[0]=', '301 /events/?tags%5B%5D=free'],
      ['/events/month/?eventDisplay=past', '301 /events/month/'],
      ['/events/category/musica/list/page/2/', '301 /events/category/musica/?page=2'],
      ['/events/category/musica/page/2/', '301 /events/category/musica/?page=2'],
      ['/events/category/musica/jazz/2031-05/', '301 /events/month/2031-05/?categories=jazz'],
      ['/events/tag/free/2031-05-06/', '301 /events/day/2031-05-06/?tags=free'],
      ['/events/category/musica/list/?eventDisplay=past', '301 /events/past/?categories=musica'],
      ['/events/featured/', '301 /events/?featured=1'],
      ['/events/2031-05/', '301 /events/month/2031-05/'],
      ['/events/2031-05-06/', '301 /events/day/2031-05-06/'],
      ['/events/month/?tribe-bar-date=2031-05-06', '301 /events/month/2031-05/'],
      ['/events/day/', '301 /events/today/'],
      ['/events/week/2031-05-07/', '301 /events/week/2031-05-05/'],
      ['/events/?tribe-bar-search=jazz+trio', '301 /events/?search=jazz+trio'],
      ['/events/?s=jazz', '301 /events/?search=jazz'],
      ['/?s=jazz&post_type=tribe_events', '301 /events/?search=jazz'],
      ['/?s=jazz+trio', '301 /?search=jazz+trio'],
      ['/events/?tribe-bar-date=2031-05-06', '301 /events/?overlaps=2031-05-06%2F'],
      ['/events/?eventDisplay=month&eventDate=2031-05', '301 /events/month/2031-05/'],
      ['/events/?eventDisplay=past', '301 /events/past/'],
      ['/events/past/?tribe-bar-date=2031-05-06', '301 /events/past/?overlaps=..%2F2031-05-06'],
      ['/?post_type=tribe_events', '301 /events/'],
      ['/?post_type=tribe_events&eventDisplay=day&eventDate=2031-05-06', '301 /events/day/2031-05-06/'],
      ['/?tribe_events_cat=jazz', '301 /events/category/jazz/'],
      ['/events/?tribe_events_cat=jazz&tribe-bar-search=x', '301 /events/category/jazz/?search=x'],
      ['/events/month/?tribe_events_cat=jazz', '301 /events/month/?categories=jazz'],
      ['/events/category/musica/jazz/list/', '301 /events/category/musica/jazz/'],
      ['/events/category/musica/jazz/month/2031-05/', '301 /events/month/2031-05/?categories=jazz'],
      ['/fr/events/tag/free/day/2031-05-06/', '301 /fr/events/day/2031-05-06/?tags=free'],
      ['/events/?from=2031-05-06&to=2031-05-12', '301 /events/?overlaps=2031-05-06%2F2031-05-12'],
      ['/events/?from=2031-05-06&to=', '301 /events/?overlaps=2031-05-06%2F..'],
      ['/events/?search=&from=&to=&venue=', '301 /events/'],
    ] as const) {
      const found = await leads(path);
      assert.equal(found, expected, path);
      const [, to] = found.split(' ') as [string, string];
      const status = (await open(to)).status;
      assert.ok(status === 200 || status === 404, `${to} ${status}`);
    }
  });

  it('are pages themselves where they are the canonical ones', async () => {
    for (const path of ['/', '/events/', '/events/?page=1&utm_source=x', '/event/concert/', '/es/events/']) {
      const { status, headers, body } = await open(path);
      assert.equal(status, 200, path);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.match(String(body), /^<!doctype html>/);
      assert.equal((await open(path, {}, 'HEAD')).status, 200);
    }
  });

  it('that name a date which does not exist are not found', async () => {
    for (const path of ['/events/month/2031-13/', '/events/day/2031-02-30/', '/events/week/9999-12-31/'])
      assert.equal(await leads(path), 404, path);
    assert.equal(await leads('/events/?tribe-bar-date=nonsense'), 400);
  });
});

describe('The language of pages', () => {
  it('is that of the site, or of the path', async () => {
    const languageOf = async (path: string) =>
      /<html lang="(\w+)"/.exec(String((await open(path)).body))?.[1];
    assert.deepEqual(await Promise.all(['/', '/events/', '/ca/events/', '/fr/events/'].map(languageOf)), [
      ...['ca', 'ca', 'ca', 'fr'],
    ]);
  });

  it('is no other one for a parameter of the interface', async () => {
    for (const [path, language] of [
      ['/fr/events/?i18n_language=es', 'fr'],
      ['/events/?i18n_language=es', 'ca'],
      ['/es/venues/?i18n_language=fr', 'es'],
    ] as const) {
      const { status, body } = await open(path);
      assert.equal(status, 200, path);
      assert.match(String(body), new RegExp(`<html lang="${language}"`), path);
    }
  });

  it('follows Accept-Language at the front page alone', async () => {
    const french = { 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.8' };
    for (let round = 0; round < 3; round++) {
      assert.equal(await leads('/', french), '302 /fr/');
      assert.equal(await leads('/?search=jazz', french), '302 /fr/?search=jazz');
      for (const header of ['ca', 'de, ca;q=0.5', 'de', ''])
        assert.equal(await leads('/', { 'accept-language': header }), 200);
      for (const path of ['/ca/', '/fr/', '/events/', '/event/concert/'])
        assert.equal(await leads(path, french), 200);
    }
    // The name of the site and the languages of the home page lead a French browser to what they say.
    for (const path of ['/events/', '/fr/']) {
      const links = [
        ...String((await open(path, french)).body).matchAll(
          /class="site-name" href="([^"]+)"|href="([^"]+)" lang="ca" hreflang/g,
        ),
      ];
      assert.equal(links.length, 2);
      for (const [, name, catalan] of links)
        assert.equal(await leads((name ?? catalan)!.replace(service.site, ''), french), 200);
    }
    assert.match(String((await open('/')).headers.vary), /Accept-Language/);
    assert.match(String((await open('/', french)).headers.vary), /Accept-Language/);
    assert.doesNotMatch(String((await open('/events/')).headers.vary), /Accept-Language/);
  });
});

describe('Clients of the addresses of pages', () => {
  it('read the page, or what programs read there, also when the page is cached', async () => {
    const accepts: [accept: string | undefined, expected: number][] = [
      [undefined, 200],
      ['*/*', 200],
      ['*/*;q=0.8', 200],
      ['text/*', 200],
      ['text/html', 200],
      ['text/html;q=0.9, application/json;q=0.8', 200],
      ['application/json', 302],
      // As axios, Angular and httr ask for everything.
      ['application/json, text/plain, */*', 200],
      ['application/json, text/xml, application/xml, */*', 200],
      ['application/json, text/html', 200],
      ['text/calendar, */*', 200],
      ['text/calendar, text/html;q=0.5', 302],
      ['text/html;q=0.5, application/json', 302],
      ['application/json, */*;q=0.5', 302],
      ['text/calendar', 302],
      ['text/*;q=0.5, application/rss+xml', 302],
      // What there is not here prefers nothing to the page.
      ['image/png', 200],
      ['text/plain', 200],
      ['application/activity+json', 200],
    ];
    for (let round = 0; round < 3; round++)
      for (const [accept, expected] of accepts) {
        const { status, headers } = await get(
          service.site,
          '/events/',
          accept === undefined ? {} : { accept },
        );
        assert.equal(status, expected, String(accept));
        assert.match(String(headers.vary), /\bAccept\b(?!-)/);
        assert.equal(headers['x-tec-api-origin'], service.site);
        assert.match(String(headers.link), /rel="https:\/\/api\.w\.org\/".*type="text\/calendar"/);
      }
  });

  it('read the page where it has no other form that they ask for', async () => {
    for (const path of ['/events/', '/event/concert/'])
      assert.equal((await get(service.site, path, { accept: 'text/calendar, text/html;q=0.9' })).status, 302);
    // A page that composes HTML has nothing else but the interface.
    for (const [accept, expected] of [
      ['text/calendar, text/html;q=0.9', 200],
      ['application/json, text/html;q=0.9', 302],
    ] as const)
      assert.equal((await get(service.site, '/embed/', { accept })).status, expected, accept);
  });

  it('find the interface in the head of every page', async () => {
    for (const [path, root] of [
      ['/events/', '/wp-json/'],
      ['/fr/event/concert/', '/fr/wp-json/'],
    ] as const) {
      const { all } = await page(path);
      assert.deepEqual(
        all('link[rel=https://api.w.org/]').map(({ href }) => href),
        [service.site + root],
      );
    }
    await using bare = await startService({ ALIASES: '/api' });
    assert.deepEqual((await pageReader(bare.site)('/events/')).all('link[rel=https://api.w.org/]'), []);
  });

  it('get headers that proxies accept, however long an address is', async () => {
    const { status, headers } = await open(`/events/?city=${'x'.repeat(6000)}`);
    assert.ok([200, 400].includes(status), `${status}`);
    const short = await open('/events/?city=Vic');
    for (const { link } of [headers, short.headers]) {
      assert.match(String(link), /^<[^>]+>; rel="https:\/\/api\.w\.org\/"/);
      assert.ok(String(link).length <= 4000, `${String(link).length} characters`);
    }
    assert.match(String(short.headers.link), /events\.ics\?city=Vic/);
  });

  it('get 304 for a page that they have', async () => {
    const { headers } = await open('/event/concert/');
    assert.ok(headers.etag);
    const again = await open('/event/concert/', { 'if-none-match': headers.etag });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
    assert.equal(again.headers.vary, headers.vary);
  });

  it('read errors as pages where they read pages, in the language of the path', async () => {
    for (const path of [
      '/fr/event/nothing/',
      '/fr/nothing/',
      '/fr/%E0%A4%A',
      '/fr/events/?per_page=x',
      '/fr/events/?venue=0',
    ]) {
      const { status, headers, body } = await open(path);
      assert.ok(status === 404 || status === 400, path);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8', path);
      assert.match(String(body), /<html lang="fr"/, path);
      assert.match(String(headers['content-security-policy']), /default-src 'none'/);
      const json = await get(service.site, path, { accept: 'application/json' });
      if (json.status !== 302) assert.match(String(json.headers['content-type']), /^application\/json/);
    }
    const { body } = await open('/events/?per_page=%3Cb%3E');
    assert.match(String(body), /<p class="lost-text">[^<]*\bper_page\b/);
    const [people] = /<h1>.*?(?=<details)/s.exec(String(body))!;
    assert.match(people, /Torneu enrere i trieu-ho de nou/);
    assert.doesNotMatch(people, /per_page/, 'people read no name of a parameter');
    assert.doesNotMatch(String(body), /<b>/);
  });

  it('read wrong dates of the forms and of the reference as pages, too', async () => {
    for (const path of [
      '/events/?month=2026-13',
      '/events/month/?month=12&year=0',
      '/events/day/?date=zzz',
      '/events/?tribe-bar-date=zzz',
    ]) {
      const { status, headers, body } = await open(path);
      assert.deepEqual([status, headers['content-type']], [400, 'text/html; charset=utf-8'], path);
      assert.match(String(body), /<html lang="ca">/, path);
    }
  });

  it('cannot write by them', async () => {
    const { status } = await open('/event/concert/', { 'content-length': '0' }, 'POST');
    assert.ok([200, 404].includes(status));
    for (const [method, path] of [
      ['POST', '/events/'],
      ['POST', '/event/concert.ics'],
      ['PUT', '/event/concert/'],
      ['DELETE', '/event/concert/'],
      ['PATCH', '/event/concert/'],
    ] as const) {
      const authorization = `Bearer ${as.app_password}`;
      const { status } = await get(
        service.site,
        path,
        { ...BROWSER, authorization },
        method,
        '{"title":"X"}',
      );
      assert.equal(status, 404, `${method} ${path}`);
    }
    assert.equal((await call('GET /events/by-slug/concert')).body.title, 'Concert');
  });
});
