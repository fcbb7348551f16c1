import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Body, caller } from './client.ts';
import { done, saved, type Taken, take } from './importing.ts';
import { type Service, startService } from './service.ts';

const notes = ({ notes }: Taken): string[] => notes.map(({ why }) => why);

const IN_MADRID = 'it names no time zone but UTC: its events are in Europe/Madrid here, at the same instants';

/** An event as a site at `UTC+0` shows it. */
const concert = (id: number, more: object = {}) => ({
  ...{ id, title: `Concert ${id}`, status: 'publish', url: `https://a.example/event/${id}/`, all_day: false },
  ...{ global_id: `a.example?id=${id}`, timezone: 'UTC+0', cost: '', slug: `concert-${id}` },
  ...{ start_date: '2031-07-01 18:00:00', end_date: '2031-07-01 20:00:00' },
  ...{ utc_start_date: '2031-07-01 18:00:00', utc_end_date: '2031-07-01 20:00:00' },
  ...more,
});
const fair = (id: number, timezone: string) =>
  concert(id, {
    ...{ title: 'Fair', all_day: true, timezone, slug: 'fair' },
    ...{ start_date: '2031-07-11 00:00:00', end_date: '2031-07-12 23:59:59' },
    ...{ utc_start_date: '2031-07-11 00:00:00', utc_end_date: '2031-07-12 23:59:59' },
  });

const listOf = async ({ base }: Service): Promise<Body[]> =>
  (await caller(base)('GET /events?when=all&per_page=50')).body.events;

const timesOf = ({ timezone, start_date, end_date, utc_start_date }: Body) => [
  ...[timezone, start_date, end_date, utc_start_date],
];

describe('Events of a site whose only zone is UTC', () => {
  it('come into the zone of this site at the same instants', async () => {
    await using service = await startService();
    const events = [concert(1), concert(2, { timezone: 'UTC' }), fair(3, 'UTC+0')];
    const path = await saved('answer.json', { events, total: 3 });
    const options = { isAlone: true };
    const taken = await take(service, [path], options);
    assert.deepEqual([done(taken), notes(taken)], [{ event: [3, 0, 0, 0] }, [IN_MADRID]]);
    const [first, second, third] = await listOf(service);
    const inMadrid = ['2031-07-01 20:00:00', '2031-07-01 22:00:00', '2031-07-01 18:00:00'];
    assert.deepEqual(timesOf(first!), ['Europe/Madrid', ...inMadrid]);
    assert.deepEqual(timesOf(second!), ['Europe/Madrid', ...inMadrid]);
    assert.deepEqual(timesOf(third!).slice(0, 3), [
      ...['Europe/Madrid', '2031-07-11 00:00:00', '2031-07-12 23:59:59'],
    ]);
    assert.deepEqual(done(await take(service, [path], options)), { event: [0, 0, 3, 0] });
    // Calendars that follow the site know the event by the times that the site shows.
    const from = Date.UTC(2031, 6, 1, 18) / 1000;
    const { uid } = await service.db
      .selectFrom('events')
      .select('uid')
      .where('title', '=', 'Concert 1')
      .executeTakeFirstOrThrow();
    assert.equal(uid, `1-${from}-${from + 7200}@a.example`);
  });

  it('stay in UTC beside events of another zone, and on a site in UTC', async () => {
    await using service = await startService();
    const other = concert(2, {
      timezone: 'Europe/Paris',
      utc_start_date: undefined,
      utc_end_date: undefined,
    });
    const mixed = await saved('mixed.json', { events: [concert(1), other], total: 2 });
    assert.deepEqual(notes(await take(service, [mixed])), []);
    assert.deepEqual((await listOf(service)).map(({ timezone }) => timezone).sort(), [
      'Europe/Paris',
      'UTC+0',
    ]);
    await using inUtc = await startService({ TIME_ZONE: 'UTC' });
    const alone = await saved('alone.json', { events: [concert(1)], total: 1 });
    assert.deepEqual(notes(await take(inUtc, [alone])), []);
    assert.equal((await listOf(inUtc))[0]!.timezone, 'UTC+0');
  });

  it('are imported up to where the source breaks off', async () => {
    await using service = await startService();
    const whole = JSON.stringify({ events: [concert(1), concert(2)] });
    const broken = await saved('broken.json', whole.slice(0, -20));
    const taken = await take(service, [broken]);
    assert.equal(taken.incomplete.length, 1);
    assert.deepEqual(
      (await listOf(service)).map(({ timezone }) => timezone),
      ['Europe/Madrid'],
    );
  });
});

describe('Days of calendars', () => {
  it('stand on their days here, also if the calendar is in UTC', async () => {
    const text = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', 'X-WR-TIMEZONE:UTC', 'BEGIN:VEVENT'],
      ...['UID:h1@example.org', 'DTSTAMP:20260101T000000Z', 'DTSTART;VALUE=DATE:20270501'],
      ...['DTEND;VALUE=DATE:20270502', 'SUMMARY:Labour Day', 'END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n');
    for (const TIME_ZONE of ['Europe/Madrid', 'America/New_York', 'Asia/Tokyo']) {
      await using service = await startService({ TIME_ZONE });
      const file = await saved('holidays.ics', text);
      await take(service, [file]);
      const call = caller(service.base);
      const { body } = await call('GET /events?start_date=2027-05-01&end_date=2027-05-01');
      assert.deepEqual(
        body.events.map(timesOf).map(times => times.slice(0, 3)),
        [[TIME_ZONE, '2027-05-01 00:00:00', '2027-05-01 23:59:59']],
      );
      assert.deepEqual(done(await take(service, [file])), { event: [0, 0, 1, 0] });
    }
  });
});
