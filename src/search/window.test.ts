import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Refused } from '../errors.ts';
import { languages } from '../i18n/language.ts';
import { say } from '../i18n/say.ts';
import type { ReadContext } from '../input/arguments.ts';
import { strictDates } from './arguments.ts';
import { type DateFilters, defaultWindow, readWindow, windowHolds } from './window.ts';

const NOW = Date.UTC(2031, 4, 10, 22, 30) / 1000;

const context = (site: string, now = NOW) => ({
  config: { TIME_ZONE: { name: site, id: site === 'UTC+5.5' ? '+05:30' : site } },
  now,
});

const utc = (epoch: number) => new Date(epoch * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** The instants of a window in UTC. */
function instants(sent: DateFilters, strict: boolean, site: string, now = NOW) {
  const { at } = readWindow(sent, strict, context(site, now));
  return Object.fromEntries(Object.entries(at).map(([name, epoch]) => [name, utc(epoch)]));
}

const shown = (sent: DateFilters, strict: boolean, site: string) =>
  readWindow(sent, strict, context(site)).shown;

describe('The default window', () => {
  // It is half past ten in the evening in London, and already tomorrow further east.
  const cases: [string, string, string, string, string][] = [
    ['UTC', '2031-05-10', '2033-05-10', '2031-05-10 00:00:00', '2033-05-10 23:59:59'],
    ['Europe/Madrid', '2031-05-11', '2033-05-11', '2031-05-10 22:00:00', '2033-05-11 21:59:59'],
    ['America/New_York', '2031-05-10', '2033-05-10', '2031-05-10 04:00:00', '2033-05-11 03:59:59'],
    ['Pacific/Auckland', '2031-05-11', '2033-05-11', '2031-05-10 12:00:00', '2033-05-11 11:59:59'],
    ['UTC+5.5', '2031-05-11', '2033-05-11', '2031-05-10 18:30:00', '2033-05-11 18:29:59'],
  ];
  for (const [site, first, last, start, end] of cases) {
    it(`The default window is from today to the same day in two years in ${site}`, () => {
      assert.deepEqual(defaultWindow(context(site)), {
        start_date: `${first} 00:00:00`,
        end_date: `${last} 23:59:59`,
      });
      assert.deepEqual(instants({}, false, site), { start_date: start, end_date: end });
    });
  }

  it('The default window that begins on 29 February ends on 28 February', () => {
    const leapDay = Date.UTC(2032, 1, 29, 12) / 1000;
    assert.equal(defaultWindow(context('UTC', leapDay)).end_date, '2034-02-28 23:59:59');
  });

  it('A start or an end in the request replaces only its own default', () => {
    assert.deepEqual(instants({ end_date: '2040-01-01' }, false, 'UTC'), {
      start_date: '2031-05-10 00:00:00',
      end_date: '2040-01-01 23:59:59',
    });
  });

  it('Relative date filters have no default window', () => {
    for (const name of ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const)
      assert.deepEqual(Object.keys(instants({ [name]: '2031-05-10' }, false, 'UTC')), [name]);
    assert.deepEqual(Object.keys(instants({ ends_after: 'now', end_date: '2032-01-01' }, false, 'UTC')), [
      'end_date',
      'ends_after',
    ]);
  });
});

describe('Days of date filters', () => {
  const names = [
    'start_date',
    'end_date',
    'starts_before',
    'starts_after',
    'ends_before',
    'ends_after',
  ] as const;
  const day = Object.fromEntries(names.map(name => [name, '2031-05-10 15:30']));

  it('A date without a time begins its day in start_date and ends it in every other filter', () => {
    const [first, last] = ['2031-05-10 00:00:00', '2031-05-10 23:59:59'];
    const expected = Object.fromEntries(names.map(name => [name, name === 'start_date' ? first : last]));
    assert.deepEqual(instants(day, false, 'UTC'), expected);
    assert.deepEqual(shown(day, false, 'Pacific/Auckland'), expected);
  });

  const edges: [string, string, string][] = [
    ['UTC', '2031-05-10 00:00:00', '2031-05-10 23:59:59'],
    ['Europe/Madrid', '2031-05-09 22:00:00', '2031-05-10 21:59:59'],
    ['America/New_York', '2031-05-10 04:00:00', '2031-05-11 03:59:59'],
    ['Pacific/Auckland', '2031-05-09 12:00:00', '2031-05-10 11:59:59'],
    ['UTC+5.5', '2031-05-09 18:30:00', '2031-05-10 18:29:59'],
  ];
  for (const [site, start_date, end_date] of edges)
    it(`A day filter is a day in ${site}`, () =>
      assert.deepEqual(instants({ start_date: '2031-05-10', end_date: '2031-05-10' }, false, site), {
        start_date,
        end_date,
      }));

  it('A day has 23 or 25 hours where clocks change', () => {
    const hours = (date: string, site: string) => {
      const { at } = readWindow({ start_date: date, end_date: date }, false, context(site));
      return (at.end_date! + 1 - at.start_date!) / 3600;
    };
    assert.deepEqual([hours('2031-03-30', 'Europe/Madrid'), hours('2031-10-26', 'Europe/Madrid')], [23, 25]);
    assert.deepEqual(
      [hours('2031-03-09', 'America/New_York'), hours('2031-11-02', 'America/New_York')],
      [23, 25],
    );
    assert.deepEqual(
      [hours('2031-09-28', 'Pacific/Auckland'), hours('2031-04-06', 'Pacific/Auckland')],
      [23, 25],
    );
    assert.deepEqual([hours('2031-03-30', 'UTC'), hours('2031-03-30', 'UTC+5.5')], [24, 24]);
  });

  it('A day filter is a day of the site, also for an instant with an offset', () => {
    const sent = { start_date: '2031-05-10T23:30:00Z', end_date: '2031-05-10T01:00:00+02:00' };
    assert.deepEqual(shown(sent, false, 'Europe/Madrid'), {
      start_date: '2031-05-11 00:00:00',
      end_date: '2031-05-10 23:59:59',
    });
    assert.deepEqual(shown(sent, false, 'America/New_York'), {
      start_date: '2031-05-10 00:00:00',
      end_date: '2031-05-09 23:59:59',
    });
  });

  it('A relative day filter counts in the zone of the site', () => {
    assert.equal(shown({ start_date: 'tomorrow' }, false, 'UTC').start_date, '2031-05-11 00:00:00');
    assert.equal(
      shown({ start_date: 'tomorrow' }, false, 'Pacific/Auckland').start_date,
      '2031-05-12 00:00:00',
    );
  });
});

describe('Exact times of date filters', () => {
  it('An exact time is read in the zone of the site', () => {
    const at = (site: string) => instants({ start_date: '2031-05-10 15:30' }, true, site).start_date;
    assert.deepEqual(['UTC', 'Europe/Madrid', 'America/New_York', 'Pacific/Auckland', 'UTC+5.5'].map(at), [
      '2031-05-10 15:30:00',
      '2031-05-10 13:30:00',
      '2031-05-10 19:30:00',
      '2031-05-10 03:30:00',
      '2031-05-10 10:00:00',
    ]);
  });

  it('An exact time with an offset or as a number is that instant', () => {
    const at = (value: string | number) =>
      instants({ ends_after: value }, true, 'Pacific/Auckland').ends_after;
    assert.equal(at('2031-05-10T15:30:00+02:00'), '2031-05-10 13:30:00');
    assert.equal(at(NOW), utc(NOW));
    assert.equal(at(String(NOW)), utc(NOW));
    assert.equal(at('now'), utc(NOW));
  });

  it('Exact times keep the default window of whole days', () => {
    assert.deepEqual(instants({}, true, 'Europe/Madrid'), instants({}, false, 'Europe/Madrid'));
  });

  it('An exact time is shown with its offset and is the same when it is read again', () => {
    const instant = [
      '2031-03-30T00:59:59Z',
      '2031-03-30T01:00:00Z',
      '2031-10-26T00:30:00Z',
      '2031-10-26T01:30:00Z',
    ];
    for (const site of ['UTC', 'Europe/Madrid', 'America/New_York', 'Pacific/Auckland', 'UTC+5.5']) {
      for (const start_date of instant) {
        const { start_date: spelt = '' } = shown({ start_date }, true, site);
        assert.match(spelt, /T.*([+-]\d\d:\d\d|Z)$/);
        assert.equal(
          utc(Date.parse(start_date) / 1000),
          instants({ start_date: spelt }, true, site).start_date,
        );
      }
    }
  });
});

it('strict_dates refuses 0 and nothing, and its error message does not offer them', () => {
  const read = (sent: unknown) => strictDates.read(sent, {} as ReadContext);
  for (const sent of ['0', 0, '']) {
    const refused = read(sent) as Refused;
    for (const language of languages) assert.doesNotMatch(say(refused.key, language), /[01]/);
  }
  assert.deepEqual(['1', 'yes', 'false', false].map(read), [true, true, false, false]);
});

it('A date filter that cannot be read is ignored', () => {
  assert.deepEqual(readWindow({ starts_after: 'some day' }, false, context('UTC')), { at: {}, shown: {} });
});

describe('The validity of a window', () => {
  const [site, now] = ['Europe/Madrid', NOW];
  const holds = (start_date: string, strict = false) =>
    windowHolds({ start_date }, strict, context(site, now));

  it('A window is valid for the day unless its date depends on the time of day', () => {
    for (const said of ['2031-05-10', 'tomorrow 9am', 'first day of next month', 'next week', '@1935691200'])
      assert.ok(holds(said), said);
    for (const said of ['2031-05-10T18:00:00Z', '2031-05-10 18:00+0200', 'tomorrow 9am'])
      assert.ok(holds(said, true), said);
    assert.equal(holds('now', true), undefined);
    assert.equal(holds('+12 hours'), undefined);
  });

  it('A window is valid only while its date means the same, also in a zone where it is another day', () => {
    const zones = ['', 'America/New_York', 'Asia/Tokyo', '+14:00', '-11:00'];
    const phrases = ['first day of next month', 'last day of this month 3 hours', 'next month', 'today noon'];
    let held = 0;
    for (const said of zones.flatMap(zone => phrases.map(phrase => `${phrase} ${zone}`.trim()))) {
      const found = holds(said);
      if (!found) continue;
      held++;
      for (let at = found.since; at < found.until; at += 1800)
        assert.deepEqual(
          instants({ start_date: said }, false, site, at),
          instants({ start_date: said }, false, site, now),
          `${said} at ${utc(at)}`,
        );
    }
    assert.ok(held > 2, `${held} are held`);
  });
});
