import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Parser } from 'htmlparser2';
import { crawl } from './browser/links.ts';
import { type Body, caller, eventOf } from './client.ts';
import { sampleOf, takesAll } from './sample.ts';
import { TUESDAYS } from './series.ts';
import { startService } from './service.ts';
import { OF_NO_STORE } from './store.ts';

// Pages show the events that the interface tells a reader without rights, and nothing else.

const service = await startService({ LANGUAGE: 'ca', MAX_PER_PAGE: '100' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;

/** Stands in every text that nobody may read. */
const SECRET = 'Zyxwv';
const secret = (name: string) => `${SECRET} ${name}`;

async function done(line: string, json: unknown): Promise<Body> {
  const { status, text, body } = await call(line, { as, json });
  assert.ok(status < 300, `${line}: ${status} ${text}`);
  return body;
}

const on = (day: string, time = '19:00', more: object = {}) => ({
  ...{ start_date: `${day} ${time}:00`, end_date: `${day} ${time.slice(0, 2)}:50:00` },
  ...more,
});
const create = (title: string, fields: object) => done('POST /events', eventOf(title, { ...fields }));

let [venue, organizer, series]: Body[] = [];

before(async () => {
  venue = await done('POST /venues', { venue: 'Sala Gran', city: 'Vic', geo_lat: 41.93, geo_lng: 2.25 });
  organizer = await done('POST /organizers', { organizer: 'Amics de la Música' });
  const linked = { venue: venue.id, organizer: organizer.id, categories: ['Música'], tags: ['gratis'] };
  for (const [at, day] of ['2031-05-01', '2031-05-06', '2031-05-06', '2031-05-31', '2031-06-01'].entries())
    await create(`Concert ${at}`, { ...on(day, '19:30'), ...(at % 2 === 0 && linked) });
  await create('A mitjanit', {
    start_date: '2031-05-31 23:30:00',
    end_date: '2031-06-01 01:00:00',
    ...linked,
  });
  await create('Fira', { start_date: '2031-04-29', end_date: '2031-05-04', all_day: true, tags: ['gratis'] });
  await create('A Tòquio', { ...on('2031-05-07', '05:00'), timezone: 'Asia/Tokyo' });
  await create('Traduït', {
    ...on('2031-05-09'),
    language: 'ca',
    translations: { fr: { title: 'Traduit', slug: 'traduit' } },
  });
  await create('Ara mateix', {
    start_date: '2026-01-01 10:00:00',
    end_date: '2031-05-02 10:00:00',
    ...linked,
  });
  await create('Fa temps', { ...on('2020-02-02'), ...linked });
  series = await done(
    'POST /events',
    eventOf('Cor', { ...TUESDAYS, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5', ...linked }),
  );
  await hide(linked);
});

/** Events of the same days that nobody may see, or may see in part. */
async function hide(linked: object): Promise<void> {
  const texts = { description: secret('text'), excerpt: secret('excerpt'), cost: secret('price') };
  const own = {
    venue: { venue: secret('venue'), city: secret('city') },
    ...{
      organizer: [{ organizer: secret('organizer') }],
      categories: [secret('category')],
      tags: [secret('tag')],
    },
  };
  const day = on('2031-05-06', '20:00', texts);
  for (const status of ['draft', 'private', 'pending'])
    await create(secret(status), { ...day, ...linked, status });
  await create(secret('with its own places'), { ...day, ...own, status: 'draft' });
  await create(secret('not published yet'), {
    ...day,
    ...linked,
    status: 'publish',
    date: '2031-01-01 00:00:00',
  });
  await create(secret('not in lists'), { ...day, ...linked, hide_from_listings: true });
  const deleted = await create(secret('deleted'), { ...day, ...linked });
  await done(`DELETE /events/${deleted.id}`, undefined);
  const locked = await create('Amb contrasenya', { ...day, ...own, virtual_url: `https://e.test/${SECRET}` });
  await done(`PATCH /events/${locked.id}`, { password: 'open sesame' });
  const draft = { fr: { title: secret('draft of a translation'), status: 'draft' } };
  await create('Amb esborrany', { ...on('2031-05-08'), language: 'ca', translations: draft });
  for (const [kind, member] of [
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ] as const)
    await done(`POST /${kind}`, { [member]: secret(`draft ${kind}`), status: 'draft' });
}

const open = (path: string, as?: typeof service.accounts.editor) =>
  call(`GET ${service.site}${path}`, { as, headers: { accept: 'text/html' } });

/** The paths of events in the content of a page, without the language. */
function eventsIn(html: string): string[] {
  const found = new Set<string>();
  let depth = 0;
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === 'main') depth++;
      const [, path] =
        /^(?:https?:\/\/[^/]+)?(?:\/(?:en|fr|es))?(\/event\/[^/?#]+\/(?:\d[\d-]+\/)*)(?:[?#]|$)/.exec(
          href ?? '',
        ) ?? [];
      if (name === 'a' && path && depth > 0) found.add(path);
    },
    onclosetag(name) {
      if (name === 'main') depth--;
    },
  });
  parser.end(html);
  return [...found];
}

async function eventsOf(query: string): Promise<Set<string>> {
  const { status, text, body } = await call(`GET /${query}${query.includes('?') ? '&' : '?'}per_page=100`);
  assert.equal(status, 200, text);
  assert.equal(body.total, body.events.length);
  return new Set(body.events.map(({ url }) => new URL(url).pathname));
}

/** Lists of pages show each series once. */
const ONCE = 'hide_subsequent_recurrences=1';
const COMING = `when=ongoing,upcoming&${ONCE}`;

/** Pages, and what the interface is asked for the same events. */
const QUESTIONS: [page: string, query: () => string][] = [
  ['/events/', () => `events?${COMING}`],
  ['/events/?search=concert', () => `events?search=concert&${COMING}`],
  ['/events/?city=Vic', () => `events?city=Vic&${COMING}`],
  ['/events/?cost=free', () => `events?cost=free&${COMING}`],
  ['/events/?categories=musica&tags=gratis', () => `events?categories=musica&tags=gratis&${COMING}`],
  ['/events/?overlaps=2031-05-06/2031-05-08', () => `events?overlaps=2031-05-06/2031-05-08&${ONCE}`],
  ['/events/?hide_subsequent_recurrences=0', () => 'events?when=ongoing,upcoming'],
  ['/events/past/', () => 'events?when=past'],
  ['/events/category/musica/', () => `events?categories=musica&${COMING}`],
  ['/events/tag/gratis/', () => `events?tags=gratis&${COMING}`],
  // A month is of whole weeks.
  ['/events/month/2031-05/', () => 'events?overlaps=2031-04-28/2031-06-01'],
  ['/events/month/2031-05/?tags=gratis', () => 'events?overlaps=2031-04-28/2031-06-01&tags=gratis'],
  ['/events/week/2031-05-05/', () => 'events?overlaps=2031-05-05/2031-05-11'],
  ['/events/day/2031-05-06/', () => 'events?overlaps=2031-05-06/2031-05-06'],
  // What begins before the end of a night belongs to its evening.
  ['/events/day/2031-05-31/', () => 'events?overlaps=2031-05-31/2031-05-31'],
  ['/events/today/', () => 'events?when=ongoing'],
  ['/venue/sala-gran/', () => `events?venue=${venue?.id}&${COMING}`],
  ['/organizer/amics-de-la-musica/', () => `events?organizer=${organizer?.id}&${COMING}`],
  ['/event/cor/all/', () => `events/${series?.id}/occurrences`],
];

/** Lists get as many events as their questions; other pages have all of them. */
const sizeOf = (page: string): string =>
  /^\/events\/(past|category|tag|\?|$)/.test(page) ? `${page.includes('?') ? '&' : '?'}per_page=100` : '';

describe('Pages and rights', () => {
  for (const [page, query] of QUESTIONS)
    test(`${page} shows exactly the events that the interface tells`, async () => {
      const expected = await eventsOf(query());
      assert.ok(expected.size > 0, 'there are events to show');
      for (const prefix of ['', '/fr']) {
        const path = prefix + page + sizeOf(page);
        const { status, text } = await open(path);
        assert.equal(status, 200, path);
        // The page of the dates of a series leads to the series as well.
        const shown = eventsIn(text).filter(path => !page.startsWith(path));
        assert.deepEqual(shown.toSorted(), [...expected].toSorted(), path);
      }
    });

  test('Nothing that is hidden stands on a page that links lead to', OF_NO_STORE, async () => {
    const starts = ['/events/', '/fr/events/'];
    const days = [
      '/events/month/2031-05/',
      '/events/day/2031-05-06/',
      '/events/week/2031-05-05/',
      '/events/map/',
    ];
    const telling: string[] = [];
    const { pages } = await crawl(service.site, [...starts, ...days], {
      // Calendars have no end, and neither have combinations of filters.
      follows: path => !/\/(month|week|day)\/(?!2031-05)|\?|^\/(en|es)\//.test(path),
      asks: path => sampleOf(`crawl ${path}`, [path], 0.5).length > 0,
      most: 1000,
      see: (path, html) => {
        if (html.includes(SECRET)) telling.push(path);
      },
    });
    assert.deepEqual(telling, []);
    assert.ok(pages.length > (takesAll ? 60 : 30), `${pages.length} pages`);
  });

  test('The pages of hidden events tell as little as the interface', async () => {
    for (const path of await hiddenEvents()) {
      const { status, text } = await open(`/${path}/`);
      const { status: told } = await call(`GET /events/by-slug/${path.split('/')[1]}`);
      assert.equal(status, told, path);
      assert.ok(status >= 400 && !text.includes(SECRET), path);
    }
  });

  test('The pages of hidden venues and organizers are those of records that do not exist', async () => {
    for (const kind of ['venue', 'organizer']) {
      const [hidden, none] = [`zyxwv-draft-${kind}s`, 'no-such-thing'];
      const [one, other] = [await open(`/${kind}/${hidden}/`), await open(`/${kind}/${none}/`)];
      assert.deepEqual([one.status, other.status], [404, 404]);
      assert.equal(one.text.replaceAll(hidden, ''), other.text.replaceAll(none, ''));
    }
  });

  test('The page of a protected event has its title, and nothing else of it without the password', async () => {
    const { status, text } = await open('/event/amb-contrasenya/');
    assert.equal(status, 200);
    assert.match(text, /Amb contrasenya/);
    assert.ok(!text.includes(SECRET));
  });

  test('Those who may read a hidden event get a page that no cache keeps for others', async () => {
    for (const path of await hiddenEvents()) {
      const { status, text, headers } = await open(`/${path}/`, as);
      assert.equal(status === 200, text.includes(SECRET), path);
      assert.match(headers.get('cache-control') ?? '', /private|no-store/, path);
      assert.ok(!(await open(`/${path}/`)).text.includes(SECRET), path);
    }
  });
});

/** The paths of all events that nobody may see, without those that are only left out of lists. */
async function hiddenEvents(): Promise<string[]> {
  const rows = await service.db
    .selectFrom('events')
    .select(['slug', 'title'])
    .where('slug', 'is not', null)
    .execute();
  const hidden = rows.filter(({ title }) => title.startsWith(SECRET) && !title.includes('not in lists'));
  assert.ok(hidden.length > 2);
  return hidden.map(({ slug }) => `event/${slug}`);
}
