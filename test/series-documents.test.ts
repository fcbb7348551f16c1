import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inOrder, occurrencesByIcalJs } from './calendar-readers.ts';
import { components, eventsIn, FIRST, instantsOf, LAST, seriesFormats, YEAR } from './series-formats.ts';
import { startService } from './service.ts';

const service = await startService({ SITE_NAME: 'Agenda', SITE_URL: '' });
after(() => service[Symbol.asyncDispose]());
const { done, rows, documentOf, listed, make } = seriesFormats(service);

const IN_THE_EVENING = { start_date: '2030-01-08 19:30:00', end_date: '2030-01-08 21:00:00' };

describe('A series and an occurrence by themselves', () => {
  it('The series is all of it, an occurrence names its date and has no rule', async () => {
    const series = await make('Talks', {
      ...IN_THE_EVENING,
      recurrence: 'RRULE:FREQ=WEEKLY',
      tags: ['Talks'],
    });
    const [first, second] = await rows(series.id);
    await done(`PATCH /events/${second!.id}`, { title: 'Guest' });
    const calendar = await documentOf('/event/talks.ics');
    const whole = eventsIn(calendar);
    assert.equal(components(whole), 2);
    const uid = /^UID:.*$/m.exec(whole)![0];
    const found = occurrencesByIcalJs(calendar, LAST).filter(([start]) => start >= FIRST);
    assert.deepEqual(found, inOrder(instantsOf(await listed(`${YEAR}&tags=talks`)), LAST));
    for (const path of ['/event/talks/2030-01-08/?ical=1', '/event/talks/2030-01-08.ics']) {
      const one = eventsIn(await documentOf(path));
      assert.ok(
        one.includes(`${uid}\r\n`) && one.includes('RECURRENCE-ID;TZID=Europe/Madrid:20300108T193000\r\n'),
      );
      assert.deepEqual([components(one), /RRULE|EXDATE/.test(one)], [1, false]);
    }
    assert.equal(first!.recurrence_id, '2030-01-08 19:30:00');
  });

  it('Feeds and tables have its occurrences', async () => {
    const series = await make('Walks', {
      ...IN_THE_EVENING,
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5',
      tags: ['Walks'],
    });
    const ids = (await rows(series.id)).map(({ id }) => id);
    const idsIn = (csv: string) => [...csv.matchAll(/^(\d+),/gm)].map(([, id]) => Number(id));
    for (const path of ['/event/walks.csv', `/events.csv?${YEAR}&tags=walks`]) {
      const csv = await documentOf(path);
      assert.deepEqual(idsIn(csv), ids);
      assert.match(
        csv,
        new RegExp(
          `,${series.id},"2030-01-08 19:30:00","RRULE:FREQ=WEEKLY;COUNT=5",".*",(?:"2030-01-15 19:30:00")?,5\\r\\n`,
        ),
      );
    }
    for (const path of ['/event/walks.json', `/events.json?${YEAR}&tags=walks`]) {
      const { items } = JSON.parse(await documentOf(path));
      assert.deepEqual(
        items.map((item: { _almanac: { id: number } }) => item._almanac.id),
        ids,
      );
      assert.equal(new Set(items.map(({ id }: { id: string }) => id)).size, 5);
    }
    const guids = async () =>
      [...(await documentOf('/event/walks.rss')).matchAll(/<guid[^>]*>(.*?)</g)].map(([, id]) => id);
    const before = await guids();
    assert.equal(new Set(before).size, 5);
    await done(`PATCH /events/${series.id}`, {
      start_date: '2030-01-08 20:00',
      end_date: '2030-01-08 21:00',
    });
    assert.deepEqual(await guids(), before);
    assert.equal((await documentOf('/event/walks.atom')).match(/<entry>/g)?.length, 5);
  });
});
