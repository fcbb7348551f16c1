import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { eventOf } from './client.ts';
import { seriesOf, TUESDAYS } from './series.ts';
import { startService } from './service.ts';
import { assertSound } from './sound.ts';

// Series of as many dates, and of as long texts, as they may have.

const service = await startService();
after(() => assertSound(service.db).finally(() => service[Symbol.asyncDispose]()));
const { ask, done, ids } = seriesOf(service);
const as = service.accounts.editor;

const MOST = 3650;
const day = (at: number): string =>
  Temporal.Now.plainDateISO()
    .add({ days: at + 1 })
    .toString();
const stamp = (at: number): string => `${day(at >> 1).replaceAll('-', '')}T${at % 2 ? '103000' : '203000'}`;
const stamps = Array.from({ length: MOST - 1 }, (_, at) => stamp(at)).join();

describe('The largest series', () => {
  it('A series with as many dates as it may have is read, and loses dates one by one', async () => {
    const times = { start_date: `${day(0)} 08:00`, end_date: `${day(0)} 09:00` };
    const { id } = await done(
      'POST /events',
      eventOf('Many', { ...times, recurrence: `RDATE:${stamps},${stamp(0)}` }),
    );
    const all = await ids(id);
    assert.equal(all.length, MOST);
    await done(`DELETE /events/${all[7]}`);
    await done(`DELETE ${service.site}/cal/trash/v1/${all[7]}`);
    const { recurrence } = await done(`GET /events/${all[8]}`);
    assert.ok(recurrence.some(line => line.startsWith('EXDATE')));
    assert.equal((await ids(id)).length, MOST - 1);
  });

  it('Many exclusions of a day of many dates are looked at once', async () => {
    const second = (at: number) =>
      `20310506T${new Date(at * 7000).toISOString().slice(11, 19).replaceAll(':', '')}`;
    const dates = Array.from({ length: MOST - 1 }, (_, at) => second(at)).join();
    const excluded = Array(MOST).fill('20310506').join();
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=3', `RDATE:${dates}`, `EXDATE;VALUE=DATE:${excluded}`];
    const { id } = await done('POST /events', eventOf('Excluded', { ...TUESDAYS, recurrence }));
    assert.equal((await ids(id)).length, 2);
    assert.equal((await done(`PATCH /events/${id}`, { title: 'Still there' })).title, 'Still there');
  });

  it('A text is refused that all occurrences together would store at too great a length', async () => {
    const description = 'festa '.repeat(30_000);
    const create = (recurrence: string) =>
      ask('POST /events', {
        as,
        json: eventOf('Long', {
          start_date: `${day(0)} 10:00`,
          end_date: `${day(0)} 11:00`,
          recurrence,
          description,
        }),
      });
    assert.equal((await create('RRULE:FREQ=WEEKLY;COUNT=10')).status, 201);
    const { status, text } = await create('RRULE:FREQ=DAILY;COUNT=1000');
    assert.deepEqual([status, Object.keys(JSON.parse(text).data.params)], [400, ['description']]);
  });
});
