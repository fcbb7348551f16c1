import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Body, type Call, caller } from './client.ts';
import { startService } from './service.ts';

/** Site zones, with their offsets and abbreviations in May and June 2031 from another source. */
const ZONES = [
  { name: 'UTC', id: 'UTC', summer: 'Z', abbreviation: 'UTC' },
  { name: 'America/New_York', id: 'America/New_York', summer: '-04:00', abbreviation: 'EDT' },
  { name: 'Asia/Tokyo', id: 'Asia/Tokyo', summer: '+09:00', abbreviation: 'JST' },
  { name: 'Pacific/Auckland', id: 'Pacific/Auckland', summer: '+12:00', abbreviation: 'NZST' },
  { name: 'Asia/Kathmandu', id: 'Asia/Kathmandu', summer: '+05:45', abbreviation: '+0545' },
  { name: 'UTC-5', id: '-05:00', summer: '-05:00', abbreviation: 'UTC-5' },
  { name: 'UTC+5.5', id: '+05:30', summer: '+05:30', abbreviation: 'UTC+5.5' },
];

for (const { name, id, summer, abbreviation } of ZONES)
  describe(`A site in ${name}`, async () => {
    const { call, list, make, as } = await openSite(name);
    const instant = (wall: string) => new Date(`${wall.replace(' ', 'T')}${summer}`).toISOString();

    test(`An event without a zone is in the zone of the site in ${name}`, async () => {
      for (const fields of [{}, { timezone: '' }]) {
        const event = await make('Local', '2031-05-10 10:00:00', '2031-05-10 12:00:00', fields);
        assert.deepEqual([event.timezone, event.timezone_abbr], [name, abbreviation]);
        assert.equal(event.start_date, '2031-05-10 10:00:00');
        assert.equal(event.utc_start_date, wallOf(instant('2031-05-10 10:00:00')));
        assert.equal(event.utc_end_date, wallOf(instant('2031-05-10 12:00:00')));
      }
    });

    test(`An event in another zone keeps its own time on a site in ${name}`, async () => {
      const tokyo = { timezone: 'Asia/Tokyo' };
      const event = await make('Elsewhere', '2031-05-20 10:00:00', instant('2031-05-20 23:00:00'), tokyo);
      assert.deepEqual(
        [event.start_date, event.utc_start_date],
        ['2031-05-20 10:00:00', '2031-05-20 01:00:00'],
      );
      assert.equal(event.utc_end_date, wallOf(instant('2031-05-20 23:00:00')));
      const { json_ld } = JSON.parse((await call(`GET /events/${event.id}`)).text);
      assert.equal(json_ld.startDate, '2031-05-20T10:00:00+09:00');
    });

    test(`Date filters use the days of the site in ${name}, and rest_url repeats them`, async () => {
      const zones = ['', 'Pacific/Kiritimati'];
      for (const timezone of zones)
        for (const [title, from, to] of AROUND_A_DAY)
          await make(`${title} ${timezone}`, instant(from), instant(to), { timezone });
      const found = async (query: string) => {
        const { events, rest_url } = await list(`${query}&per_page=50`);
        const again = (await call(`GET ${rest_url}`)).body;
        assert.deepEqual(again, { ...again, events, rest_url }, `${query} and ${rest_url}`);
        const titles = events.map(({ title }) => title.split(' ')[0]!);
        assert.equal(
          titles.length,
          new Set(titles).size * zones.length,
          `${query} knows instants alone: ${titles}`,
        );
        return [...new Set(titles)].sort().join(' ');
      };
      const month = 'start_date=2031-06-01&end_date=2031-06-30';
      const strict = `strict_dates=1&${month}`;
      const [first, last] = [instant('2031-06-10 00:00:00'), instant('2031-06-10 23:59:59')];
      const expected = {
        'start_date=2031-06-10&end_date=2031-06-10': 'first last whole',
        'start_date=2031-06-10 15:00&end_date=2031-06-10 16:00': 'first last whole',
        [`start_date=${last}&end_date=${first}`]: 'first last whole',
        [`start_date=${Date.parse(last) / 1000}&end_date=${Date.parse(first) / 1000}`]: 'first last whole',
        'start_date=06/10/2031&end_date=11 June 2031': 'after beyond first last whole',
        [`${month}&starts_after=2031-06-10`]: 'after',
        [`${month}&starts_after=2031-06-09`]: 'after beyond first last whole',
        [`${month}&starts_before=2031-06-10`]: 'before first into whole',
        [`${month}&ends_after=2031-06-10`]: 'after beyond',
        [`${month}&ends_after=2031-06-09`]: 'after beyond first into last whole',
        [`${month}&ends_before=2031-06-10`]: 'before first into',
        [`${strict}&start_date=2031-06-10 00:00:00&end_date=2031-06-10 23:59:59`]: 'first last whole',
        [`${strict}&start_date=2031-06-10 00:00:01&end_date=2031-06-10 23:59:59`]: 'last',
        [`${strict}&start_date=2031-06-10&end_date=2031-06-10 23:59:58`]: 'first',
        [`${strict}&start_date=${first}&end_date=${last}`]: 'first last whole',
        [`${strict}&start_date=${Date.parse(first) / 1000}&end_date=${last}`]: 'first last whole',
        [`${strict}&starts_after=2031-06-10 00:00:00`]: 'after beyond last',
        [`${strict}&starts_after=${instant('2031-06-09 23:59:59')}`]: 'after beyond first last whole',
        [`${strict}&starts_before=2031-06-10 00:00:00`]: 'before into',
        [`${strict}&ends_after=2031-06-10 23:59:59`]: 'after beyond',
        [`${strict}&ends_before=2031-06-10 00:00:00`]: 'before',
        [`${strict}&ends_before=2031-06-10 00:00:01`]: 'before first into',
      };
      for (const [query, titles] of Object.entries(expected)) assert.equal(await found(query), titles, query);
    });

    test(`The default list of a site in ${name} is from today on for two years`, async () => {
      const today = Temporal.Now.zonedDateTimeISO(id).toPlainDate();
      const end = today.add({ months: 24 });
      const before = today.subtract({ days: 1 });
      await make('Yesterday', `${before} 23:59:59`, `${before} 23:59:59`);
      await make('Since yesterday', `${before} 23:59:59`, `${today} 00:00:00`);
      await make('Today', `${today} 00:00:00`, `${today} 00:00:00`);
      await make('In two years', `${end} 23:59:59`, `${end} 23:59:59`);
      await make('Too late', `${end} 23:59:59`, `${end.add({ days: 1 })} 00:00:00`);
      const { events, rest_url } = await list('');
      assert.deepEqual(titlesOf(events), ['Today', 'In two years']);
      const query = new URL(rest_url).searchParams;
      assert.equal(query.get('start_date'), `${today} 00:00:00`);
      assert.equal(query.get('end_date'), `${end} 23:59:59`);
      assert.deepEqual(titlesOf((await call(`GET ${rest_url}`)).body.events), ['Today', 'In two years']);
      assert.deepEqual(titlesOf((await list('strict_dates=1')).events), ['Today', 'In two years']);
      const index = JSON.parse((await call('GET ')).text);
      const { args } = index.routes['/cal/events/v1/events'].endpoints[0];
      assert.equal(args.start_date.default, `${today} 00:00:00`);
      assert.equal(args.end_date.default, `${end} 23:59:59`);
    });

    test(`Relative dates are relative to the current time of the site in ${name}`, async () => {
      const now = Temporal.Now.instant();
      const [past, soon] = [now.subtract({ hours: 1 }), now.add({ hours: 1 })].map(String) as [
        string,
        string,
      ];
      await make('Now past', past, now.subtract({ minutes: 5 }).toString());
      await make('Now ongoing', past, soon);
      await make('Now to come', now.add({ minutes: 5 }).toString(), soon);
      const expected = {
        'strict_dates=1&ends_after=now': ['Now ongoing', 'Now to come'],
        'strict_dates=1&starts_after=now': ['Now to come'],
        'strict_dates=1&starts_before=now&ends_after=now': ['Now ongoing'],
        'strict_dates=1&ends_before=now': ['Now past'],
        'strict_dates=1&start_date=now&end_date=+2 hours': ['Now to come'],
        'strict_dates=1&start_date=-2 hours&end_date=now': ['Now past'],
      };
      for (const [query, titles] of Object.entries(expected)) {
        const { events, rest_url } = await list(`${query}&search=now`);
        assert.deepEqual(titlesOf(events), titles, query);
        assert.deepEqual(titlesOf((await call(`GET ${rest_url}`)).body.events), titles, rest_url);
      }
      const tomorrow = Temporal.Now.zonedDateTimeISO(id).toPlainDate().add({ days: 1 });
      const event = await make('Tomorrow', 'tomorrow 9am', 'tomorrow 10:30');
      assert.deepEqual([event.start_date, event.end_date], [`${tomorrow} 09:00:00`, `${tomorrow} 10:30:00`]);
      const { events } = await list('start_date=tomorrow&end_date=tomorrow&search=tomorrow');
      assert.deepEqual(titlesOf(events), ['Tomorrow']);
    });

    test(`Publication dates are local in date and UTC in date_utc on a site in ${name}`, async () => {
      const offset = Temporal.Instant.from('2026-01-10T12:00:00Z').toZonedDateTimeISO(id).offset;
      const wall = '2026-01-10 09:00:00';
      const utc = wallOf(new Date(`2026-01-10T09:00:00${offset}`).toISOString());
      const given = '2026-01-10T09:00:00+03:00';
      const [given_utc, given_wall] = [
        '2026-01-10 06:00:00',
        wallOf(shifted('2026-01-10T06:00:00Z', offset)),
      ];
      for (const [path, json] of [
        [
          'events',
          { title: 'Dated', start_date: '2031-01-01', end_date: '2031-01-02', timezone: 'Asia/Tokyo' },
        ],
        ['venues', { venue: 'Dated' }],
        ['organizers', { organizer: 'Dated' }],
      ] as const) {
        const made = (await call(`POST /${path}`, { as, json: { ...json, date: wall } })).body;
        const dates = async (fields: object) => {
          const { body } = await call(`PATCH /${path}/${made.id}`, { as, json: fields });
          return [body.date, body.date_utc];
        };
        assert.deepEqual([made.date, made.date_utc], [wall, utc], path);
        assert.deepEqual(await dates({ date_utc: '2026-02-01 00:00:00' }), [
          wallOf(shifted('2026-02-01T00:00:00Z', offset)),
          '2026-02-01 00:00:00',
        ]);
        assert.deepEqual(await dates({ date: wall }), [wall, utc]);
        assert.deepEqual(await dates({ date: given }), [given_wall, given_utc]);
        assert.deepEqual(await dates({ date: wall }), [wall, utc]);
        assert.deepEqual(await dates({ date_utc: given }), [given_wall, given_utc]);
        assert.deepEqual(await dates({ date: String(Date.parse(given) / 1000) }), [given_wall, given_utc]);
        const { modified, modified_utc } = JSON.parse((await call(`GET /${path}/${made.id}`)).text);
        const age = Date.now() - Date.parse(`${modified_utc.replace(' ', 'T')}Z`);
        assert.ok(age >= 0 && age < 20_000);
        const today = Temporal.Now.zonedDateTimeISO(id).offset;
        assert.equal(modified, wallOf(shifted(`${modified_utc.replace(' ', 'T')}Z`, today)));
      }
    });
  });

/** Days that are not 24 hours long, with the instants of their first second and of the second after their last. */
const ODD_DAYS = {
  'America/New_York': [
    ['2031-03-09', '2031-03-09T05:00:00Z', '2031-03-10T04:00:00Z'],
    ['2031-11-02', '2031-11-02T04:00:00Z', '2031-11-03T05:00:00Z'],
  ],
  'Pacific/Auckland': [
    ['2031-04-06', '2031-04-05T11:00:00Z', '2031-04-06T12:00:00Z'],
    ['2031-09-28', '2031-09-27T12:00:00Z', '2031-09-28T11:00:00Z'],
  ],
  // Here clocks change at midnight: the first day begins at one, and the second ends with an hour that occurs twice.
  'Africa/Cairo': [
    ['2031-04-25', '2031-04-24T22:00:00Z', '2031-04-25T21:00:00Z'],
    ['2031-10-30', '2031-10-29T21:00:00Z', '2031-10-30T22:00:00Z'],
  ],
  'America/Santiago': [['2031-04-05', '2031-04-05T03:00:00Z', '2031-04-06T04:00:00Z']],
} as const;

for (const [zone, days] of Object.entries(ODD_DAYS))
  describe(`Clock changes in ${zone}`, async () => {
    const { list, call, make } = await openSite(zone);
    for (const [day, first, next] of days)
      test(`Date filters find the events of ${day} in ${zone}`, async () => {
        const [start, end] = [Date.parse(first), Date.parse(next)];
        const at = (epoch: number) => new Date(epoch).toISOString();
        const moment = (title: string, from: number, to = from) => make(`${title} ${day}`, at(from), at(to));
        await moment('before', start - 1000);
        await moment('first', start);
        await moment('late', end - 3600_000, end - 1000);
        await moment('last', end - 1000);
        await moment('after', end);
        await make(`whole ${day}`, day, day, { all_day: true });
        const found = async (query: string) => {
          const { events, rest_url } = await list(`${query}&search="${day}"`);
          const again = (await call(`GET ${rest_url}`)).body;
          assert.deepEqual(titlesOf(again.events), titlesOf(events), rest_url);
          return titlesOf(events)
            .map(title => title.split(' ')[0])
            .sort()
            .join(' ');
        };
        const around = 'start_date=2031-01-01&end_date=2031-12-31';
        assert.equal(await found(`start_date=${day}&end_date=${day}`), 'first last late whole');
        assert.equal(await found(`${around}&starts_after=${day}`), 'after');
        assert.equal(await found(`${around}&ends_after=${day}`), 'after');
        assert.equal(await found(`start_date=${day}&end_date=2031-12-31`), 'after first last late whole');
        assert.equal(await found(`start_date=2031-01-01&end_date=${day}`), 'before first last late whole');
      });
  });

test('Exact times distinguish repeated hours and move skipped ones', async () => {
  const { list, call, make } = await openSite('America/New_York');
  await make('first', '2031-11-02T01:30:00-04:00', '2031-11-02T01:30:00-04:00');
  await make('second', '2031-11-02T01:30:00-05:00', '2031-11-02T01:30:00-05:00');
  await make('early', '2031-03-09T01:59:59-05:00', '2031-03-09T01:59:59-05:00');
  await make('skipped', '2031-03-09 02:30:00', '2031-03-09 02:30:00');
  const found = async (query: string) => {
    const { events, rest_url } = await list(`strict_dates=1&${query}`);
    const again = (await call(`GET ${rest_url}`)).body;
    assert.deepEqual([titlesOf(again.events), again.rest_url], [titlesOf(events), rest_url]);
    return titlesOf(events).join(' ');
  };
  assert.equal(await found('start_date=2031-11-02 01:30&end_date=2031-11-02 01:30'), 'first');
  const second = '2031-11-02T01:30:00-05:00';
  assert.equal(await found(`start_date=${second}&end_date=${second}`), 'second');
  assert.equal(await found('start_date=2031-11-02&end_date=2031-11-03'), 'first second');
  assert.equal(await found(`start_date=2031-11-02&ends_before=${second}&end_date=2031-11-03`), 'first');
  assert.equal(await found('start_date=2031-03-09 02:30&end_date=2031-03-09 02:30'), 'skipped');
  assert.equal(await found('start_date=2031-03-09T07:30:00Z&end_date=2031-03-09 03:30'), 'skipped');
  assert.equal(await found('start_date=2031-03-09&end_date=2031-03-09 03:00'), 'early');
});

/** Titles, and wall times of the site between which the events take place. */
const AROUND_A_DAY = [
  ['before', '2031-06-09 23:59:59', '2031-06-09 23:59:59'],
  ['into', '2031-06-09 23:59:59', '2031-06-10 00:00:00'],
  ['first', '2031-06-10 00:00:00', '2031-06-10 00:00:00'],
  ['whole', '2031-06-10 00:00:00', '2031-06-10 23:59:59'],
  ['last', '2031-06-10 23:59:59', '2031-06-10 23:59:59'],
  ['beyond', '2031-06-10 23:59:59', '2031-06-11 00:00:00'],
  ['after', '2031-06-11 00:00:00', '2031-06-11 00:00:00'],
] as const;

async function openSite(TIME_ZONE: string) {
  const service = await startService({ TIME_ZONE });
  after(() => service[Symbol.asyncDispose]());
  const call: Call = caller(service.base);
  const as = service.accounts.editor;
  return {
    call,
    as,
    async make(title: string, start_date: string, end_date: string, fields: object = {}): Promise<Body> {
      const json = { title, start_date, end_date, ...fields };
      const { status, body, text } = await call('POST /events', { as, json });
      assert.equal(status, 201, text);
      return body;
    },
    /** The list of a query, written without encoding. If a name is repeated, the last value counts. */
    async list(query: string): Promise<Body> {
      const given = query.split('&').map(pair => pair.split('=', 2) as [string, string]);
      const search = new URLSearchParams(Object.fromEntries(given.filter(([name]) => name !== '')));
      const encoded = search.toString();
      const { status, body, text } = await call(`GET /events?${encoded}`);
      assert.equal(status, 200, text);
      return body;
    },
  };
}

const titlesOf = (events: readonly Body[]): string[] => events.map(({ title }) => title);

/** `2031-05-10T10:00:00.000Z` → `2031-05-10 10:00:00` */
const wallOf = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

/** The wall time at an instant in a zone with this offset. */
function shifted(iso: string, offset: string): string {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const by = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
  return new Date(Date.parse(iso) + by).toISOString();
}
