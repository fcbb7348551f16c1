import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { caller } from './client.ts';
import { seriesFormats, YEAR } from './series-formats.ts';
import { startService } from './service.ts';

const service = await startService({ SITE_NAME: 'Agenda', SITE_URL: '' });
after(() => service[Symbol.asyncDispose]());
const { done, rows, documentOf, listed, make } = seriesFormats(service);

const IN_THE_EVENING = { start_date: '2030-01-08 19:30:00', end_date: '2030-01-08 21:00:00' };

describe('Series in structured data', () => {
  const nodes = async (path: string) => JSON.parse(await documentOf(path));

  it('A series has its schedule and its occurrences, and each of them names the series', async () => {
    const times = { start_date: '2030-01-08 19:30', end_date: '2030-01-08 21:00' };
    const recurrence = ['RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=5', 'EXDATE:20300312T193000'];
    const series = await make('Poetry', {
      ...times,
      recurrence,
      venue: { venue: 'Attic' },
      tags: ['Poetry'],
      cost: '5 €',
    });
    const [, second] = await rows(series.id);
    await done(`PATCH /events/${second!.id}`, { event_status: 'canceled' });
    const node = await nodes('/event/poetry.jsonld');
    assert.deepEqual(
      [node['@type'], node.startDate, node.endDate],
      ['EventSeries', '2030-01-08T19:30:00+01:00', '2030-05-14T21:00:00+02:00'],
    );
    assert.deepEqual(node.eventSchedule, {
      ...{ '@type': 'Schedule', repeatFrequency: 'P1M', byDay: ['2TU'], startDate: '2030-01-08' },
      ...{ startTime: '19:30:00', endTime: '21:00:00', scheduleTimezone: 'Europe/Madrid', repeatCount: 5 },
      exceptDate: ['2030-03-12T19:30:00+01:00'],
    });
    const events = await listed(`${YEAR}&tags=poetry`);
    const told = node.subEvent.map(({ url, startDate, eventStatus }: Record<string, string>) => [
      url,
      startDate,
      eventStatus,
    ]);
    assert.deepEqual(
      told.map(([url]: string[]) => url),
      events.map(({ url }) => url),
    );
    assert.match(told[1][2], /EventCancelled$/);
    for (const [at, { url, offers }] of node.subEvent.entries()) {
      assert.deepEqual([offers.price, offers.priceCurrency, offers.url], ['5', 'EUR', url]);
      assert.match(offers.availability, at === 1 ? /OutOfStock$/ : /InStock$/);
    }
    const jsonLd = async (id: number) =>
      JSON.parse((await caller(service.base)(`GET /events/${id}`)).text).json_ld;
    const embedded = await jsonLd(series.id);
    assert.deepEqual(
      [embedded['@type'], embedded.eventSchedule, embedded.subEvent],
      ['EventSeries', node.eventSchedule, node.subEvent],
    );
    const list = (await nodes(`/events.jsonld?${YEAR}&tags=poetry`))['@graph'].slice(1);
    const parent = { '@type': 'EventSeries', '@id': series.url, name: 'Poetry', url: series.url };
    assert.equal(list.length, 4);
    for (const one of list) assert.deepEqual([one['@type'], one.superEvent], ['Event', parent]);
    assert.equal((await jsonLd(second!.id))['@type'], 'Event');
  });

  it('A schedule is left out where schema.org has no words for the rule', async () => {
    for (const [at, recurrence] of [
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3',
      'RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1;COUNT=3',
      'RDATE:20300203T100000,20300205T100000',
    ].entries()) {
      await make(`Rule ${at}`, { ...IN_THE_EVENING, slug: `rule-${at}`, recurrence });
      const node = await nodes(`/event/rule-${at}.jsonld`);
      assert.deepEqual(
        [node['@type'], node.eventSchedule, node.subEvent.length],
        ['EventSeries', undefined, 3],
      );
    }
  });

  it('No more than a hundred occurrences are listed, and none that its reader may not see', async () => {
    const series = await make('Daily', { ...IN_THE_EVENING, recurrence: 'RRULE:FREQ=DAILY;COUNT=200' });
    const [first] = await rows(series.id);
    await done(`PATCH /events/${first!.id}`, { status: 'private' });
    const { subEvent } = await nodes('/event/daily.jsonld');
    assert.deepEqual([subEvent.length, subEvent[0].startDate], [100, '2030-01-09T19:30:00+01:00']);
  });
});
