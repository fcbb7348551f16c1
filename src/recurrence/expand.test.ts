import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEpoch, toWall } from '../lib/time/zones.ts';
import { occurrenceEnd } from './calendar.ts';
import { expand, firstDate, rawDates } from './expand.ts';
import { parseRecurrence } from './parse.ts';
import { RecurrenceProblem } from './problem.ts';
import type { Recurrence } from './rule.ts';

const START = '2031-05-06 19:30:00';

function read(lines: string | readonly string[], start = START): Recurrence {
  const recurrence = parseRecurrence(lines, { start, allDay: false, zone: 'UTC' });
  if (recurrence instanceof RecurrenceProblem) throw recurrence;
  return recurrence;
}

const days = (recurrence: Recurrence, start: string, before: string, limit = 3650) =>
  expand(recurrence, start, { before: `${before} 00:00:00`, limit }).dates.map(date => date.recurrenceId);

/** Rules whose dates are rare or strange, with a start and the next dates after it. */
const UNUSUAL: readonly (readonly [rule: string, start: string, dates: string])[] = [
  ['FREQ=YEARLY', '2028-02-29', '2028-02-29 2032-02-29 2036-02-29'],
  ['FREQ=YEARLY', '2096-02-29', '2096-02-29 2104-02-29 2108-02-29'],
  ['FREQ=YEARLY;BYYEARDAY=366', '2028-12-31', '2028-12-31 2032-12-31 2036-12-31'],
  ['FREQ=YEARLY;BYYEARDAY=-366', '2028-01-01', '2028-01-01 2032-01-01 2036-01-01'],
  ['FREQ=MONTHLY', '2031-01-31', '2031-01-31 2031-03-31 2031-05-31'],
  ['FREQ=MONTHLY;BYMONTHDAY=31', '2031-01-31', '2031-01-31 2031-03-31 2031-05-31'],
  ['FREQ=MONTHLY;BYMONTHDAY=-31', '2031-01-01', '2031-01-01 2031-03-01 2031-05-01'],
  ['FREQ=MONTHLY;BYDAY=-5FR', '2031-01-03', '2031-01-03 2031-05-02 2031-08-01'],
  ['FREQ=MONTHLY;BYDAY=5FR', '2031-01-31', '2031-01-31 2031-05-30 2031-08-29'],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '2031-06-13', '2031-06-13 2032-02-13 2032-08-13'],
  ['FREQ=MONTHLY;BYDAY=1FR;BYMONTHDAY=7', '2031-02-07', '2031-02-07 2031-03-07 2031-11-07'],
  ['FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=-1', '2031-05-31', '2031-05-31 2031-06-29 2031-07-27'],
  ['FREQ=MONTHLY;BYDAY=TU,1MO', '2031-05-06', '2031-05-06 2031-05-13 2031-05-20 2031-05-27 2031-06-02'],
  ['FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU', '2031-03-30', '2031-03-30 2031-10-26 2032-03-28'],
  ['FREQ=YEARLY;BYDAY=-1MO', '2031-12-29', '2031-12-29 2032-12-27 2033-12-26'],
  ['FREQ=YEARLY;BYDAY=53TH', '2032-12-30', '2032-12-30 2037-12-31 2043-12-31'],
  ['FREQ=YEARLY;BYMONTHDAY=10', '2031-11-10', '2031-11-10 2031-12-10 2032-01-10'],
  [
    'FREQ=YEARLY;BYMONTH=1;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    '2031-01-31',
    '2031-01-31 2032-01-30 2033-01-31',
  ],
  ['FREQ=YEARLY;BYYEARDAY=1,100;BYMONTHDAY=1', '2031-01-01', '2031-01-01 2032-01-01 2033-01-01'],
  ['FREQ=YEARLY;BYYEARDAY=100;BYDAY=FR', '2032-04-09', '2032-04-09 2037-04-10'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU', '2031-05-04', '2031-05-04 2031-05-05 2031-05-18 2031-05-19'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=MO', '2031-05-04', '2031-05-04 2031-05-12 2031-05-18 2031-05-26'],
  ['FREQ=WEEKLY;BYDAY=TU,TH;BYSETPOS=1', '2031-05-06', '2031-05-06 2031-05-13 2031-05-20'],
  ['FREQ=WEEKLY;BYMONTH=5;BYDAY=FR', '2031-05-23', '2031-05-23 2031-05-30 2032-05-07'],
  ['FREQ=DAILY;INTERVAL=10;BYMONTH=5', '2031-05-16', '2031-05-16 2031-05-26 2032-05-10'],
  ['FREQ=DAILY;BYMONTHDAY=-1;BYDAY=MO', '2031-06-30', '2031-06-30 2032-05-31'],
];

test('Unusual rules give the dates of the calendar', () => {
  for (const [rule, date, wanted] of UNUSUAL) {
    const start = `${date} 19:30:00`;
    const dates = days(read(rule, start), start, '2120-01-01', wanted.split(' ').length);
    assert.equal(dates.map(wall => wall.slice(0, 10)).join(' '), wanted, rule);
  }
});

test('A start that the rule does not give moves to the first date that it gives', () => {
  const first = (rule: string) => firstDate(read(rule), START);
  assert.equal(first('FREQ=WEEKLY;BYDAY=TU'), START);
  assert.equal(first('FREQ=WEEKLY;BYDAY=FR,MO'), '2031-05-09 19:30:00');
  assert.equal(first('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'), '2031-05-19 19:30:00');
  assert.equal(first('FREQ=YEARLY;BYMONTH=3'), '2032-03-06 19:30:00');
  assert.equal(first('RDATE:20310501T100000'), START);
});

test('Further dates are added, excluded ones removed, and COUNT counts before that', () => {
  const lines = [
    'RRULE:FREQ=DAILY;COUNT=4',
    'RDATE:20310507T193000,20310501T090000,20320101T090000',
    'EXDATE:20310508T193000,20310601T193000',
  ];
  const kept = [
    ...['2031-05-01 09:00:00', '2031-05-06 19:30:00', '2031-05-07 19:30:00'],
    ...['2031-05-09 19:30:00', '2032-01-01 09:00:00'],
  ];
  assert.deepEqual(days(read(lines), START, '2040-01-01'), kept);
  assert.equal(rawDates(read(lines), START, { before: '2040-01-01 00:00:00', limit: 10 }).dates.length, 6);
  assert.deepEqual(days(read(['RDATE:20310508T100000', 'EXDATE:20310506T193000']), START, '2040-01-01'), [
    '2031-05-08 10:00:00',
  ]);
});

test('An expansion tells whether dates follow', () => {
  const stop = (lines: readonly string[], before: string, limit: number) =>
    expand(read(lines), START, { before: `${before} 19:30:00`, limit }).stop;
  assert.equal(stop(['FREQ=DAILY;COUNT=5'], '2031-05-11', 5), 'ended');
  assert.equal(stop(['FREQ=DAILY;COUNT=5'], '2031-05-10', 5), 'before');
  assert.equal(stop(['FREQ=DAILY;COUNT=5'], '2031-05-11', 4), 'limit');
  assert.equal(stop(['FREQ=DAILY;COUNT=5', 'RDATE:20320101T000000'], '2031-06-11', 9), 'before');
  assert.equal(stop(['FREQ=DAILY;UNTIL=20310510T192959'], '2031-06-01', 9), 'ended');
  assert.equal(stop(['FREQ=DAILY', 'EXDATE:20310506,20310507'], '2031-06-01', 9), 'limit');
  assert.equal(stop(['FREQ=YEARLY'], '9999-12-31', 9000), 'ended');
  assert.equal(
    days(read('FREQ=DAILY;UNTIL=20310510T192959'), START, '2040-01-01').at(-1),
    '2031-05-09 19:30:00',
  );
  assert.equal(
    days(read('FREQ=DAILY;UNTIL=20310510T193000'), START, '2040-01-01').at(-1),
    '2031-05-10 19:30:00',
  );
});

test('An occurrence lasts as long as the clock shows, or as its period', () => {
  const event = { start: START, end: '2031-05-07 01:00:00' };
  assert.equal(occurrenceEnd({ recurrenceId: '2031-10-25 19:30:00' }, event), '2031-10-26 01:00:00');
  const [, period] = expand(read('RDATE;VALUE=PERIOD:20310510T180000/PT1H'), START, {
    ...{ before: '2040-01-01 00:00:00', limit: 5 },
  }).dates;
  assert.equal(occurrenceEnd(period!, event), '2031-05-10 19:00:00');
  assert.equal(occurrenceEnd({ recurrenceId: '9999-12-31 20:00:00' }, event), '9999-12-31 23:59:59');
});

/** A year of nights with a gap, the wall time of the night in it, and the length of the gap in minutes. */
const NIGHTS: readonly (readonly [zone: string, year: number, skipped: string, shown: string])[] = [
  ['Europe/Madrid', 2031, '2031-03-30 02:30:00', '2031-03-30 03:30:00'],
  ['America/New_York', 2031, '2031-03-09 02:30:00', '2031-03-09 03:30:00'],
  ['Australia/Lord_Howe', 2031, '2031-10-05 02:15:00', '2031-10-05 02:45:00'],
  ['Africa/Casablanca', 2026, '2026-03-22 02:30:00', '2026-03-22 03:30:00'],
  ['Pacific/Apia', 2011, '2011-12-30 02:30:00', '2011-12-31 02:30:00'],
];

for (const [zone, year, skipped, shown] of NIGHTS) {
  test(`No night of a year is lost in ${zone}, and their order stays`, () => {
    const start = `${year}-01-01 ${skipped.slice(11)}`;
    const nights = days(read('FREQ=DAILY', start), start, `${year + 1}-01-01`);
    const instants = nights.map(night => toEpoch(night, zone));
    assert.equal(nights.length, 365);
    assert.deepEqual(
      instants,
      instants.toSorted((one, other) => one - other),
    );
    const moved = nights.filter((night, index) => toWall(instants[index]!, zone) !== night);
    assert.ok(moved.includes(skipped), String(moved));
    assert.equal(toWall(toEpoch(skipped, zone), zone), shown);
  });
}

const ZONES = [
  ...['Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia'],
  ...['Europe/London', 'Europe/Dublin', 'Atlantic/Azores', 'Africa/Cairo', 'Asia/Beirut'],
  ...['Asia/Tehran', 'Asia/Kathmandu', 'Asia/Gaza', 'America/Sao_Paulo', 'America/Santiago'],
  ...['America/St_Johns', 'America/Havana', 'Pacific/Chatham', 'Pacific/Kwajalein', 'Antarctica/Troll'],
];

test('In 20 zones, skipped nights move forward by the gap, and repeated ones are the first', () => {
  let changed = 0;
  for (const zone of ZONES) {
    for (const start of ['2011-01-01 00:30:00', '2011-01-01 02:15:00']) {
      const nights = days(read('FREQ=DAILY', start), start, '2013-01-01');
      for (const night of nights) {
        const exact = Temporal.PlainDateTime.from(night).toZonedDateTime(zone, {
          disambiguation: 'compatible',
        });
        assert.equal(toEpoch(night, zone), exact.epochMilliseconds / 1000, `${zone} ${night}`);
        if (exact.toPlainDateTime().toString() !== night.replace(' ', 'T')) changed++;
      }
    }
  }
  assert.ok(changed > 20, String(changed));
});
