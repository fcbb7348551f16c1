import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refused } from '../http/errors.ts';
import { eventTimes, type Times, type TimesPatch } from './times.ts';

const NOW = Date.UTC(2031, 4, 10, 12) / 1000;
const utc = (epoch: number) => new Date(epoch * 1000).toISOString().slice(0, 16).replace('T', ' ');

function read(wish: TimesPatch, current?: Times, site = 'Europe/Madrid') {
  const id = site === 'UTC+5.5' ? '+05:30' : site;
  return eventTimes(wish, current, { config: { TIME_ZONE: { name: site, id } }, now: NOW });
}

function times(wish: TimesPatch, current?: Times, site?: string): Times {
  const found = read(wish, current, site);
  assert.ok(!('refused' in found), `refused: ${JSON.stringify(found)}`);
  return found;
}

/** Wall times, UTC and zone in one line: what an answer tells of when an event is. */
function line(wish: TimesPatch, current?: Times, site?: string): string {
  const { start_date, end_date, start_at, end_at, timezone, timezone_abbr } = times(wish, current, site);
  const wall = (date: string) => date.replace(/:00$/, '');
  return `${wall(start_date)} – ${wall(end_date)} ${timezone} ${timezone_abbr} = ${utc(start_at)} – ${utc(end_at)}`;
}

const on = (start_date: string | number, end_date: string | number, timezone?: string): TimesPatch => ({
  start_date,
  end_date,
  timezone,
});

describe('when a new event takes place', () => {
  const cases: [string, TimesPatch, string, string][] = [
    [
      'in the zone of the site',
      on('2031-05-10 18:30', '2031-05-10 20:00'),
      'Europe/Madrid',
      '2031-05-10 18:30 – 2031-05-10 20:00 Europe/Madrid CEST = 2031-05-10 16:30 – 2031-05-10 18:00',
    ],
    [
      'in its own zone',
      on('2031-05-10 18:30', '2031-05-10 20:00', 'America/New_York'),
      'Europe/Madrid',
      '2031-05-10 18:30 – 2031-05-10 20:00 America/New_York EDT = 2031-05-10 22:30 – 2031-05-11 00:00',
    ],
    [
      'at a fixed offset',
      on('2031-05-10 18:30', '2031-05-10 20:00', 'UTC-9.5'),
      'Europe/Madrid',
      '2031-05-10 18:30 – 2031-05-10 20:00 UTC-9.5 UTC-9.5 = 2031-05-11 04:00 – 2031-05-11 05:30',
    ],
    [
      'at the offset of the site, by the name that it has there',
      on('2031-05-10 18:30', '2031-05-10 20:00', ''),
      'UTC+5.5',
      '2031-05-10 18:30 – 2031-05-10 20:00 UTC+5.5 UTC+5.5 = 2031-05-10 13:00 – 2031-05-10 14:30',
    ],
    [
      'given with offsets: shown on the clocks of its zone',
      on('2031-05-10T18:30:00Z', '2031-05-10T20:00:00-04:00'),
      'Pacific/Auckland',
      '2031-05-11 06:30 – 2031-05-11 12:00 Pacific/Auckland NZST = 2031-05-10 18:30 – 2031-05-11 00:00',
    ],
    [
      'given as Unix seconds',
      on(NOW, String(NOW + 3600)),
      'America/New_York',
      '2031-05-10 08:00 – 2031-05-10 09:00 America/New_York EDT = 2031-05-10 12:00 – 2031-05-10 13:00',
    ],
    [
      'told from now: tomorrow is tomorrow in the zone of the event',
      on('tomorrow 9am', 'tomorrow 11am', 'Pacific/Auckland'),
      'UTC',
      '2031-05-12 09:00 – 2031-05-12 11:00 Pacific/Auckland NZST = 2031-05-11 21:00 – 2031-05-11 23:00',
    ],
    [
      'when clocks go forward: an hour that is skipped is the one after',
      on('2031-03-30 02:30', '2031-03-30 03:30'),
      'Europe/Madrid',
      '2031-03-30 03:30 – 2031-03-30 03:30 Europe/Madrid CEST = 2031-03-30 01:30 – 2031-03-30 01:30',
    ],
    [
      'when clocks go back: an hour that comes twice is the first of the two',
      on('2031-10-26 02:30', '2031-10-26 03:30'),
      'Europe/Madrid',
      '2031-10-26 02:30 – 2031-10-26 03:30 Europe/Madrid CEST = 2031-10-26 00:30 – 2031-10-26 02:30',
    ],
    [
      'west of Greenwich as well',
      on('2031-11-02 01:30', '2031-11-02 02:30', 'America/New_York'),
      'Europe/Madrid',
      '2031-11-02 01:30 – 2031-11-02 02:30 America/New_York EDT = 2031-11-02 05:30 – 2031-11-02 07:30',
    ],
    [
      'the second of two equal hours where an offset says so',
      on('2031-10-26T02:30:00+01:00', '2031-10-26 03:30'),
      'Europe/Madrid',
      '2031-10-26 02:30 – 2031-10-26 03:30 Europe/Madrid CET = 2031-10-26 01:30 – 2031-10-26 02:30',
    ],
    [
      'for a moment',
      on('2031-05-10 18:30', '2031-05-10 18:30'),
      'UTC',
      '2031-05-10 18:30 – 2031-05-10 18:30 UTC UTC = 2031-05-10 18:30 – 2031-05-10 18:30',
    ],
  ];
  for (const [name, wish, site, expected] of cases)
    it(name, () => assert.equal(line(wish, undefined, site), expected));
});

describe('whole days', () => {
  const wholeDays = (site: string) =>
    times({ ...on('2031-03-29 10:00', '2031-03-30 12:00'), all_day: true }, undefined, site);

  for (const site of ['UTC', 'Europe/Madrid', 'America/New_York', 'Pacific/Auckland', 'UTC+5.5'])
    it(`run from the first second to the last on the clocks of ${site}`, () => {
      const { start_date, end_date, all_day } = wholeDays(site);
      assert.deepEqual([start_date, end_date, all_day], ['2031-03-29 00:00:00', '2031-03-30 23:59:59', 1]);
    });

  it('are as long as clocks make them', () => {
    const hours = (site: string) => {
      const { start_at, end_at } = wholeDays(site);
      return (end_at + 1 - start_at) / 3600;
    };
    assert.deepEqual([hours('Europe/Madrid'), hours('America/New_York'), hours('UTC+5.5')], [47, 48, 48]);
  });

  it('stay whole when they are moved, and keep their edges when they are whole no more', () => {
    const moved = times({ start_date: '2031-03-28 15:00' }, wholeDays('UTC'), 'UTC');
    assert.deepEqual([moved.start_date, moved.end_date], ['2031-03-28 00:00:00', '2031-03-30 23:59:59']);
    const freed = times({ all_day: false, end_date: '2031-03-30 15:00' }, moved, 'UTC');
    assert.deepEqual(
      [freed.start_date, freed.end_date, freed.all_day],
      ['2031-03-28 00:00:00', '2031-03-30 15:00:00', 0],
    );
  });

  it('are made of an event that is there', () => {
    const made = times({ all_day: true }, times(on('2031-05-10 18:30', '2031-05-10 20:00')));
    assert.deepEqual([made.start_date, made.end_date], ['2031-05-10 00:00:00', '2031-05-10 23:59:59']);
  });
});

describe('when an event takes place after an update', () => {
  const current = times(on('2031-05-10 18:30', '2031-05-10 20:00'));

  it('is as before where nothing is said', () => assert.deepEqual(times({}, current, 'UTC'), current));

  it('changes at the side that is said', () => {
    assert.equal(
      line({ start_date: '2031-05-10 17:00' }, current),
      '2031-05-10 17:00 – 2031-05-10 20:00 Europe/Madrid CEST = 2031-05-10 15:00 – 2031-05-10 18:00',
    );
    assert.equal(
      line({ end_date: '2031-12-10 17:00' }, current),
      '2031-05-10 18:30 – 2031-12-10 17:00 Europe/Madrid CEST = 2031-05-10 16:30 – 2031-12-10 16:00',
    );
  });

  it('reads a new date in the zone of the event, not of the site', () => {
    const there = times(on('2031-05-10 18:30', '2031-05-10 20:00', 'Pacific/Auckland'));
    assert.equal(
      line({ end_date: '2031-05-10 21:00' }, there),
      '2031-05-10 18:30 – 2031-05-10 21:00 Pacific/Auckland NZST = 2031-05-10 06:30 – 2031-05-10 09:00',
    );
  });

  it('keeps the walls where the zone changes', () => {
    assert.equal(
      line({ timezone: 'Asia/Tokyo' }, current),
      '2031-05-10 18:30 – 2031-05-10 20:00 Asia/Tokyo JST = 2031-05-10 09:30 – 2031-05-10 11:00',
    );
    assert.equal(
      line({ timezone: '' }, times(on('2031-05-10 18:30', '2031-05-10 20:00', 'UTC-3')), 'UTC+5.5'),
      '2031-05-10 18:30 – 2031-05-10 20:00 UTC+5.5 UTC+5.5 = 2031-05-10 13:00 – 2031-05-10 14:30',
    );
  });

  it('keeps the second of two equal hours', () => {
    const second = times(on('2031-10-26T02:30:00+01:00', '2031-10-26 03:30'));
    assert.equal(times({ end_date: '2031-10-26 04:30' }, second).start_at, second.start_at);
    assert.equal(times({ timezone: 'Europe/Madrid' }, second).start_at, second.start_at);
  });
});

describe('an hour that occurs twice', () => {
  const twice = times(on('2027-10-31T02:30:00+01:00', '2027-10-31T02:40:00+01:00', 'Europe/Madrid'));

  it('stays the same one when what was read is sent back', () => {
    const { start_date, end_date, timezone } = twice;
    assert.deepEqual(times({ start_date, end_date, timezone }, twice), twice);
  });

  it('is the first one where nothing else is said', () => {
    const first = times(on('2027-10-31 02:30', '2027-10-31 02:40', 'Europe/Madrid'), twice);
    assert.equal(first.start_at, twice.start_at - 3600);
  });
});

describe('what cannot be', () => {
  const current = times(on('2031-05-10 18:30', '2031-05-10 20:00'));
  const cases: [string, TimesPatch, Times | undefined, string][] = [
    ['an end before the start', on('2031-05-10 20:00', '2031-05-10 18:30'), undefined, 'end_date'],
    ['an earlier end', { end_date: '2031-05-10 18:00' }, current, 'end_date'],
    ['a later start', { start_date: '2031-05-10 21:00' }, current, 'start_date'],
    ['no start', { end_date: '2031-05-10' }, undefined, 'start_date'],
    ['no end', { start_date: '2031-05-10' }, undefined, 'end_date'],
    ['a day that is none', on('2031-02-30', '2031-03-01'), undefined, 'start_date'],
    ['nought', on('2031-05-10', '0'), undefined, 'end_date'],
    ['a zone that is none', on('2031-05-10', '2031-05-10', 'Mars/Olympus'), undefined, 'timezone'],
    [
      'an hour that the new zone skips, after one that it does not',
      { timezone: 'Europe/Madrid' },
      times(on('2031-03-30 02:50', '2031-03-30 03:10', 'UTC')),
      'timezone',
    ],
  ];
  for (const [name, wish, before, parameter] of cases)
    it(`${name}: ${parameter}`, () => {
      const found = read(wish, before);
      assert.ok('refused' in found && found.refused instanceof Refused);
      assert.equal(found.name, parameter);
    });
});

describe('the ends of what can be told', () => {
  const four = (wish: TimesPatch, current?: Times) => {
    const found = read(wish, current);
    if ('refused' in found) return;
    // Every instant of an event is shown in UTC as well: four digits tell its year there too.
    for (const epoch of [found.start_at, found.end_at])
      assert.match(new Date(epoch * 1000).toISOString(), /^\d{4}-/, JSON.stringify(found));
  };

  it('is refused, or has a year of four digits in UTC', () => {
    four(on('9999-12-31 20:00', '9999-12-31 23:59', 'America/New_York'));
    four(on('1000-01-01 00:00', '1000-01-01 00:00', 'Pacific/Auckland'));
    four(on('9999-12-31 23:59:59', '9999-12-31 23:59:59', 'UTC'));
  });

  it('also where whole days round it', () => {
    four({ ...on('9999-12-31 10:00', '9999-12-31 12:00', 'America/New_York'), all_day: true });
  });

  it('also where another zone moves it', () => {
    const last = times(on('9999-12-31 23:00', '9999-12-31 23:30', 'UTC'));
    four({ timezone: 'America/New_York' }, last);
  });
});
