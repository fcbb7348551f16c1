import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expand, firstDate, rawDates } from './expand.ts';
import { recurrenceLines } from './lines.ts';
import { type DatedRule, matchDates, moveExceptions } from './match-dates.ts';
import { parseRecurrence } from './parse.ts';
import { RecurrenceProblem } from './problem.ts';
import type { Recurrence } from './rule.ts';
import { shiftRecurrence } from './shift.ts';
import { type StartedRecurrence, splitRecurrence } from './split.ts';

const START = '2031-05-06 19:30:00';

function read(lines: string | readonly string[], start = START): Recurrence {
  const recurrence = parseRecurrence(lines, { start, allDay: false, zone: 'UTC' });
  if (recurrence instanceof RecurrenceProblem) throw recurrence;
  return recurrence;
}

const written = (recurrence: Recurrence | undefined) =>
  recurrence && recurrenceLines(recurrence, { allDay: false });

/** The dates until the end of June. */
function dated(lines: string | readonly string[], from = START): DatedRule {
  const recurrence = read(lines, from);
  const bounds = { before: '2031-07-01 00:00:00', limit: 100 };
  const { dates } = rawDates(recurrence, firstDate(recurrence, from)!, bounds);
  return { rule: recurrence.rule, dates: dates.map(date => date.recurrenceId) };
}

/** What becomes of the dates, as `05-06 05-07`; `-` vanished. */
const matched = (before: DatedRule, after: DatedRule) => {
  const matches = matchDates(before, after);
  return before.dates.map(date => `${date.slice(5, 10)} ${matches.get(date)?.slice(5, 16) ?? '-'}`);
};

test('A date that stays is itself', () => {
  assert.deepEqual(matched(dated('FREQ=WEEKLY;COUNT=3'), dated('FREQ=DAILY;COUNT=8')), [
    ...['05-06 05-06 19:30', '05-13 05-13 19:30', '05-20 -'],
  ]);
});

test('Dates of one day are one another, in order', () => {
  const before = dated(['FREQ=WEEKLY;COUNT=2', 'RDATE:20310506T210000']);
  const after = dated(['FREQ=DAILY;COUNT=2', 'RDATE:20310506T220000,20310506T230000'], '2031-05-06 20:00:00');
  assert.deepEqual(matched(before, after), ['05-06 05-06 20:00', '05-06 05-06 22:00', '05-13 -']);
});

test('Another weekday takes the dates in order, where the rule repeats as before', () => {
  const before = dated('FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4');
  const moved = dated('FREQ=WEEKLY;BYDAY=WE,TH;COUNT=4', '2031-05-07 20:00:00');
  const wanted = ['05-06 05-07 20:00', '05-08 05-08 20:00', '05-13 05-14 20:00', '05-15 05-15 20:00'];
  assert.deepEqual(matched(before, moved), wanted);
  const fortnightly = dated('FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;COUNT=4');
  assert.deepEqual(matched(before, fortnightly), ['05-06 -', '05-08 -', '05-13 -', '05-15 -']);
  const monthly = [
    dated('FREQ=MONTHLY;BYDAY=1TU;COUNT=2'),
    dated('FREQ=MONTHLY;BYDAY=-1FR;COUNT=2'),
  ] as const;
  assert.deepEqual(matched(...monthly), ['05-06 05-30 19:30', '06-03 06-27 19:30']);
});

test('A series that begins later loses its first dates, and these are not its new last ones', () => {
  const before = dated('FREQ=WEEKLY;COUNT=3');
  const after = dated('FREQ=WEEKLY;COUNT=3', '2031-05-20 19:30:00');
  assert.deepEqual(matched(before, after), ['05-06 -', '05-13 -', '05-20 05-20 19:30']);
});

test('Each date has at most one counterpart, and long lists take little time', () => {
  const walls = (time: string) =>
    Array.from({ length: 3650 }, (_, day) => `${new Date(day * 864e5).toISOString().slice(0, 10)} ${time}`);
  const { rule } = read('FREQ=WEEKLY');
  const since = process.cpuUsage();
  const matches = matchDates({ rule, dates: walls('10:00:00') }, { rule, dates: walls('11:00:00') });
  assert.ok(process.cpuUsage(since).user < 2_000_000);
  assert.equal(new Set(matches.values()).size, 3650);
});

test('Exceptions follow their dates, and vanish with them', () => {
  const [before, after] = [dated('FREQ=WEEKLY;COUNT=3'), dated('FREQ=WEEKLY;COUNT=2', '2031-05-07 20:00:00')];
  const excluded = ['2031-05-13 19:30:00', '2031-05-20 19:30:00', '2031-06-01 19:30:00'];
  assert.deepEqual(moveExceptions(excluded, before.dates, matchDates(before, after)), [
    ...['2031-05-14 20:00:00', '2031-06-01 19:30:00'],
  ]);
});

/** The start and the lines of a side. */
const shown = (side: StartedRecurrence | undefined) => side && [side.start, ...written(side.recurrence)!];

test('A split ends the left side, and the right one goes on in its phase', () => {
  const lines = ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU', 'EXDATE:20310511T193000,20310520T193000'];
  const { left, right } = splitRecurrence(read(lines), START, '2031-05-20 19:30:00');
  assert.deepEqual(shown(left), [
    START,
    'RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20310511T235959;BYDAY=TU,SU',
    'EXDATE:20310511T193000',
  ]);
  const rest = ['2031-05-20 19:30:00', 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU', 'EXDATE:20310520T193000'];
  assert.deepEqual(shown(right), rest);
});

test('A split divides COUNT and the lists of dates', () => {
  const lines = ['FREQ=DAILY;COUNT=5', 'RDATE:20310601T100000', 'RDATE;VALUE=PERIOD:20310501T100000/PT1H'];
  const { left, right } = splitRecurrence(read(lines), START, '2031-05-08 19:30:00');
  const period = 'RDATE;VALUE=PERIOD:20310501T100000/20310501T110000';
  assert.deepEqual(shown(left), [START, 'RRULE:FREQ=DAILY;COUNT=2', period]);
  assert.deepEqual(shown(right), [
    '2031-05-08 19:30:00',
    'RRULE:FREQ=DAILY;COUNT=3',
    'RDATE:20310601T100000',
  ]);
});

test('A side of a split may be without a rule, or without dates', () => {
  const dates = read(['RDATE:20310510T100000,20310511T100000']);
  assert.deepEqual(shown(splitRecurrence(dates, START, '2031-05-11 10:00:00').left), [
    START,
    'RDATE:20310510T100000',
  ]);
  assert.deepEqual(shown(splitRecurrence(dates, START, '2031-05-10 10:00:00').right), [
    ...['2031-05-10 10:00:00', 'RDATE:20310511T100000'],
  ]);
  assert.equal(splitRecurrence(dates, START, START).left, undefined);
  const early = read(['FREQ=DAILY;COUNT=2', 'RDATE;VALUE=PERIOD:20310501T100000/PT1H']);
  const { left } = splitRecurrence(early, START, START);
  assert.deepEqual(shown(left), [
    '2031-05-01 10:00:00',
    'RDATE;VALUE=PERIOD:20310501T100000/20310501T110000',
  ]);
  const [only] = expand(left!.recurrence, left!.start, { before: '2032-01-01 00:00:00', limit: 9 }).dates;
  assert.deepEqual(only, { recurrenceId: '2031-05-01 10:00:00', end: '2031-05-01 11:00:00' });
});

test('A shift by days is written where the rule can say it', () => {
  const shifted = (rule: string, days: number, seconds = 0) =>
    written(shiftRecurrence(read(rule), { days, seconds }, START))
      ?.join(' ')
      .slice('RRULE:FREQ='.length);
  assert.equal(shifted('FREQ=WEEKLY;BYDAY=TU', 1), 'WEEKLY;BYDAY=WE');
  assert.equal(shifted('FREQ=WEEKLY;BYDAY=TU,SU', 1), 'WEEKLY;BYDAY=MO,WE');
  assert.equal(shifted('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU', 1), 'WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=TU');
  assert.equal(shifted('FREQ=DAILY;UNTIL=20310601', -1), 'DAILY;UNTIL=20310531T235959');
  assert.equal(shifted('FREQ=MONTHLY', 3), 'MONTHLY');
  assert.equal(shifted('FREQ=MONTHLY;BYMONTHDAY=6', 3), 'MONTHLY;BYMONTHDAY=9');
  assert.equal(shifted('FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=6', -6), 'YEARLY;BYMONTH=4;BYMONTHDAY=30');
  assert.equal(shifted('FREQ=MONTHLY;BYDAY=1TU', 0, 3600), 'MONTHLY;BYDAY=1TU');
  for (const rule of [
    'MONTHLY;BYDAY=1TU',
    'MONTHLY;BYMONTHDAY=6,7',
    'YEARLY;BYYEARDAY=126',
    'WEEKLY;BYMONTH=5',
  ])
    assert.equal(shifted(`FREQ=${rule}`, 1), undefined, rule);
  for (const days of [-6, 23]) assert.equal(shifted('FREQ=MONTHLY', days), undefined, String(days));
  assert.equal(shifted('FREQ=YEARLY', -90), undefined, 'a leap day lies between');
});

test('A shift moves further and excluded dates and the end of the rule', () => {
  const lines = [
    'RRULE:FREQ=DAILY;UNTIL=20310510T193000',
    'RDATE;VALUE=PERIOD:20310601T230000/PT2H',
    'EXDATE:20310507T193000',
  ];
  assert.deepEqual(written(shiftRecurrence(read(lines), { days: 1, seconds: 3600 }, START)), [
    'RRULE:FREQ=DAILY;UNTIL=20310511T203000',
    'RDATE;VALUE=PERIOD:20310603T000000/20310603T020000',
    'EXDATE:20310508T203000',
  ]);
  assert.equal(shiftRecurrence(read('RDATE:99991231T100000'), { days: 1, seconds: 0 }, START), undefined);
});

test('A list of dates that is shifted keeps its dates in order', () => {
  const listed = (...dates: string[]): DatedRule => ({
    rule: undefined,
    dates: dates.map(date => `2031-${date}:00`),
  });
  const late = listed('05-06 23:30', '05-07 23:30', '05-08 23:30', '05-20 23:30');
  const later = listed('05-07 00:30', '05-08 00:30', '05-09 00:30', '05-21 00:30');
  assert.deepEqual(matched(late, later), [
    ...['05-06 05-07 00:30', '05-07 05-08 00:30', '05-08 05-09 00:30', '05-20 05-21 00:30'],
  ]);
  assert.deepEqual(
    matched(
      listed('05-06 09:00', '05-06 10:00', '05-06 11:00'),
      listed('05-06 10:00', '05-06 11:00', '05-06 12:00'),
    ),
    ['05-06 05-06 10:00', '05-06 05-06 11:00', '05-06 05-06 12:00'],
  );
});

test('A list that has lost its first date and has a new one at its end keeps the others', () => {
  const listed = (...days: string[]): DatedRule => ({
    rule: undefined,
    dates: days.map(day => `2031-05-${day} 09:00:00`),
  });
  assert.deepEqual(matched(listed('06', '13', '20'), listed('13', '20', '27')), [
    ...['05-06 -', '05-13 05-13 09:00', '05-20 05-20 09:00'],
  ]);
});
