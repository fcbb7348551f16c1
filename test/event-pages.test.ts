import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Body, basic, caller, eventOf } from './client.ts';
import { get } from './get.ts';
import { markup } from './markup.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';

// The page of an event, as browsers get it.

const service = await startService({ SITE_NAME: 'Agenda', LANGUAGE: 'ca', CURRENCY_SYMBOL: '€' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;
const SIGNED_IN = { authorization: basic(as.user, as.app_password) };
const ACCEPT = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** A page as a browser reads it. */
async function open(path: string, headers: Record<string, string> = {}) {
  const { status, headers: answered, body } = await get(service.site, path, { ...ACCEPT, ...headers });
  return { status, headers: answered, text: String(body), ...markup(String(body)) };
}

/** The page after its form was sent. */
async function send(path: string, password: string) {
  const content = String(new URLSearchParams({ password }));
  const form = { ...ACCEPT, 'content-type': 'application/x-www-form-urlencoded' };
  const { status, headers, body } = await get(service.site, path, form, 'POST', content);
  return { status, headers, text: String(body), ...markup(String(body)) };
}

async function made(json: object): Promise<Body> {
  const { status, body, text } = await call('POST /events', { as, json });
  assert.equal(status, 201, text);
  return body;
}

const pathOf = ({ url }: Body): string => url.replace(service.site, '');

const WHOLE = {
  description: '<h2>Programa</h2><p>Una <strong>nit</strong> de jazz.</p>',
  cost: '12 €',
  website: 'https://www.entrades.example/jazz',
  venue: {
    ...{ venue: 'Sala Gran', address: 'Carrer Nou, 3', city: 'Vic', zip: '08500' },
    ...{ geo_lat: 41.93, geo_lng: 2.25, phone: '+34 93 000 00 00' },
  },
  organizer: { organizer: 'Club de Jazz', email: 'hola@jazz.example' },
  tags: ['Nit'],
  featured: true,
};

let jazz: Body;
let category: Body;

before(async () => {
  category = (await call('POST /categories', { as, json: { name: 'Música', slug: 'musica' } })).body;
  jazz = await made(
    eventOf('Jazz', {
      ...{
        ...WHOLE,
        start_date: '2031-05-10 20:30',
        end_date: '2031-05-10 22:15',
        categories: [category.id],
      },
      translations: { en: { title: 'Jazz Night', slug: 'jazz-night', description: '<p>A night.</p>' } },
    }),
  );
});

describe('The page of an event', () => {
  it('says in the language of the page when, where, for how much and by whom', async () => {
    const { status, textOf } = await open(pathOf(jazz));
    assert.equal(status, 200);
    assert.equal(textOf('h1'), 'Jazz');
    assert.equal(textOf('.event-days'), 'dissabte, 10 de maig del 2031');
    assert.equal(textOf('.event-times'), 'de 20.30 a 22.15 h');
    assert.match(textOf('.event-facts'), /Sala Gran.*Carrer Nou, 3.*08500 Vic/);
    assert.equal(textOf('.event-price'), '12 €');
    assert.match(textOf('.event-facts'), /Club de Jazz.*hola@jazz\.example.*entrades\.example.*Nit/);
    assert.equal((await open('/en/event/jazz-night/')).textOf('.event-days'), 'Saturday 10 May 2031');
    assert.equal((await open('/fr/event/jazz/')).textOf('.event-days'), 'samedi 10 mai 2031');
    assert.equal((await open('/es/event/jazz/')).textOf('.event-days'), 'sábado, 10 de mayo de 2031');
  });

  it('is at one address in each of its languages, and names all of them', async () => {
    const { all } = await open('/en/event/jazz-night/');
    const addresses = all('link[rel=alternate][hreflang]').map(({ hreflang, href }) => [
      hreflang,
      href!.replace(service.site, ''),
    ]);
    assert.deepEqual(addresses, [
      ['ca', '/event/jazz/'],
      ['en', '/en/event/jazz-night/'],
      ['x-default', '/event/jazz/'],
    ]);
    for (const [, path] of addresses) assert.equal((await open(String(path))).status, 200, String(path));
    assert.equal(all('link[rel=canonical]')[0]!.href, `${service.site}/en/event/jazz-night/`);
    // It has no French text: its page in French is not another one.
    const french = await open('/fr/event/jazz/');
    assert.equal(french.all('link[rel=canonical]')[0]!.href, `${service.site}/event/jazz/`);
  });

  it('marks texts in another language than its own', async () => {
    const { all } = await open('/fr/event/jazz/');
    assert.equal(all('html')[0]!.lang, 'fr');
    assert.equal(all('h1 span')[0]!.lang, 'ca');
    assert.equal(all('.event-text')[0]!.lang, 'ca');
    assert.equal((await open('/en/event/jazz-night/')).all('.event-text')[0]!.lang, undefined);
  });

  it('tells search engines what its document of JSON-LD tells', async () => {
    for (const path of ['/event/jazz/', '/en/event/jazz-night/']) {
      const page = await open(path);
      const document = await call(`GET ${service.site}${path.slice(0, -1)}.jsonld`);
      assert.deepEqual(
        JSON.parse(page.textOf('script[type="application/ld+json"]')),
        JSON.parse(document.text),
      );
    }
  });

  it('leads to calendars and maps by plain links that load nothing', async () => {
    const { all } = await open('/event/jazz/');
    const links = all('.event-calendars a');
    assert.deepEqual(
      links.map(({ href }) => new URL(href!).host),
      [new URL(service.site).host, 'calendar.google.com', 'outlook.live.com', 'outlook.office.com'],
    );
    const google = new URL(links[1]!.href!).searchParams;
    assert.equal(google.get('dates'), '20310510T203000/20310510T221500');
    assert.equal(google.get('ctz'), 'Europe/Madrid');
    assert.ok(links.every(({ rel }) => rel === 'noopener nofollow'));
    const { status, headers } = await get(service.site, new URL(links[0]!.href ?? '').pathname);
    assert.deepEqual([status, headers['content-type']], [200, 'text/calendar; charset=utf-8']);
    const maps = all('.event-actions a').filter(link => 'data-place' in link);
    assert.deepEqual(
      maps.map(({ href, ...link }) => [new URL(href!).searchParams.get('route'), link['data-place']]),
      [[';41.93,2.25', '41.93,2.25']],
    );
  });

  it('asks first for what one can do: a ticket or a place, else the calendar, else the website', async () => {
    const [tickets, site] = ['https://tickets.example/1', 'https://club.example/'];
    const scarce = { cost: '12 €', ticket_url: tickets, availability: 'few' };
    for (const [fields, first, left] of [
      [scarce, ['Entrades · 12 €', tickets], 'en queden poques'],
      [{ ...scarce, cost: '0' }, ['Inscripció', tickets], 'queden poques places'],
      [{ availability: 'sold_out', cost: '0' }, undefined, 'places exhaurides'],
      [{ availability: 'available', website: site }, ['Inscripció', site], 'disponibles'],
      [{ ...scarce, availability: 'sold_out', website: site }, undefined, 'exhaurides'],
      [{ ...scarce, availability: 'ended' }, undefined, 'venda tancada'],
      [{ website: site }, undefined, undefined],
      [{ ...scarce, event_status: 'canceled' }, undefined, 'en queden poques'],
      [{ website: site, event_status: 'postponed' }, ['Més informació', site], undefined],
    ] as const) {
      const { all, textOf } = await open(pathOf(await made(eventOf('Action', fields))));
      const [go, ...others] = all('a.event-go');
      assert.deepEqual(others, []);
      assert.deepEqual(go && [textOf('a.event-go'), go.href], first);
      // The price stands on the button or among the facts, once.
      const isOnButton = go !== undefined && first![0].includes('12 €');
      assert.equal(all('.event-price').length, Number('cost' in fields && !isOnButton));
      assert.equal(all('.event-left').length > 0 ? textOf('.event-left') : undefined, left);
      const isPlanned = !('event_status' in fields);
      assert.equal(all('details.event-go').length, Number(isPlanned && !go));
      assert.equal(all('.event-calendars').length, Number(isPlanned));
    }
    const past = { start_date: '2020-05-06 20:00', end_date: '2020-05-06 22:00' };
    const over = await open(pathOf(await made(eventOf('Over', { ...scarce, ...past }))));
    assert.deepEqual([over.all('.event-go'), over.all('.event-left')], [[], []]);
  });

  it('has all facts together where no text stands beside them', async () => {
    const fields = { cost: '7 €', custom_fields: { language: { label: 'Language', value: 'French' } } };
    const bare = await made(eventOf('Bare', { organizer: { organizer: 'Choir' }, ...fields }));
    const told = await made(eventOf('Told', { ...WHOLE, ...fields }));
    for (const [event, lists, first] of [
      [bare, 1, /7 €.*Choir.*French/],
      [told, 2, /7 €.*Club de Jazz.*Nit/],
    ] as const) {
      const { all, textOf } = await open(pathOf(event));
      assert.equal(all('.event-facts').length, lists);
      assert.match(textOf('.event-facts'), first);
    }
  });

  it('leads back to its month, and draws its day where there is no picture', async () => {
    const { all, textOf } = await open('/event/jazz/');
    assert.deepEqual(
      [textOf('.event-back a'), all('.event-back a')[0]!.href],
      ['Maig del 2031', '/events/month/2031-05/'],
    );
    assert.equal(textOf('.drawn p'), 'dissabte 10 maig del 2031');
    assert.equal(all('.drawn .on')[0]!.d, 'M66 18h0');
    assert.deepEqual(all('.event-kicker a')[0]!.class, 'hue k-rose');
    const month = await open('/events/month/2031-05/?categories=musica');
    assert.equal(month.textOf('.legend .k-rose'), 'Música');
    assert.ok(month.all('.entry').some(entry => entry.class!.includes('k-rose')));
    assert.equal(all('.date-block').length, 0);
  });

  it('has links that all lead somewhere on the site', async () => {
    const { all } = await open('/en/event/jazz-night/');
    const own = all('main a').flatMap(({ href = '' }) =>
      URL.parse(href, service.site)?.origin === service.site ? href : [],
    );
    assert.ok(own.length > 4);
    for (const href of own) {
      const { status } = await open(href.replace(service.site, ''));
      if (!/\/(venue|organizer|events\/category|tag)\//.test(href)) assert.equal(status, 200, href);
    }
  });

  it('is small, and unchanged where the reader has it already', async () => {
    const { headers, text } = await open('/event/jazz/');
    assert.ok(gzipSync(text).length < 15_000);
    const again = await open('/event/jazz/', { 'if-none-match': headers.etag! });
    assert.deepEqual([again.status, again.text], [304, '']);
    const signedIn = await open('/event/jazz/', SIGNED_IN);
    assert.match(signedIn.headers['cache-control']!, /private/);
    const same = await open('/event/jazz/', { ...SIGNED_IN, 'if-none-match': signedIn.headers.etag! });
    assert.equal(same.status, 304);
  });
});

describe('When an event takes place', () => {
  it('is said as people say it', async () => {
    for (const [fields, days, times] of [
      [
        { start_date: '2031-05-10', end_date: '2031-05-10', all_day: true },
        'dissabte, 10 de maig del 2031',
        'tot el dia',
      ],
      [
        { start_date: '2031-05-10', end_date: '2031-05-12', all_day: true },
        'del dissabte 10 al dilluns 12 de maig del 2031',
        undefined,
      ],
      [
        { start_date: '2031-05-10 22:00', end_date: '2031-05-11 03:00' },
        'dissabte, 10 de maig del 2031',
        'de 22 a 3 h (de l’endemà)',
      ],
      [
        { start_date: '2031-05-10 22:00', end_date: '2031-05-11 23:00' },
        'dissabte, 10 de maig, 22 h – diumenge, 11 de maig del 2031, 23 h',
        undefined,
      ],
      [
        { start_date: '2031-05-10 20:00', end_date: '2031-05-10 21:00', timezone: 'America/New_York' },
        'dissabte, 10 de maig del 2031',
        'de 20 a 21 h (Hora d’estiu oriental d’Amèrica del Nord)',
      ],
    ] as const) {
      const { textOf, all } = await open(pathOf(await made(eventOf('Said', fields))));
      assert.equal(textOf('.event-days'), days);
      assert.equal(all('.event-times').length > 0 ? textOf('.event-times') : undefined, times);
    }
  });

  it('can be read by programs, and by a script in the zone of the reader', async () => {
    const { all } = await open('/event/jazz/');
    assert.deepEqual(
      all('.event-when time').map(({ datetime }) => datetime),
      ['2031-05-10T20:30:00+02:00', '2031-05-10T20:30:00+02:00', '2031-05-10T22:15:00+02:00'],
    );
    const [local] = all('.event-local');
    assert.equal(local!['data-start'], '2031-05-10T18:30:00.000Z');
    assert.equal(local!['data-offset'], '120');
    assert.equal(JSON.parse(local!['data-times']!).past, '{hour}.{minute}\u00a0h');
  });
});

describe('What does not go as planned', () => {
  it('stands in the title, above the text and in the title of the window', async () => {
    for (const [event_status, word, isStruck] of [
      ['canceled', 'Cancel·lat', true],
      ['postponed', 'Ajornat', false],
      ['moved_online', 'Ara en línia', false],
    ] as const) {
      const event = await made(
        eventOf('Off', {
          event_status,
          status_reason: 'Plou.',
          virtual_url: 'https://video.example/off',
          is_virtual: event_status === 'moved_online',
        }),
      );
      const { textOf, all } = await open(pathOf(event));
      assert.equal(textOf('title'), `${word}: Off – Agenda`);
      assert.match(textOf('.event-banner'), new RegExp(`${word}.*Plou\\.`));
      assert.equal(all('h1 s').length === 1, isStruck);
      assert.equal(all('.event-when s').length === 1, event_status !== 'moved_online');
      assert.equal(all('.event-calendars').length === 0, event_status !== 'moved_online');
      if (event_status === 'moved_online')
        assert.equal(all('.event-banner a')[0]!.href, 'https://video.example/off');
    }
  });
});

describe('The head of the home page', () => {
  it('has the featured events with a picture, then the pinned ones, then the soonest, and each of them once', async () => {
    const { body: image } = await call(`POST ${service.site}/images`, {
      ...{ as, body: await picture(300, 200), headers: { 'content-type': 'image/png' } },
    });
    const leads = async () => (await open('/')).texts('.lead-title');
    const on = (day: string) => ({ start_date: `2030-03-${day} 18:00`, end_date: `2030-03-${day} 20:00` });
    const add = (title: string, day: string, fields: object = {}) =>
      made(eventOf(title, { ...on(day), image: image.id, ...fields }));
    await add('Soonest', '01');
    const cards = (await open('/events/?overlaps=2030-03-01/2030-03-01')).all('.card-picture');
    assert.equal(cards.length, 1);
    await add('Off', '02', { sticky: true, event_status: 'canceled' });
    await add('Unseen', '02', { sticky: true, image: '' });
    await add('Later', '03');
    assert.deepEqual(await leads(), ['Soonest', 'Later']);
    const pinned = await add('Pinned', '04', { sticky: true });
    assert.deepEqual(await leads(), ['Pinned', 'Soonest', 'Later']);
    await add('Featured', '05', { featured: true });
    assert.deepEqual(await leads(), ['Featured', 'Pinned', 'Soonest']);
    await call(`PATCH /events/${pinned.id}`, { as, json: { featured: true, sticky: false } });
    assert.deepEqual(await leads(), ['Pinned', 'Featured', 'Soonest']);
    const running = { start_date: '2020-03-01 18:00', end_date: '2031-03-01 20:00' };
    await made(eventOf('Open', running));
    const openNow = await add('Open and featured', '06', { ...running, featured: true });
    const home = await open('/');
    assert.equal(home.all('.is-poster').length, 0);
    assert.deepEqual(home.texts('.lead-title')[0], 'Open and featured');
    assert.deepEqual(home.texts('.band .card-title'), ['Open']);
    const { body: poster } = await call(`POST ${service.site}/images`, {
      ...{ as, body: await picture(200, 300), headers: { 'content-type': 'image/png' } },
    });
    await call(`PATCH /events/${openNow.id}`, { as, json: { image: poster.id } });
    assert.equal((await open('/')).all('.is-first.is-poster').length, 1);
  });
});

describe('A series', () => {
  let series: Body;
  before(async () => {
    series = await made(
      eventOf('Taller', {
        ...{ start_date: '2031-05-06 17:00', end_date: '2031-05-06 18:00', categories: [category.id] },
        recurrence: 'FREQ=WEEKLY;COUNT=9',
        translations: { en: { title: 'Workshop', slug: 'workshop' } },
      }),
    );
  });

  it('shows its rule, its next dates and the way to all', async () => {
    for (const path of ['/event/taller/', '/event/taller/2031-05-13/']) {
      const { status, textOf, all } = await open(path);
      assert.equal(status, 200, path);
      assert.match(textOf('.event-rule'), /cada dimarts a les 17\sh/);
      const dates = all('.dates-list a').map(({ href }) => href!.replace(service.site, ''));
      const others = ['2031-05-06', '2031-05-13', '2031-05-20'].map(date => `/event/taller/${date}/`);
      assert.deepEqual(dates.slice(0, 2), others.filter(other => other !== path).slice(0, 2));
      assert.equal(dates.length, 6);
      for (const date of dates) assert.equal((await open(date)).status, 200, date);
      assert.ok(all('.event-calendars a').some(({ href }) => href!.startsWith('webcal:')));
    }
  });

  it('has a page with all dates, and links of each language stay in it', async () => {
    const { status, all, textOf } = await open('/en/event/workshop/all/');
    assert.deepEqual([status, textOf('h1')], [200, 'Upcoming dates – Workshop']);
    const dates = all('.dates-list a').map(({ href }) => href!.replace(service.site, ''));
    assert.equal(dates.length, 9);
    assert.equal(dates[0], '/en/event/workshop/2031-05-06/');
    assert.equal((await open('/event/jazz/all/')).status, 404);
    assert.equal((await open('/event/taller/2031-05-07/')).status, 404);
    assert.equal((await open('/event/taller/all/?page=9')).status, 404);
    assert.equal((await open('/event/taller/all/?when=past')).all('.dates-list a').length, 0);
  });

  it('shows its next date, and none when all are over', async () => {
    const today = Temporal.Now.plainDateISO('Europe/Madrid');
    const at = (days: number, time: string) => `${today.add({ days })} ${time}`;
    const running = await made(
      eventOf('Coral', {
        start_date: at(-15, '10:00'),
        end_date: at(-15, '11:00'),
        recurrence: 'FREQ=WEEKLY;COUNT=5',
      }),
    );
    const page = await open(pathOf(running));
    assert.match(page.textOf('.event-when'), /^Propera data:/);
    assert.equal(page.all('.event-when time')[0]!.datetime!.slice(0, 10), String(today.add({ days: 6 })));
    assert.doesNotMatch(page.textOf('.event-kicker'), /passat/);
    assert.equal(page.all('.event-calendars').length, 1);
    const over = await made(
      eventOf('Cor', {
        start_date: at(-15, '10:00'),
        end_date: at(-15, '11:00'),
        recurrence: 'FREQ=DAILY;COUNT=3',
      }),
    );
    const past = await open(pathOf(over));
    assert.match(past.textOf('.event-kicker'), /Acabat/);
    assert.equal(past.all('.event-calendars').length, 0);
    const dates = (await open(`${pathOf(over)}all/?when=past`)).all('.dates-list time');
    assert.equal(dates[0]!.datetime!.slice(0, 10), String(today.add({ days: -13 })));
  });

  it('changes with its dates', async () => {
    const { headers } = await open('/event/taller/');
    await call(`PATCH /events/by-slug/taller/occurrences/2031-05-13`, { as, json: {} });
    const dates = await call(`GET /events/${series.id}/occurrences?per_page=50`);
    const second = (dates.body.events as Body[])[1]!;
    const { status, text } = await call(`DELETE /events/${second.id}`, { as });
    assert.equal(status, 200, text);
    const after = await open('/event/taller/', { 'if-none-match': headers.etag! });
    assert.equal(after.status, 200);
    assert.ok(!after.text.includes('/event/taller/2031-05-13/'));
    assert.equal((await open('/event/taller/2031-05-13/')).status, 403);
  });
});

describe('Titles in French', () => {
  it('begin no line with a colon, neither in lists nor in calendars', async () => {
    const event = await made(
      eventOf('Soir : jazz', { start_date: '2031-04-20 18:00', end_date: '2031-04-20 20:00' }),
    );
    for (const path of ['events/day/2031-04-20/', 'events/month/2031-04/', `event/${event.slug}/`])
      assert.ok((await open(`/fr/${path}`)).text.includes('>Soir\u00a0: jazz</'), path);
  });
});

describe('Similar events', () => {
  it('are near in time or place: never the event, its series, or what a reader may not see', async () => {
    const at = (day: string) => ({ start_date: `2031-03-${day} 18:00`, end_date: `2031-03-${day} 19:00` });
    const music = { categories: [category.id] };
    const event = await made(eventOf('Here', { ...at('10'), ...music, venue: { venue: 'Ateneu' } }));
    await made(eventOf('Near', { ...at('12'), ...music }));
    await made(eventOf('Same place', { ...at('28'), venue: event.venue.id }));
    const weekly = { recurrence: 'FREQ=WEEKLY;COUNT=3', venue: event.venue.id };
    await made(eventOf('Weekly', { ...at('03'), ...music, ...weekly }));
    await made(eventOf('Elsewhere and otherwise', at('11')));
    for (const hidden of [
      { status: 'draft' },
      { status: 'private' },
      { hide_from_listings: true },
      { event_status: 'canceled' },
    ])
      await made(eventOf('Secret', { ...at('11'), ...music, ...hidden }));
    const locked = await made(eventOf('Locked', { ...at('11'), ...music }));
    await call(`PATCH /events/${locked.id}`, { as, json: { password: 'open' } });
    for (const headers of [{}, SIGNED_IN]) {
      const { textOf } = await open(pathOf(event), headers);
      assert.match(textOf('.event-similar'), /Near.*Same place/);
      assert.doesNotMatch(textOf('.event-similar'), /Here|Secret|Elsewhere|Weekly.*Weekly/);
      // Who may change a protected event needs no password.
      assert.equal(textOf('.event-similar').includes('Locked'), headers === SIGNED_IN);
    }
  });
});

describe('Who may read what', () => {
  it('is as in the interface: drafts for their editors, the trash for nobody', async () => {
    const draft = await made(eventOf('Esborrany', { status: 'draft' }));
    for (const path of [`/?post_type=tribe_events&p=${draft.id}`, `/?p=${draft.id}`]) {
      const { status, text } = await open(path);
      assert.equal(status, 403, path);
      assert.ok(!text.includes('Esborrany'));
      const own = await open(path, SIGNED_IN);
      assert.deepEqual([own.status, own.textOf('h1')], [200, 'Esborrany']);
      assert.equal(own.all('meta[name=robots]').length, 1);
      assert.match(own.headers['cache-control']!, /no-store/);
    }
    const gone = await made(eventOf('Esborrat'));
    await call(`DELETE /events/${gone.id}`, { as });
    const trashed = await open(`/?p=${gone.id}`);
    assert.equal(trashed.status, 403);
    assert.ok(!trashed.text.includes('Esborrat'));
    assert.equal(trashed.textOf('h1'), 'Aquesta activitat ja no està disponible');
    assert.equal((await open('/?p=999999')).status, 404);
    assert.equal((await open('/event/there-is-none/')).status, 404);
  });

  it('leads from the short address of a public event to its own', async () => {
    for (const [path, to] of [
      [`/?p=${jazz.id}`, '/event/jazz/'],
      [`/en/?p=${jazz.id}`, '/en/event/jazz-night/'],
    ] as const) {
      const { status, headers } = await open(path);
      assert.deepEqual([status, headers.location], [301, service.site + to]);
    }
  });
});

describe('A protected event', () => {
  const SECRETS = /Secret|segreta|Amagat|Ocult|entrades\.example|99/;
  let event: Body;
  before(async () => {
    event = await made(
      eventOf('Sopar', {
        ...{
          ...WHOLE,
          description: 'Secret menú',
          excerpt: 'Secret',
          cost: '99 €',
          categories: [category.id],
        },
        ...{ venue: { venue: 'Sala segreta' }, organizer: { organizer: 'Amagat' }, tags: ['Ocult'] },
        ...{ start_date: '2031-05-10 21:00', end_date: '2031-05-10 23:00' },
        ...{ event_status: 'canceled', status_reason: 'Secret' },
        translations: { en: { title: 'Dinner', slug: 'dinner', description: 'Secret menu' } },
      }),
    );
    await call(`PATCH /events/${event.id}`, { as, json: { password: 'sal i pebre' } });
  });

  it('shows its title, its dates and a form, and nothing of what is hidden', async () => {
    for (const path of ['/event/sopar/', '/en/event/dinner/']) {
      const { status, text, all, textOf } = await open(path);
      assert.equal(status, 200);
      assert.doesNotMatch(text.replace(/\d{4,}/g, ''), SECRETS);
      assert.match(textOf('.event-days'), /2031/);
      assert.equal(all('form[method=post] input[type=password]').length, 1);
      assert.equal(all('.event-similar, .event-kicker a, script[type]').length, 0);
    }
  });

  it('never repeats a password in its links', async () => {
    const { status, text } = await open('/event/sopar/?password=sal+i+pebre');
    assert.equal(status, 200);
    assert.match(text, /Secret/);
    assert.doesNotMatch(text, /sal(?:\+|%20| )i(?:\+|%20| )pebre/);
  });

  it('opens by its password, for this answer only', async () => {
    const { status, headers, textOf } = await send('/event/sopar/', 'sal i pebre');
    assert.equal(status, 200);
    assert.match(textOf('.event-text'), /Secret menú/);
    assert.match(textOf('.event-facts'), /Sala segreta/);
    assert.match(headers['cache-control']!, /no-store/);
    assert.equal(headers['set-cookie'], undefined);
    assert.doesNotMatch((await open('/event/sopar/')).text, /Secret/);
  });

  it('tells kindly that a password is wrong', async () => {
    for (const password of ['wrong', '']) {
      const { status, headers, text, textOf } = await send('/event/sopar/', password);
      assert.equal(status, 403);
      assert.match(textOf('[role=alert]'), /No és la contrasenya/);
      assert.match(headers['cache-control']!, /no-store/);
      assert.doesNotMatch(text.replace(/\d{4,}/g, ''), SECRETS);
    }
  });

  it('tells of a series only when its dates are', async () => {
    const at = { start_date: '2031-06-03 21:00', end_date: '2031-06-03 23:00' };
    const series = await made(eventOf('Club', { ...at, recurrence: 'FREQ=WEEKLY;COUNT=4', cost: '99 €' }));
    await call(`PATCH /events/${series.id}?scope=all`, { as, json: { password: 'sal i pebre' } });
    for (const path of ['/event/club/', '/event/club/2031-06-10/', '/event/club/all/']) {
      const { status, text, all } = await open(path);
      assert.equal(status, 200, path);
      assert.doesNotMatch(text.replace(/\d{4,}/g, ''), /99|cada dimarts/, path);
      assert.equal(all('.dates-list a').length, path.endsWith('all/') ? 4 : 0, path);
    }
    const { textOf, all } = await send('/event/club/2031-06-10/', 'sal i pebre');
    assert.match(textOf('.event-rule'), /cada dimarts/);
    assert.equal(all('.dates-list a').length, 3);
    assert.ok(!all('main a').some(({ href = '' }) => href.endsWith('.ics')));
  });

  it('takes small forms only', async () => {
    const { status } = await send('/event/sopar/', 'a'.repeat(20_000));
    assert.equal(status, 413);
  });

  it('needs none from its editors', async () => {
    const { text } = await open('/event/sopar/', SIGNED_IN);
    assert.match(text, /Secret menú/);
  });
});
