import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Body, caller, eventOf } from './client.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let series: Body;
let occurrences: Body[];

const TUESDAYS = { start_date: '2031-05-06 19:30:00', end_date: '2031-05-06 21:00:00' };
const MAY = 'start_date=2031-05-01&end_date=2031-06-30';

/** Programs are led from a page to the interface. */
const headers = { accept: 'application/json' };

const get = (address: string) => caller(service.base)(`GET ${address}`, { headers });

async function write(line: string, json: object): Promise<Body> {
  const { status, body, text } = await caller(service.base)(line, { as: service.accounts.editor, json });
  assert.ok(status < 300, `${line} ${text}`);
  return body;
}

before(async () => {
  service = await startService();
  const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=3', 'RDATE:20310506T220000'];
  series = await write('POST /events', eventOf('Choir', { ...TUESDAYS, recurrence }));
  occurrences = (await get(`/events/${series.id}/occurrences?${MAY}`)).body.events;
});
after(() => service[Symbol.asyncDispose]());

describe('The addresses of series', () => {
  it('Each occurrence has one, the second of a day with a number', () => {
    const page = `${service.site}/event/choir/`;
    assert.deepEqual(
      occurrences.map(({ url }) => url),
      [`${page}2031-05-06/`, `${page}2031-05-06/2/`, `${page}2031-05-13/`, `${page}2031-05-20/`],
    );
    assert.equal(series.url, page);
  });

  it('They lead to what the interface shows', async () => {
    const leadsTo = {
      '/event/choir/': series.id,
      '/event/choir/2031-05-06/': occurrences[0]!.id,
      '/event/choir/2031-05-06/2/': occurrences[1]!.id,
      '/ca/event/choir/2031-05-13/': occurrences[2]!.id,
    };
    for (const [path, id] of Object.entries(leadsTo)) {
      const { status, headers } = await get(service.site + path);
      assert.equal(status, 302, path);
      const { body } = await get(headers.get('location')!);
      assert.equal(body.id, id, path);
    }
    const { headers } = await get(`${service.site}/event/choir/all/`);
    const { body } = await get(headers.get('location')!);
    assert.equal(body.total, 4);
    assert.match(body.rest_url, new RegExp(`/events/${series.id}/occurrences/\\?page=1`));
  });

  it('The page of each date has the day in its title, and that of the series has none', async () => {
    for (const [path, title] of [
      ['', 'Choir'],
      ['2031-05-13/', 'Choir, Tue 13 May 2031'],
    ]) {
      const { text } = await caller(service.base)(`GET ${service.site}/en/event/choir/${path}`, {
        headers: { accept: 'text/html' },
      });
      assert.equal(/<title>(.*?) – /.exec(text)?.[1], title);
    }
  });

  it('Each has its documents', async () => {
    for (const [path, found] of [
      ['/event/choir/2031-05-13.jsonld', /2031-05-13T19:30/],
      ['/event/choir/2031-05-06/2.csv', /2031-05-06 22:00:00/],
      ['/event/choir/all.csv', /2031-05-20 19:30:00/],
      ['/event/choir/all/feed/', /<rss/],
      ['/ca/event/choir/all.atom', /<feed/],
    ] as const) {
      const { status, text } = await get(service.site + path);
      assert.equal(status, 200, `${path} ${text}`);
      assert.match(text, found, path);
    }
  });

  it('What does not exist is not found', async () => {
    await write('POST /events', eventOf('Alone', TUESDAYS));
    for (const path of [
      'choir/2031-05-07/',
      'choir/2031-05-06/3/',
      'choir/all/more/',
      'choir/monday/',
      'nobody/all/',
    ])
      for (const address of [`/event/${path}`]) {
        const { status, headers } = await get(service.site + address);
        const last = status === 302 ? await get(headers.get('location')!) : { status };
        assert.ok(last.status === 404 || last.status === 400, `${address} ${last.status}`);
      }
    const { status, body } = await get('/events/by-slug/alone/occurrences');
    assert.deepEqual([status, body.code], [404, 'event-is-no-series']);
    assert.equal((await get('/events/999999/occurrences')).status, 404);
    assert.equal((await get(`${service.site}/event/alone/all.csv`)).status, 404);
  });

  it('Former addresses lead to those of today, in all forms', async () => {
    await write('POST /events', eventOf('Band', { ...TUESDAYS, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' }));
    const { body } = await get('/events/by-slug/band');
    await write(`POST /events/${body.id}`, { slug: 'orchestra' });
    for (const rest of ['/', '.ics', '/2031-05-13/', '/2031-05-13.ics', '/all/', '/all.ics', '/all/feed/']) {
      const { status, headers } = await get(`${service.site}/event/band${rest}`);
      assert.deepEqual([status, headers.get('location')], [301, `${service.site}/event/orchestra${rest}`]);
    }
  });

  it('The sitemap has each series once', async () => {
    const { text } = await get(`${service.site}/sitemap.xml`);
    assert.equal(text.match(/\/event\/choir\//g)?.length, 1, text);
    assert.match(text, /<loc>[^<]*\/event\/choir\/<\/loc>/);
  });

  it('The index of the interface does not list these routes, its document does', async () => {
    const index = (await get('')).text;
    assert.ok(!index.includes('occurrences'));
    assert.ok((await get('/doc')).text.includes('/series/{id}/occurrences'));
  });
});

describe('The horizon', () => {
  it('A list that reaches beyond it tells it, if a public series goes on there', async () => {
    const horizonOf = async (query: string) =>
      (await get(`/events?${query}`)).headers.get('x-almanac-horizon');
    assert.equal(await horizonOf('when=upcoming'), null, 'no series goes on');
    const { id } = await write(
      'POST /events',
      eventOf('Forever', {
        start_date: 'tomorrow 10:00',
        end_date: 'tomorrow 11:00',
        recurrence: 'RRULE:FREQ=YEARLY',
      }),
    );
    const today = Temporal.Now.plainDateISO('Europe/Madrid');
    const horizon = String(today.add({ months: 60 }));
    assert.equal(await horizonOf('when=upcoming'), horizon);
    assert.equal(await horizonOf(`end_date=${today.add({ years: 6 })}`), horizon);
    assert.equal(await horizonOf(`end_date=${horizon}`), null);
    assert.equal(await horizonOf('when=past'), null);
    assert.equal(await horizonOf(`include=${id}`), null);
    const document = await get(`${service.site}/events.csv?when=upcoming`);
    assert.equal(document.headers.get('x-almanac-horizon'), horizon);
    assert.match(document.headers.get('access-control-expose-headers')!, /X-Almanac-Horizon/);
    await write(`PATCH /events/${id}`, { recurrence: 'RRULE:FREQ=YEARLY;COUNT=3' });
    assert.equal(await horizonOf('when=upcoming'), null);
  });
});
