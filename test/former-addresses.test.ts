import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '../src/db/tables.ts';
import type { Account } from './account.ts';
import { anEvent, anOrganizer, aTerm, aVenue } from './calendar-site.ts';
import { caller, eventOf } from './client.ts';
import { done, saved, take } from './importing.ts';
import { type Service, shareService, startService } from './service.ts';

const SOURCE = 'https://agenda.example';

/** The status of a program's request for a public address, and where it leads, without the host. */
async function asked({ site }: Service, path: string, as?: Account, method = 'GET') {
  const headers = { accept: 'application/json', ...(as && { authorization: `Bearer ${as.app_password}` }) };
  const response = await fetch(site + path, { method, redirect: 'manual', headers });
  const location = response.headers.get('location')?.replace(site, '');
  return { status: response.status, location, caching: response.headers.get('cache-control') };
}

/** Where a 301 leads; the status of any other answer. */
async function moved(service: Service, path: string, as?: Account, method?: string) {
  const { status, location } = await asked(service, path, as, method);
  return status === 301 ? location : status;
}

const rows = async (db: Db) =>
  (
    await sql<{ path: string; site: string }>`select path, site from former_addresses order by path`.execute(
      db,
    )
  ).rows;

describe('Addresses of the site that records come from', () => {
  const begin = shareService();
  it('Each address leads to the record that was imported from there', async () => {
    const service = await begin();
    const at = (url: string, id: number, slug: string, more: object = {}) =>
      anEvent(SOURCE, id, slug, { url: `${SOURCE}${url}`, ...more });
    const venue = aVenue(SOURCE, 31, 'hall', { url: `${SOURCE}/lloc/hall/` });
    const organizer = [anOrganizer(SOURCE, 32, 'club', { url: `${SOURCE}/de/organizer/club/` })];
    const music = aTerm(SOURCE, 'categories', 33, 'music', { url: `${SOURCE}/agenda/categoria/art/music/` });
    await take(service, [
      await saved('addresses.json', {
        categories: [
          music,
          aTerm(SOURCE, 'categories', 34, 'jazz', { url: `${SOURCE}/events/category/music/jazz/` }),
        ],
        tags: [aTerm(SOURCE, 'tags', 35, 'free', { url: `${SOURCE}/etiqueta/free/` })],
        events: [
          at('/event/yoga/2025-04-08/', 11, 'yoga', { venue, organizer, categories: [music] }),
          at('/event/yoga/2025-04-08/2/', 12, 'yoga-2'),
          at('/ca/event/ioga-vell/', 13, 'ioga'),
          at('/?post_type=tribe_events&p=14', 14, 'plain'),
          at('/?tribe_events=b%C3%A9&lang=ca', 15, 'be'),
          at('/event/kept/', 16, 'kept'),
          at('/tours/#register', 17, 'tour'),
          at(`/${'x'.repeat(1200)}/`, 18, 'long'),
        ],
      }),
    ]);
    const leads: [string, string | number][] = [
      ['/event/yoga/2025-04-08/', '/event/yoga/'],
      ['/event/yoga/2025-04-08', '/event/yoga/'],
      ['/EVENT/Yoga/2025-04-08/', '/event/yoga/'],
      ['/event/yoga/2025-04-08/2/', '/event/yoga-2/'],
      ['/event/yoga/2025-04-08/?ical=1&a=%20', '/event/yoga/?ical=1&a=+'],
      ['/event/yoga/2025-04-08.ics?a=1', '/event/yoga.ics?a=1'],
      ['/event/yoga/2025-04-08/feed/', '/event/yoga/feed/'],
      ['/event/yoga/2025-04-09/', 404],
      ['/ca/event/ioga-vell/', '/event/ioga/'],
      ['/ca/event/ioga-vell.ics', '/event/ioga.ics'],
      ['/ca/event/yoga/2025-04-08/', '/ca/event/yoga/'],
      ['/fr/event/yoga/2025-04-08.ics', '/fr/event/yoga.ics'],
      ['/ca/event/ioga/', 302],
      ['/event/ioga.ics', 200],
      ['/event/none.ics', 404],
      ['/event/ioga/', 302],
      ['/?p=14', '/event/plain/'],
      ['/?ical=1&p=14', '/event/plain/?ical=1'],
      ['/?post_type=tribe_events&p=14', 302],
      ['/?lang=ca&tribe_events=B%c3%a9', '/event/be/'],
      ['/', 302],
      ['/event/kept/', 302],
      ['/tours/', '/event/tour/'],
      ['/lloc/hall/', '/venue/hall/'],
      ['/de/organizer/club/', '/organizer/club/'],
      ['/agenda/categoria/art/music/', '/events/category/music/'],
      ['/events/category/music/jazz/', 302],
      ['/etiqueta/free/', '/tag/free/'],
      [`/${'x'.repeat(1200)}/`, 404],
      ['/%ff%zz', 404],
      ['//', 302],
      ['//[', 404],
      ['//agenda.example/event/yoga/2025-04-08/', 404],
    ];
    for (const [path, expected] of leads)
      assert.equal(await moved(service, path).then(found => (found === 400 ? 404 : found)), expected, path);
    assert.equal(await moved(service, '/event/yoga/2025-04-08/', undefined, 'HEAD'), '/event/yoga/');
    assert.equal(await moved(service, '/event/yoga/2025-04-08/', undefined, 'POST'), 404);
    // Three of them are the ids of categories and of a tag at their site.
    assert.equal((await rows(service.db)).length, 13);
  });

  it('An import without changes writes nothing, and one after an upgrade adds the addresses', async () => {
    const service = await begin();
    const source = await saved('again.json', [
      anEvent(SOURCE, 11, 'yoga', { url: `${SOURCE}/event/yoga/2025-04-08/` }),
    ]);
    await take(service, [source]);
    const state = async () => [
      await rows(service.db),
      (await sql`select * from settings order by name`.execute(service.db)).rows,
      (await sql`select * from changes`.execute(service.db)).rows.length,
    ];
    const first = await state();
    const report = await take(service, [source]);
    assert.deepEqual(done(report), { event: [0, 0, 1, 0] });
    assert.deepEqual(await state(), first);
    await service.db.deleteFrom('former_addresses').execute();
    assert.deepEqual(done(await take(service, [source])), { event: [0, 0, 1, 0] });
    assert.deepEqual((await state())[0], first[0]);
  });

  it('An address that another record of the site has taken over leads there; other sites keep theirs', async () => {
    const service = await begin();
    const dated = (site: string, id: number, slug: string, day: number) =>
      anEvent(site, id, slug, { url: `${site}/event/yoga/2025-04-0${day}/` });
    const [one, other] = [dated(SOURCE, 1, 'one', 1), dated(SOURCE, 2, 'other', 2)];
    await take(service, [await saved('taken.json', [one, other])]);
    const changed = { ...dated(SOURCE, 2, 'other', 1), title: 'Changed' };
    await take(service, [await saved('taken.json', [changed])]);
    assert.equal(await moved(service, '/event/yoga/2025-04-01/'), '/event/other/');
    await take(service, [await saved('taken.json', [dated('https://else.example', 3, 'elsewhere', 1)])]);
    assert.equal(await moved(service, '/event/yoga/2025-04-01/'), '/event/other/');
  });

  it('The path of SITE_URL makes no difference', async () => {
    await using service = await startService({ SITE_URL: 'https://new.example/town' });
    const at = (path: string, id: number, slug: string) =>
      anEvent(SOURCE, id, slug, { url: `${SOURCE}${path}` });
    await take(service, [
      await saved('town.json', [
        at('/town/event/a/2025-01-01/', 1, 'a'),
        at('/event/b/2025-01-01/', 2, 'b'),
        at('/town/event/c/', 3, 'c'),
      ]),
    ]);
    for (const prefix of ['', '/town']) {
      const paths = ['a', 'b'].map(slug => `${prefix}/event/${slug}/2025-01-01/`);
      assert.deepEqual(await Promise.all(paths.map(path => moved(service, path))), [
        'https://new.example/town/event/a/',
        'https://new.example/town/event/b/',
      ]);
    }
    assert.equal((await rows(service.db)).length, 2);
  });
});

describe('Addresses under a former slug', () => {
  const begin = shareService();
  it('A new slug leaves a redirection, until another record has the old slug', async () => {
    const service = await begin();
    const call = caller(service.base);
    const { editor: as } = service.accounts;
    const post = async (line: string, json: object) => (await call(`POST ${line}`, { as, json })).body.id;
    const event = await post('/events', eventOf('Jazz'));
    const parent = await post('/categories', { name: 'Music' });
    const category = await post('/categories', { name: 'Swing', parent });
    const tag = await post('/tags', { name: 'Free' });
    await post(`/events/${event}`, { slug: 'nit-de-jazz' });
    await post(`/events/${event}`, { slug: 'jazz-音' });
    await post(`/categories/${category}`, { slug: 'balls' });
    await post(`/tags/${tag}`, { slug: 'gratis' });
    const jazz = `/event/jazz-${encodeURIComponent('音').toLowerCase()}/`;
    assert.equal(await moved(service, '/event/jazz/'), jazz);
    assert.equal(await moved(service, '/event/nit-de-jazz.ics?a=1'), `${jazz.slice(0, -1)}.ics?a=1`);
    assert.equal(await moved(service, jazz), 302);
    assert.equal(await moved(service, '/events/category/music/swing/'), '/events/category/music/balls/');
    assert.equal(await moved(service, '/events/category/swing/'), '/events/category/music/balls/');
    assert.equal(await moved(service, '/tag/free/'), '/tag/gratis/');
    assert.equal(await moved(service, '/event/never/'), 302);
    // A page has no empty parameters, and none for which it has others: people get there at once.
    const read = { redirect: 'manual', headers: { accept: 'text/html' } } as const;
    for (const [former, at] of [
      ['/event/jazz/?year=2026', jazz],
      ['/event/jazz/?cost=&cost=x&tribe_paged=2', `${jazz}?cost=x&page=2`],
      ['/ca/event/jazz/?cost=&cost=x', `/ca${jazz}?cost=x`],
      ['/events/category/swing/?cost=&page=1', '/events/category/music/balls/?page=1'],
      ['/tag/free/?a&tribe-bar-search=x', '/tag/gratis/?search=x'],
      // So do those who ask for another view of a category or tag.
      [
        '/events/category/swing/?tribe-bar-date=2031-05-01',
        '/events/category/music/balls/?overlaps=2031-05-01%2F',
      ],
      ['/events/category/swing/?eventDisplay=past', '/events/past/?categories=balls'],
      ['/events/category/swing/list/page/1/?cost=', '/events/category/music/balls/?page=1'],
      ['/events/category/music/swing/month/', '/events/month/?categories=balls'],
      ['/events/category/swing/2031-05/', '/events/month/2031-05/?categories=balls'],
      ['/ca/events/category/swing/2031-05-01/', '/ca/events/day/2031-05-01/?categories=balls'],
      ['/events/tag/free/', '/events/tag/gratis/'],
      ['/events/tag/free/week/2031-05-08/?a=x', '/events/week/2031-05-05/?a=x&tags=gratis'],
    ] as const) {
      const first = await fetch(service.site + former, read);
      const present = first.headers.get('location')!;
      assert.deepEqual([first.status, present], [301, service.site + at]);
      assert.equal((await fetch(present, read)).status, 200, former);
    }
    assert.equal(
      await moved(service, '/events/category/swing/month.ics'),
      '/events/category/music/balls/month.ics',
    );
    assert.equal(await moved(service, '/events/tag/free/month/?a=x'), '/events/tag/gratis/month/?a=x');
    for (const none of ['/event/nit-de-jazz/month/', '/tag/free/month/'])
      assert.notEqual((await fetch(service.site + none, read)).status, 301, none);

    const draft = await post('/events', eventOf('Jazz', { status: 'draft', slug: 'jazz' }));
    // A stranger does not learn of the draft.
    assert.equal(await moved(service, '/event/jazz/'), jazz);
    assert.equal(await moved(service, '/event/jazz/', as), 302);
    await post(`/events/${draft}`, { status: 'publish' });
    assert.equal(await moved(service, '/event/jazz/'), 302);
    await post(`/events/${draft}`, { slug: 'second' });
    assert.equal(await moved(service, '/event/jazz/'), '/event/second/');
  });

  it('A subscription, a link and an embedded calendar with the former slug as a filter go on', async () => {
    const service = await begin();
    const call = caller(service.base);
    const { editor: as } = service.accounts;
    const { id } = (await call('POST /categories', { as, json: { name: 'Music' } })).body;
    const tag = (await call('POST /tags', { as, json: { name: 'Free' } })).body.id;
    const soon = { start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' };
    await call('POST /events', { as, json: eventOf('Jazz', { ...soon, categories: [id], tags: [tag] }) });
    await call('POST /events', { as, json: eventOf('Talk', soon) });
    await call(`PATCH /categories/${id}`, { as, json: { name: 'Concerts', slug: 'concerts' } });
    await call(`PATCH /tags/${tag}`, { as, json: { name: 'Gratis', slug: 'gratis' } });
    for (const path of [
      ...['/events.ics?categories=music', '/events/?categories[]=music', '/events.rss?tags=free'],
      '/embed/frame/?category=music',
    ]) {
      const answer = await fetch(service.site + path, { headers: { accept: 'text/html, */*' } });
      const text = await answer.text();
      assert.deepEqual([answer.status, /Jazz/.test(text), /Talk/.test(text)], [200, true, false], path);
    }
    // Of a category that is not there a frame shows nothing, rather than the events of all others.
    for (const [query, count] of [
      ['?category=nothing', 0],
      ['?category=', 2],
    ] as const) {
      const text = await (await fetch(`${service.site}/embed/frame/${query}`)).text();
      assert.equal(text.match(/card-title/g)?.length ?? 0, count, query);
      assert.equal(/<almanac-calendar [^>]*category="nothing"/.test(text), count === 0, query);
    }
    // A new category of that name is another one, also for filters.
    await call('POST /categories', { as, json: { name: 'Music' } });
    assert.equal((await call('GET /events?categories=music')).body.total, 0);
  });

  it('A page in a language that the site does not offer redirects once as well', async () => {
    await using service = await startService({ LANGUAGES: 'ca,en', LANGUAGE: 'ca' });
    const call = caller(service.base);
    const { editor: as } = service.accounts;
    const { id } = (await call('POST /tags', { as, json: { name: 'Free' } })).body;
    await call(`PATCH /tags/${id}`, { as, json: { slug: 'gratis' } });
    const read = { redirect: 'manual', headers: { accept: 'text/html' } } as const;
    for (const [former, at] of [
      ['/fr/tag/free/', '/tag/gratis/'],
      ['/en/tag/free/', '/en/tag/gratis/'],
    ] as const) {
      const { headers } = await fetch(service.site + former, read);
      assert.equal(headers.get('location'), service.site + at);
    }
  });

  it('A venue or organizer that an import renames is found under its former slug', async () => {
    const service = await begin();
    const as = (venue: string, organizer: string) =>
      saved('renamed.json', {
        venues: [aVenue(SOURCE, 31, venue)],
        organizers: [anOrganizer(SOURCE, 32, organizer)],
      });
    await take(service, [await as('hall', 'club')]);
    const report = await take(service, [await as('sala', 'colla')]);
    assert.deepEqual(done(report), { venue: [0, 1, 0, 0], organizer: [0, 1, 0, 0] });
    assert.equal(await moved(service, '/venue/hall/'), '/venue/sala/');
    assert.equal(await moved(service, '/organizer/club/'), '/organizer/colla/');
  });

  it('Nobody is led to a record that they may not read, and a record in the trash leads nowhere', async () => {
    const service = await begin();
    const call = caller(service.base);
    const { editor: as, author } = service.accounts;
    await take(service, [
      await saved('hidden.json', [anEvent(SOURCE, 11, 'yoga', { url: `${SOURCE}/event/yoga/2025-04-08/` })]),
    ]);
    const path = '/event/yoga/2025-04-08/';
    const stranger = await asked(service, path);
    assert.deepEqual([stranger.status, stranger.caching], [301, 'public, no-cache']);
    assert.match((await asked(service, path, as)).caching ?? '', /no-store, private$/);
    for (const status of ['draft', 'private']) {
      await call('POST /events/11', { as, json: { status } });
      const none = await asked(service, '/event/none/2025-04-08/');
      assert.deepEqual(await asked(service, path), none);
      assert.equal(await moved(service, path, author), 404);
      const shown = status === 'draft' ? '/?post_type=tribe_events&p=11' : '/event/yoga/';
      assert.equal(await moved(service, path, as), shown);
    }
    await call('POST /events/11', { as, json: { status: 'publish', slug: 'ioga' } });
    assert.equal(await moved(service, '/event/yoga/'), '/event/ioga/');
    await call('POST /events/11', { as, json: { password: 'sesame' } });
    assert.equal(await moved(service, path), '/event/ioga/');
    await call('DELETE /events/11', { as });
    assert.deepEqual([await moved(service, path), await moved(service, path, as)], [404, 404]);
    await call('POST /events/11', { as, json: { status: 'publish' } });
    assert.equal(await moved(service, path), '/event/ioga/');
    assert.equal((await rows(service.db)).length, 2);
  });

  it('A deletion for good forgets the addresses', async () => {
    const service = await begin();
    const call = caller(service.base);
    const { editor: as } = service.accounts;
    const { id } = (await call('POST /events', { as, json: eventOf('Jazz') })).body;
    const term = (await call('POST /tags', { as, json: { name: 'Free' } })).body.id;
    await call(`POST /events/${id}`, { as, json: { slug: 'blues' } });
    await call(`POST /tags/${term}`, { as, json: { slug: 'gratis' } });
    assert.equal((await rows(service.db)).length, 2);
    await call(`DELETE /events/${id}`, { as });
    const trash = `${service.site}/cal/trash/v1/${id}`;
    const headers = { authorization: `Bearer ${as.app_password}` };
    assert.equal((await fetch(trash, { method: 'DELETE', headers })).status, 200);
    await call(`DELETE /tags/${term}`, { as });
    assert.deepEqual(await rows(service.db), []);
    assert.equal(await moved(service, '/event/jazz/'), 302);
  });
});
