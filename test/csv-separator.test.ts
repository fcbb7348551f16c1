import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { caller, eventOf } from './client.ts';
import { get } from './get.ts';
import { pageReader } from './markup.ts';
import { startService } from './service.ts';

// What separates the cells of tables: spreadsheets expect a semicolon where the comma is the decimal point.

const service = await startService({ SITE_NAME: 'Agenda', LANGUAGE: 'en' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;

before(async () => {
  const json = { venue: { venue: 'Hall; small, "old"', geo_lat: 41.5, geo_lng: 2.25 }, tags: ['Night'] };
  await call('POST /events', {
    as,
    json: eventOf('One; two, three', {
      ...json,
      start_date: '2031-05-06 10:00',
      end_date: '2031-05-06 11:00',
    }),
  });
  const recurrence = 'RRULE:FREQ=DAILY;COUNT=2';
  await call('POST /events', {
    as,
    json: eventOf('Series', { recurrence, start_date: '2031-06-06 10:00', end_date: '2031-06-06 11:00' }),
  });
});

const rowsAt = async (path: string, delimiter: string): Promise<Record<string, string>[]> => {
  const { status, body } = await get(service.site, path);
  assert.equal(status, 200, path);
  return parse(body, { bom: true, columns: true, record_delimiter: '\r\n', delimiter });
};

describe('The separator of a table', () => {
  it('is that of its address, in every table', async () => {
    for (const path of [
      '/events.csv?start_date=2031-05-01&end_date=2031-05-31',
      '/event/one-two-three.csv?',
      '/event/series.csv?',
      '/venues.csv?',
      '/venue/hall-small-old.csv?',
      '/tags.csv?',
      '/tag/night.csv?start_date=2031-01-01&end_date=2031-12-31',
      '/events.csv?start_date=2031-05-01&end_date=2031-05-31&languages=ca',
    ]) {
      const plain = await rowsAt(path, ',');
      assert.ok(plain.length > 0, path);
      for (const [named, delimiter] of [
        [';', ';'],
        ['%3B', ';'],
        ['tab', '\t'],
        [',', ','],
      ])
        assert.deepEqual(await rowsAt(`${path}&separator=${named}`, delimiter!), plain, `${path} ${named}`);
    }
    const [row] = await rowsAt('/venues.csv?separator=;', ';');
    assert.deepEqual([row!.venue, row!.geo_lat], ['Hall; small, "old"', '41.5']);
  });

  it('is one of those that tables have', async () => {
    for (const path of ['/events.csv?separator=x', '/fr/venues.csv?separator=;;']) {
      const { status, body } = await get(service.site, path);
      assert.equal(status, 400, path);
      assert.match(String(body), /separator/);
    }
  });

  it('is in the link of a page what spreadsheets expect in its language', async () => {
    const open = pageReader(service.site);
    for (const [path, expected] of [
      ['/events/', null],
      ['/ca/events/?search=one', ';'],
      ['/fr/events/month/2031-05/', ';'],
      ['/es/tag/night/', ';'],
    ] as const) {
      const links = (await open(path)).all('.subscribe a[type=text/csv]');
      const [address] = links.map(({ href }) => new URL(href!));
      assert.equal(address!.searchParams.get('separator'), expected, path);
      assert.equal((await fetch(address!)).status, 200, path);
    }
  });
});
