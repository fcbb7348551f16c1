import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { buildApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { alignDays, DAYS_ZONE, daysIn } from '../src/events/whole-days.ts';
import { extendHorizon } from '../src/jobs/extend-horizon.ts';
import { historyOf } from './changes.ts';
import { type Body, caller } from './client.ts';
import { runsOf, someOf } from './sample.ts';
import type { Service } from './service.ts';
import { SERVER } from './store.ts';
import { create, openSite, titlesOf, wholeDay, ZONES } from './whole-days/site.ts';

// Where whole days stand when time passes, when series change, and when the site gets another zone.

const dayAfter = (date: string, days: number): string => String(Temporal.PlainDate.from(date).add({ days }));

/** The zones that differ most. */
const FEW = ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12'];

describe('Whole days and the clock', () => {
  it('run from midnight to midnight of the site, whatever zone they name', async () => {
    for (const TIME_ZONE of ['Europe/Madrid', 'Pacific/Auckland']) {
      await using open = await openSite({ TIME_ZONE });
      const all = ['09', '10', '11'].flatMap(day =>
        FEW.map(zone => [`${day} ${zone}`, `2031-05-${day}`, zone]),
      );
      for (const [title, date, zone] of all) await create(open.service, wholeDay(title!, date!, zone!));
      const midnight = Temporal.PlainDate.from('2031-05-10').toZonedDateTime(TIME_ZONE).epochMilliseconds;
      const of = (...days: string[]) =>
        all.flatMap(([title]) => (days.includes(title!.slice(0, 2)) ? title! : []));
      for (const now of [midnight, midnight + 12 * 3_600_000, midnight + 24 * 3_600_000 - 60_000]) {
        mock.timers.enable({ apis: ['Date'], now });
        try {
          for (const { by, call } of open.readings) {
            const found = async (when: string) => titlesOf(call, `when=${when}`);
            assert.deepEqual(await found('past'), of('09'), `${by} ${TIME_ZONE} ${now}`);
            assert.deepEqual(await found('ongoing'), of('10'), `${by} ${TIME_ZONE} ${now}`);
            assert.deepEqual(await found('upcoming'), of('11'), `${by} ${TIME_ZONE} ${now}`);
            // Without dates, the list begins today.
            assert.deepEqual(await titlesOf(call, ''), of('10', '11'));
          }
        } finally {
          mock.timers.reset();
        }
      }
    }
  });
});

const patch = async ({ base, accounts }: Service, id: number, json: object, query = ''): Promise<Body> => {
  const { status, body } = await caller(base)(`PATCH /events/${id}${query}`, { as: accounts.editor, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

const rowOf = ({ db }: Service, id: number) =>
  db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const occurrencesOf = async ({ base }: Service, id: number): Promise<Body[]> =>
  (await caller(base)(`GET /events/${id}/occurrences?per_page=50`)).body.events;

describe('Series of whole days', () => {
  it('stand on their days, whatever zone they name, also those that are moved, split off or made later', async () => {
    await using open = await openSite({ TIME_ZONE: 'Europe/Madrid' });
    const { service, readings } = open;
    for (const zone of ['Asia/Tokyo', 'America/New_York', 'UTC']) {
      const title = `Market ${zone}`;
      const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=6';
      const { id } = await create(service, { ...wholeDay(title, '2031-05-10', zone), recurrence });
      const on = async (day: string, count: number) => {
        for (const { call } of readings)
          assert.deepEqual(
            (await titlesOf(call, `series=${id}&start_date=${day}&end_date=${day}`)).length,
            count,
            `${zone} ${day}`,
          );
      };
      for (const week of [0, 1, 2, 3, 4, 5]) await on(dayAfter('2031-05-10', week * 7), 1);
      const [, second, third, , fifth] = await occurrencesOf(service, id);
      await patch(service, second!.id, { title: 'Other', scope: 'this' });
      assert.equal((await rowOf(service, second!.id)).own_members, 'title');
      const moved = { start_date: '2031-05-25', end_date: '2031-05-26', scope: 'this' };
      await patch(service, third!.id, moved);
      await on('2031-05-24', 0);
      const row = await rowOf(service, third!.id);
      assert.equal(row.own_members, 'start_date');
      assert.deepEqual(
        { start_at: row.start_at, end_at: row.end_at },
        daysIn('Europe/Madrid', { start_date: '2031-05-25 00:00:00', end_date: '2031-05-26 23:59:59' }),
      );
      const dry = { start_date: '2031-06-08', end_date: '2031-06-08', scope: 'following', dry_run: true };
      const plan = (await patch(service, fifth!.id, dry)) as unknown as { moved: Body[] };
      assert.deepEqual(
        plan.moved.map(({ start_date }) => start_date.slice(0, 10)),
        ['2031-06-08', '2031-06-15'],
      );
      const split = await patch(service, fifth!.id, { ...dry, dry_run: false });
      for (const { call } of readings)
        assert.equal((await titlesOf(call, 'start_date=2031-06-08&end_date=2031-06-08')).length > 0, true);
      assert.equal(split.start_date, '2031-06-08 00:00:00');
    }
  });

  it('end on the day that UNTIL names, and leave out the day that EXDATE names', async () => {
    for (const TIME_ZONE of ['Europe/Madrid', 'America/Los_Angeles', 'Asia/Tokyo']) {
      await using open = await openSite({ TIME_ZONE });
      for (const time of ['', 'T000000Z', 'T235959Z']) {
        const recurrence = [`RRULE:FREQ=DAILY;UNTIL=20310513${time}`, `EXDATE:20310511${time || 'T000000'}`];
        const { id, ...made } = await create(open.service, {
          ...wholeDay('Daily', '2031-05-10', TIME_ZONE),
          recurrence,
        });
        const { recurrence: stored } = made as unknown as { recurrence: string[] };
        assert.deepEqual(stored, ['RRULE:FREQ=DAILY;UNTIL=20310513', 'EXDATE;VALUE=DATE:20310511']);
        const days = (await occurrencesOf(open.service, id)).map(one => one.start_date.slice(0, 10));
        assert.deepEqual(days, ['2031-05-10', '2031-05-12', '2031-05-13'], `${TIME_ZONE} ${time}`);
      }
    }
  });

  it('read and written back change nothing', async () => {
    await using open = await openSite({ TIME_ZONE: 'Europe/Madrid' });
    const { service } = open;
    const history = historyOf(service);
    for (const zone of ['Asia/Tokyo', 'America/New_York', 'Africa/Cairo']) {
      const rule = ['RRULE:FREQ=DAILY;UNTIL=20310427T235959Z', 'EXDATE:20310426T000000Z'];
      const single = await create(service, wholeDay('Single', '2031-04-25', zone, '2031-04-26'));
      const series = await create(service, { ...wholeDay('Series', '2031-04-25', zone), recurrence: rule });
      const [occurrence] = await occurrencesOf(service, series.id);
      for (const { id } of [single, series, occurrence!]) {
        const before = await rowOf(service, id);
        const versions = await history.changes(`events/${id}`);
        const as = service.accounts.editor;
        const { body } = await caller(service.base)(`GET /events/${id}?context=edit`, { as });
        await patch(service, id, { ...body, language: undefined });
        const { sequence: _, modified_at: __, ...after } = await rowOf(service, id);
        assert.deepEqual({ ...before, ...after }, before);
        assert.deepEqual(await history.changes(`events/${id}`), versions, zone);
      }
    }
  });

  it('are continued on their days', async () => {
    await using open = await openSite({ TIME_ZONE: 'Europe/Madrid' });
    const { service } = open;
    const recurrence = 'RRULE:FREQ=MONTHLY';
    const { id } = await create(service, {
      ...wholeDay('Monthly', '2031-05-10', 'Pacific/Auckland'),
      recurrence,
    });
    const last = async () =>
      (await service.db
        .selectFrom('events')
        .selectAll()
        .where('series_id', '=', id)
        .orderBy('start_date', 'desc')
        .executeTakeFirst())!;
    const before = await last();
    await extendHorizon(service.db, service.config, Math.floor(Date.now() / 1000) + 100 * 86_400);
    const { start_at, end_at, ...dates } = await last();
    assert.notEqual(dates.start_date, before.start_date);
    assert.deepEqual({ start_at, end_at }, daysIn('Europe/Madrid', dates));
  });
});

/** Starts a further service on the same store, as another process with other settings does. */
async function beside({ db, config }: Service, settings: Record<string, string>) {
  const own: Config = { ...config, ...readZone(settings) };
  const app = buildApp(db, own);
  const site = await app.listen({ host: '127.0.0.1', port: 0 });
  return { call: caller(`${site}/cal/events/v1`), [Symbol.asyncDispose]: () => app.close() };
}

const readZone = (settings: Record<string, string>): Pick<Config, 'TIME_ZONE'> => ({
  TIME_ZONE: readConfig(settings).TIME_ZONE,
});

describe('A site that gets another zone', () => {
  it('has all whole days on their days after the next start, and nothing else is changed', async () => {
    await using open = await openSite({ TIME_ZONE: 'UTC' });
    const { service } = open;
    for (const zone of ZONES) await create(service, wholeDay(`One ${zone}`, '2031-05-10', zone));
    const recurrence = 'RRULE:FREQ=DAILY;COUNT=3';
    const series = await create(service, { ...wholeDay('Series', '2031-06-01', 'UTC'), recurrence });
    const trashed = await create(service, wholeDay('Trashed', '2031-05-20', 'UTC'));
    await caller(service.base)(`DELETE /events/${trashed.id}`, { as: service.accounts.editor });
    const edited = await create(service, wholeDay('Edited', '2031-08-01', 'UTC'));
    await patch(service, edited.id, { start_date: '2031-08-03', end_date: '2031-08-03' });
    const concert = await create(service, {
      ...{ title: 'Concert', start_date: '2031-05-10 20:00', end_date: '2031-05-10 22:00' },
    });
    const rows = () =>
      service.db
        .selectFrom('events')
        .select(['id', 'sequence', 'modified_at', 'start_date', 'timezone'])
        .orderBy('id')
        .execute();
    const before = await rows();
    const inTokyo = { TIME_ZONE: 'Asia/Tokyo' };
    // Several processes start at once.
    await using tokyo = await beside(service, inTokyo);
    await using another = await beside(service, inTokyo);
    assert.equal(await alignDays(service.db, 'Asia/Tokyo'), 0);
    for (const { call } of [tokyo, another]) {
      assert.deepEqual(
        await titlesOf(call, 'start_date=2031-05-10&end_date=2031-05-10'),
        ZONES.map(zone => `One ${zone}`),
      );
      assert.deepEqual(await titlesOf(call, 'overlaps=2031-05-11/2031-05-11'), ['Concert']);
      assert.equal(
        (await titlesOf(call, `series=${series.id}&start_date=2031-06-02&end_date=2031-06-02`)).length,
        1,
      );
    }
    assert.deepEqual(await rows(), before);
    assert.equal((await rowOf(service, concert.id)).start_at, Date.UTC(2031, 4, 10, 20) / 1000);

    // A process that was started before, in the other zone, writes whole days as the store keeps them now.
    await create(service, wholeDay('Late', '2031-09-09', 'America/New_York'));
    await patch(service, trashed.id, { status: 'publish' });
    const history = historyOf(service);
    const [change] = await history.changes(`events/${edited.id}`);
    await history.restore(change!);
    for (const [title, day] of [
      ['Late', '2031-09-09'],
      ['Trashed', '2031-05-20'],
      ['Edited', '2031-08-01'],
    ])
      assert.deepEqual(await titlesOf(tokyo.call, `start_date=${day}&end_date=${day}`), [title]);
  });

  it('brings a store of an earlier version into its days at the first start, once', async () => {
    await using open = await openSite({ TIME_ZONE: 'Europe/Madrid' });
    const { service, readings } = open;
    const zones = ['UTC', 'Europe/Madrid', 'America/New_York'];
    for (const zone of zones) await create(service, wholeDay(`One ${zone}`, '2031-05-10', zone));
    for (const zone of zones)
      await service.db
        .updateTable('events')
        .set(daysIn(zone, { start_date: '2031-05-10 00:00:00', end_date: '2031-05-10 23:59:59' }))
        .where('title', '=', `One ${zone}`)
        .execute();
    await service.db.deleteFrom('settings').where('name', '=', DAYS_ZONE).execute();
    const query = 'start_date=2031-05-10&end_date=2031-05-10';
    for (const { call } of readings) assert.deepEqual(await titlesOf(call, query), ['One Europe/Madrid']);
    const all = [1, 2, 3].map(() => alignDays(service.db, 'Europe/Madrid'));
    assert.deepEqual((await Promise.all(all)).sort(), [0, 0, 2]);
    for (const { call } of readings)
      assert.deepEqual(
        await titlesOf(call, query),
        zones.map(zone => `One ${zone}`),
      );
  });
});

describe('Calendars that differ in the zones of their whole days alone', () => {
  const plan = fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 6 }),
      days: fc.constantFrom(1, 1, 2, 4),
      zone: fc.constantFrom(...ZONES, 'Africa/Cairo', 'America/Havana'),
      hour: fc.option(fc.integer({ min: 0, max: 23 })),
    }),
    { minLength: 3, maxLength: 8 },
  );
  const questions = fc.array(
    fc.record({
      from: fc.integer({ min: -1, max: 8 }),
      length: fc.integer({ min: 0, max: 3 }),
      kind: fc.constantFrom(
        ...['start_date=FROM&end_date=TO', 'overlaps=FROM/TO', 'overlaps=FROMT06:00/TOT07:30'],
        ...['starts_after=FROM&ends_before=TO', 'ends_after=FROM&starts_before=TO', 'overlaps=FROM/..'],
      ),
      order: fc.constantFrom('', '&orderby=end', '&orderby=start&order=desc', '&orderby=title'),
    }),
    { minLength: 4, maxLength: 6 },
  );

  /** Days around a change of the clocks of each site: in Cairo and Havana that is at midnight. */
  const sites = Object.entries({
    ...{ 'Europe/Madrid': '2031-03-28', 'America/New_York': '2031-10-31', 'Pacific/Auckland': '2031-04-04' },
    ...{ 'Africa/Cairo': '2031-04-23', 'America/Havana': '2031-10-31' },
  });
  for (const [TIME_ZONE, begin] of someOf('sites alike', sites, SERVER ? 1 : 3))
    it(`are the same calendar on a site in ${TIME_ZONE}`, async () => {
      await using open = await openSite({ TIME_ZONE });
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(plan, questions, async (events, asked) => {
          const run = ++runs;
          for (const [at, { day, days, zone, hour }] of events.entries()) {
            const date = dayAfter(begin, day);
            const times =
              hour === null
                ? { all_day: true, start_date: date, end_date: dayAfter(date, days - 1) }
                : { start_date: `${date} ${hour}:00`, end_date: `${date} ${hour}:30` };
            for (const [name, timezone] of [
              ['same', TIME_ZONE],
              ['other', hour === null ? zone : TIME_ZONE],
            ])
              await create(open.service, { ...times, title: `${at}`, timezone, tags: [`${name} ${run}`] });
          }
          for (const { by, call } of open.readings)
            for (const { from, length, kind, order } of asked) {
              const first = dayAfter(begin, from);
              const query = kind.replaceAll('FROM', first).replaceAll('TO', dayAfter(first, length)) + order;
              const of = async (name: string) => {
                const { body } = await call(
                  `GET /events?${query}&tags=${name}-${run}&per_page=50&facets=day,month`,
                );
                const { facets } = body as unknown as { facets: unknown };
                return { titles: body.events.map(({ title }) => title), total: body.total, facets };
              };
              assert.deepEqual(await of('other'), await of('same'), `${by}: ${query}`);
            }
        }),
        { numRuns: runsOf(20, SERVER ? 0.1 : 0.3) },
      );
    });
});
