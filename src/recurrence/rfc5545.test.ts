import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expand } from './expand.ts';
import { parseRecurrence } from './parse.ts';
import { RecurrenceProblem } from './problem.ts';

/** An example of section 3.8.5.3: its dates by year and month, of those that the section prints. */
interface Example {
  readonly rule: string;
  /** `19970902` is the start if there is none. */
  readonly start?: string;
  readonly dates: Readonly<Record<string, string>>;
  /** The section's list ends with "...". */
  readonly continues?: true;
}

const days = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).join(' ');

const EXAMPLES: readonly Example[] = [
  { rule: 'FREQ=DAILY;COUNT=10', dates: { '1997-09': days(2, 11) } },
  {
    rule: 'FREQ=DAILY;UNTIL=19971224T000000Z',
    dates: {
      ...{ '1997-09': days(2, 30), '1997-10': days(1, 31) },
      ...{ '1997-11': days(1, 30), '1997-12': days(1, 23) },
    },
  },
  {
    rule: 'FREQ=DAILY;INTERVAL=2',
    dates: {
      '1997-09': '2 4 6 8 10 12 14 16 18 20 22 24 26 28 30',
      '1997-10': '2 4 6 8 10 12 14 16 18 20 22 24 26 28 30',
      '1997-11': '1 3 5 7 9 11 13 15 17 19 21 23 25 27 29',
      '1997-12': '1 3',
    },
    continues: true,
  },
  {
    rule: 'FREQ=DAILY;INTERVAL=10;COUNT=5',
    dates: { '1997-09': '2 12 22', '1997-10': '2 12' },
  },
  ...[
    'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
    'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1',
  ].map(rule => ({
    rule,
    start: '19980101',
    dates: { '1998-01': days(1, 31), '1999-01': days(1, 31), '2000-01': days(1, 31) },
  })),
  {
    rule: 'FREQ=WEEKLY;COUNT=10',
    dates: { '1997-09': '2 9 16 23 30', '1997-10': '7 14 21 28', '1997-11': '4' },
  },
  {
    rule: 'FREQ=WEEKLY;UNTIL=19971224T000000Z',
    dates: {
      '1997-09': '2 9 16 23 30',
      '1997-10': '7 14 21 28',
      '1997-11': '4 11 18 25',
      '1997-12': '2 9 16 23',
    },
  },
  {
    rule: 'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    dates: {
      ...{ '1997-09': '2 16 30', '1997-10': '14 28', '1997-11': '11 25', '1997-12': '9 23' },
      ...{ '1998-01': '6 20', '1998-02': '3 17' },
    },
    continues: true,
  },
  ...[
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
  ].map(rule => ({
    rule,
    dates: { '1997-09': '2 4 9 11 16 18 23 25 30', '1997-10': '2' },
  })),
  {
    rule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    start: '19970901',
    dates: {
      ...{ '1997-09': '1 3 5 15 17 19 29', '1997-10': '1 3 13 15 17 27 29 31' },
      ...{ '1997-11': '10 12 14 24 26 28', '1997-12': '8 10 12 22' },
    },
  },
  {
    rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    dates: { '1997-09': '2 4 16 18 30', '1997-10': '2 14 16' },
  },
  {
    rule: 'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    start: '19970905',
    dates: {
      ...{ '1997-09': '5', '1997-10': '3', '1997-11': '7', '1997-12': '5', '1998-01': '2' },
      ...{ '1998-02': '6', '1998-03': '6', '1998-04': '3', '1998-05': '1', '1998-06': '5' },
    },
  },
  {
    rule: 'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
    start: '19970905',
    dates: { '1997-09': '5', '1997-10': '3', '1997-11': '7', '1997-12': '5' },
  },
  {
    rule: 'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    start: '19970907',
    dates: { '1997-09': '7 28', '1997-11': '2 30', '1998-01': '4 25', '1998-03': '1 29', '1998-05': '3 31' },
  },
  {
    rule: 'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    start: '19970922',
    dates: {
      ...{ '1997-09': '22', '1997-10': '20', '1997-11': '17', '1997-12': '22' },
      ...{ '1998-01': '19', '1998-02': '16' },
    },
  },
  {
    rule: 'FREQ=MONTHLY;BYMONTHDAY=-3',
    start: '19970928',
    dates: {
      ...{ '1997-09': '28', '1997-10': '29', '1997-11': '28', '1997-12': '29' },
      ...{ '1998-01': '29', '1998-02': '26' },
    },
    continues: true,
  },
  {
    rule: 'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    dates: { '1997-09': '2 15', '1997-10': '2 15', '1997-11': '2 15', '1997-12': '2 15', '1998-01': '2 15' },
  },
  {
    rule: 'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    start: '19970930',
    dates: {
      ...{ '1997-09': '30', '1997-10': '1 31', '1997-11': '1 30', '1997-12': '1 31' },
      ...{ '1998-01': '1 31', '1998-02': '1' },
    },
  },
  {
    rule: 'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    start: '19970910',
    dates: { '1997-09': '10 11 12 13 14 15', '1999-03': '10 11 12 13' },
  },
  {
    rule: 'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    dates: {
      ...{ '1997-09': '2 9 16 23 30', '1997-11': '4 11 18 25' },
      ...{ '1998-01': '6 13 20 27', '1998-03': '3 10 17 24 31' },
    },
    continues: true,
  },
  {
    rule: 'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    start: '19970610',
    dates: {
      ...{ '1997-06': '10', '1997-07': '10', '1998-06': '10', '1998-07': '10', '1999-06': '10' },
      ...{ '1999-07': '10', '2000-06': '10', '2000-07': '10', '2001-06': '10', '2001-07': '10' },
    },
  },
  {
    rule: 'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    start: '19970310',
    dates: {
      ...{ '1997-03': '10', '1999-01': '10', '1999-02': '10', '1999-03': '10', '2001-01': '10' },
      ...{ '2001-02': '10', '2001-03': '10', '2003-01': '10', '2003-02': '10', '2003-03': '10' },
    },
  },
  {
    rule: 'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    start: '19970101',
    dates: {
      ...{ '1997-01': '1', '1997-04': '10', '1997-07': '19', '2000-01': '1', '2000-04': '9' },
      ...{ '2000-07': '18', '2003-01': '1', '2003-04': '10', '2003-07': '19', '2006-01': '1' },
    },
  },
  {
    rule: 'FREQ=YEARLY;BYDAY=20MO',
    start: '19970519',
    dates: { '1997-05': '19', '1998-05': '18', '1999-05': '17' },
    continues: true,
  },
  {
    rule: 'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    start: '19970313',
    dates: { '1997-03': '13 20 27', '1998-03': '5 12 19 26', '1999-03': '4 11 18 25' },
    continues: true,
  },
  {
    rule: 'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    start: '19970605',
    dates: {
      ...{ '1997-06': '5 12 19 26', '1997-07': '3 10 17 24 31', '1997-08': '7 14 21 28' },
      ...{ '1998-06': '4 11 18 25', '1998-07': '2 9 16 23 30', '1998-08': '6 13 20 27' },
      ...{ '1999-06': '3 10 17 24', '1999-07': '1 8 15 22 29', '1999-08': '5 12 19 26' },
    },
    continues: true,
  },
  {
    // The section adds EXDATE for its start, which the rule does not give.
    rule: 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13\nEXDATE;TZID=America/New_York:19970902T090000',
    dates: { '1998-02': '13', '1998-03': '13', '1998-11': '13', '1999-08': '13', '2000-10': '13' },
    continues: true,
  },
  {
    rule: 'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    start: '19970913',
    dates: {
      ...{ '1997-09': '13', '1997-10': '11', '1997-11': '8', '1997-12': '13', '1998-01': '10' },
      ...{ '1998-02': '7', '1998-03': '7', '1998-04': '11', '1998-05': '9', '1998-06': '13' },
    },
    continues: true,
  },
  {
    rule: 'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    start: '19961105',
    dates: { '1996-11': '5', '2000-11': '7', '2004-11': '2' },
    continues: true,
  },
  {
    rule: 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
    start: '19970904',
    dates: { '1997-09': '4', '1997-10': '7', '1997-11': '6' },
  },
  {
    rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    start: '19970929',
    dates: {
      ...{ '1997-09': '29', '1997-10': '30', '1997-11': '27', '1997-12': '30' },
      ...{ '1998-01': '29', '1998-02': '26', '1998-03': '30' },
    },
    continues: true,
  },
  {
    rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
    start: '19970805',
    dates: { '1997-08': '5 10 19 24' },
  },
  {
    rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
    start: '19970805',
    dates: { '1997-08': '5 17 19 31' },
  },
  {
    rule: 'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    start: '20070115',
    dates: { '2007-01': '15 30', '2007-02': '15', '2007-03': '15 30' },
  },
];

for (const { rule, start = '19970902', dates, continues = false } of EXAMPLES) {
  test(`RFC 5545: ${rule.split('\n')[0]} from ${start}`, () => {
    const from = `${start.slice(0, 4)}-${start.slice(4, 6)}-${start.slice(6)} 09:00:00`;
    const recurrence = parseRecurrence(rule, { start: from, allDay: false, zone: 'America/New_York' });
    assert.ok(!(recurrence instanceof RecurrenceProblem));
    const wanted = Object.entries(dates).flatMap(([month, listed]) =>
      listed.split(' ').map(day => `${month}-${day.padStart(2, '0')} 09:00:00`),
    );
    const limit = continues ? wanted.length : 1000;
    const found = expand(recurrence, from, { before: '2020-01-01 00:00:00', limit });
    assert.deepEqual(
      found.dates.map(({ recurrenceId }) => recurrenceId),
      wanted,
    );
    assert.equal(found.stop, continues ? 'limit' : 'ended');
  });
}

test('The examples beyond the supported rules are refused', () => {
  const refused = {
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO': 'byweekno',
    'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z': 'sub_daily',
    'FREQ=MINUTELY;INTERVAL=15;COUNT=6': 'sub_daily',
    'FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40': 'time_part',
    'FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16': 'sub_daily',
  };
  for (const [rule, reason] of Object.entries(refused)) {
    const event = { start: '1997-09-02 09:00:00', allDay: false, zone: 'America/New_York' };
    const problem = parseRecurrence(rule, event);
    assert.ok(problem instanceof RecurrenceProblem);
    assert.equal(problem.reason, reason, rule);
  }
});
