import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { caller, eventOf } from './client.ts';
import { get } from './get.ts';
import { pageReader } from './markup.ts';
import { startService } from './service.ts';

// The words in the addresses of pages, where an operator has others than those of the original.

const service = await startService({
  ...{ SITE_NAME: 'Agenda', LANGUAGE: 'ca', EVENTS_SLUG: 'agenda', EVENT_SLUG: 'acte' },
  ...{ VENUE_SLUG: 'lloc', ORGANIZER_SLUG: 'entitat', CATEGORY_SLUG: 'tema', TAG_SLUG: 'etiqueta' },
});
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;
const open = pageReader(service.site);
const HTML = { accept: 'text/html' };

const DEFAULT = /\/(events|event|venue|organizer|category|tag)([/.?]|$)/;

/** Whether an address is that of a page, in words of the original. */
const isDefault = (address: string): boolean => {
  const { pathname } = new URL(address, service.site);
  return DEFAULT.test(pathname) && !/^\/((fr|en|es|ca)\/)?(cal|wp-json|cards)\//.test(pathname);
};

before(async () => {
  const parent = (await call('POST /categories', { as, json: { name: 'Música' } })).body.id;
  const child = (await call('POST /categories', { as, json: { name: 'Jazz', parent } })).body.id;
  const json = {
    ...{ start_date: '2031-05-06 20:00', end_date: '2031-05-06 22:00', tags: ['Nit'], categories: [child] },
    ...{ venue: { venue: 'Sala', city: 'Vic', geo_lat: 41.9, geo_lng: 2.2 }, organizer: 'Club' },
  };
  await call('POST /events', { as, json: eventOf('Concert', json) });
  const recurrence = 'RRULE:FREQ=DAILY;COUNT=3';
  await call('POST /events', { as, json: eventOf('Cor', { ...json, recurrence }) });
});

const PAGES = [
  ...['/', '/agenda/', '/agenda/past/', '/agenda/month/2031-05/', '/agenda/week/2031-05-05/', '/agenda/map/'],
  ...['/agenda/day/2031-05-06/', '/agenda/tema/musica/jazz/', '/etiqueta/nit/', '/acte/concert/'],
  ...['/acte/cor/', '/acte/cor/2031-05-07/', '/acte/cor/all/', '/lloc/sala/', '/entitat/club/', '/venues/'],
  ...['/fr/agenda/', '/fr/acte/concert/', '/embed/', '/agenda/month/2031-05/?categories=jazz'],
];

describe('The words of a site', () => {
  it('are those of every page, and of every link in it', async () => {
    for (const path of PAGES) {
      const page = await open(path);
      assert.equal(page.status, 200, path);
      const links = [...page.all('[href], [action]')].flatMap(({ href, action }) => href ?? action ?? []);
      assert.deepEqual(
        links.filter(link => link.startsWith('/') || link.startsWith(service.site)).filter(isDefault),
        [],
        path,
      );
      const [canonical] = page.all('link[rel=canonical]');
      if (canonical && path !== '/' && path !== '/fr/acte/concert/')
        assert.equal(canonical.href, service.site + path);
      assert.doesNotMatch(
        page.texts('script[type="application/ld+json"]').join(),
        /\/(event|venue|organizer)\//,
      );
    }
  });

  it('are those of all answers and documents', async () => {
    for (const path of [
      ...['/cal/events/v1/events', '/cal/events/v1/venues', '/cal/events/v1/categories', '/sitemap.xml'],
      ...['/agenda.ics', '/agenda.rss', '/agenda.atom', '/agenda.json', '/agenda.jsonld', '/agenda.csv'],
      ...[
        '/acte/concert.ics',
        '/acte/cor.rss',
        '/lloc/sala.jsonld',
        '/agenda/tema/musica.csv',
        '/agenda/feed/',
      ],
      ...['/agenda/?ical=1', '/etiqueta/nit.ics', '/fr/agenda.atom'],
    ]) {
      const question = path.endsWith('.csv') ? '?start_date=2031-01-01&end_date=2031-12-31' : '';
      const { status, body } = await get(service.site, path + question);
      assert.equal(status, 200, path);
      const text = String(body).replaceAll('\r\n ', '').replaceAll('\\/', '/');
      const found = [...text.matchAll(/https?:\/\/127[^\s"<>\\,;]*/g)].map(([address]) => address);
      assert.ok(found.length > 0, path);
      // The schemes of Atom are names, not addresses.
      assert.deepEqual(
        found
          .filter(address => isDefault(address) && !/scheme/.test(address))
          .filter(one => !/\/(tag|category)\/$/.test(one)),
        [],
        path,
      );
    }
  });

  it('are those of the calendar on other websites', async () => {
    const { body } = await get(service.site, '/embed.js');
    assert.match(String(body), /\bevents:"\/agenda"/);
    assert.doesNotMatch(String(body), /'\/events\/|`\/events\//);
  });

  it('lead on from those of the original', async () => {
    for (const [path, target] of [
      ['/events/', '/agenda/'],
      ['/events', '/agenda/'],
      ['/fr/events/', '/fr/agenda/'],
      ['/events/?search=jazz', '/agenda/?search=jazz'],
      ['/events/list/?tribe-bar-search=jazz', '/agenda/?search=jazz'],
      ['/events/2031-05/', '/agenda/month/2031-05/'],
      ['/agenda/2031-05/', '/agenda/month/2031-05/'],
      ['/events/category/musica/jazz/', '/agenda/tema/musica/jazz/'],
      ['/agenda/category/musica/jazz/', '/agenda/tema/musica/jazz/'],
      ['/tag/nit/', '/etiqueta/nit/'],
      ['/event/concert/', '/acte/concert/'],
      ['/FR/event/concert', '/fr/acte/concert/'],
      ['/event/cor/2031-05-07/', '/acte/cor/2031-05-07/'],
      ['/venue/sala/', '/lloc/sala/'],
      ['/organizer/club/', '/entitat/club/'],
      ['/?post_type=tribe_events', '/agenda/'],
    ] as const) {
      const { status, headers } = await open(path);
      assert.deepEqual([status, headers.location], [301, service.site + target], path);
    }
  });

  it('leave the addresses of documents that programs know, and lead programs to the interface', async () => {
    for (const path of [
      ...['/events.ics', '/events/?ical=1', '/events/feed/', '/event/concert.ics', '/venue/sala.rss'],
      ...['/events/category/musica.ics', '/tag/nit/feed/', '/?post_type=tribe_events&ical=1'],
    ])
      assert.equal((await get(service.site, path)).status, 200, path);
    const { status, headers } = await get(service.site, '/acte/concert/', { accept: 'application/json' });
    assert.equal(status, 302);
    assert.match(headers.location!, /\/events\/by-slug\/concert$/);
  });

  it('hold for the former addresses of records', async () => {
    const { id } = (await call('POST /events', { as, json: eventOf('Old name') })).body;
    await call(`PATCH /events/${id}`, { as, json: { slug: 'new-name' } });
    for (const path of ['/acte/old-name/', '/event/old-name/'])
      assert.equal((await open(path)).headers.location, `${service.site}/acte/new-name/`, path);
    assert.equal(
      (await get(service.site, '/acte/old-name.ics', HTML)).headers.location,
      `${service.site}/acte/new-name.ics`,
    );
    assert.equal((await open('/acte/new-name/')).status, 200);
    const tag = (await call('POST /tags', { as, json: { name: 'Vell' } })).body.id;
    await call(`PATCH /tags/${tag}`, { as, json: { slug: 'nou' } });
    for (const path of ['/agenda/etiqueta/vell/2031-05-06/', '/fr/events/tag/vell/day/2031-05-06/']) {
      const { location } = (await open(path)).headers;
      const language = path.startsWith('/fr') ? '/fr' : '';
      assert.equal(location, `${service.site}${language}/agenda/day/2031-05-06/?tags=nou`, path);
    }
  });

  it('are the usual ones elsewhere', async () => {
    await using plain = await startService();
    assert.equal((await pageReader(plain.site)('/agenda/')).status, 404);
    assert.equal((await pageReader(plain.site)('/events/')).status, 200);
  });
});
