import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseZone } from '../src/lib/time/zones.ts';
import { caller } from './client.ts';
import { get } from './get.ts';
import { someOf } from './sample.ts';
import { SERVER } from './store.ts';
import { create, openSite, SITES, titles, titlesOf, wholeDay, ZONES } from './whole-days/site.ts';

// An event that lasts all day has dates and no instants: wherever it stands, it is on the days that it names, whatever
// zone it names.

/** The text of a page between its first heading and its end. */
const pageText = async (site: string, path: string): Promise<string> => {
  const { status, body } = await get(site, path, { accept: 'text/html' });
  assert.equal(status, 200, path);
  const [main = ''] = /<main[\s\S]*<\/main>/.exec(body.toString()) ?? [];
  // Days without events lead to others.
  return main
    .replace(/<section class="agenda nearest"[\s\S]*?<\/section>/, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('\u202f', ' ');
};

for (const TIME_ZONE of someOf('sites of whole days', SITES, SERVER ? 1 : 2))
  describe(`All-day events of any zone, on a site in ${TIME_ZONE}`, () => {
    let open: Awaited<ReturnType<typeof openSite>>;
    before(async () => {
      open = await openSite({ TIME_ZONE });
      for (const zone of ZONES) {
        await create(open.service, wholeDay(`One ${zone}`, '2031-05-10', zone));
        await create(open.service, wholeDay(`Two ${zone}`, '2031-07-11', zone, '2031-07-12'));
      }
      await create(open.service, {
        ...{ title: 'Concert', start_date: '2031-05-10 20:00', end_date: '2031-05-10 22:00' },
      });
      await create(open.service, {
        ...{ title: 'Breakfast', start_date: '2031-05-10 00:30', end_date: '2031-05-10 01:00' },
      });
    });
    after(() => open[Symbol.asyncDispose]());

    const ones = ZONES.map(zone => `One ${zone}`);
    const twos = ZONES.map(zone => `Two ${zone}`);

    it('are found by their dates, and only by these', async () => {
      for (const { by, call } of open.readings) {
        const found = async (query: string, expected: readonly string[]) =>
          assert.deepEqual(await titlesOf(call, query), expected, `${by}: ${query}`);
        const may = [...ones, 'Breakfast', 'Concert'];
        await found('start_date=2031-05-10&end_date=2031-05-10', may);
        await found('start_date=2031-07-11&end_date=2031-07-12', twos);
        await found('start_date=2031-07-11&end_date=2031-07-11', []);
        await found('start_date=2031-07-12&end_date=2031-07-12', []);
        await found('overlaps=2031-05-10/2031-05-10', may);
        await found('overlaps=2031-05-09/2031-05-09', []);
        await found('overlaps=2031-05-11/2031-05-11', []);
        await found('overlaps=2031-07-12/2031-07-12', twos);
        await found('overlaps=2031-07-13/..', []);
        await found('overlaps=2031-05-10T12:00/2031-05-10T13:00', ones);
        await found('starts_after=2031-05-09&ends_before=2031-05-11', may);
        await found('starts_after=2031-05-10&ends_before=2031-05-30', []);
        await found('ends_after=2031-05-09&starts_before=2031-05-10&orderby=end', [
          ...['Breakfast', 'Concert', ...ones],
        ]);
      }
    });

    it('count on their days and months alone', async () => {
      for (const { by, call } of open.readings) {
        const count = async (query: string) => {
          const { body } = await call(`GET /events?per_page=1&facets=day,month&${query}`);
          const { facets } = body as unknown as {
            facets: Record<string, { value: string; count: number }[]>;
          };
          return Object.fromEntries(
            Object.entries(facets).map(([name, values]) => [
              name,
              values.map(({ value, count }) => `${value} ${count}`),
            ]),
          );
        };
        assert.deepEqual(
          await count('overlaps=2031-07-01/2031-07-31'),
          { day: ['2031-07-11 10', '2031-07-12 10'], month: ['2031-07 10'] },
          by,
        );
      }
    });

    it('stand on their days in lists, days, weeks and months', async () => {
      for (const { site } of open.readings) {
        const list = await pageText(site, '/events/?overlaps=2031-05-10/2031-05-10');
        assert.match(list, /Saturday 10 May 2031/);
        assert.doesNotMatch(list, /9 May|11 May/);
        const day = await pageText(site, '/events/day/2031-05-10/');
        assert.equal(day.match(/all day One /g)?.length, ZONES.length, day);
        for (const other of ['2031-05-09', '2031-05-11'])
          assert.doesNotMatch(await pageText(site, `/events/day/${other}/`), /One |Two /);
        const july = await pageText(site, '/events/month/2031-07/');
        const bars = july.match(/Two \S+ , 11–12 July 2031/g) ?? [];
        const [first, last] = ['all day Two \\S+ until 12 July', 'Last day Two \\S+ (?!,)'].map(
          said => july.match(new RegExp(said, 'g')) ?? [],
        );
        // One bar each, in as many lanes as there are, and an entry on both days.
        assert.ok(bars.length > 0);
        assert.deepEqual([first!.length, last!.length], [bars.length, bars.length]);
        assert.ok(july.includes('all day Two Europe/Madrid until 12 July'));
        const may = await pageText(site, '/events/week/2031-05-05/');
        assert.doesNotMatch(may, /Day \d/);
        assert.match(may, /all day One /);
      }
    });

    it('keep the zone that they name, and the instants of its clocks, in their own members', async () => {
      for (const { call } of open.readings) {
        const { body } = await call('GET /events?per_page=50&overlaps=2031-05-10/2031-05-10');
        for (const zone of ZONES) {
          const event = body.events.find(({ title }) => title === `One ${zone}`)!;
          const at = (wall: string) =>
            Temporal.PlainDateTime.from(wall)
              .toZonedDateTime(parseZone(zone)!)
              .withTimeZone('UTC')
              .toPlainDateTime()
              .toString({ smallestUnit: 'second' })
              .replace('T', ' ');
          assert.equal(event.timezone, zone);
          assert.deepEqual(
            [event.start_date, event.end_date],
            ['2031-05-10 00:00:00', '2031-05-10 23:59:59'],
          );
          assert.equal(event.utc_start_date, at('2031-05-10T00:00:00'), zone);
          assert.equal(event.utc_end_date, at('2031-05-10T23:59:59'), zone);
        }
      }
    });

    it('are days in calendars, feeds and structured data', async () => {
      const { site } = open.readings[0]!;
      const text = async (path: string) => (await get(site, path)).body.toString();
      const ics = await text('/events.ics?overlaps=2031-05-10/2031-05-10');
      assert.equal(ics.match(/DTSTART;VALUE=DATE:20310510\r/g)?.length, ZONES.length);
      assert.equal(ics.match(/DTEND;VALUE=DATE:20310511\r/g)?.length, ZONES.length);
      const graph = await text('/events.jsonld?overlaps=2031-05-10/2031-05-10');
      assert.equal(graph.match(/"startDate":\s*"2031-05-10"/g)?.length, ZONES.length);
      const feed = await text('/events.rss?overlaps=2031-05-10/2031-05-10');
      assert.equal(feed.match(/<ev:startdate>2031-05-10<\/ev:startdate>/g)?.length, ZONES.length);
    });

    it('stand on their days behind a password, too', async () => {
      const { service, readings } = open;
      const { id } = await create(service, wholeDay('Secret', '2031-10-04', 'Asia/Tokyo'));
      const as = service.accounts.editor;
      await caller(service.base)(`PATCH /events/${id}`, { as, json: { password: 'open' } });
      for (const { call, site } of readings) {
        const { body } = await call('GET /events?start_date=2031-10-04&end_date=2031-10-04');
        assert.deepEqual(titles(body), ['Secret']);
        assert.equal(body.events[0]!.utc_start_date, '2031-10-03 15:00:00');
        assert.match(await pageText(site, '/events/month/2031-10/'), /Secret/);
        assert.doesNotMatch(await pageText(site, '/events/day/2031-10-03/'), /Secret/);
        assert.doesNotMatch(await pageText(site, '/events/day/2031-10-05/'), /Secret/);
        const file = (await get(site, '/events.ics?overlaps=2031-10-04/2031-10-04')).body.toString();
        assert.match(file, /DTSTART;TZID=Asia\/Tokyo:20311004T000000\r/);
      }
    });

    it('stay on their days when they are edited, and get instants when they no longer last all day', async () => {
      const { service, readings } = open;
      const { id } = await create(service, wholeDay('Edited', '2031-11-08', 'Asia/Tokyo'));
      const edit = async (json: object) =>
        (await caller(service.base)(`PATCH /events/${id}`, { as: service.accounts.editor, json })).body;
      const isOn = async (query: string) => {
        for (const { call } of readings) assert.deepEqual(await titlesOf(call, query), ['Edited'], query);
      };
      await edit({ timezone: 'America/New_York' });
      await isOn('start_date=2031-11-08&end_date=2031-11-08');
      await edit({ start_date: '2031-11-07' });
      await isOn('start_date=2031-11-07&end_date=2031-11-08');
      const timed = await edit({ all_day: false });
      assert.equal(timed.utc_start_date, '2031-11-07 05:00:00');
      await isOn('strict_dates=true&start_date=2031-11-07T05:00:00Z&end_date=2031-11-09T04:59:59Z');
      const whole = await edit({ all_day: true });
      assert.equal(whole.utc_start_date, '2031-11-07 05:00:00');
      await isOn('start_date=2031-11-07&end_date=2031-11-08');
    });
  });
