import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, mock } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '../src/db/tables.ts';
import { caller } from './client.ts';
import { done, saved, type Taken, take } from './importing.ts';
import { type Service, shareService, startService } from './service.ts';
import { SERVER } from './store.ts';
import { openWeb } from './web.ts';

const fixture = (name: string): string => join(import.meta.dirname, 'calendars', name);

/** An event of a calendar, with some of its lines replaced or added. */
const vevent = (lines: Record<string, string>): string => {
  const all = { UID: 'one@example.org', DTSTAMP: '20260101T000000Z', ...lines };
  return [
    'BEGIN:VEVENT',
    ...Object.entries(all).map(([name, value]) => `${name}:${value}`),
    'END:VEVENT',
  ].join('\r\n');
};

const calendar = (events: readonly string[], head: readonly string[] = []): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...head, ...events, 'END:VCALENDAR', ''].join('\r\n');

/** Events on the days of May 2031, by the numbers of the days. */
const days = (numbers: readonly number[], uidOf = (day: number) => `day-${day}@example.org`): string =>
  calendar(
    numbers.map(day =>
      vevent({
        ...{ UID: uidOf(day), SUMMARY: `Day ${day}`, LOCATION: 'Town hall' },
        ...{ DTSTART: `203105${String(day).padStart(2, '0')}T100000Z`, DURATION: 'PT1H' },
      }),
    ),
  );

const rows = (db: Db) =>
  db.selectFrom('events').select(['id', 'title', 'status', 'uid', 'modified_at']).orderBy('id').execute();

const live = async (db: Db) =>
  (await rows(db)).filter(({ status }) => status !== 'trash').map(({ title }) => title);

const send = ({ base, site, accounts }: Service, path: string, init: RequestInit = {}) =>
  fetch((path.startsWith('/events.ics') ? site : base) + path, {
    ...init,
    headers: {
      authorization: `Bearer ${accounts.administrator.app_password}`,
      'content-type': 'application/json',
    },
  });

/** The events of a service, without what is its own. */
async function shown(service: Service, query: string): Promise<string[]> {
  const answer = await (await send(service, `/events?${query}`)).json();
  // The known form of the interface's answers.
  const { events } = answer as { events: Record<string, unknown>[] };
  const OWN =
    /"(?:id|global_id|global_id_lineage|author|url|rest_url|date|date_utc|modified|modified_utc|website|slug|urls|json_ld|term_\w+|image)":(?:"[^"]*"|\{[^{}]*\}|\[[^\]]*\]|[^,}]*),?/g;
  return events.map(event => JSON.stringify(event).replace(OWN, '')).sort();
}

const notes = ({ notes }: Taken) => notes.map(({ why }) => why);

const importDays = async (
  service: Service,
  numbers: readonly number[],
  options = {},
  uidOf?: (day: number) => string,
) => take(service, [await saved('days.ics', days(numbers, uidOf))], options);

describe('Calendar files', () => {
  const makers = {
    'google.ics': [4, 0, 0, 0],
    'office365.ics': [4, 0, 0, 0],
    'icloud.ics': [2, 0, 0, 0],
    'nextcloud.ics': [1, 0, 0, 0],
    'the-events-calendar.ics': [1, 0, 0, 0],
    'drupal.ics': [1, 0, 0, 0],
    'meetup.ics': [1, 0, 0, 0],
    'indico.ics': [1, 0, 0, 0],
    'moodle.ics': [1, 0, 0, 0],
  };
  for (const [name, [created]] of Object.entries(makers))
    it(`${name} is imported, and changes nothing the second time`, async () => {
      await using service = await startService({ TIME_ZONE: 'Europe/Madrid' });
      const first = await take(service, [fixture(name)], { images: false });
      assert.equal(first.counts.event.created, created);
      assert.deepEqual(first.incomplete, []);
      const before = await rows(service.db);
      const second = await take(service, [fixture(name)], { images: false });
      assert.equal(second.counts.event.unchanged, created);
      assert.equal(second.counts.event.changed + second.counts.event.created, 0);
      assert.deepEqual(second.vanished, []);
      assert.deepEqual(await rows(service.db), before);
    });

  it('What events of Office say is what the interface shows', async () => {
    await using service = await startService({ TIME_ZONE: 'Europe/Madrid' });
    await take(service, [fixture('office365.ics')]);
    const answer = await fetch(`${service.base}/events?start_date=2031-09-01&end_date=2031-09-30`);
    // The known form of the interface's answers.
    const { events } = (await answer.json()) as { events: Record<string, unknown>[] };
    assert.deepEqual(
      events.map(({ title, start_date, utc_start_date, timezone, event_status, is_virtual }) => [
        ...[title, start_date, utc_start_date, timezone, event_status, is_virtual],
      ]),
      [
        [
          'Inauguració del curs',
          '2031-09-10 12:00:00',
          '2031-09-10 10:00:00',
          'Europe/Madrid',
          'scheduled',
          false,
        ],
        ['Reunió', '2031-09-11 10:00:00', '2031-09-11 10:00:00', 'UTC', 'scheduled', true],
        ['Seminari', '2031-09-12 10:00:00', '2031-09-12 08:00:00', 'Europe/Madrid', 'canceled', false],
      ],
    );
    assert.equal(events[0]!.description, '<p>Conferència <em>inaugural</em></p>\n<p>Entrada lliure</p>');
    const secret = await service.db
      .selectFrom('events')
      .select(['status', 'all_day', 'start_date', 'end_date'])
      .where('title', '=', 'Festa major')
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      { ...secret },
      {
        ...{ status: 'private', all_day: 1 },
        ...{ start_date: '2031-09-05 00:00:00', end_date: '2031-09-06 23:59:59' },
      },
    );
  });
});

describe('The identity of events of a calendar', () => {
  const emptied = shareService();

  it('Events that got new UIDs are found by what they say', async () => {
    const service = await emptied();
    await importDays(service, [1, 2, 3]);
    const before = await rows(service.db);
    const again = await importDays(service, [3, 2, 1], {}, day => `new-${day * 7}@example.org`);
    assert.deepEqual(done(again), { event: [0, 0, 3, 0], venue: [0, 0, 1, 0] });
    assert.deepEqual(await rows(service.db), before);
    const third = await importDays(service, [1, 2, 3, 4], {}, day => `newer-${day}@example.org`);
    assert.deepEqual(third.counts.event, { created: 1, changed: 0, unchanged: 3, skipped: 0 });
  });

  it('An event is not taken for another one that is still in the calendar', async () => {
    const service = await emptied();
    await importDays(service, [1]);
    const twins = calendar(
      ['day-1@example.org', 'twin@example.org'].map(UID =>
        vevent({
          UID,
          SUMMARY: 'Day 1',
          LOCATION: 'Town hall',
          DTSTART: '20310501T100000Z',
          DURATION: 'PT1H',
        }),
      ),
    );
    const report = await take(service, [await saved('days.ics', twins)]);
    assert.deepEqual(report.counts.event, { created: 1, changed: 0, unchanged: 1, skipped: 0 });
  });

  it('A calendar may have more events than a statement has values', async () => {
    const service = await emptied();
    // SQLite takes 32,766 values. On PostgreSQL they are looked up by the hundred.
    const known = SERVER ? 1000 : 40_000;
    await sql`
      insert into imported (type, source, local_id, fingerprint)
      with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(known)})
      select 'event', 'file:days.ics#' || n || '@example.org', 1000000 + n, '' from counted`.execute(
      service.db,
    );
    const report = await importDays(service, [1, 2], { prune: true });
    assert.deepEqual([report.counts.event.created, report.vanished], [2, []]);
  });

  it('What vanished is reported, and moved to the trash only if that is wanted', async () => {
    const service = await emptied();
    await importDays(service, [1, 2, 3, 4]);
    const reported = await importDays(service, [1, 2, 3]);
    assert.deepEqual(
      reported.vanished.map(({ source, why }) => [source, why]),
      [['file:days.ics#day-4@example.org', 'it is no longer at its source']],
    );
    assert.equal((await live(service.db)).length, 4);
    await importDays(service, [1, 2, 3], { prune: true });
    assert.deepEqual(await live(service.db), ['Day 1', 'Day 2', 'Day 3']);
    const quiet = await importDays(service, [1, 2, 3], { prune: true });
    assert.deepEqual(quiet.vanished, []);
    const back = await importDays(service, [1, 2, 3, 4], { prune: true });
    assert.equal(back.counts.event.changed, 1);
    assert.deepEqual(await live(service.db), ['Day 1', 'Day 2', 'Day 3', 'Day 4']);
  });

  it('What vanished comes back with its calendar also if the trash has been emptied', async () => {
    const service = await emptied();
    const choir = { UID: 'choir@example.org', SUMMARY: 'Choir', DTSTART: '20310601T180000Z' };
    const lost = [
      vevent({ ...choir, RRULE: 'FREQ=WEEKLY;COUNT=2' }),
      vevent({
        ...choir,
        SUMMARY: 'Concert',
        DTSTART: '20310608T190000Z',
        'RECURRENCE-ID': '20310608T180000Z',
      }),
      vevent({ UID: 'talk@example.org', SUMMARY: 'Talk', DTSTART: '20310603T180000Z' }),
    ];
    const all = days([1, 2, 3, 4, 5]).replace('END:VCALENDAR', [...lost, 'END:VCALENDAR'].join('\r\n'));
    await take(service, [await saved('days.ics', all)]);
    const before = (await live(service.db)).sort();
    await importDays(service, [1, 2, 3, 4, 5], { prune: true });
    assert.equal((await live(service.db)).length, 5);
    assert.equal((await send(service, '/../../trash/v1', { method: 'DELETE' })).status, 200);
    const back = await take(service, [await saved('days.ics', all)], { prune: true });
    assert.deepEqual(back.counts.event, { created: 3, changed: 0, unchanged: 5, skipped: 0 });
    assert.deepEqual((await live(service.db)).sort(), before);
  });

  it('A calendar that has lost more than a third of its events loses none here', async () => {
    const service = await emptied();
    await importDays(service, [1, 2, 3, 4, 5, 6]);
    const report = await importDays(service, [1, 2, 3], { prune: true });
    assert.equal((await live(service.db)).length, 6);
    assert.deepEqual(notes(report), [
      '3 of its 6 events are gone, more than may go at once: none was moved to the trash',
    ]);
    await importDays(service, [1, 2, 3, 4], { prune: true });
    assert.equal((await live(service.db)).length, 4);
  });

  it('An event that was edited here stays, and a cut-off file loses none', async () => {
    const service = await emptied();
    await importDays(service, [1, 2, 3, 4]);
    const [first] = await rows(service.db);
    await service.db
      .updateTable('events')
      .set({ modified_at: first!.modified_at + 1 })
      .where('id', '=', first!.id)
      .execute();
    const report = await importDays(service, [2, 3, 4], { prune: true });
    assert.match(report.vanished[0]!.why, /edited here, so it stays/);
    const cut = days([2, 3, 4]);
    const half = await take(service, [await saved('days.ics', cut.slice(0, cut.lastIndexOf('DTSTART')))], {
      prune: true,
    });
    assert.equal(half.incomplete.length, 1);
    assert.equal((await live(service.db)).length, 4);
  });

  it('An event that was edited in the second of its import counts as edited', async () => {
    const service = await emptied();
    const ask = caller(service.base);
    mock.timers.enable({ apis: ['Date'] });
    try {
      mock.timers.setTime(Date.UTC(2031, 0, 1));
      await importDays(service, [1, 2, 3, 4]);
      const [first, second] = await rows(service.db);
      const as = service.accounts.editor;
      await ask(`PATCH /events/${first!.id}`, { as, json: { title: 'Edited here' } });
      const patched = (await rows(service.db))[0]!;
      assert.equal(patched.modified_at, first!.modified_at);
      const report = await importDays(service, [2, 3, 4], { prune: true });
      assert.match(report.vanished[0]!.why, /edited here, so it stays/);
      assert.deepEqual((await rows(service.db)).slice(0, 2), [patched, second]);
      // What imports write in one second is no edit.
      const changed = days([2, 3, 4]).replaceAll('SUMMARY:', 'SUMMARY:New ');
      const path = await saved('days.ics', changed);
      assert.deepEqual((await take(service, [path])).notes, []);
      const again = await take(service, [await saved('days.ics', days([2, 3, 4]))]);
      assert.deepEqual([again.counts.event.changed, again.notes], [3, []]);
    } finally {
      mock.timers.reset();
    }
  });

  it('Events of a source come without its category if that is deleted while they are read', async () => {
    const service = await emptied();
    const made = await send(service, '/categories', { method: 'POST', body: '{"name":"Town"}' });
    const { id } = (await made.json()) as { id: number };
    const rules = { batch: 'one', queues: false, shrinkLimit: 3, accepts: 0, formOf: () => ({}) };
    const reading = { ...rules, category: id, validators: undefined };
    const linked = () => service.db.selectFrom('event_terms').select(['event_id', 'term_id']).execute();
    await importDays(service, [1], { reading });
    assert.deepEqual(
      (await linked()).map(({ term_id }) => term_id),
      [id],
    );
    await send(service, `/categories/${id}?force=true`, { method: 'DELETE' });
    const taken = await importDays(service, [1, 2, 3], { reading });
    assert.deepEqual(done(taken).event, [2, 0, 1, 0]);
    assert.deepEqual(await linked(), []);
  });

  it('An event whose start cannot be read any more is not gone', async () => {
    const service = await emptied();
    await importDays(service, [1, 2, 3, 4]);
    const unread = days([1, 2, 3, 4]).replace('20310504T', '2031-May-4 ');
    const taken = await take(service, [await saved('days.ics', unread)], { prune: true });
    assert.match(notes(taken)[0]!, /without a start/);
    assert.deepEqual(taken.vanished, []);
    assert.equal((await live(service.db)).length, 4);
  });

  it('A message cancels an event that was imported, and keeps what it said', async () => {
    const service = await emptied();
    await importDays(service, [1, 2]);
    const message = (UID: string) =>
      calendar([vevent({ UID, DTSTART: '20310501T100000Z' })], ['METHOD:CANCEL']);
    const report = await take(service, [await saved('days.ics', message('day-1@example.org'))], {
      prune: true,
    });
    assert.deepEqual(report.counts.event, { created: 0, changed: 1, unchanged: 0, skipped: 0 });
    const stranger = await take(service, [await saved('days.ics', message('nobody@example.org'))]);
    assert.equal(stranger.skipped[0]!.why, 'it was cancelled before it was imported');
    const found = await service.db
      .selectFrom('events')
      .select(['title', 'event_status'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      found.map(({ title, event_status }) => [title, event_status]),
      [
        ['Day 1', 'canceled'],
        ['Day 2', 'scheduled'],
      ],
    );
  });

  it('Of two revisions the last one counts, and events that share a UID are two', async () => {
    const service = await emptied();
    const file = calendar([
      vevent({ UID: 'a', SUMMARY: 'New', SEQUENCE: '2', DTSTART: '20310502T100000Z' }),
      vevent({ UID: 'a', SUMMARY: 'Old', SEQUENCE: '1', DTSTART: '20310501T100000Z' }),
      vevent({ UID: 'b', SUMMARY: 'First', DTSTART: '20310503T100000Z' }),
      vevent({ UID: 'b', SUMMARY: 'Second', DTSTART: '20310504T100000Z' }),
    ]);
    await take(service, [await saved('revisions.ics', file)]);
    assert.deepEqual(await live(service.db), ['New', 'First', 'Second']);
    const uids = (await rows(service.db)).map(({ uid }) => uid);
    assert.equal(new Set(uids).size, 3);
  });
});

describe('Calendars of Almanac', () => {
  it('Their events come back as they were', async () => {
    await using here = await startService({ TIME_ZONE: 'Europe/Madrid' });
    const write = async (path: string, body: object) => {
      const answer = await send(here, path, { method: 'POST', body: JSON.stringify(body) });
      assert.equal(answer.status, 201, await answer.clone().text());
      // The known form of the interface's answers.
      return (await answer.json()) as { id: number };
    };
    const venue = await write('/venues', {
      ...{ venue: 'Teatre Principal', address: 'Rambla 27, 1r', city: 'Vic', zip: '08500' },
      ...{ stateprovince: 'Barcelona', country: 'Espanya', geo_lat: 41.93, geo_lng: 2.25 },
    });
    const organizer = await write('/organizers', {
      organizer: 'Puig; "Nova", S.A.',
      email: 'hola@nova.example',
    });
    const zone = {
      timezone: 'Europe/Madrid',
      start_date: '2031-05-10 18:30:00',
      end_date: '2031-05-10 20:00:00',
    };
    await write('/events', {
      ...{
        ...zone,
        title: 'Jazz; amb, \\ i "més"',
        description: '<p>Un <b>concert</b></p>\n<p>de &lt;jazz&gt;</p>',
      },
      ...{
        venue: venue.id,
        organizer: organizer.id,
        categories: ['Música', 'Nit, de club'],
        tags: ['gratuït'],
      },
    });
    await write('/events', {
      ...{
        ...zone,
        title: 'Amb tot',
        cost: '12 €',
        currency_code: 'EUR',
        website: 'https://tickets.example.org/buy?id=1&n=2',
      },
      description: '<p>Programa: <a href="https://example.org/p.pdf">PDF</a></p>\n<ul>\n<li>U</li>\n</ul>',
      organizer: [organizer.id, { organizer: 'Cor, i Cobla' }],
      timezone: '+01:00',
      ...{ ticket_url: 'https://tickets.example.org/buy?id=2', availability: 'few' },
    });
    await write('/events', { ...zone, title: 'Només enllaç', website: 'https://tickets.example.org/' });
    await write('/events', {
      ...zone,
      title: 'Ajornat',
      ticket_url: 'https://tickets.example.org/3',
      event_status: 'postponed',
      status_reason: 'Pluja, molta',
    });
    await write('/events', { ...zone, title: 'Anul·lat', event_status: 'canceled', description: 'Text' });
    await write('/events', {
      ...zone,
      title: 'En línia',
      virtual_url: 'https://meet.example/1',
      is_virtual: true,
    });
    await write('/events', { ...zone, title: 'Sense enllaç', is_virtual: true });
    await write('/events', { ...zone, title: 'Passa', event_status: 'moved_online', status_reason: 'Neu' });
    await write('/events', { ...zone, title: 'Fira', all_day: true, end_date: '2031-05-12 00:00:00' });
    await write('/events', { ...zone, title: 'Oslo', timezone: 'Europe/Oslo', end_date: zone.start_date });
    // Another one of the same town hall.
    const museum = { organizer: 'Museu', email: 'hola@nova.example' };
    await write('/events', {
      ...zone,
      title: 'Canvi',
      status_reason: 'Nou <horari>: 21 h',
      organizer: museum,
    });
    await write('/events', { ...zone, title: 'Com un avís', description: '<p>Ajornat: no</p>\n<p>Text</p>' });
    await write('/events', { ...zone, title: 'Paraula', categories: ['gratuït'], tags: ['gratuït'] });
    await write('/events', { ...zone, title: 'Esborrany', status: 'draft' });
    await write('/events', { ...zone, title: 'Reservat', status: 'private' });
    const query = 'start_date=2031-01-01&end_date=2031-12-31&per_page=50&status=publish,draft,private';
    const file = await (await send(here, `/events.ics?${query}`)).text();
    await using there = await startService({ TIME_ZONE: 'Europe/Madrid' });
    const report = await take(there, [await saved('own.ics', file)], { images: false });
    assert.deepEqual([report.skipped, report.counts.event.created], [[], 15]);
    const back = await shown(there, query);
    assert.equal(back.length, 15);
    assert.deepEqual(back, await shown(here, query));
    const facts = async (db: Db) =>
      (
        await db
          .selectFrom('events')
          .select(['title', 'website', 'cost', 'currency_code'])
          .orderBy('title')
          .execute()
      ).map(({ website, ...row }) => ({ ...row, website: website ?? '' }));
    assert.deepEqual(await facts(there.db), await facts(here.db));
    const again = await take(here, [await saved('own.ics', file)]);
    assert.deepEqual(again.counts.event, { created: 0, changed: 0, unchanged: 0, skipped: 15 });
  });
});

describe('Organizers of a calendar', () => {
  it('With one address are several, also where the address alone was once remembered', async () => {
    await using service = await startService();
    const by = (UID: string, name: string) =>
      vevent({ UID, DTSTART: '20310501T100000Z', [`ORGANIZER;CN=${name}`]: 'mailto:town@example.org' });
    const file = await saved('town.ics', calendar([by('a', 'Library'), by('b', 'Museum')]));
    const organizers = async () =>
      (await service.db.selectFrom('organizers').select('name').orderBy('name').execute()).map(
        ({ name }) => name,
      );
    await take(service, [file]);
    assert.deepEqual(await organizers(), ['Library', 'Museum']);
    const { source } = await service.db
      .selectFrom('imported')
      .select('source')
      .where('source', 'like', '%#library town@example.org')
      .executeTakeFirstOrThrow();
    await service.db
      .updateTable('imported')
      .set({ source: source.replace('library ', '') })
      .where('source', '=', source)
      .execute();
    await take(service, [file]);
    assert.deepEqual(await organizers(), ['Library', 'Museum']);
  });
});

describe('Addresses of calendars', () => {
  it('A calendar is recognised at any address, and is asked for as one', async () => {
    await using service = await startService();
    const file = await readFile(fixture('nextcloud.ics'));
    const accepted: unknown[] = [];
    await using web = await openWeb((request, response) => {
      accepted.push(request.headers.accept);
      if (request.url === '/moved.ics') return response.writeHead(302, { location: '/feed.ics?x=1' }).end();
      response.writeHead(200, {
        'content-type': request.url === '/feed.ics?x=1' ? 'text/calendar' : 'text/plain',
      });
      return response.end(file);
    });
    const first = await take(service, [`${web.origin}/export?id=secret`]);
    assert.equal(first.counts.event.created, 1);
    const { source } = await service.db
      .selectFrom('imported')
      .select('source')
      .where('type', '=', 'event')
      .executeTakeFirstOrThrow();
    assert.doesNotMatch(source, /secret/);
    const again = await take(service, [`${web.origin}/export?id=secret`]);
    assert.equal(again.counts.event.unchanged, 1);
    const other = await take(service, [`${web.origin}/moved.ics`]);
    assert.equal(other.counts.event.created, 1);
    assert.deepEqual(accepted.slice(2), ['text/calendar, */*;q=0.1', 'text/calendar, */*;q=0.1']);
  });
});

describe('Pictures of calendars', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const START = 'DTSTART:20310510T100000Z';

  it('They are taken from addresses and from the file itself, and other attachments are reported', async () => {
    await using service = await startService();
    await using web = await openWeb((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(png),
    );
    const events = [
      `ATTACH;FMTTYPE=image/png:${web.origin}/one.png`,
      `IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/png:${web.origin}/two.png`,
      `ATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY:${png.toString('base64')}`,
      `ATTACH;FMTTYPE=application/pdf:${web.origin}/programme.pdf`,
    ].map((line, i) =>
      ['BEGIN:VEVENT', `UID:${i}`, START, `SUMMARY:Picture ${i}`, line, 'END:VEVENT'].join('\r\n'),
    );
    const file = await saved('pictures.ics', calendar(events));
    const config = { ...service.config, FETCH_ALLOW: [new URL(web.origin).host] };
    const report = await take({ ...service, config }, [file]);
    const images = await service.db.selectFrom('events').select('image_id').orderBy('id').execute();
    assert.deepEqual(
      images.map(({ image_id }) => image_id !== null),
      [true, true, true, false],
    );
    assert.ok(notes(report).some(why => why.includes('ATTACH (1)')));
    const again = await take({ ...service, config }, [file]);
    assert.deepEqual(again.counts.event, { created: 0, changed: 0, unchanged: 4, skipped: 0 });
  });
});
