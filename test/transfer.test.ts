import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import sharp from 'sharp';
import { dialectOf } from '../src/db/dialect.ts';
import type { Db } from '../src/db/tables.ts';
import { readFile } from '../src/transfer/files/documents.ts';
import { anEvent, anOrganizer, aTerm, aVenue, startCalendarSite } from './calendar-site.ts';
import { done, folder, saved, take } from './importing.ts';
import { openGallery } from './pictures.ts';
import { runsOf } from './sample.ts';
import { type Service, shareService, startService } from './service.ts';
import { SERVER } from './store.ts';

const TABLES = [
  ...['records', 'events', 'venues', 'organizers', 'images', 'terms', 'event_venues', 'event_organizers'],
  ...['event_terms', 'users', 'imported', 'settings'],
];

const byContent = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The whole store, except the numbers of import batches. */
async function dump(db: Db) {
  const tables = TABLES.map(async table => {
    const { rows } = await sql.raw<{ name?: string }>(`select * from ${table}`).execute(db);
    return [table, rows.filter(({ name }) => !name?.startsWith('import_batches')).sort(byContent)];
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** Makes a store refuse events with this title. */
const POISONS = {
  postgres: `alter table events add check (title <> 'poison')`,
  sqlite: `create trigger poison before insert on events when new.title = 'poison'
    begin select raise(abort, 'poisoned'); end`,
};

/** Makes a store refuse venues with this name, and accept them again. */
const POISONED_VENUES = {
  postgres: {
    poison: `alter table venues add constraint poison check (name <> 'poison')`,
    cure: 'alter table venues drop constraint poison',
  },
  sqlite: {
    poison: `create trigger poison before insert on venues when new.name = 'poison'
      begin select raise(abort, 'poisoned'); end`,
    cure: 'drop trigger poison',
  },
};

/** Serves its picture once two imports ask for it, so that both have begun before either writes. */
async function waitingGallery() {
  const bothAsk = Promise.withResolvers<void>();
  let asked = 0;
  return openGallery(() => {
    if (++asked === 2) bothAsk.resolve();
    return bothAsk.promise;
  });
}

const titles = async (db: Db) =>
  (await db.selectFrom('events').select('title').orderBy('id').execute()).map(({ title }) => title);

interface Shown {
  id: number;
  title: string;
  name: string;
  slug: string;
  city: string;
  phone: string;
  venue: Shown & Shown[];
  organizer: Shown[];
  website: string;
  categories: (Shown & { parent: number; count: number })[];
  tags: Shown[];
  cost: string;
  cost_details: { values: string[] };
  image: { id: number; width: number; sizes: object };
  timezone: string;
  start_date: string;
  utc_start_date: string;
  end_date: string;
  date_utc: string;
  modified_utc: string;
}

const read = async ({ base }: Service, path: string) =>
  // The known form of the interface's responses.
  (await (await fetch(base + path)).json()) as Shown;

const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#357' } })
  .png()
  .toBuffer();

describe('Imports from a site', () => {
  const emptied = shareService();

  it('An import takes all records of a site and changes nothing the second time', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    const { url } = site;
    const music = aTerm(url, 'categories', 71, 'music', { name: 'Music &amp; Dance', parent: 90 });
    site.lists.categories = [
      ...[music, aTerm(url, 'categories', 72, 'sports'), aTerm(url, 'categories', 73, 'talks')],
      ...[aTerm(url, 'categories', 74, 'walks'), aTerm(url, 'categories', 75, 'empty', { count: 0 })],
      aTerm(url, 'categories', 90, 'arts'),
    ];
    const hall = aVenue(url, 501, 'town-hall', {
      ...{ venue: 'Lee &amp; White &#8211; Hall', city: ' Springfield', website: 'www.hall.example' },
      ...{ state: 'GA', stateprovince: 'GA', country: 'United States', geo_lat: 33.7, geo_lng: -84.3 },
    });
    const nameless = { ...aVenue(url, 502, '502', { city: 'Springfield' }), venue: undefined };
    const club = anOrganizer(url, 503, 'run-club', { email: 'run@club.example', website: 'club.example' });
    const image = { url: `${url}/moved.png`, id: 504 };
    site.files.set('/moved.png', '/picture.png').set('/picture.png', picture);
    site.lists.events = [
      anEvent(url, 601, 'weekly-run', {
        title: 'Weekly Run &#8211; Elsewhere',
        venue: hall,
        organizer: [club],
        categories: [music],
        image,
        ...{ cost: 'Free', website: 'club.example/run' },
        cost_details: { currency_symbol: '$', currency_position: 'prefix', values: ['0'] },
        tags: [aTerm(url, 'tags', 81, 'outdoors')],
      }),
      anEvent(url, 602, 'odd-zone', {
        ...{ timezone: 'UTC+0', utc_start_date: '2031-05-10 18:30:00', utc_end_date: '2031-05-10 20:00:00' },
        ...{ venue: [hall, nameless], organizer: club },
      }),
      anEvent(url, 603, 'members-only', { all_day: null, show_map: null, description: '' }),
      anEvent(url, 604, 'backwards', {
        end_date: '2031-05-10 17:00:00',
        utc_end_date: '2031-05-10 21:00:00',
      }),
      anEvent(url, 605, 'no-title', { title: '' }),
      ...[606, 607, 608, 609].map(id => anEvent(url, id, `event-${id}`, { venue: id === 606 ? null : hall })),
    ];
    site.missing = ['tags', 'venues', 'organizers'];
    site.troubles = [{ status: 503, headers: { 'retry-after': '1' } }];

    const progress: number[] = [];
    const begun = performance.now();
    const report = await take(service, [url], { onProgress: ({ read }) => progress.push(read) });

    assert.ok(performance.now() - begun >= 1000, 'it waited as long as it was asked to');
    assert.deepEqual(done(report), {
      ...{ event: [7, 0, 0, 2], venue: [2, 0, 0, 0], organizer: [1, 0, 0, 0] },
      ...{ category: [6, 0, 0, 0], tag: [1, 0, 0, 0], image: [1, 0, 0, 0] },
    });
    assert.deepEqual(
      report.skipped.map(({ why }) => why),
      ['a password protects it at its source', 'it has no title'],
    );
    assert.deepEqual(report.incomplete, []);
    assert.equal(progress.at(-1), 9);

    const run = await read(service, '/events/601');
    assert.equal(run.title, 'Weekly Run – Elsewhere');
    assert.equal(run.modified_utc, '2020-01-03 15:00:00');
    assert.equal(run.date_utc, '2020-01-02 15:00:00');
    assert.equal(run.website, 'https://club.example/run');
    assert.deepEqual([run.cost, run.cost_details.values], ['Free', ['0']]);
    assert.deepEqual([run.image.id, run.image.width, Object.keys(run.image.sizes).length], [504, 400, 2]);
    assert.deepEqual(
      [run.venue.id, run.venue.venue, run.venue.city],
      [501, 'Lee & White – Hall', 'Springfield'],
    );
    assert.equal(run.venue.website, 'https://www.hall.example');
    assert.deepEqual([run.organizer[0]!.id, run.organizer[0]!.website], [503, 'https://club.example']);
    assert.deepEqual(
      [run.categories[0]!.id, run.categories[0]!.name, run.categories[0]!.parent],
      [71, 'Music & Dance', 90],
    );
    assert.deepEqual(
      run.tags.map(({ slug }) => slug),
      ['outdoors'],
    );
    const odd = await read(service, '/events/602');
    assert.deepEqual(
      [odd.start_date, odd.utc_start_date, odd.timezone],
      ['2031-05-10 18:30:00', '2031-05-10 18:30:00', 'UTC+0'],
    );
    assert.deepEqual(
      odd.venue.map(({ venue }) => venue),
      ['Lee & White – Hall', '(no name)'],
    );
    assert.equal((await read(service, '/events/604')).end_date, '2031-05-10 18:30:00');
    assert.deepEqual((await read(service, '/events/606')).venue, []);

    assert.equal(site.atOnce, 1);
    assert.match(String(site.requests[0]?.headers['user-agent']), /^Almanac/);
    const pages = site.requests
      .map(({ path }) => new URL(path, url))
      .filter(({ pathname }) => /categories/.test(pathname));
    assert.deepEqual(
      pages.map(({ searchParams }) => ['page', 'hide_empty', 'per_page'].map(name => searchParams.get(name))),
      [
        [null, 'false', '50'],
        ['2', 'false', '50'],
      ],
    );

    const before = await dump(service.db);
    const again = await take(service, [url]);
    assert.deepEqual(await dump(service.db), before);
    assert.deepEqual(done(again), {
      ...{ event: [0, 0, 7, 2], venue: [0, 0, 2, 0], organizer: [0, 0, 1, 0] },
      ...{ category: [0, 0, 6, 0], tag: [0, 0, 1, 0] },
    });
  });

  it('A repeated import takes changes of the site and keeps what was changed or deleted here', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    const { url } = site;
    const hall = aVenue(url, 501, 'hall', { city: 'Springfield' });
    const all = () => [11, 12, 13, 14, 15].map(id => anEvent(url, id, `event-${id}`, { venue: { ...hall } }));
    site.lists.events = all();
    site.lists.categories = [aTerm(url, 'categories', 71, 'arts'), aTerm(url, 'categories', 72, 'music')];
    await take(service, [url]);
    const send = (path: string, method: string, body: object) =>
      fetch(service.base + path, {
        method,
        body: JSON.stringify(body),
        headers: {
          authorization: `Bearer ${service.accounts.editor.app_password}`,
          'content-type': 'application/json',
        },
      });
    await send('/events/12', 'POST', { title: 'Edited here' });
    await send('/events/13', 'POST', { title: 'Edited here, too', status: 'draft' });
    await send('/events/14', 'DELETE', {});
    await send('/events/15', 'DELETE', {});
    const before = await dump(service.db);
    assert.deepEqual(done(await take(service, [url])).event, [0, 0, 3, 2]);
    assert.deepEqual(await dump(service.db), before);

    const changed = all();
    Object.assign(changed[0]!, { title: 'Changed there', modified_utc: '2021-01-01 00:00:00' });
    Object.assign(changed[2]!, { title: 'Changed there, too' });
    Object.assign(changed[3]!, { title: 'Changed there, in vain' });
    for (const { venue } of changed) Object.assign(venue, { city: 'Shelbyville' });
    site.lists.events = changed;
    Object.assign(site.lists.categories[1]!, { parent: 71 });
    const report = await take(service, [url]);
    assert.deepEqual(done(report), { event: [0, 2, 1, 2], venue: [0, 1, 0, 0], category: [0, 1, 1, 0] });
    assert.equal(
      (await service.db.selectFrom('terms').select('parent').where('id', '=', 72).executeTakeFirst())?.parent,
      71,
    );
    assert.deepEqual(
      report.notes.map(({ source, why }) => [source, why]),
      [[`${new URL(url).host}?id=13`, 'it had been changed here, too: the version of the source was taken']],
    );
    const rows = await service.db.selectFrom('events').selectAll().orderBy('id').execute();
    assert.deepEqual(
      rows.map(({ title, status }) => [title, status]),
      [
        ['Changed there', 'publish'],
        ['Edited here', 'publish'],
        ['Changed there, too', 'draft'],
        ['event-14', 'trash'],
        ['event-15', 'trash'],
      ],
    );
    assert.equal(rows[0]?.modified_at, Date.UTC(2021, 0, 1) / 1000);
    assert.equal((await read(service, '/venues/501')).city, 'Shelbyville');
    assert.deepEqual(
      report.skipped.map(({ why }) => why),
      Array(2).fill('it was deleted here after its import'),
    );
  });

  it('Records of different sites with equal ids stay apart, and no site speaks for another', async () => {
    await using one = await startCalendarSite();
    await using other = await startCalendarSite();
    const service = await emptied();
    one.lists.events = [anEvent(one.url, 11, 'of-one')];
    other.lists.events = [
      anEvent(other.url, 11, 'of-other'),
      anEvent(one.url, 11, 'pretended', { global_id: `${new URL(one.url).host}?id=11` }),
    ];
    const report = await take(service, [one.url, other.url]);
    assert.deepEqual(done(report).event, [3, 0, 0, 0]);
    assert.deepEqual(await titles(service.db), ['of-one', 'of-other', 'pretended']);
    assert.equal((await read(service, '/events/11')).title, 'of-one');
    assert.deepEqual(done(await take(service, [other.url, one.url])).event, [0, 0, 3, 0]);
  });

  it('An import takes what sites tell by extensions, and the identities of their calendar files', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    const told = {
      ...{ custom_fields: { room: { label: 'Room', value: 'Green' } }, is_virtual: true },
      ...{ virtual_url: 'https://meet.example/1', virtual_video_source: 'zoom' },
      ...{ event_status: 'postponed', status_reason: 'Storm', currency_code: 'CHF' },
      ...{ ticket_url: 'https://tickets.example/1', availability: 'few' },
    };
    site.lists.events = [anEvent(site.url, 901, 'told', told), anEvent(site.url, 902, 'plain')];
    await take(service, [site.url]);
    const shown = JSON.parse(JSON.stringify(await read(service, '/events/901')));
    for (const [name, value] of Object.entries(told)) assert.deepEqual(shown[name], value, name);
    const uidsOf = async () =>
      (await service.db.selectFrom('events').select(['uid', 'sequence']).orderBy('id').execute()).map(
        ({ uid, sequence }) => [uid, sequence],
      );
    const start = Date.UTC(2031, 4, 10, 18, 30) / 1000;
    const uids = [901, 902].map(id => `${id}-${start}-${start + 5400}@127.0.0.1`);
    assert.deepEqual(await uidsOf(), [
      [uids[0], 0],
      [uids[1], 0],
    ]);

    // A site that begins to send members without anything in them has changed nothing.
    const unset = { custom_fields: [], is_virtual: false, virtual_url: null, event_status: 'scheduled' };
    site.lists.events = [
      anEvent(site.url, 901, 'told', {
        ...told,
        event_status: 'canceled',
        start_date: '2031-05-10 19:00:00',
      }),
      anEvent(site.url, 902, 'plain', unset),
    ];
    assert.deepEqual(done(await take(service, [site.url])).event, [0, 1, 1, 0]);
    assert.equal(Object(await read(service, '/events/901')).event_status, 'canceled');
    // Calendars know the event by the identity that it had first.
    assert.deepEqual(await uidsOf(), [
      [uids[0], 1],
      [uids[1], 0],
    ]);
  });

  it('An import links to matching records and leaves them unchanged', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    const { url } = site;
    const mine = { authorization: `Bearer ${service.accounts.editor.app_password}` };
    const make = async (path: string, body: object) =>
      (
        await fetch(service.base + path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { ...mine, 'content-type': 'application/json' },
        })
      ).json() as Promise<Shown>;
    const music = await make('/categories', { name: 'Our Music', slug: 'music' });
    const hall = await make('/venues', { venue: 'Town Hall', city: 'Springfield', phone: '1' });
    const links = { categories: [aTerm(url, 'categories', 71, 'music', { description: 'Theirs' })] };
    site.lists.events = [
      anEvent(url, 901, 'a', {
        ...links,
        venue: aVenue(url, 801, 'x', { venue: 'TOWN HALL', city: 'springfield', phone: '2' }),
      }),
      anEvent(url, 902, 'b', {
        ...links,
        venue: aVenue(url, 802, 'y', { venue: 'Town Hall', city: 'Shelbyville' }),
      }),
    ];
    const report = await take(service, [`${url}/wp-json/tribe/events/v1/`]);
    assert.deepEqual(done(report), { event: [2, 0, 0, 0], venue: [1, 0, 1, 0], category: [0, 0, 1, 0] });
    const [a, b] = [await read(service, '/events/901'), await read(service, '/events/902')];
    assert.deepEqual([a.venue.id, a.venue.phone, b.venue.id], [hall.id, '1', 802]);
    assert.deepEqual([a.categories[0]!.id, a.categories[0]!.name], [music.id, 'Our Music']);
    assert.equal(a.categories[0]!.count, 2);
  });

  it('A category or tag whose slug changes at its site stays the same one, unless another has its former slug', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    const { url, lists } = site;
    const music = (slug: string, id = 5) => aTerm(url, 'categories', id, slug, { name: 'Music' });
    const show = (categories: object[], tags: object[]) => {
      Object.assign(lists, { categories, tags });
      lists.events = [anEvent(url, 21, 'a', { categories: [categories[0]], tags: [tags[0]] })];
      return take(service, [url], { keepIds: false });
    };
    const terms = () => service.db.selectFrom('terms').select(['id', 'slug', 'name']).orderBy('id').execute();
    const walks = aTerm(url, 'tags', 9, 'walks');
    await show([music('music')], [walks, aTerm(url, 'tags', 8, 'music')]);
    const [one, ...tags] = await terms();
    const renamed = await show(
      [music('concerts')],
      [{ ...walks, slug: 'hikes' }, aTerm(url, 'tags', 8, 'music')],
    );
    assert.deepEqual(done(renamed), { event: [0, 1, 0, 0], category: [0, 1, 0, 0], tag: [0, 1, 1, 0] });
    const now = [
      { ...one, slug: 'concerts' },
      ...tags.map(tag => ({ ...tag, slug: tag.slug === 'walks' ? 'hikes' : tag.slug })),
    ];
    assert.deepEqual(await terms(), now);
    assert.equal(
      (await fetch(`${service.site}/events/category/music/`)).url,
      `${service.site}/events/category/concerts/`,
    );
    // The site makes another one with the former slug, and later one with the id of another.
    await show([music('concerts'), music('music', 6)], [{ ...walks, slug: 'hikes' }]);
    assert.deepEqual(
      (await terms()).map(({ slug }) => slug),
      [...now.map(({ slug }) => slug), 'music'],
    );
    await show([music('concerts', 7), music('jazz', 5)], [{ ...walks, slug: 'hikes' }]);
    assert.deepEqual(
      (await terms()).map(({ slug }) => slug),
      [...now.map(({ slug }) => slug), 'music', 'jazz'],
    );
  });

  it('An import of a list address reads that list with its filters', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    site.lists.categories = [aTerm(site.url, 'categories', 71, 'unasked')];
    site.lists.events = Array.from({ length: 5 }, (_, i) => anEvent(site.url, 20 + i, `event-${i}`));
    const address = `${site.url}/wp-json/tribe/events/v1/events?per_page=2&strict_dates=1`;
    assert.deepEqual(done(await take(service, [address])), { event: [5, 0, 0, 0] });
    assert.deepEqual(
      site.requests.map(({ path }) => {
        const { pathname, searchParams } = new URL(path, site.url);
        return [pathname.replace(/^.*\/v1|\/$/g, ''), searchParams.get('strict_dates')];
      }),
      // The index tells which store it is.
      [
        ['/events', '1'],
        ['', null],
        ['/events', '1'],
        ['/events', '1'],
      ],
    );
  });

  it('An import reads another Almanac', async () => {
    await using other = await startService();
    await using service = await startService();
    const source = await saved('almanac.json', [
      anEvent('https://a.example', 31, 'open', { venue: aVenue('https://a.example', 32, 'hall') }),
      anEvent('https://a.example', 33, 'draft', { status: 'draft' }),
    ]);
    await take(other, [source]);
    assert.deepEqual(done(await take(service, [other.site])), { event: [1, 0, 0, 0], venue: [1, 0, 0, 0] });
    assert.deepEqual((await read(service, '/events/31')).venue.venue, 'hall');
    assert.deepEqual(done(await take(service, [other.site])), { event: [0, 0, 1, 0], venue: [0, 0, 1, 0] });
    const report = await take(service, [other.site.replace('//', '//editor:secret@')]);
    assert.match(report.incomplete[0]!.why, /it names a user/);
    assert.equal(JSON.stringify(report).includes('secret'), false);
  });

  it('An import stops where pages lead to another site or back', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    site.lists.events = Array.from({ length: 9 }, (_, i) => anEvent(site.url, 20 + i, `event-${i}`));
    site.nextOf = () => 'http://127.0.0.1:9/wp-json/tribe/events/v1/events/?page=2';
    const elsewhere = await take(service, [site.url]);
    assert.deepEqual(done(elsewhere).event, [4, 0, 0, 0]);
    assert.match(elsewhere.incomplete[0]!.why, /its next page is at another site/);
    site.nextOf = () => `${site.url}/wp-json/tribe/events/v1/events/?page=2`;
    const round = await take(service, [site.url]);
    assert.deepEqual(done(round).event, [4, 0, 4, 0]);
    assert.match(round.incomplete[0]!.why, /its pages lead back to/);
  });

  it('An import reads a list again that changes meanwhile, and stops where every page is the first one', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    const next = (page: number) => `${site.url}/wp-json/tribe/events/v1/events/?page=${page + 1}&per_page=50`;
    site.lists.events = Array.from({ length: 9 }, (_, i) => anEvent(site.url, 20 + i, `event-${i}`));
    site.nextOf = (_, page) => {
      // Events 24 and 28 would move to the pages before theirs.
      if (page === 1 && site.lists.events.length === 9) site.lists.events.shift();
      return next(page);
    };
    const once = await take(service, [site.url]);
    assert.deepEqual([done(once).event, once.incomplete], [[9, 0, 0, 0], []]);
    site.nextOf = (_, page) => {
      site.lists.events.push(anEvent(site.url, 40 + site.lists.events.length, 'later'));
      return next(page);
    };
    const always = await take(service, [site.url]);
    assert.match(always.incomplete[0]!.why, /its list changes each time/);
    // Its third page is gone once it is asked for.
    site.lists.events = Array.from({ length: 9 }, (_, i) => anEvent(site.url, 120 + i, `short-${i}`));
    site.nextOf = (_, page) => {
      if (page === 2 && site.lists.events.length === 9) {
        site.troubles.push({ status: 404, headers: {} });
        site.lists.events.shift();
      }
      return next(page);
    };
    const shorter = await take(service, [site.url]);
    assert.deepEqual([done(shorter).event, shorter.incomplete], [[9, 0, 0, 0], []]);
    site.nextOf = (_, page) => (page === 2 ? `${site.url}/wp-json/tribe/events/v1/gone` : next(page));
    site.lists.events.push(anEvent(site.url, 130, 'last'));
    assert.match((await take(service, [site.url])).incomplete[0]!.why, /404/);
    site.lists.events = Array.from({ length: 8 }, () => anEvent(site.url, 60, 'same'));
    site.nextOf = (_, page) => next(page);
    const same = await take(service, [site.url]);
    assert.match(same.incomplete[0]!.why, /its pages lead back to/);
  });

  it('An answer without its list is no empty list, and a list that lost an item is one', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    const path = '/wp-json/tribe/events/v1/events';
    const answers = async (body: object, type = 'application/json') => {
      const headers = { 'content-type': type };
      site.pages.set(path, { headers, html: JSON.stringify(body) });
      return take(service, [site.url]);
    };
    const failed = await answers({ code: 'rest_cookie_invalid', message: 'Sign in.' });
    assert.match(failed.incomplete[0]!.why, /does not answer with JSON of a calendar/);
    const events = { 1: anEvent(site.url, 1, 'a'), 3: anEvent(site.url, 3, 'c', { title: 'Café' }) };
    // JSON is UTF-8, whatever a server says.
    const report = await answers({ events, total: 2 }, 'application/json; charset=ISO-8859-1');
    assert.deepEqual([done(report).event, report.incomplete], [[2, 0, 0, 0], []]);
    assert.deepEqual(await titles(service.db), ['a', 'Café']);
  });

  it('Venues and organizers of one name at a site stay apart, also in one batch', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    const { url } = site;
    site.lists.venues = [
      aVenue(url, 11, 'hall'),
      aVenue(url, 12, 'hall-2', { venue: 'hall', address: 'Main Street 1' }),
    ];
    site.lists.organizers = [
      anOrganizer(url, 21, 'club'),
      anOrganizer(url, 22, 'club-2', { organizer: 'club', email: 'a@b.example' }),
    ];
    assert.deepEqual(done(await take(service, [url])), { venue: [2, 0, 0, 0], organizer: [2, 0, 0, 0] });
    const addresses = await service.db.selectFrom('venues').select('address').orderBy('id').execute();
    assert.deepEqual(addresses, [{ address: '' }, { address: 'Main Street 1' }]);
  });

  it('An unreadable source is reported, and the import goes on with the next', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    site.files.set('/moved', 'http://127.0.0.1:9/').set('/picture.png', picture);
    site.missing = ['events'];
    const closed = await startCalendarSite();
    await closed[Symbol.asyncDispose]();
    const sources = [closed.url, `${site.url}/moved`, join(folder, 'none.json'), site.url];
    const report = await take(service, [
      ...sources,
      await saved('one.json', anEvent('https://a.example', 1, 'a')),
    ]);
    assert.deepEqual(
      report.incomplete.map(({ why }) => why.replace(/127\.0\.0\.1:\d+/g, 'HOST')),
      [
        'HOST cannot be reached: ECONNREFUSED',
        'http://HOST/moved leads to another site, http://HOST/',
        'there is no such file',
        'events: http://HOST/wp-json/tribe/events/v1/events?per_page=50&start_date=1900-01-01+00%3A00%3A00&end_date=2999-12-31+23%3A59%3A59 answers with the status 404',
      ],
    );
    assert.deepEqual(await titles(service.db), ['a']);
  });

  it('Pictures are fetched only from public addresses and from the imported site', async () => {
    await using site = await startCalendarSite();
    await using other = await startCalendarSite();
    await using service = await startService({ FETCH_ALLOW: '' });
    site.files.set('/picture.png', picture);
    other.files.set('/picture.png', picture);
    site.lists.events = [
      anEvent(site.url, 1001, 'own', { image: { url: `${site.url}/picture.png`, id: 9 } }),
      anEvent(site.url, 1002, 'private', { image: `${other.url}/picture.png` }),
      anEvent(site.url, 1003, 'missing', { image: `${site.url}/gone.png` }),
    ];
    const report = await take(service, [site.url]);
    assert.deepEqual(done(report), { event: [3, 0, 0, 0], image: [1, 0, 0, 2] });
    assert.deepEqual(
      report.skipped.map(({ source }) => source),
      [`${other.url}/picture.png`, `${site.url}/gone.png`],
    );
    assert.equal(other.requests.length, 0);
    const before = await dump(service.db);
    await take(service, [site.url]);
    assert.deepEqual(await dump(service.db), before);
    site.files.set('/gone.png', picture);
    assert.deepEqual(done(await take(service, [site.url])), { event: [0, 1, 2, 0], image: [1, 0, 0, 1] });
    assert.equal((await read(service, '/events/1003')).image.width, 400);
  });

  it('An import links to nothing that is trashed meanwhile', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    const hall = aVenue(site.url, 501, 'hall');
    site.lists.events = Array.from({ length: 6 }, (_, i) =>
      anEvent(site.url, 20 + i, `event-${i}`, { venue: hall }),
    );
    const trash = () => service.db.updateTable('venues').set({ status: 'trash', modified_at: 1 }).execute();
    const trashed: Promise<unknown>[] = [];
    const report = await take(service, [site.url], {
      onProgress: ({ type }) => void (type === 'event' && trashed.length === 0 && trashed.push(trash())),
      // The second page comes long after the venue is in the trash.
      pauseMs: 400,
    });
    assert.deepEqual(done(report).event, [6, 0, 0, 0]);
    const links = await service.db
      .selectFrom('event_venues')
      .select('event_id')
      .orderBy('event_id')
      .execute();
    assert.deepEqual(
      links.map(({ event_id }) => event_id),
      [20, 21, 22, 23],
    );
  });

  it('A record that the store refuses is skipped, and the others are imported', async () => {
    await using site = await startCalendarSite();
    await using service = await startService();
    const { db } = service;
    await sql.raw(POISONS[dialectOf(db).name]).execute(db);
    const hall = aVenue(site.url, 501, 'hall');
    site.lists.events = ['a', 'poison', 'b'].map((slug, i) =>
      anEvent(site.url, 20 + i, slug, { venue: hall }),
    );
    const report = await take(service, [site.url]);
    assert.deepEqual(done(report), { event: [2, 0, 0, 1], venue: [1, 0, 0, 0] });
    assert.match(report.skipped[0]!.why, /^it could not be written: /);
    assert.deepEqual(await titles(db), ['a', 'b']);
    assert.deepEqual(
      (await db.selectFrom('records').select('id').orderBy('id').execute()).map(({ id }) => id),
      [20, 22, 501],
    );
  });

  it('A stopped import leaves only complete records', async () => {
    await using site = await startCalendarSite();
    const service = await emptied();
    const hall = aVenue(site.url, 501, 'hall');
    const music = aTerm(site.url, 'categories', 71, 'music');
    site.lists.events = Array.from({ length: 12 }, (_, i) =>
      anEvent(site.url, 20 + i, `event-${i}`, { venue: hall, categories: [music] }),
    );
    const stop = new AbortController();
    const options = {
      signal: stop.signal,
      onProgress: ({ type }: { type: string }) => {
        if (type === 'event') stop.abort();
      },
    };
    const report = await take(service, [site.url], options);
    assert.equal(report.aborted, true);
    assert.deepEqual(done(report).event, [4, 0, 0, 0]);
    const { events, event_venues, event_terms, imported } = await dump(service.db);
    assert.deepEqual(
      [events, event_venues, event_terms].map(rows => rows.length),
      [4, 4, 4],
    );
    assert.equal(imported.length, 6);
    assert.deepEqual(done(await take(service, [site.url])).event, [8, 0, 4, 0]);
  });
});

describe('Imports from files', () => {
  const emptied = shareService();

  it('An import reads answers, lists of answers, records and lists of records', async () => {
    const service = await emptied();
    const site = 'https://agenda.example';
    const answer = (ids: number[], more: object) => ({
      events: ids.map(id => anEvent(site, id, `e${id}`)),
      total: ids.length,
      ...more,
    });
    const sources = await Promise.all([
      saved('page.json', answer([1, 2], { total_pages: 3 })),
      saved('pages.json', [answer([3], {}), { venues: [aVenue(site, 10, 'hall')] }, answer([1, 4], {})]),
      saved('event.json', anEvent(site, 5, 'e5', { organizer: anOrganizer(site, 11, 'club') })),
      saved('events.json', [anEvent(site, 6, 'e6'), 7, { nothing: 'known' }]),
    ]);
    const report = await take(service, sources);
    assert.deepEqual(done(report), { event: [6, 0, 1, 1], venue: [1, 0, 0, 0], organizer: [1, 0, 0, 0] });
    assert.deepEqual(
      report.notes.map(({ why }) => why),
      ['it is one of 3 pages: the others were not read'],
    );
    assert.deepEqual(await titles(service.db), ['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
  });

  it('A repeated import of an export never lowers the revision of an event', async () => {
    const service = await emptied();
    const exported = (sequence: number | undefined, title: string) =>
      saved('revisions.json', {
        almanac: { version: 1, store: 'other' },
        events: [{ ...anEvent('https://other.example', 905, 'fair', { title }), almanac: { sequence } }],
      });
    const sequences: number[] = [];
    for (const [sequence, title] of [
      ...[[5, 'First'] as const, [9, 'Second'] as const, [2, 'Third'] as const],
      ...[[undefined, 'Fourth'] as const, [40, 'Fourth'] as const],
    ]) {
      await take(service, [await exported(sequence, title)]);
      const row = await service.db.selectFrom('events').select(['uid', 'sequence']).executeTakeFirstOrThrow();
      assert.equal(row.uid, '905@other');
      sequences.push(row.sequence);
    }
    // The last one tells of the same event as before, so it writes nothing.
    assert.deepEqual(sequences, [5, 9, 10, 11, 11]);
  });

  it('A truncated file is imported up to the place where it breaks off', async () => {
    const service = await emptied();
    const whole = JSON.stringify({ events: [1, 2, 3].map(id => anEvent('https://a.example', id, `e${id}`)) });
    const report = await take(service, [
      await saved('cut.json', whole.slice(0, -200)),
      await saved('no.json', 'no'),
    ]);
    assert.deepEqual(done(report).event, [2, 0, 0, 0]);
    assert.deepEqual(
      report.incomplete.map(({ why }) => why),
      ['its JSON is invalid or truncated', 'it is not JSON of a calendar'],
    );
  });

  it('Of millions of empty records one is read and told', async () => {
    const service = await emptied();
    const events = [...Array.from({ length: 50_000 }, () => ({})), anEvent('https://a.example', 21, 'a')];
    for (const content of [{ events }, events, [{ events }]]) {
      const source = await saved('empty.json', content);
      const records: object[] = [];
      for await (const item of readFile(source, service.config)) if ('record' in item) records.push(item);
      assert.ok(records.length <= 2);
    }
    const report = await take(service, [await saved('empty.json', { events })]);
    assert.deepEqual(done(report).event, [1, 0, 0, 1]);
  });

  it('Events imported together get ids and slugs of their own, and their terms are counted', async () => {
    const service = await emptied();
    const [one, other] = ['https://one.example', 'https://other.example'];
    const categories = [aTerm(one, 'categories', 7, 'fairs')];
    const source = await saved('together.json', [
      ...[41, 42, 43].map(id => anEvent(one, id, 'fair', { categories })),
      anEvent(other, 42, 'fair'),
      anEvent(one, 44, 'fair-3', { categories, status: 'draft' }),
    ]);
    assert.deepEqual(done(await take(service, [source])), { event: [5, 0, 0, 0], category: [1, 0, 0, 0] });
    const rows = await service.db.selectFrom('events').select(['id', 'slug']).orderBy('id').execute();
    assert.deepEqual(
      rows.map(({ id, slug }) => [id, slug]),
      [
        [41, 'fair'],
        [42, 'fair-2'],
        [43, 'fair-3'],
        [44, 'fair-3-2'],
        [45, 'fair-4'],
      ],
    );
    const { count } = await service.db.selectFrom('terms').select('count').executeTakeFirstOrThrow();
    assert.equal(count, 3);
  });

  it('Records read ahead are matched with records written before them', async () => {
    const service = await emptied();
    const hall = { id: 3, venue: 'Hall' };
    const events = Array.from({ length: 1100 }, (_, i) => ({
      ...{ id: 10 + i, title: `Event ${i}`, start_date: '2031-05-10 18:30:00', venue: hall },
      // The source of the first record equals that of the last record of the next batch.
      ...(i === 0 && { almanac: { imported: [{ source: 'almanac:other?id=1109', fingerprint: '' }] } }),
    }));
    const source = await saved('ahead.json', { almanac: { version: 1, store: 'other' }, events });
    assert.deepEqual(done(await take(service, [source])), { event: [1099, 0, 1, 0], venue: [1, 0, 0, 0] });
    const links = await service.db.selectFrom('event_venues').selectAll().execute();
    assert.equal(links.length, 1099);
  });

  it('An event whose venue cannot be written is written again only once there is the venue', async () => {
    await using service = await startService();
    const { db } = service;
    const { poison, cure } = POISONED_VENUES[dialectOf(db).name];
    const start_date = '2031-05-10 18:30:00';
    const venues = ['poison', 'Hall'].map((venue, at) => ({ id: at + 1, venue }));
    const events = venues.map((venue, at) => ({ id: at + 11, title: 'Concert', start_date, venue }));
    const source = await saved('poisoned.json', { events });
    await sql.raw(poison).execute(db);
    assert.deepEqual(done(await take(service, [source])), { event: [2, 0, 0, 0], venue: [1, 0, 0, 1] });
    assert.deepEqual(done(await take(service, [source])), { event: [0, 0, 2, 0], venue: [0, 0, 1, 1] });
    await sql.raw(cure).execute(db);
    assert.deepEqual(done(await take(service, [source])), { event: [0, 1, 1, 0], venue: [1, 0, 1, 0] });
    assert.deepEqual(done(await take(service, [source])), { event: [0, 0, 2, 0], venue: [0, 0, 2, 0] });
  });

  it('An import that is alone writes the same as others, in fewer transactions', async ({ mock }) => {
    // A transaction ends after a time as well: the clock stands, so that it does not on a slow machine.
    mock.method(performance, 'now', () => 0);
    const hall = { id: 3, venue: 'Hall' };
    const events = Array.from({ length: 1000 }, (_, i) => ({
      ...{ id: 10 + i, title: `Event ${i % 750}`, start_date: '2031-05-10 18:30:00', venue: hall },
      // The source of the first record equals that of one of the last batch, and so on.
      ...(i % 250 === 0 && {
        almanac: { imported: [{ source: `almanac:other?id=${1009 - i}`, fingerprint: '' }] },
      }),
      ...(i % 350 === 349 && { title: 'poison' }),
    }));
    const whole = JSON.stringify({ almanac: { version: 1, store: 'other' }, events });
    const source = await saved('alone.json', whole.slice(0, -20));
    const found = [];
    // Only an embedded store has a transaction for several batches.
    const alone = SERVER ? [] : [{ isAlone: true }];
    for (const options of [{ isAlone: false }, ...alone]) {
      await using service = await startService();
      const { db } = service;
      await sql.raw(POISONS[dialectOf(db).name]).execute(db);
      const { skipped, ...report } = await take(service, [source], options);
      const again = done(await take(service, [source], options));
      const rows = await db.selectFrom('events').select(['id', 'title', 'slug']).orderBy('id').execute();
      const sources = await db.selectFrom('imported').select(['source', 'local_id']).execute();
      const links = await db.selectFrom('event_venues').selectAll().orderBy('event_id').execute();
      found.push({ report, skipped: skipped.length, again, rows, sources: sources.sort(byContent), links });
      const counted = db.selectFrom('settings').select('value').where('name', '=', 'import_batches');
      const batches = Number((await counted.executeTakeFirstOrThrow()).value);
      if (!SERVER) assert.equal(batches < 3, options.isAlone === true, `${batches} transactions`);
    }
    assert.equal(found[0]!.rows.length, 996);
    for (const other of found.slice(1)) assert.deepEqual(other, found[0]);
  });

  it('A category that events name by several ids keeps its children', async () => {
    const site = 'https://agenda.example';
    const events = [
      aTerm(site, 'categories', 5, 'music'),
      aTerm(site, 'categories', 6, 'music'),
      aTerm(site, 'categories', 7, 'jazz', { parent: 6 }),
    ].map((category, at) => anEvent(site, 41 + at, `e${at}`, { categories: [category] }));
    const source = await saved('children.json', { events });
    for (const options of [{}, { isAlone: true }]) {
      await using service = await startService();
      assert.deepEqual((await take(service, [source], options)).notes, []);
      const terms = await service.db.selectFrom('terms').select(['id', 'slug', 'parent']).execute();
      const idOf = (slug: string) => terms.find(term => term.slug === slug)?.id;
      assert.equal(terms.find(({ slug }) => slug === 'jazz')?.parent, idOf('music'));
    }
  });

  it('An import that is alone and is stopped keeps what it tells, and one that fails keeps nothing of a transaction', async () => {
    await using service = await startService();
    const start_date = '2031-05-10 18:30:00';
    const events = Array.from({ length: 2000 }, (_, n) => ({ id: n + 1, title: `Event ${n}`, start_date }));
    const source = await saved('stopped.json', { events });
    const stop = new AbortController();
    const stopped = await take(service, [source], {
      ...{ isAlone: true, signal: stop.signal },
      onProgress: () => stop.abort(),
    });
    const { created } = stopped.counts.event;
    assert.ok(stopped.aborted && created > 0 && created < 2000, `${created}`);
    assert.equal((await titles(service.db)).length, created);
    if (dialectOf(service.db).name === 'sqlite') {
      const limit = (pages: number) =>
        service.db.transaction().execute(db => sql.raw(`pragma max_page_count = ${pages}`).execute(db));
      await limit(1);
      await assert.rejects(take(service, [source], { isAlone: true }), /full/);
      await limit(1_000_000);
      assert.equal((await titles(service.db)).length, created);
    }
    const rest = await take(service, [source], { isAlone: true });
    assert.deepEqual(done(rest).event, [2000 - created, 0, created, 0]);
  });

  it('Of two concurrent imports into one store, one ends and nothing is imported twice', async () => {
    await using gallery = await waitingGallery();
    const service = await emptied();
    const start_date = '2031-05-10 18:30:00';
    const image = `http://${gallery.host}/slow.png`;
    const events = Array.from({ length: 1200 }, (_, n) => ({ id: n + 1, title: `Event ${n}`, start_date }));
    const source = await saved('twice.json', { events: [{ ...events[0], image }, ...events.slice(1)] });
    const reports = await Promise.all([take(service, [source]), take(service, [source])]);
    const [ended, ...others] = reports.flatMap(({ incomplete }) => incomplete.map(({ why }) => why));
    assert.deepEqual([ended, others], ['another import is writing into this store', []]);
    const [one, other] = reports.map(({ counts }) => counts.event.created);
    assert.equal(one! + other!, 1200);
    assert.deepEqual(done(await take(service, [source])), { event: [0, 0, 1200, 0] });
  });

  it('Imports of different sources run at once and share the venues, terms and pictures that both have', async () => {
    await using gallery = await openGallery();
    await using service = await startService();
    const start_date = '2031-05-10 18:30:00';
    const image = `http://${gallery.host}/wide.png`;
    const sources = await Promise.all(
      ['one', 'other'].map(name => {
        const venue = { id: `hall-${name}`, venue: 'Hall', city: 'Springfield', image };
        const categories = [{ name: 'Music', slug: 'music' }];
        const events = Array.from({ length: 1000 }, (_, n) => ({
          ...{ id: n + 1, title: `Event ${n} of ${name}`, start_date, venue, categories },
        }));
        return saved(`at-once-${name}.json`, { events });
      }),
    );
    const reports = await Promise.all(sources.map(source => take(service, [source], { keepIds: false })));
    assert.deepEqual(
      reports.map(({ incomplete, counts }) => [incomplete, counts.event.created]),
      [
        [[], 1000],
        [[], 1000],
      ],
    );
    for (const table of ['venues', 'terms', 'images'] as const)
      assert.equal((await service.db.selectFrom(table).select('id').execute()).length, 1, table);
    const links = await service.db.selectFrom('event_venues').select('venue_id').distinct().execute();
    assert.equal(links.length, 1);
    assert.equal((await readdir(join(service.config.DATA_DIR, 'images'))).length, 1);
    for (const source of sources)
      assert.deepEqual(done(await take(service, [source])).event, [0, 0, 1000, 0]);
  });

  it('Of two concurrent imports from which the same records come, one ends and nothing is imported twice', async () => {
    await using gallery = await waitingGallery();
    const service = await emptied();
    const image = `http://${gallery.host}/slow.png`;
    const events = Array.from({ length: 1200 }, (_, n) =>
      anEvent('https://agenda.example', n + 1, `event-${n}`, n ? {} : { image }),
    );
    const sources = [await saved('copy.json', { events }), await saved('other-copy.json', { events })];
    const reports = await Promise.all(sources.map(source => take(service, [source])));
    assert.deepEqual(
      reports.flatMap(({ incomplete }) => incomplete.map(({ why }) => why)),
      ['another import is writing into this store'],
    );
    for (const source of sources) await take(service, [source]);
    assert.equal((await titles(service.db)).length, 1200);
  });

  it('Records with ids or names of any length and characters are recognized again', async () => {
    const service = await emptied();
    const [end, other] = ['😀', '🨀'];
    const start_date = '2031-05-10 18:30:00';
    const source = await saved('long.json', {
      events: [end, other].map(end => ({ title: `a${'😀'.repeat(200)}${end}`, start_date })),
      venues: [end, other].map(end => ({ id: `${'x'.repeat(39)}${end}`, venue: `Hall ${end}` })),
    });
    assert.deepEqual(done(await take(service, [source])), { event: [2, 0, 0, 0], venue: [2, 0, 0, 0] });
    assert.deepEqual(done(await take(service, [source])), { event: [0, 0, 2, 0], venue: [0, 0, 2, 0] });
  });

  it('Imported records get new ids where theirs are taken or not wanted', async () => {
    const service = await emptied();
    const site = 'https://agenda.example';
    const source = await saved('ids.json', [
      anEvent(site, 40, 'first', { venue: aVenue(site, 40, 'hall') }),
      anEvent(site, 9_000_000_000, 'far'),
    ]);
    await take(service, [source]);
    assert.equal((await read(service, '/venues/40')).venue, 'hall');
    const rows = await service.db.selectFrom('events').select(['id', 'title']).orderBy('id').execute();
    assert.deepEqual(
      rows.map(({ id, title }) => [id, title]),
      [
        [41, 'first'],
        [42, 'far'],
      ],
    );
    await take(service, [await saved('more.json', [anEvent(site, 400, 'late')])], { keepIds: false });
    // New ids are never those that an import kept.
    await take(service, [
      await saved(
        'next.json',
        [44, 45, 46].map(id => anEvent(site, id, `kept-${id}`)),
      ),
    ]);
    const drawn = await fetch(`${service.base}/events`, {
      method: 'POST',
      body: new URLSearchParams({ title: 'Drawn', start_date: '2031-01-01', end_date: '2031-01-01' }),
      headers: { authorization: `Bearer ${service.accounts.editor.app_password}` },
    });
    assert.equal(((await drawn.json()) as Shown).id, 47);
    assert.equal(
      (await service.db.selectFrom('events').select('id').where('title', '=', 'late').executeTakeFirst())?.id,
      43,
    );
  });

  it('An import of arbitrary values never fails and is repeatable', async () => {
    const service = await emptied();
    const site = 'https://hostile.example';
    const names = Object.keys(anEvent(site, 1, 'a'));
    const members = fc.dictionary(fc.constantFrom(...names, 'almanac'), fc.jsonValue());
    const odd = fc.record({
      venue: fc.oneof(fc.jsonValue(), members),
      organizer: fc.array(members),
      categories: fc.array(
        fc.oneof(
          fc.jsonValue(),
          fc.dictionary(fc.constantFrom('slug', 'name', 'parent', 'id', 'urls'), fc.jsonValue()),
        ),
      ),
    });
    const events = fc.array(
      fc.tuple(members, odd).map(([some, links]) => ({
        ...anEvent(site, 1, 'a'),
        id: undefined,
        global_id: undefined,
        ...links,
        ...some,
      })),
    );
    await fc.assert(
      fc.asyncProperty(events, fc.boolean(), async (list, isExport) => {
        const header = isExport ? { almanac: { version: 1, site } } : {};
        const source = await saved('hostile.json', { ...header, events: list });
        const report = await take(service, [source], { images: false, isAlone: true });
        assert.deepEqual(report.incomplete, []);
        assert.deepEqual(
          report.skipped.filter(({ why }) => why.includes('could not be written')),
          [],
        );
        const before = await dump(service.db);
        await take(service, [source], { images: false });
        assert.deepEqual(await dump(service.db), before);
      }),
      { numRuns: runsOf(8, SERVER ? 0.25 : 0.5) },
    );
  });
});
