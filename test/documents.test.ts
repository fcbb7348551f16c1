import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { eventFormats } from '../src/formats/event-formats.ts';
import { languages } from '../src/i18n/language.ts';
import { say } from '../src/i18n/say.ts';
import { type Body, basic, caller, eventOf } from './client.ts';
import { get } from './get.ts';
import { type Service, startService } from './service.ts';

// Events in other formats than JSON: their addresses, their choice by Accept, and what holds for every answer.

const API = '/cal/events/v1';
const WP = '/wp-json/tribe/events/v1';
const EVER = 'start_date=2000-01-01&end_date=2099-12-31';
const VARY = 'Authorization, Accept-Encoding';

let service: Service;
let made: Record<'jazz' | 'blues' | 'draft', Body>;
const call = (line: string, json?: object) =>
  caller(service.base)(line, { as: service.accounts.editor, json });

const day = (offset: number): string =>
  String(Temporal.Now.plainDateISO('Europe/Madrid').add({ days: offset }));

before(async () => {
  service = await startService({ SITE_NAME: 'Agenda', SITE_URL: '' });
  const create = async (line: string, json: object) => {
    const { status, body, text } = await call(line, json);
    assert.equal(status, 201, text);
    return body;
  };
  const music = await create('POST /categories', { name: 'Música' });
  await create('POST /categories', { name: 'Jazz', parent: music.id });
  const links = { venue: { venue: 'Sala Gran' }, organizer: { organizer: 'Club' }, tags: ['Free'] };
  const long = `<p>${'Música a la plaça. '.repeat(80)}</p>`;
  made = {
    jazz: await create(
      'POST /events',
      eventOf('Jazz', { ...links, categories: ['Jazz'], description: long, featured: true }),
    ),
    blues: await create(
      'POST /events',
      eventOf('Blues', { start_date: '2031-06-01 10:00', end_date: '2031-08-01 12:00' }),
    ),
    draft: await create('POST /events', eventOf('Hidden draft', { status: 'draft', categories: ['Jazz'] })),
  };
  await create('POST /venues', { venue: 'Secret place', status: 'draft' });
  const near = (title: string, from: number, to: number) =>
    create(
      'POST /events',
      eventOf(title, { start_date: `${day(from)} 10:00`, end_date: `${day(to)} 12:00` }),
    );
  await near('Ended before', -40, -33);
  await near('Still running', -400, -10);
  await near('Tomorrow', 1, 1);
  await near('Far ahead', 720, 900);
  await near('Too far ahead', 760, 760);
});

after(async () => {
  await service[Symbol.asyncDispose]();
});

/** The titles of a calendar. */
const titlesIn = (text: string): string[] =>
  [...text.matchAll(/^SUMMARY(?:;LANGUAGE=[a-z]+)?:(.*)\r$/gm)].map(([, title]) => title!);

/** Programs are led from a page to the interface. */
const PROGRAM = { accept: 'application/json' };

const document = (path: string, headers: Record<string, string> = {}) => get(service.site, path, headers);

describe('Addresses of calendars', () => {
  const cases = (): [path: string, titles: string[]][] => [
    [`/events.ics?${EVER}&search=jazz`, ['Jazz']],
    [`/events.ICS?${EVER}&search=jazz`, ['Jazz']],
    [`/ca/events.ics?${EVER}&categories=musica`, ['Jazz']],
    ['/events.ics', ['Still running', 'Tomorrow', 'Far ahead']],
    ['/events.ics?start_date=2031-01-01&end_date=2031-12-31', ['Jazz', 'Blues']],
    ['/events.ics?end_date=2031-12-31', ['Tomorrow', 'Far ahead', 'Too far ahead', 'Jazz', 'Blues']],
    ['/events.ics?starts_after=2031-05-15', ['Blues']],
    ['/events/?ical=1', ['Still running', 'Tomorrow', 'Far ahead']],
    ['/events/?outlook-ical=1', ['Still running', 'Tomorrow', 'Far ahead']],
    ['/events/list/?ical=1', ['Still running', 'Tomorrow', 'Far ahead']],
    ['/events/ical/', ['Still running', 'Tomorrow', 'Far ahead']],
    ['/?post_type=tribe_events&ical=1&eventDisplay=list', ['Still running', 'Tomorrow', 'Far ahead']],
    ['/?post_type=tribe_events&ical=1&eventDisplay=past', ['Still running', 'Ended before']],
    ['/events/list/?ical=1&tribe_event_display=past', ['Still running', 'Ended before']],
    ['/?post_type=tribe_events&ical=1&tribe_events_cat=musica&tribe-bar-date=2031-05-01', ['Jazz']],
    ['/events/?ical=1&tribe_events_cat=musica&tribe-bar-date=2031-05-01', ['Jazz']],
    [`/?post_type=tribe_events&ical=1&p=${made.jazz.id}`, ['Jazz']],
    [`/?ical=1&p=${made.jazz.id}`, ['Jazz']],
    ['/events/month/2031-05/?ical=1', ['Jazz']],
    ['/events/month/2031-07/?ical=1', ['Blues']],
    ['/events/2031-07/?ical=1', ['Blues']],
    ['/events/month/?ical=1&tribe-bar-date=2031-07', ['Blues']],
    ['/events/month/?ical=1&tribe-bar-date=2031-07-15', ['Blues']],
    ['/events/month/2031-07.ics', ['Blues']],
    ['/events/day/2031-05-10/?ical=1', ['Jazz']],
    ['/events/2031-05-10/?ical=1', ['Jazz']],
    ['/events/day/2031-05-11/?ical=1', []],
    [`/events/list/?ical=1&tribe-bar-date=${day(750)}`, ['Far ahead', 'Too far ahead', 'Jazz', 'Blues']],
    [`/?ical=1&post_type=tribe_events&eventDisplay=day&tribe-bar-date=${day(1)}`, ['Tomorrow']],
    ['/events/today/?ical=1', []],
    ['/events/list/?ical=1&tribe-bar-search=blu&tribe-bar-date=2031-05-01', ['Blues']],
    ['/events/list/?tribe_eventcategory%5B0%5D=musica&ical=1&tribe-bar-date=2031-5-1', ['Jazz']],
    [`/events/?tribe_venues[]=${made.jazz.venue.id}&ical=1&tribe-bar-date=2031-05-01`, ['Jazz']],
    ['/?s=blu&ical=1&tribe-bar-date=2031-05-01', ['Blues']],
    ['/events/featured/?ical=1&tribe-bar-date=2031-05-01', ['Jazz']],
    [`/event/${made.jazz.slug}.ics`, ['Jazz']],
    [`/event/${made.jazz.slug}/?ical=1`, ['Jazz']],
    [`/event/${made.jazz.slug}/ical/`, ['Jazz']],
    [`/fr/event/${made.jazz.slug}.ics`, ['Jazz']],
    [`/venue/sala-gran.ics?${EVER}`, ['Jazz']],
    [`/venue/sala-gran/?ical=1&${EVER}`, ['Jazz']],
    [`/venue/sala-gran.ics?${EVER}&search=blues`, []],
    [`/organizer/club.ics?${EVER}`, ['Jazz']],
    [`/organizer/club/?ical=1&${EVER}`, ['Jazz']],
    [`/events/category/musica.ics?${EVER}`, ['Jazz']],
    [`/events/category/musica/jazz.ics?${EVER}`, ['Jazz']],
    [`/events/category/musica/?ical=1&${EVER}`, ['Jazz']],
    [`/events/category/musica/list/?ical=1&${EVER}`, ['Jazz']],
    ['/events/category/musica/month/2031-05/?ical=1', ['Jazz']],
    [`/tag/free.ics?${EVER}`, ['Jazz']],
    [`/events/tag/free.ics?${EVER}`, ['Jazz']],
  ];

  it('Each address is answered directly with its events', async () => {
    for (const [path, expected] of cases()) {
      const { status, headers, body } = await document(path);
      const where = `${path}: ${body.toString().slice(0, 300)}`;
      assert.equal(status, 200, where);
      assert.equal(headers['content-type'], 'text/calendar; charset=utf-8', where);
      assert.deepEqual(titlesIn(body.toString()), expected, path);
    }
  });

  it('A month without a date is the current one', async () => {
    const [month, next] = [day(0).slice(0, 7), day(40).slice(0, 7)];
    const bodyOf = async (path: string) => titlesIn((await document(path)).body.toString());
    assert.deepEqual(await bodyOf('/events/month/?ical=1'), await bodyOf(`/events/month/${month}/?ical=1`));
    assert.deepEqual(await bodyOf(`/events/month/${next}/?ical=1`), []);
  });

  it('HEAD has the same headers and no body', async () => {
    for (const [path] of cases()) {
      const [whole, head] = [await document(path), await get(service.site, path, {}, 'HEAD')];
      assert.equal(head.body.length, 0);
      for (const name of ['content-type', 'etag', 'content-length', 'vary'])
        assert.equal(head.headers[name], whole.headers[name], `${path} ${name}`);
    }
  });

  it('An address without a record, a view or a format is 404, in JSON', async () => {
    for (const path of [
      ...['/events.foo', '/events.', '/event/nothing.ics', `/event/${made.jazz.slug}.html`],
      ...['/venue/nowhere.ics', '/organizer/nobody.ics', '/events/category/nothing.ics', '/tag/nothing.ics'],
      ...['/events/month/2031-15/?ical=1', '/events/day/2031-02-30/?ical=1', '/events/nothing/?ical=1'],
      ...['/nothing.ics', '/venues.ics', '/?post_type=tribe_events&ical=1&p=999999'],
      ...['/events/month/2031-05-01/?ical=1', '/event/a/b.ics', '/constructor/x.ics', '/de/events.ics'],
    ]) {
      const { status, headers, body } = await document(path);
      assert.equal(status, 404, `${path}: ${body.toString().slice(0, 200)}`);
      assert.match(String(headers['content-type']), /^application\/json/);
    }
  });

  it('Wrong values are named, by the names under which they were sent', async () => {
    for (const [path, name] of [
      ['/events.ics?start_date=nonsense', 'start_date'],
      ['/events.ics?categories=nothing', 'categories'],
      ['/events/?ical=1&tribe-bar-date=nonsense', 'tribe-bar-date'],
      ['/events/month/?ical=1&tribe-bar-date=-271821-04-20', 'tribe-bar-date'],
      ['/events/week/?ical=1&tribe-bar-date=%2B275760-09-13', 'tribe-bar-date'],
      ['/events/week/?ical=1&tribe-bar-date=9999-12-31', 'tribe-bar-date'],
      ['/venue/sala-gran.ics?tags=nothing', 'tags'],
    ] as const) {
      const { status, body } = await document(path);
      assert.equal(status, 400, path);
      assert.deepEqual(Object.keys(JSON.parse(body.toString()).data.params), [name]);
    }
  });

  it('A record may have the name of a feed', async () => {
    await call('POST /tags', { name: 'Feed' });
    for (const slug of ['feed', 'ical']) {
      await call('POST /events', eventOf(`Named ${slug}`, { slug, tags: ['Feed'] }));
      const expected = [`Named ${slug}`];
      for (const path of [`/event/${slug}/?ical=1`, `/event/${slug}/ical/`, `/event/${slug}.ics`])
        assert.deepEqual(titlesIn((await document(path)).body.toString()), expected, path);
      assert.equal((await document(`/event/${slug}/`)).status, 200);
    }
    const tagged = await document(`/tag/feed/?ical=1&${EVER}`);
    assert.deepEqual(titlesIn(tagged.body.toString()), ['Named feed', 'Named ical']);
  });

  it('A calendar in another order than that of starts knows the rules of its first event', async () => {
    for (const [title, start_date] of [
      ['Order: late', '2032-07-01 10:00'],
      ['Order: early', '2011-07-01 10:00'],
    ] as const)
      await call(
        'POST /events',
        eventOf(title, { start_date, end_date: start_date, timezone: 'Europe/Moscow' }),
      );
    const { body } = await document(`/events.ics?${EVER}&search=order&orderby=start&order=desc`);
    assert.deepEqual(titlesIn(body.toString()), ['Order: late', 'Order: early']);
    // Moscow left winter time on that day.
    assert.match(body.toString(), /^DTSTART:20110327T020000\r$/m);
  });

  it('A feed of the original has the pages of its list', async () => {
    const titles = async (path: string) => {
      const { status, body, headers } = await document(path);
      assert.deepEqual([status, headers['almanac-ignored']], [200, undefined], path);
      return [...body.toString().matchAll(/<item>\s*<title>([^<]*)/g)].map(([, title]) => title);
    };
    const [first, second] = await titles(`/events/feed/?${EVER}&per_page=2`);
    const [third] = await titles(`/events/feed/?${EVER}&per_page=2&paged=2`);
    assert.equal(new Set([first, second, third]).size, 3);
    for (const path of ['/?feed=rss2&tribe_paged=2&', '/events/page/2/feed/?', '/feed/?page=2&'])
      assert.equal((await titles(`${path}${EVER}&per_page=2`))[0], third, path);
    assert.equal((await document(`/events/feed/?${EVER}&paged=99`)).status, 404);
  });

  it('Only reads have a format', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status } = await get(service.site, `/events.ics?${EVER}`, {}, method, '{}');
      assert.equal(status, 404, method);
    }
  });

  it('A calendar says what it is about, and nothing of a place that is hidden', async () => {
    const nameIn = async (path: string, headers = {}) =>
      /^X-WR-CALNAME:(.*)\r$/m.exec((await document(path, headers)).body.toString())?.[1];
    assert.equal(await nameIn('/events.ics'), 'Agenda');
    assert.equal(await nameIn('/events/category/musica.ics'), 'Música – Agenda');
    assert.equal(await nameIn('/venue/sala-gran.ics'), 'Sala Gran – Agenda');
    assert.equal(await nameIn('/events.ics?tags=free'), 'Free – Agenda');
    assert.equal(await nameIn(`/event/${made.jazz.slug}.ics`), undefined);
    const { id } = (await call('GET /venues?search=secret&status=draft')).body.venues[0]!;
    assert.equal(await nameIn(`/events.ics?venue=${id}`), 'Agenda');
    assert.equal((await document('/venue/secret-place.ics')).status, 404);
    const { editor } = service.accounts;
    const signed = { authorization: basic(editor.user, editor.app_password) };
    assert.equal(await nameIn(`/events.ics?venue=${id}`, signed), 'Secret place – Agenda');
  });
});

describe('Pages of the site', () => {
  it('They lead to the alias that programs know, in their language', async () => {
    for (const [path, target, root = target] of [
      ['/', `${WP}/events`, `${WP}/`],
      [
        '/?tribe-bar-search=jazz&categories[]=a&categories[]=b',
        `${WP}/events/?categories%5B%5D=a&categories%5B%5D=b&search=jazz`,
        `${WP}/`,
      ],
      ['/?post_type=tribe_events', `${WP}/events`, `${WP}/`],
      ['/events/', `${WP}/events`, `${WP}/`],
      ['/ca/events/?search=jazz&featured=1', `/ca${WP}/events/?search=jazz&featured=1`, `/ca${WP}/`],
      ['/tag/free/?search=jazz', `${WP}/events/?search=jazz&tags=free`, `${WP}/events/?tags=free`],
      [`/event/${made.jazz.slug}/`, `${WP}/events/by-slug/${made.jazz.slug}`],
      ['/ca/events/category/musica/jazz/', `/ca${WP}/events/?categories=jazz`],
      ['/events/featured/', `${WP}/events/?featured=1`],
      ['/events/month/2031-05/', `${WP}/events/?ends_after=2031-04-30&starts_before=2031-05-31`],
      ['/tag/free/', `${WP}/events/?tags=free`],
      ['/?post_type=tribe_venue&p=12', `${WP}/venues/12`],
      ['/?p=12', `${WP}/events/12`],
    ] as const) {
      const { status, headers } = await document(path, PROGRAM);
      assert.deepEqual([status, headers.location], [302, service.site + target], path);
      assert.equal(headers['x-tec-api-root'], service.site + root);
    }
  });

  it('They lead programs to the events in the format that they ask for', async () => {
    const FEED_READER =
      'application/atom+xml, application/rss+xml, application/rdf+xml;q=0.9, text/xml;q=0.8, text/html;q=0.7, */*;q=0.1';
    for (const path of ['/', '/events/', '/ca/events/', '/?post_type=tribe_events', '/events/list/'])
      for (const [accept, type] of [
        ['text/calendar', 'text/calendar'],
        ['application/rss+xml', 'application/rss+xml'],
        [FEED_READER, 'application/rss+xml'],
        ['text/csv, text/html;q=0.9', 'text/csv'],
        ['application/json', 'application/json'],
      ]) {
        const answer = await fetch(service.site + path, { headers: { accept: accept! } });
        await answer.body?.cancel();
        const found = answer.headers.get('content-type')?.split(';')[0];
        assert.deepEqual([answer.status, found], [200, type], `${path} ${accept}`);
        assert.match(answer.url, /\/events$/);
      }
  });

  it('Without that alias they lead to the interface', async () => {
    await using other = await startService({ ALIASES: '/api' });
    const { headers } = await get(other.site, '/events/today/', PROGRAM);
    assert.match(String(headers.location), new RegExp(`^${other.site}${API}/events/\\?`));
  });
});

describe('Accept', () => {
  const list = `${API}/events?${EVER}`;
  const paths = () => [
    list,
    `${API}/events/${made.jazz.id}`,
    `${API}/events/by-slug/${made.jazz.slug}`,
    `${API}/venues/${made.jazz.venue.id}`,
    `${API}/organizers/${made.jazz.organizer[0]!.id}`,
    `${API}/categories/${made.jazz.categories[0]!.id}`,
    `${API}/tags/${made.jazz.tags[0]!.id}`,
    `/ca${WP}/events?${EVER}`,
  ];

  it('It chooses the format of lists and records, and the answer says that it varies', async () => {
    for (const path of paths())
      for (const [accept, type] of [
        ['text/calendar', 'text/calendar; charset=utf-8'],
        ['application/json', 'application/json; charset=utf-8'],
        ['*/*', 'application/json; charset=utf-8'],
      ] as const) {
        const { status, headers } = await document(path, { accept });
        assert.deepEqual(
          [status, headers['content-type'], headers.vary],
          [200, type, `${VARY}, Accept`],
          path,
        );
      }
  });

  it('A venue as a calendar is that of its events, by the same filters', async () => {
    const venue = `${API}/venues/${made.jazz.venue.id}`;
    const titles = async (query: string) =>
      titlesIn((await document(`${venue}?${query}`, { accept: 'text/calendar' })).body.toString());
    assert.deepEqual(await titles(EVER), ['Jazz']);
    assert.deepEqual(await titles(`${EVER}&search=blues`), []);
    assert.deepEqual(await titles('venue=1'), []);
  });

  it('What no format satisfies is 406, in the language of the request, and names the formats', async () => {
    for (const language of languages)
      for (const path of paths().slice(0, -1)) {
        const { status, headers, body } = await document(`/${language}${path}`, { accept: 'text/html' });
        const { code, message } = JSON.parse(body.toString());
        assert.deepEqual([status, code, headers.vary], [406, 'rest_not_acceptable', `${VARY}, Accept`]);
        assert.match(message, /application\/json, text\/calendar/);
        assert.ok(message.startsWith(say('rest_not_acceptable', language).split('{')[0]!));
      }
  });

  it('An operation that has JSON only refuses those who ask for a calendar, and nobody else', async () => {
    const venues = `${API}/doc`;
    assert.equal((await document(venues, { accept: 'text/calendar' })).status, 406);
    for (const accept of ['text/html', 'text/calendar, application/json;q=0.1', 'image/*']) {
      const { status, headers } = await document(venues, { accept });
      assert.deepEqual([status, headers['content-type']], [200, 'application/json; charset=utf-8'], accept);
    }
  });

  it('A format in the address counts, whatever is accepted', async () => {
    const { status, headers } = await document('/events.ics', { accept: 'application/json' });
    assert.deepEqual(
      [status, headers['content-type'], headers.vary],
      [200, 'text/calendar; charset=utf-8', VARY],
    );
  });

  it('The cache of answers keeps formats apart, in any order of requests', async () => {
    const path = `${list}&featured=1`;
    for (const accept of [
      'text/calendar',
      '*/*',
      'text/calendar',
      'text/html',
      'application/json',
      'text/calendar',
      '*/*',
    ]) {
      const { status, headers } = await document(path, { accept });
      if (accept === 'text/html') assert.equal(status, 406);
      else assert.equal(/calendar/.test(String(headers['content-type'])), accept === 'text/calendar', accept);
    }
  });
});

describe('Documents', () => {
  const path = `/events.ics?${EVER}`;

  it('They have the headers of other public answers, and the same tag on each request', async () => {
    const [one, other] = [await document(path), await document(path)];
    assert.deepEqual(other.body, one.body);
    for (const { headers } of [one, other]) {
      assert.match(String(headers.etag), /^"[\w-]{27}"$/);
      assert.equal(headers.etag, one.headers.etag);
      assert.equal(headers['cache-control'], 'public, no-cache');
      assert.equal(headers['x-tec-total'], String(titlesIn(one.body.toString()).length));
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.match(String(headers['x-request-id']), /^[\w-]{36}$/);
    }
  });

  it('A client that has a document gets 304, until it changes', async () => {
    for (const where of [path, `/event/${made.jazz.slug}.ics`, `${API}/events?${EVER}`]) {
      const ask = (headers: object = {}) => document(where, { accept: 'text/calendar', ...headers });
      const { etag } = (await ask()).headers;
      const held = await ask({ 'if-none-match': String(etag) });
      assert.deepEqual([held.status, held.body.length, held.headers.etag], [304, 0, etag], where);
      await call(`PATCH /events/${made.jazz.id}`, { excerpt: `Changed ${Math.random()}` });
      const changed = await ask({ 'if-none-match': String(etag) });
      assert.equal(changed.status, 200);
      assert.notEqual(changed.headers.etag, etag);
    }
  });

  it('They are compressed, each coding with its own tag', async () => {
    const plain = await document(path);
    const tags = new Set([plain.headers.etag]);
    const decoders = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
    for (const [coding, decode] of Object.entries(decoders)) {
      const { headers, body } = await document(path, { 'accept-encoding': coding });
      assert.equal(headers['content-encoding'], coding);
      assert.deepEqual(decode(body), plain.body);
      tags.add(headers.etag);
    }
    assert.equal(tags.size, 4);
  });

  it('Those for a signed-in user are private, and show what only they may see', async () => {
    const { editor } = service.accounts;
    const signed = { authorization: basic(editor.user, editor.app_password) };
    const { headers, body } = await document(`${path}&status=draft`, signed);
    assert.match(String(headers['cache-control']), /private/);
    assert.deepEqual(titlesIn(body.toString()), ['Hidden draft']);
    assert.doesNotMatch((await document(path)).body.toString(), /Hidden draft/);
  });

  it('An event that a password protects is refused, and opened by the password, in private', async () => {
    const told = { slug: 'locked', description: 'Told inside' };
    const { body: made } = await call('POST /events', eventOf('Locked', told));
    await call(`PATCH /events/${made.id}`, { password: 'sesame' });
    assert.equal((await document('/event/locked.ics')).status, 403);
    assert.doesNotMatch(
      (await document(path)).body.toString(),
      /SUMMARY:Locked\r\n(?:(?!END:VEVENT).+\r\n)*?DESCRIPTION/,
    );
    const opened = await document('/event/locked/?ical=1&password=sesame');
    assert.equal(opened.status, 200);
    assert.match(String(opened.headers['cache-control']), /private/);
    assert.match(opened.body.toString(), /DESCRIPTION:Told inside/);
    // A format need not have descriptions: it has what an editor sees in it.
    const { editor } = service.accounts;
    const signed = { authorization: basic(editor.user, editor.app_password) };
    for (const { suffix } of eventFormats) {
      const seen = (await document(`/event/locked.${suffix}`, signed)).body.toString();
      const text = (await document(`/event/locked.${suffix}?password=sesame`)).body.toString();
      assert.match(text, /Locked/, suffix);
      assert.equal(text.includes('Told inside'), seen.includes('Told inside'), suffix);
    }
    await call(`DELETE /events/${made.id}`);
    assert.equal((await document('/event/locked.ics')).status, 404);
  });

  it('Members, envelopes and callbacks are of JSON only', async () => {
    const plain = await document(path);
    for (const query of ['_fields=id', '_envelope=1', '_jsonp=f']) {
      const { status, headers, body } = await document(`${path}&${query}`);
      assert.deepEqual([status, headers['content-type']], [200, 'text/calendar; charset=utf-8'], query);
      assert.deepEqual(titlesIn(body.toString()), titlesIn(plain.body.toString()));
    }
  });
});
