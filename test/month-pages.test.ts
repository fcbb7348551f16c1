import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type CalendarPage, readCalendar } from './calendar-pages/read.ts';
import { caller, eventOf } from './client.ts';
import { drawing, plant } from './facets/calendar.ts';
import { startListening } from './plans/listening.ts';
import { visitorOf } from './properties/asking.ts';
import { someOf } from './sample.ts';
import { startService } from './service.ts';

/** So many events in a month that its page does not look at all of them. */
const MANY = 1200;
/** How many of a day a month shows. */
const PER_DAY = 6;

const service = await startService({ LANGUAGE: 'en' });
after(() => service[Symbol.asyncDispose]());
/** The same store without the index in memory. */
const { site: stored, close } = await startListening(service);
after(close);
const planted = await plant(service, drawing(11), MANY);
const anybody = visitorOf(service, 'anybody');

const call = caller(service.base);
const as = service.accounts.editor;

/** The titles of the events of a day, in order: as the interface has them, without those that end in the night before. */
async function titlesOf(day: string, query: Record<string, string | number>): Promise<string[]> {
  const titles: string[] = [];
  let { items, next } = await anybody.list('events', { ...query, overlaps: `${day}/${day}`, per_page: 50 });
  for (;;) {
    titles.push(...items.flatMap(item => (isOfNight(item, day) ? [] : String(item.title))));
    if (next === undefined) return titles;
    ({ items, next } = await anybody.list('events', next));
  }
}

/** Whether an event has begun before a day and ends by its first 5 o'clock. */
function isOfNight({ utc_start_date, utc_end_date }: Record<string, unknown>, day: string): boolean {
  const at = (hour: number) =>
    Temporal.PlainDateTime.from(`${day}T0${hour}:00`).toZonedDateTime('Europe/Madrid').epochMilliseconds;
  return Date.parse(`${utc_start_date}Z`) < at(0) && Date.parse(`${utc_end_date}Z`) <= at(5);
}

/** Each day says how many events it has, and those that it shows are among them. */
async function assertExact(page: CalendarPage, query: Record<string, string | number>, mostPerDay: number) {
  let seen = 0;
  for (const [day, { titles, more, moreAt }] of page.days) {
    const expected = await titlesOf(day, query);
    const running = page.running.filter(title => expected.includes(title));
    const shown = new Set([...titles, ...running]);
    assert.deepEqual(
      [...shown].filter(title => !expected.includes(title)),
      [],
      day,
    );
    assert.equal(shown.size + more, expected.length, `${day} has all events`);
    assert.equal(new Set(titles).size, titles.length, `${day} has no event twice`);
    assert.ok(titles.length <= mostPerDay - (more > 0 ? 1 : 0), day);
    assert.deepEqual(
      titles,
      expected.filter(title => titles.includes(title)),
      `${day} is in order`,
    );
    if (more > 0) assert.match(moreAt!, new RegExp(`/events/day/${day}/`));
    seen += shown.size;
  }
  return seen;
}

/** Filters that leave many events and few, some of which only those see who have a password. */
const FILTERS: readonly [query: Record<string, string | number>, isMany: boolean][] = [
  [{}, true],
  [{ search: 'event' }, true],
  [{ search: 'jazz' }, false],
  [{ categories: planted.categories[1]!, featured: 1 }, false],
  [{ tags: planted.tags[0]!, cost: 'free' }, false],
  [{ venue: planted.venues[3]! }, false],
  [{ starts_after: '2031-03-25', ends_after: '2031-04-20', starts_before: '2031-04-26' }, false],
];

describe('The page of a month', () => {
  for (const [query, isMany] of FILTERS)
    it(`shows exactly the events of its days: ${JSON.stringify(query)}`, async () => {
      const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query as never)}` : '';
      const other = someOf(`month ${JSON.stringify(query)}`, ['2031-03', '2031-06'], 1);
      for (const month of ['2031-04', ...other]) {
        const path = `/events/month/${month}/${search}`;
        const page = await readCalendar(service.site, path);
        assert.equal(page.status, 200);
        const { dayOfWeek, daysInMonth } = Temporal.PlainDate.from(`${month}-01`);
        assert.equal(page.days.size, Math.ceil((dayOfWeek - 1 + daysInMonth) / 7) * 7);
        const seen = await assertExact(page, query, PER_DAY);
        if (month === '2031-04') {
          assert.ok(seen > 0);
          const { total } = await anybody.list('events', { ...query, overlaps: '2031-04-01/2031-04-30' });
          assert.equal(total > 400, isMany, `${total} events`);
        }
        const fromStore = await readCalendar(stored, path);
        assert.deepEqual(
          [[...fromStore.days], fromStore.running],
          [[...page.days], page.running],
          'the store shows what the index shows',
        );
      }
    });
});

describe('The page of a week', () => {
  it('shows exactly the events of its days', async () => {
    for (const [query] of FILTERS) {
      const search = new URLSearchParams(query as never);
      const page = await readCalendar(service.site, `/events/week/2031-03-24/?${search}`);
      assert.equal(page.days.size, 7);
      await assertExact(page, query, 20);
      const fromStore = await readCalendar(stored, `/events/week/2031-03-24/?${search}`);
      assert.deepEqual([[...fromStore.days], fromStore.running], [[...page.days], page.running]);
    }
  });
});

describe('The page of a day', () => {
  it('lists all its events, page by page', async () => {
    for (const day of ['2031-03-30', '2031-04-02', '2031-04-30']) {
      const titles: string[] = [];
      let path: string | undefined = `/events/day/${day}/?per_page=40`;
      while (path) {
        const page: CalendarPage = await readCalendar(service.site, path);
        titles.push(
          ...[...page.text.matchAll(/class="card-title"><a [^>]*>([^<]*)</g)].map(([, title]) => title!),
        );
        path = page.links.find(({ rel, href }) => rel === 'next' && /[?&]page=/.test(href))?.href;
        path = path && new URL(path, service.site).href.replace(service.site, '');
      }
      assert.deepEqual(titles.toSorted(), (await titlesOf(day, {})).toSorted());
    }
  });
});

const add = (title: string, fields: Record<string, unknown>) =>
  call('POST /events', { as, json: eventOf(title, fields) });

/** The days on which a month shows an event. */
async function daysOf(title: string, month: string): Promise<string[]> {
  const { days } = await readCalendar(
    service.site,
    `/events/month/${month}/?search=${encodeURIComponent(title)}`,
  );
  return [...days].flatMap(([day, { titles }]) => (titles.includes(title) ? [day] : []));
}

describe('An event is on each day on which it runs', () => {
  const cases: readonly [
    title: string,
    fields: Record<string, unknown>,
    month: string,
    days: readonly string[],
  ][] = [
    [
      'Until midnight',
      { start_date: '2033-05-06 20:00:00', end_date: '2033-05-07 00:00:00' },
      ...(['2033-05', ['2033-05-06']] as const),
    ],
    [
      'Past midnight',
      { start_date: '2033-05-31 22:00:00', end_date: '2033-06-01 02:00:00' },
      ...(['2033-06', ['2033-05-31']] as const),
    ],
    [
      'Past the end of the day',
      { start_date: '2033-05-31 22:00:00', end_date: '2033-06-01 05:00:01' },
      ...(['2033-06', ['2033-05-31', '2033-06-01']] as const),
    ],
    [
      'In the night alone',
      { start_date: '2033-06-05 01:00:00', end_date: '2033-06-05 04:00:00' },
      ...(['2033-06', ['2033-06-05']] as const),
    ],
    [
      'A festival of two nights',
      { start_date: '2033-06-10 20:00:00', end_date: '2033-06-12 04:30:00' },
      ...(['2033-06', ['2033-06-10', '2033-06-11']] as const),
    ],
    [
      'Whole days',
      { all_day: true, start_date: '2033-05-06', end_date: '2033-05-08' },
      ...(['2033-05', ['2033-05-06', '2033-05-07', '2033-05-08']] as const),
    ],
    [
      'A whole day in New York',
      { all_day: true, start_date: '2033-05-06', end_date: '2033-05-06', timezone: 'America/New_York' },
      ...(['2033-05', ['2033-05-06']] as const),
    ],
    [
      'Evening in Tokyo',
      { start_date: '2033-05-07 02:00:00', end_date: '2033-05-07 03:00:00', timezone: 'Asia/Tokyo' },
      ...(['2033-05', ['2033-05-06']] as const),
    ],
    [
      'While clocks go forward',
      { start_date: '2033-03-26 23:30:00', end_date: '2033-03-27 03:30:00' },
      ...(['2033-03', ['2033-03-26']] as const),
    ],
    [
      'While clocks go back',
      { start_date: '2033-10-30 00:00:00', end_date: '2033-10-31 00:00:00' },
      ...(['2033-10', ['2033-10-30']] as const),
    ],
    [
      'On a leap day',
      { start_date: '2032-02-28 20:00:00', end_date: '2032-03-01 01:00:00' },
      ...(['2032-02', ['2032-02-28', '2032-02-29']] as const),
    ],
    [
      'A moment at midnight',
      { start_date: '2033-05-01 00:00:00', end_date: '2033-05-01 00:00:00' },
      ...(['2033-05', ['2033-05-01']] as const),
    ],
    [
      'Two weeks',
      { start_date: '2033-05-10 10:00:00', end_date: '2033-05-23 12:00:00' },
      ...(['2033-05', Array.from({ length: 14 }, (_, at) => `2033-05-${at + 10}`)] as const),
    ],
    [
      'Fifteen days',
      { start_date: '2033-05-10 10:00:00', end_date: '2033-05-24 12:00:00' },
      ...(['2033-05', ['2033-05-10', '2033-05-24']] as const),
    ],
  ];
  for (const [title, fields, month, days] of cases)
    it(title, async () => {
      await add(title, fields);
      assert.deepEqual(await daysOf(title, month), days);
    });

  it('and as one bar across them, in each of its weeks', async () => {
    await add('A fair', { start_date: '2033-08-05 10:00:00', end_date: '2033-08-09 20:00:00' });
    const barsAt = async (path: string) =>
      (await readCalendar(service.site, `/events/${path}/?search=fair`)).bars;
    const said = 'A fair, 5–9 August 2033';
    assert.deepEqual(await barsAt('month/2033-08'), [
      { said, first: 5, days: 3, isWhole: false },
      { said, first: 1, days: 2, isWhole: false },
    ]);
    assert.deepEqual(await barsAt('week/2033-08-08'), [{ said, first: 1, days: 2, isWhole: false }]);
    await add('A short fair', { start_date: '2033-09-06 10:00:00', end_date: '2033-09-07 20:00:00' });
    const [short] = await barsAt('month/2033-09');
    assert.deepEqual(short, {
      said: 'A short fair, 6–7 September 2033',
      first: 2,
      days: 2,
      isWhole: true,
    });
  });

  it('and one of more than two weeks apart from the days', async () => {
    await add('A long exhibition', { start_date: '2034-01-10 10:00:00', end_date: '2034-03-20 20:00:00' });
    const february = await readCalendar(service.site, '/events/month/2034-02/?search=exhibition');
    assert.deepEqual(february.running, ['A long exhibition']);
    assert.ok([...february.days.values()].every(({ titles, more }) => titles.length + more === 0));
    assert.deepEqual(
      (await readCalendar(service.site, '/events/month/2034-04/?search=exhibition')).running,
      [],
    );
    for (const [month, day] of [
      ['2034-01', '2034-01-10'],
      ['2034-03', '2034-03-20'],
    ] as const)
      assert.deepEqual(await daysOf('A long exhibition', month), [day]);
  });
});
