import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import ICAL from 'ical.js';
import { eventOf } from './client.ts';
import { seriesOf } from './series.ts';
import { startService } from './service.ts';

const service = await startService({ TIME_ZONE: 'Europe/Madrid' });
after(() => service[Symbol.asyncDispose]());
const { done, ids } = seriesOf(service);

/** What a reader that repeats no rule sees of a calendar. */
async function read(address: string) {
  const response = await fetch(service.site + address);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  assert.match(response.headers.get('content-type')!, /^text\/calendar\b/);
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(event => ({
    uid: String(event.getFirstPropertyValue('uid')),
    title: String(event.getFirstPropertyValue('summary')),
    start: String(event.getFirstPropertyValue('dtstart')),
    isAlone: !['rrule', 'rdate', 'recurrence-id'].some(name => event.hasProperty(name)),
  }));
  return { events, text };
}

const START = ['2031-05-06T19:30:00', '2031-05-13T19:30:00', '2031-05-20T21:00:00'];
let series = 0;
let single = 0;

before(async () => {
  series = (
    await done(
      'POST /events',
      eventOf('Choir', {
        ...{ start_date: '2031-05-06 19:30', end_date: '2031-05-06 21:00' },
        recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
      }),
    )
  ).series.id;
  single = (
    await done(
      'POST /events',
      eventOf('Fair', { start_date: '2031-05-07 10:00', end_date: '2031-05-07 11:00' }),
    )
  ).id;
  const last = (await ids(series)).at(-1);
  await done(`PATCH /events/${last}`, {
    title: 'Late choir',
    start_date: '2031-05-20 21:00',
    end_date: '2031-05-20 22:00',
  });
});

const DATES = 'start_date=2031-01-01&end_date=2031-12-31';

describe('Calendars for readers that repeat no rule', () => {
  const lists = [
    `/events.ics?${DATES}&expand=true`,
    ...[`/events/?ical=1&${DATES}`, `/events/list/?outlook-ical=1&${DATES}`, `/events/ical/?${DATES}`],
  ];
  for (const address of lists)
    it(`${address}: each occurrence is an event of its own`, async () => {
      const { events } = await read(address);
      assert.deepEqual(
        events.map(({ title, start }) => [title, start]),
        [
          ...[
            ['Choir', START[0]],
            ['Fair', '2031-05-07T10:00:00'],
          ],
          ...[
            ['Choir', START[1]],
            ['Late choir', START[2]],
          ],
        ],
      );
      assert.ok(events.every(({ isAlone }) => isAlone));
      assert.equal(new Set(events.map(({ uid }) => uid)).size, 4);
    });

  it('So it is in the calendar of a series, and in that of one occurrence', async () => {
    for (const address of ['/event/choir/?ical=1', '/event/choir.ics?expand=true']) {
      const { events } = await read(address);
      assert.deepEqual(
        events.map(({ start, isAlone }) => [start, isAlone]),
        START.map(start => [start, true]),
      );
    }
    const { events } = await read('/event/choir/2031-05-13/?ical=1');
    const all = await read(lists[0]!);
    assert.deepEqual(events, all.events.slice(2, 3));
  });

  it('Other calendars, and those that say so, have the series once', async () => {
    for (const address of [`/events.ics?${DATES}`, `/events/?ical=1&expand=false&${DATES}`]) {
      const { events } = await read(address);
      assert.deepEqual(
        events.map(({ title }) => title),
        ['Choir', 'Late choir', 'Fair'],
      );
      assert.equal(events.filter(({ isAlone }) => isAlone).length, 1);
    }
  });

  it('Lists in JSON are the same with the parameter and without', async () => {
    const [plain, expanded] = await Promise.all(
      ['', '&expand=true'].map(async more => (await fetch(`${service.base}/events?${DATES}${more}`)).json()),
    );
    assert.equal((plain as { total: number }).total, (expanded as { total: number }).total);
  });
});

describe('Addresses of calendars that the reference has', () => {
  it('event_ids names the events', async () => {
    const [first] = await ids(series);
    for (const query of [`event_ids=${single},${first}`, `event_ids[]=${single}&event_ids[]=${first}`]) {
      const { events } = await read(`/events/?ical=1&${query}`);
      assert.deepEqual(events.map(({ title }) => title).sort(), ['Choir', 'Fair']);
    }
  });

  it('A record without a permalink is named by its slug', async () => {
    const { events } = await read('/?tribe_events=fair&ical=1');
    assert.deepEqual(
      events.map(({ title }) => title),
      ['Fair'],
    );
    const occurrence = await read('/?tribe_events=choir&eventDate=2031-05-13&ical=1');
    assert.deepEqual(
      occurrence.events.map(({ start }) => start),
      [START[1]],
    );
    for (const [sent, page] of [
      ['/?tribe_events=fair', '/event/fair/'],
      ['/?tribe_events=choir&eventDate=2031-05-13', '/event/choir/2031-05-13/'],
    ]) {
      const response = await fetch(service.site + sent, {
        headers: { accept: 'text/html', 'accept-language': 'fr' },
        redirect: 'manual',
      });
      assert.equal(response.status, 301);
      assert.equal(new URL(response.headers.get('location')!).pathname, page);
    }
    const missing = await fetch(`${service.site}/?tribe_events=none`, { headers: { accept: 'text/html' } });
    assert.equal(missing.status, 404);
  });
});

describe('The file of one event', () => {
  it('It has no name of a calendar, which a subscription keeps', async () => {
    const OF_CALENDARS = /^(?:NAME|X-WR-|SOURCE|REFRESH|X-PUBLISHED|METHOD|ORGANIZER)/m;
    for (const address of [
      '/event/fair.ics',
      '/event/choir/2031-05-13.ics',
      '/event/fair/?ical=1',
      '/?tribe_events=fair&ical=1',
    ])
      assert.doesNotMatch((await read(address)).text, OF_CALENDARS, address);
    for (const address of ['/events.ics', '/event/choir.ics', `/events/?ical=1&${DATES}`])
      assert.match((await read(address)).text, /^X-WR-CALNAME:/m, address);
  });
});
