import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refused } from '../errors.ts';
import { eventTimes, type Times, type TimesPatch } from './times.ts';

const NOW = Date.UTC(2031, 4, 10, 12) / 1000;
const utc = (epoch: number) => new Date(epoch * 1000).toISOString().slice(0, 16).replace('T', ' ');

function read(patch: TimesPatch, current?: Times, site = 'Europe/Madrid') {
  const id = site === 'UTC+5.5' ? '+05:30' : site;
  return eventTimes(patch, current, { config: { TIME_ZONE: { name: site, id } }, now: NOW });
}

function times(patch: TimesPatch, current?: Times, site?: string): Times {
  const found = read(patch, current, site);
  assert.ok(!('refused' in found), `refused: ${JSON.stringify(found)}`);
  return found;
}

/** The times of an event in one line: local times, UTC and time zone. */
function line(patch: TimesPatch, current?: Times, site?: string): string {
  const { start_date, end_date, start_at, end_at, timezone, timezone_abbr } = times(patch, current, site);
  const wall = (date: string) => date.replace(/:00$/, '');
  return `${wall(start_date)} – ${wall(end_date)} ${timezone} ${timezone_abbr} = ${utc(start_at)} – ${utc(end_at)}`;
}

const on = (start_date: string | number, end_date: string | number, timezone?: string): TimesPatch => ({
  start_date,
  end_date,
  timezone,
});

describe('Dates of a new event', () => {
  const cases: [string, TimesPatch, string, string][] = [
    [
      'A new event without a zone is in the zone of the site',
      on('2031-05-10 18:30', '2031-05-10 20:00'),
      'Europe/Madrid',
      '2031-05-10 18:30 – 2031-05-10 20:00 Europe/Madrid CEST = 2031-05-10 16:30 – 2031-05-10 18:00',
    ],
    [
      'A new event with a zone is in that zone',
      on('2031-05-10 18:30', '2031-05-10 20:00', 'America/New_York'),
      'Europe/Madrid',
      '2031-05-10 18:30 – 2031-05-10 20:00 America/New_York EDT = 2031-05-10 22:30 – 2031-05-11 00:00',
    ],
    [
      'A new event may be at a fixed offset',
      on('2031-05-10 18:30', '2031-05-10 20:00', 'UTC-9.5'),
      'Europe/Madrid',
      '2031-05-10 18:30 – 2031-05-10 20:00 UTC-9.5 UTC-9.5 = 2031-05-11 04:00 – 2031-05-11 05:30',
    ],
    [
      'A new event with an empty zone takes the offset of the site by its name',
      on('2031-05-10 18:30', '2031-05-10 20:00', ''),
      'UTC+5.5',
      '2031-05-10 18:30 – 2031-05-10 20:00 UTC+5.5 UTC+5.5 = 2031-05-10 13:00 – 2031-05-10 14:30',
    ],
    [
      'Dates with offsets are shown in the zone of the event',
      on('2031-05-10T18:30:00Z', '2031-05-10T20:00:00-04:00'),
      'Pacific/Auckland',
      '2031-05-11 06:30 – 2031-05-11 12:00 Pacific/Auckland NZST = 2031-05-10 18:30 – 2031-05-11 00:00',
    ],
    [
      'Dates may be Unix timestamps',
      on(NOW, String(NOW + 3600)),
      'America/New_York',
      '2031-05-10 08:00 – 2031-05-10 09:00 America/New_York EDT = 2031-05-10 12:00 – 2031-05-10 13:00',
    ],
    [
      'Relative dates count in the zone of the event',
      on('tomorrow 9am', 'tomorrow 11am', 'Pacific/Auckland'),
      'UTC',
      '2031-05-12 09:00 – 2031-05-12 11:00 Pacific/Auckland NZST = 2031-05-11 21:00 – 2031-05-11 23:00',
    ],
    [
      'A skipped hour is read as the hour after it',
      on('2031-03-30 02:30', '2031-03-30 03:30'),
      'Europe/Madrid',
      '2031-03-30 03:30 – 2031-03-30 03:30 Europe/Madrid CEST = 2031-03-30 01:30 – 2031-03-30 01:30',
    ],
    [
      'A repeated hour is read as the first of the two',
      on('2031-10-26 02:30', '2031-10-26 03:30'),
      'Europe/Madrid',
      '2031-10-26 02:30 – 2031-10-26 03:30 Europe/Madrid CEST = 2031-10-26 00:30 – 2031-10-26 02:30',
    ],
    [
      'A repeated hour west of Greenwich is read as the first of the two',
      on('2031-11-02 01:30', '2031-11-02 02:30', 'America/New_York'),
      'Europe/Madrid',
      '2031-11-02 01:30 – 2031-11-02 02:30 America/New_York EDT = 2031-11-02 05:30 – 2031-11-02 07:30',
    ],
    [
      'A repeated hour with an offset is read as the one at that offset',
      on('2031-10-26T02:30:00+01:00', '2031-10-26 03:30'),
      'Europe/Madrid',
      '2031-10-26 02:30 – 2031-10-26 03:30 Europe/Madrid CET = 2031-10-26 01:30 – 2031-10-26 02:30',
    ],
    [
      'An event may end at the moment it starts',
      on('2031-05-10 18:30', '2031-05-10 18:30'),
      'UTC',
      '2031-05-10 18:30 – 2031-05-10 18:30 UTC UTC = 2031-05-10 18:30 – 2031-05-10 18:30',
    ],
  ];
  for (const [name, patch, site, expected] of cases)
    it(name, () => assert.equal(line(patch, undefined, site), expected));
});

describe('All-day events', () => {
  const wholeDays = (site: string) =>
    times({ ...on('2031-03-29 10:00', '2031-03-30 12:00'), all_day: true }, undefined, site);

  for (const site of ['UTC', 'Europe/Madrid', 'America/New_York', 'Pacific/Auckland', 'UTC+5.5'])
    it(`An all-day event lasts from the first second to the last in ${site}`, () => {
      const { start_date, end_date, all_day } = wholeDays(site);
      assert.deepEqual([start_date, end_date, all_day], ['2031-03-29 00:00:00', '2031-03-30 23:59:59', 1]);
    });

  it('An all-day event is as long as its days are in its zone', () => {
    const hours = (site: string) => {
      const { start_at, end_at } = wholeDays(site);
      return (end_at + 1 - start_at) / 3600;
    };
    assert.deepEqual([hours('Europe/Madrid'), hours('America/New_York'), hours('UTC+5.5')], [47, 48, 48]);
  });

  it('An all-day event stays whole days when it is moved, and keeps its times when it is all-day no more', () => {
    const moved = times({ start_date: '2031-03-28 15:00' }, wholeDays('UTC'), 'UTC');
    assert.deepEqual([moved.start_date, moved.end_date], ['2031-03-28 00:00:00', '2031-03-30 23:59:59']);
    const freed = times({ all_day: false, end_date: '2031-03-30 15:00' }, moved, 'UTC');
    assert.deepEqual(
      [freed.start_date, freed.end_date, freed.all_day],
      ['2031-03-28 00:00:00', '2031-03-30 15:00:00', 0],
    );
  });

  it('An existing event can be made an all-day event', () => {
    const made = times({ all_day: true }, times(on('2031-05-10 18:30', '2031-05-10 20:00')));
    assert.deepEqual([made.start_date, made.end_date], ['2031-05-10 00:00:00', '2031-05-10 23:59:59']);
  });
});

describe('Dates after an update', () => {
  const current = times(on('2031-05-10 18:30', '2031-05-10 20:00'));

  it('An update without dates changes no dates', () => assert.deepEqual(times({}, current, 'UTC'), current));

  it('An update changes only the date that it sends', () => {
    assert.equal(
      line({ start_date: '2031-05-10 17:00' }, current),
      '2031-05-10 17:00 – 2031-05-10 20:00 Europe/Madrid CEST = 2031-05-10 15:00 – 2031-05-10 18:00',
    );
    assert.equal(
      line({ end_date: '2031-12-10 17:00' }, current),
      '2031-05-10 18:30 – 2031-12-10 17:00 Europe/Madrid CEST = 2031-05-10 16:30 – 2031-12-10 16:00',
    );
  });

  it('An update reads a new date in the zone of the event, not of the site', () => {
    const there = times(on('2031-05-10 18:30', '2031-05-10 20:00', 'Pacific/Auckland'));
    assert.equal(
      line({ end_date: '2031-05-10 21:00' }, there),
      '2031-05-10 18:30 – 2031-05-10 21:00 Pacific/Auckland NZST = 2031-05-10 06:30 – 2031-05-10 09:00',
    );
  });

  it('An update of the zone keeps the wall-clock times', () => {
    assert.equal(
      line({ timezone: 'Asia/Tokyo' }, current),
      '2031-05-10 18:30 – 2031-05-10 20:00 Asia/Tokyo JST = 2031-05-10 09:30 – 2031-05-10 11:00',
    );
    assert.equal(
      line({ timezone: '' }, times(on('2031-05-10 18:30', '2031-05-10 20:00', 'UTC-3')), 'UTC+5.5'),
      '2031-05-10 18:30 – 2031-05-10 20:00 UTC+5.5 UTC+5.5 = 2031-05-10 13:00 – 2031-05-10 14:30',
    );
  });

  it('An update keeps a start in the second of two repeated hours', () => {
    const second = times(on('2031-10-26T02:30:00+01:00', '2031-10-26 03:30'));
    assert.equal(times({ end_date: '2031-10-26 04:30' }, second).start_at, second.start_at);
    assert.equal(times({ timezone: 'Europe/Madrid' }, second).start_at, second.start_at);
  });
});

describe('Repeated hours', () => {
  const twice = times(on('2027-10-31T02:30:00+01:00', '2027-10-31T02:40:00+01:00', 'Europe/Madrid'));

  it('A repeated hour stays the same when an event is sent back as it was read', () => {
    const { start_date, end_date, timezone } = twice;
    assert.deepEqual(times({ start_date, end_date, timezone }, twice), twice);
  });

  it('A repeated hour that is not sent back as it was read is the first of the two', () => {
    const first = times(on('2027-10-31 02:30', '2027-10-31 02:40', 'Europe/Madrid'), twice);
    assert.equal(first.start_at, twice.start_at - 3600);
  });
});

describe('Refused dates', () => {
  const current = times(on('2031-05-10 18:30', '2031-05-10 20:00'));
  const cases: [string, TimesPatch, Times | undefined, string][] = [
    ['An end before the start', on('2031-05-10 20:00', '2031-05-10 18:30'), undefined, 'end_date'],
    ['An end moved before the start', { end_date: '2031-05-10 18:00' }, current, 'end_date'],
    ['A start moved after the end', { start_date: '2031-05-10 21:00' }, current, 'start_date'],
    ['A new event without a start', { end_date: '2031-05-10' }, undefined, 'start_date'],
    ['A new event without an end', { start_date: '2031-05-10' }, undefined, 'end_date'],
    ['A date that does not exist', on('2031-02-30', '2031-03-01'), undefined, 'start_date'],
    ['A timestamp of zero', on('2031-05-10', '0'), undefined, 'end_date'],
    ['An unknown zone', on('2031-05-10', '2031-05-10', 'Mars/Olympus'), undefined, 'timezone'],
    [
      'A new zone that skips the start and so puts it after the end',
      { timezone: 'Europe/Madrid' },
      times(on('2031-03-30 02:50', '2031-03-30 03:10', 'UTC')),
      'timezone',
    ],
  ];
  for (const [name, patch, before, parameter] of cases)
    it(`${name} is refused at ${parameter}`, () => {
      const found = read(patch, before);
      assert.ok('refused' in found && found.refused instanceof Refused);
      assert.equal(found.name, parameter);
    });
});

describe('Dates at the ends of the range', () => {
  const four = (patch: TimesPatch, current?: Times) => {
    const found = read(patch, current);
    if ('refused' in found) return;
    // Answers show every time in UTC too, so its year must have four digits there as well.
    for (const epoch of [found.start_at, found.end_at])
      assert.match(new Date(epoch * 1000).toISOString(), /^\d{4}-/, JSON.stringify(found));
  };

  it('Dates in the first and last year are refused or have a four-digit year in UTC', () => {
    four(on('9999-12-31 20:00', '9999-12-31 23:59', 'America/New_York'));
    four(on('1000-01-01 00:00', '1000-01-01 00:00', 'Pacific/Auckland'));
    four(on('9999-12-31 23:59:59', '9999-12-31 23:59:59', 'UTC'));
  });

  it('All-day dates in the last year are refused or have a four-digit year in UTC', () => {
    four({ ...on('9999-12-31 10:00', '9999-12-31 12:00', 'America/New_York'), all_day: true });
  });

  it('A new zone in the last year is refused or keeps a four-digit year in UTC', () => {
    const last = times(on('9999-12-31 23:00', '9999-12-31 23:30', 'UTC'));
    four({ timezone: 'America/New_York' }, last);
  });
});
