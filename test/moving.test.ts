import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anEvent, anOrganizer, aTerm, aVenue, startCalendarSite } from './calendar-site.ts';
import { caller } from './client.ts';
import { done, saved, take } from './importing.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';

const jpeg = await picture(60, 40, 'jpeg');

describe('Pictures of a site that moves', () => {
  it('Pictures are fetched whose addresses are relative to their records', async () => {
    await using site = await startCalendarSite();
    await using service = await startService();
    const { url } = site;
    for (const path of ['/wp-content/a.jpg', '/event/b/b.jpg', '/venue/hall/c.jpg', '/organizer/club/d.jpg'])
      site.files.set(path, jpeg);
    site.lists.events = [
      anEvent(url, 11, 'a', { image: { url: '/wp-content/a.jpg' } }),
      anEvent(url, 12, 'b', { image: 'b.jpg' }),
      anEvent(url, 13, 'c', {
        image: `${url.replace('http:', '')}/wp-content/a.jpg`,
        venue: aVenue(url, 14, 'hall', { image: { url: 'c.jpg' } }),
        organizer: [anOrganizer(url, 15, 'club', { image: { url: './d.jpg' } })],
      }),
    ];
    const report = await take(service, [url]);
    assert.deepEqual([report.skipped, report.notes], [[], []]);
    assert.deepEqual(done(report).image, [4, 0, 0, 0]);
    const call = caller(service.base);
    const { events } = (await call('GET /events?include=11,12,13')).body;
    const images = [...events, events[2]!.venue, events[2]!.organizer[0]!].map(({ image }) => image.id);
    assert.equal(new Set(images).size, 4);
    assert.equal(images[0], images[2]);
  });

  it('The report names the record, the address and the cause of each picture that is missing', async () => {
    await using site = await startCalendarSite();
    await using service = await startService();
    site.lists.events = [
      anEvent(site.url, 11, 'a', { image: '/gone.jpg' }),
      anEvent(site.url, 12, 'b', { image: { url: 'data:image/png;base64,AAAA' } }),
      anEvent(site.url, 13, 'c', { image: '/gone.jpg' }),
      anEvent(site.url, 14, 'd', { image: `${site.url}/${'x'.repeat(2000)}.jpg` }),
    ];
    const gone = `its picture is missing: ${site.url}/gone.jpg: there is no image at this address.`;
    const told = async () => {
      const { notes } = await take(service, [site.url]);
      return notes.map(({ type, source, why }) => `${type} ${source.replace(/.*\?id=/, '')}: ${why}`);
    };
    const first = await told();
    assert.deepEqual([first[0], first[2]], [`event 11: ${gone}`, `event 13: ${gone}`]);
    assert.match(
      first[1]!,
      /^event 12: its picture is missing: data:image\/png;base64,AAAA: .* complete http/,
    );
    assert.match(first[3]!, /^event 14: its picture is missing: http.{200,350}: .* complete http/);
    assert.equal(site.requests.filter(({ path }) => path.includes('xxx')).length, 0);
    assert.deepEqual(await told(), first);
  });

  it('An image that a client sends needs a complete address', async () => {
    await using service = await startService();
    const call = caller(service.base);
    const json = { title: 'Fair', start_date: '2031-05-10 10:00', end_date: '2031-05-10 12:00' };
    for (const image of ['/wp-content/a.jpg', '//host.example/a.jpg', 'a.jpg']) {
      const as = service.accounts.editor;
      const { status, body } = await call('POST /events', { as, json: { ...json, image } });
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['image']], image);
    }
  });
});

describe('Venues and organizers without a name', () => {
  const site = 'https://agenda.example';
  const nameless = (of: string, id: number, more: object = {}) => ({
    ...aVenue(of, id, String(id), { city: 'Atlanta', ...more }),
    venue: undefined,
  });

  it('An event keeps its nameless venue and organizer', async () => {
    await using service = await startService({ LANGUAGE: 'ca' });
    const organizer = { ...anOrganizer(site, 3, '3', { email: 'a@b.example' }), organizer: undefined };
    const bare = nameless(site, 4, { city: undefined });
    const source = await saved('nameless.json', [
      anEvent(site, 1, 'a', { venue: nameless(site, 2), organizer: [organizer] }),
      anEvent(site, 5, 'b', { venue: bare }),
      // The same town at another site is another nameless place.
      anEvent('https://other.example', 6, 'c', { venue: nameless('https://other.example', 7) }),
    ]);
    const report = await take(service, [source]);
    assert.deepEqual(done(report), { event: [3, 0, 0, 0], venue: [3, 0, 0, 0], organizer: [1, 0, 0, 0] });
    const call = caller(service.base);
    const { events } = (await call('GET /events?include=1,5,6')).body;
    assert.deepEqual(
      events.map(({ venue }) => [venue.id, venue.venue, (venue as { city?: string }).city]),
      [
        [2, '(sense nom)', 'Atlanta'],
        [4, '(sense nom)', undefined],
        [7, '(sense nom)', 'Atlanta'],
      ],
    );
    const [club] = events[0]!.organizer as unknown as { organizer: string; email: string }[];
    assert.deepEqual([club!.organizer, club!.email], ['(sense nom)', 'a@b.example']);
    assert.deepEqual(done(await take(service, [source])).event, [0, 0, 3, 0]);
  });

  it('An event that was imported without its venue gets it once the venue can be imported', async () => {
    await using service = await startService();
    const source = await saved('lost.json', [anEvent(site, 1, 'a', { venue: nameless(site, 2) })]);
    await take(service, [source]);
    for (const table of ['event_venues', 'venues'] as const) await service.db.deleteFrom(table).execute();
    await service.db.deleteFrom('imported').where('type', '=', 'venue').execute();
    assert.deepEqual(done(await take(service, [source])), { event: [0, 1, 0, 0], venue: [1, 0, 0, 0] });
    assert.equal((await caller(service.base)('GET /events/1')).body.venue.venue, '(no name)');
    assert.deepEqual(done(await take(service, [source])), { event: [0, 0, 1, 0], venue: [0, 0, 1, 0] });
  });
});

describe('What an import cannot keep', () => {
  const site = 'https://agenda.example';

  it('The report names each member that has no place here, once, and each value that is left out', async () => {
    await using service = await startService();
    const venue = aVenue(site, 9, 'hall', {
      excerpt: 'Short',
      geo_lat: 99,
      geo_lng: '2.5',
      phone: '1'.repeat(1001),
    });
    const child = aTerm(site, 'categories', 8, 'jazz', { parent: 7 });
    const source = await saved('left-out.json', [
      anEvent(site, 1, 'a', { venue, ticketed: true, attendance: null, rsvp: [] }),
      anEvent(site, 2, 'b', { ticketed: 'yes', status: 'expired', categories: [child] }),
    ]);
    const told = async () =>
      (await take(service, [source])).notes.map(
        ({ type, source, why }) => `${type} ${source.slice(-4)}: ${why}`,
      );
    const members = [
      'event id=1: its member “ticketed” has no place here and was left out: true',
      'venue id=9: its member “excerpt” has no place here and was left out: "Short"',
    ];
    const values = [
      'category jazz: its parent category, 7, was not read: it is at the top level here',
      'event id=2: its status is unknown here, it is a draft: expired',
      'venue id=9: its geo_lat cannot be read and was left out: 99',
      'venue id=9: its phone was cut to 1000 characters',
    ];
    assert.deepEqual((await told()).sort(), [...members, ...values].sort());
    // Unchanged records are not read again.
    assert.deepEqual(await told(), []);
  });

  it('A list that a site writes as an object with numbers is read as a list', async () => {
    await using service = await startService();
    const organizer = { 1: anOrganizer(site, 3, 'one'), 4: anOrganizer(site, 4, 'two') };
    const report = await take(service, [
      await saved('numbered.json', [anEvent(site, 1, 'a', { organizer })]),
    ]);
    assert.deepEqual([done(report).organizer, report.notes], [[2, 0, 0, 0], []]);
    assert.equal((await caller(service.base)('GET /events/1')).body.organizer.length, 2);
  });
});
