import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { cacheLookups } from '../src/observability/measures.ts';
import { caller } from './client.ts';
import { get } from './get.ts';
import { type Service, startService } from './service.ts';

// What a cache keeps of a page is never older than what the page says of the time: just after midnight, and after the
// start and the end of an event, a kept page is the one that the service makes anew.

const ZONE = 'Europe/Madrid';
const FIRST = '2031-05-06T16:00:00';

/** Milliseconds of a local time of the site. */
const instantOf = (local: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(ZONE).epochMilliseconds;

let service: Service;
let fresh = 0;

/** The address of every kind of page, with and without dates of its own. */
const PATHS = [
  ...['/events/', '/events/past/', '/events/?when=ongoing', '/events/?overlaps=2031-05-01/2031-05-31'],
  ...['/events/?overlaps=2031-05-06/2031-05-06', '/events/category/music/?overlaps=2031-05-01/2032-02-01'],
  ...[
    '/events/category/music/',
    '/events/tag/free/',
    '/events/map/',
    '/events/map/?overlaps=2031-05-01/2032-05-31',
  ],
  ...['/events/month/', '/events/month/2031-05/', '/events/week/', '/events/week/2031-05-05/'],
  ...['/events/today/', '/events/day/2031-05-07/', '/events/?orderby=title&overlaps=2031-01-01/2032-12-31'],
  ...[
    '/events/?when=all',
    '/events/?include=4,5,6,7',
    '/events/map/?when=all',
    '/event/each-week/all/?when=all',
  ],
  ...['/venues/', '/organizers/', '/venue/hall/', '/organizer/choir/', '/embed/', '/fr/events/'],
  ...['/event/over/', '/event/runs/', '/event/tonight/', '/event/tomorrow/', '/event/whole-day/'],
  ...['/event/alone/', '/event/new-year/', '/event/behind-a-password/', '/event/each-week/'],
  ...['/event/each-week/2031-05-13/', '/event/each-week/all/', '/event/each-week/all/?when=past'],
];

const read = async (path: string): Promise<string> => {
  const { status, body } = await get(service.site, path, { accept: 'text/html' });
  assert.equal(status, 200, path);
  return body.toString();
};

/** The page that the service makes anew. No page reads this parameter; each of its values is another key of the cache. */
const readFresh = async (path: string): Promise<string> =>
  (await read(`${path}${path.includes('?') ? '&' : '?'}fresh=${fresh++}`)).replaceAll(PARAMETER, '');

/** Links to other formats repeat it. */
const PARAMETER = /(?:\?|&amp;)fresh=\d+/g;

/** An answer is kept from its second request on, if others have not made the cache forget the first one. */
async function fillCache(): Promise<void> {
  for (const path of PATHS) for (let time = 0; time < 2; time++) await read(path);
}

const hits = cacheLookups.of('answers', 'hit');

/** A second before each of these, and then. */
const MOMENTS = [
  ['the start of an event', '2031-05-06T18:00:00'],
  ['the start of an event that stands alone', '2031-05-06T18:30:00'],
  ['the start of a protected event', '2031-05-06T19:00:00'],
  ['the end of an event', '2031-05-06T20:00:00'],
  ['the end of a date of a series', '2031-05-06T22:00:00'],
  ['midnight', '2031-05-07T00:00:00'],
  ['the end of an event within a minute', '2031-05-07T11:30:30'],
  ['the minute after it', '2031-05-07T11:31:00'],
  ['midnight at the end of a week', '2031-05-12T00:00:00'],
  ['midnight at the end of a month', '2031-06-01T00:00:00'],
  ['midnight at the end of a year', '2032-01-01T00:00:00'],
] as const;

// In the suite: the clock of other files in this process goes on.
describe('A page that a cache keeps', () => {
  before(async () => {
    mock.timers.enable({ apis: ['Date'], now: instantOf(FIRST) });
    service = await startService({
      LANGUAGE: 'en',
      LANGUAGES: 'en, fr',
      TIME_ZONE: ZONE,
      RATE_LIMIT: '100000',
    });
    const call = caller(service.base);
    const create = async (title: string, start: string, end: string, fields: object = {}) => {
      const json = {
        ...{ title, start_date: start, end_date: end, categories: ['Music'], tags: ['Free'] },
        ...{ venue: 1, organizer: 2, ...fields },
      };
      const { status, text, body } = await call('POST /events', { as: service.accounts.editor, json });
      assert.equal(status, 201, text);
      return body;
    };
    const geo = { geo_lat: 41.93, geo_lng: 2.25 };
    await call('POST /venues', { as: service.accounts.editor, json: { venue: 'Hall', city: 'Vic', ...geo } });
    await call('POST /organizers', { as: service.accounts.editor, json: { organizer: 'Choir' } });
    for (const kind of ['categories', 'tags'])
      await call(`POST /${kind}`, {
        as: service.accounts.editor,
        json: { name: kind === 'tags' ? 'Free' : 'Music' },
      });
    await create('Over', '2031-05-05 10:00:00', '2031-05-05 11:00:00');
    await create('Runs', '2031-05-01 10:00:00', '2031-05-20 18:00:00');
    await create('Tonight', '2031-05-06 18:00:00', '2031-05-06 20:00:00');
    await create('Tomorrow', '2031-05-07 10:00:00', '2031-05-07 11:30:30');
    await create('Whole day', '2031-05-07', '2031-05-07', { all_day: true });
    await create('Each week', '2031-05-06 21:00:00', '2031-05-06 22:00:00', {
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5',
    });
    await create('Alone', '2031-05-06 18:30:00', '2031-05-06 19:00:00', { venue: [], categories: [] });
    await create('New year', '2032-01-01 12:00:00', '2032-01-01 13:00:00');
    const { id } = await create('Behind a password', '2031-05-06 19:00:00', '2031-05-06 21:00:00');
    await call(`PATCH /events/${id}`, { as: service.accounts.editor, json: { password: 'sesame' } });
  });

  after(async () => {
    mock.timers.reset();
    await service[Symbol.asyncDispose]();
  });

  it('is kept while the clock stands still', async () => {
    await fillCache();
    for (const path of PATHS) {
      const known = hits.value;
      await read(path);
      assert.equal(hits.value - known, 1, path);
    }
  });

  for (const [name, local] of MOMENTS)
    it(`is the one of the moment: ${name}, whether the clock goes on or is set back`, async () => {
      const then = instantOf(local);
      for (const [filled, asked] of [
        [then - 1000, then],
        [then, then - 1000],
      ]) {
        mock.timers.setTime(filled!);
        await fillCache();
        mock.timers.setTime(asked!);
        for (const path of PATHS) assert.equal(await read(path), await readFresh(path), path);
      }
    });
});
