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

  const daily = (start: string, rule: string) =>
    eventOf('Daily', { start_date: `${start} 10:00`, end_date: `${start} 11:00`, recurrence: rule });

  it('More dates than a series may have are refused, by a dry run, a create and an update alike', async () => {
    const refused: [string, string, string][] = [
      ['2010-01-01', 'FREQ=DAILY', 'Let it begin later'],
      [day(-3000), 'FREQ=DAILY;INTERVAL=1', 'Let it begin later'],
      [day(0), 'FREQ=DAILY;COUNT=3651', 'with this COUNT'],
      [day(0), 'FREQ=DAILY;COUNT=4000', 'with this COUNT'],
      [day(0), `FREQ=DAILY;UNTIL=${day(MOST).replaceAll('-', '')}`, 'with this UNTIL'],
      ['2010-01-01', `FREQ=DAILY;UNTIL=${day(0).replaceAll('-', '')}`, 'with this UNTIL'],
    ];
    const { id } = await done('POST /events', daily(day(0), 'FREQ=DAILY;COUNT=2'));
    const before = await ids(id);
    for (const [start, rule, why] of refused)
      for (const line of ['POST /events', 'POST /events?dry_run=true', `PATCH /events/${id}`]) {
        const { status, body } = await ask(line, { as, json: daily(start, rule) });
        assert.equal(status, 400, `${line} ${start} ${rule}`);
        assert.ok(JSON.stringify(body.data.params).includes(why), JSON.stringify(body.data));
      }
    assert.deepEqual(await ids(id), before);
  });

  it('As many dates as a series may have are accepted, and a rule that is old but rare', async () => {
    for (const [start, rule] of [
      [day(0), `FREQ=DAILY;COUNT=${MOST}`],
      [day(0), `FREQ=DAILY;UNTIL=${day(MOST - 1).replaceAll('-', '')}`],
      [day(-1800), 'FREQ=DAILY'],
      ['2010-01-01', 'FREQ=WEEKLY'],
    ] as const)
      assert.equal(
        (await ask('POST /events?dry_run=true', { as, json: daily(start, rule) })).status,
        200,
        `${start} ${rule}`,
      );
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
