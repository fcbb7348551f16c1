import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sayWhy } from '../reason.ts';
import { instantOf, readTimes } from './read-times.ts';

const recordOf = (start: string, end: string, utcStart: string, utcEnd: string, timezone: unknown) => ({
  ...{ start_date: start, end_date: end, utc_start_date: utcStart, utc_end_date: utcEnd, timezone },
});

const read = (record: object, siteZone = 'Europe/Madrid') => {
  const found = readTimes({ ...record }, siteZone);
  if ('refused' in found) return [sayWhy(found.refused, 'en')];
  const { start_date, end_date, timezone } = found.times;
  return [start_date, end_date, timezone, ...found.notes.map(note => sayWhy(note, 'en').replace(/:.*/, ''))];
};

const instants = (record: object) => {
  const found = readTimes({ ...record }, 'UTC');
  assert.ok('times' in found);
  return [found.times.start_at, found.times.end_at];
};

describe('Times of events of other sites', () => {
  it('Consistent times are taken as they are', () => {
    const record = recordOf(
      ...([
        '2031-05-10 18:30:00',
        '2031-05-10 20:00:00',
        '2031-05-10 22:30:00',
        '2031-05-11 00:00:00',
      ] as const),
      'America/New_York',
    );
    assert.deepEqual(read(record), ['2031-05-10 18:30:00', '2031-05-10 20:00:00', 'America/New_York']);
    assert.deepEqual(instants(record), [Date.UTC(2031, 4, 10, 22, 30) / 1000, Date.UTC(2031, 4, 11) / 1000]);
  });

  it('An unusual zone is kept where it fits the times', () => {
    const wall = ['2031-05-10 18:30:00', '2031-05-10 20:00:00'] as const;
    assert.deepEqual(read(recordOf(...wall, ...wall, 'UTC+0')), [...wall, 'UTC+0']);
  });

  it('The second of two repeated hours is recognized by its UTC time', () => {
    const [start] = instants(
      recordOf(
        ...([
          '2031-10-26 02:30:00',
          '2031-10-26 03:30:00',
          '2031-10-26 01:30:00',
          '2031-10-26 02:30:00',
        ] as const),
        'Europe/Madrid',
      ),
    );
    assert.equal(start, Date.UTC(2031, 9, 26, 1, 30) / 1000);
  });

  it('UTC times win where local times contradict them', () => {
    const record = recordOf(
      ...([
        '2031-05-10 18:30:00',
        '2031-05-10 20:00:00',
        '2031-05-10 18:30:00',
        '2031-05-10 20:00:00',
      ] as const),
      'Europe/Madrid',
    );
    assert.deepEqual(read(record), [
      ...['2031-05-10 20:30:00', '2031-05-10 22:00:00', 'Europe/Madrid'],
      'its local times contradict its UTC times; the UTC times were taken',
    ]);
  });

  it('A missing zone is found from the difference to UTC', () => {
    const times = ['2031-05-10 18:30:00', '2031-05-10 20:00:00'] as const;
    const utc = ['2031-05-10 16:30:00', '2031-05-10 18:00:00'] as const;
    const nepal = ['2031-05-10 12:45:00', '2031-05-10 14:15:00'] as const;
    assert.deepEqual(read(recordOf(...times, ...utc, 'Nowhere/Land'))[2], 'Europe/Madrid');
    assert.deepEqual(read(recordOf(...times, ...nepal, ''))[2], 'UTC+5:45');
    assert.deepEqual(read({ start_date: times[0], end_date: times[1] }), [
      ...[...times, 'Europe/Madrid'],
      'it names no time zone',
    ]);
  });

  it('All-day events are the days of their local times', () => {
    const record = recordOf(
      ...([
        '2031-05-10 00:00:00',
        '2031-05-11 23:59:59',
        '2031-05-10 00:00:00',
        '2031-05-11 23:59:59',
      ] as const),
      'America/New_York',
    );
    assert.deepEqual(read({ ...record, all_day: true }), [
      ...['2031-05-10 00:00:00', '2031-05-11 23:59:59', 'America/New_York'],
    ]);
  });

  it('An impossible end is replaced by the start', () => {
    const start = { start_date: '2031-05-10 18:30', timezone: 'Europe/Madrid' };
    assert.deepEqual(read({ ...start, end_date: '2031-05-10 17:00' }), [
      ...['2031-05-10 18:30:00', '2031-05-10 18:30:00', 'Europe/Madrid'],
      'it ended before it started',
    ]);
    assert.deepEqual(read({ ...start, all_day: '1' })[1], '2031-05-10 23:59:59');
  });

  for (const start_date of [
    '',
    null,
    'tomorrow',
    '0000-00-00 00:00:00',
    '2031-02-30 10:00:00',
    '1936132200',
    {},
  ]) {
    it(`The start ${JSON.stringify(start_date)} is refused`, () => {
      assert.deepEqual(read({ start_date, end_date: '2031-05-10 17:00' }), ['its start is no date']);
    });
  }

  it('The zero date of a draft is read as no instant', () => {
    assert.equal(instantOf('0000-00-00 00:00:00'), undefined);
    assert.equal(instantOf('1969-12-31 23:59:59'), -1);
  });
});
