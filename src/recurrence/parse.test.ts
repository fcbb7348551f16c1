import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../i18n/language.ts';
import { type ErrorKey, say } from '../i18n/say.ts';
import { recurrenceLines } from './lines.ts';
import { type ParseContext, parseRecurrence, parseWithPauses } from './parse.ts';
import { type ProblemReason, RecurrenceProblem } from './problem.ts';
import type { Recurrence } from './rule.ts';

const EVENING: ParseContext = { start: '2031-05-06 19:30:00', allDay: false, zone: 'Europe/Madrid' };
const ALL_DAY: ParseContext = { start: '2031-05-06 00:00:00', allDay: true, zone: 'Europe/Madrid' };

function parsed(lines: string | readonly string[], event = EVENING): Recurrence {
  const recurrence = parseRecurrence(lines, event);
  if (recurrence instanceof RecurrenceProblem) throw recurrence;
  return recurrence;
}

const canonical = (lines: string | readonly string[], event = EVENING): string[] =>
  recurrenceLines(parsed(lines, event), event);

test('Lines are read in any case, order and form, and written in one', () => {
  const forms = [
    'rrule:byday=th,tu,tu;freq=weekly;interval=2;wkst=mo',
    'FREQ=WEEKLY;INTERVAL=02;BYDAY=TU,TH;',
    'RRULE;X-NOTE="a:b;c":FREQ=WEEKLY;INTER\r\n VAL=2;BYDAY=TU,TH\r\n',
    ' \n\nINTERVAL=+2;FREQ=WEEKLY;BYDAY= TU , TH\n',
  ];
  for (const form of forms)
    assert.deepEqual(canonical(form), ['RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH'], form);
  assert.equal(
    canonical('BYYEARDAY=-1,1;WKST=SU;BYMONTH=12,1;COUNT=5;FREQ=YEARLY')[0],
    'RRULE:FREQ=YEARLY;COUNT=5;BYMONTH=1,12;BYYEARDAY=-1,1;WKST=SU',
  );
});

test('The time of the start is not kept in the rule', () => {
  const named = 'RRULE:FREQ=DAILY;BYHOUR=19;BYMINUTE=30;BYSECOND=00';
  assert.deepEqual(canonical(named), ['RRULE:FREQ=DAILY']);
});

test('Nothing is read from nothing', () => {
  for (const lines of ['', ' \n', [], ['']])
    assert.deepEqual(parsed(lines), { rule: undefined, dates: [], excluded: [] });
});

test('Dates of other zones become wall time of the event', () => {
  const lines = [
    'RDATE:20310510T173000Z,20310511T200000',
    'RDATE;TZID=America/New_York:20310512T120000',
    'rdate;tzid="Europe/Lisbon";value=date-time:20310513T120000',
    'EXDATE:20311104T183000Z',
  ];
  assert.deepEqual(canonical(lines), [
    'RDATE:20310510T193000,20310511T200000,20310512T180000,20310513T130000',
    'EXDATE:20311104T193000',
  ]);
});

test('Thousands of dates of another zone are read with pauses, and are the same', async () => {
  const dates = Array.from({ length: 3650 }, (_, at) => {
    const day = Temporal.PlainDate.from('2031-05-06').add({ days: at });
    return `${String(day).replaceAll('-', '')}T193000`;
  });
  const lines = ['RDATE', 'EXDATE'].map(name => `${name};TZID=Australia/Lord_Howe:${dates}`);
  let turns = 0;
  const count = () => {
    turns++;
    turn = setImmediate(count);
  };
  let turn = setImmediate(count);
  const read = await parseWithPauses(lines, EVENING);
  clearImmediate(turn);
  assert.ok(turns > 0, 'nothing else ran');
  assert.deepEqual(read, parseRecurrence(lines, EVENING));
  assert.equal((await parseWithPauses('FREQ=HOURLY', EVENING)) instanceof RecurrenceProblem, true);
});

test('A date alone has the time of the start, and excludes all dates of its day', () => {
  assert.deepEqual(
    canonical(['RDATE;VALUE=DATE:20310510', 'RDATE:20310511T100000,20310511T120000', 'EXDATE:20310511']),
    [
      'RDATE:20310510T193000,20310511T100000,20310511T120000',
      'EXDATE:20310511T100000,20310511T120000,20310511T193000',
    ],
  );
  assert.deepEqual(parsed('FREQ=DAILY;UNTIL=20310508').rule?.until, '2031-05-08 23:59:59');
  assert.deepEqual(parsed('FREQ=DAILY;UNTIL=20310508T173000Z').rule?.until, '2031-05-08 19:30:00');
});

test('All-day events have dates alone', () => {
  const lines = [
    'RRULE:FREQ=DAILY;UNTIL=20310630T220000Z',
    'RDATE:20310710T090000',
    'RDATE;VALUE=PERIOD:20310801T000000/P2D',
    'EXDATE:20310509T220000Z',
  ];
  const wanted = [
    'RRULE:FREQ=DAILY;UNTIL=20310701',
    'RDATE;VALUE=DATE:20310710',
    'RDATE;VALUE=PERIOD:20310801T000000/20310803T000000',
    'EXDATE;VALUE=DATE:20310510',
  ];
  assert.deepEqual(canonical(lines, ALL_DAY), wanted);
  assert.deepEqual(parsed(wanted, ALL_DAY), parsed(lines, ALL_DAY));
  assert.equal(parsed(lines, ALL_DAY).dates[1]?.end, '2031-08-02 23:59:59');
});

test('The first and the last second of a day mean that day of an all-day event, whatever clocks they are written on', () => {
  for (const zone of ['Europe/Madrid', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Auckland', 'UTC'])
    for (const time of ['T000000Z', 'T235959Z', 'T000000', 'T235959']) {
      const event = { ...ALL_DAY, zone };
      const { rule, dates, excluded } = parsed(
        [
          `RRULE:FREQ=DAILY;UNTIL=20310510${time}`,
          `RDATE:20310601${time},20310602${time}`,
          `RDATE;TZID=Asia/Tokyo:20310603${time.slice(0, 7)}`,
          `EXDATE:20310508${time}`,
        ],
        event,
      );
      assert.equal(rule?.until, '2031-05-10 23:59:59', `${zone} ${time}`);
      const days = ['2031-06-01 00:00:00', '2031-06-02 00:00:00', '2031-06-03 00:00:00'];
      assert.deepEqual(dates, [{ start: days[0] }, { start: days[1] }, { start: days[2] }]);
      assert.deepEqual(excluded, ['2031-05-08 00:00:00']);
      const periods = ['20310601T000000Z/P2D', '20310604T000000Z/20310605T235959Z'];
      assert.deepEqual(parsed(`RDATE;VALUE=PERIOD:${periods}`, event).dates, [
        { start: '2031-06-01 00:00:00', end: '2031-06-02 23:59:59' },
        { start: '2031-06-04 00:00:00', end: '2031-06-05 23:59:59' },
      ]);
    }
});

test('Another time in UTC means the day of an all-day event on which it is in its zone', () => {
  const { rule, dates, excluded } = parsed(
    ['RRULE:FREQ=DAILY;UNTIL=20310109T230000Z', 'RDATE:20310709T220000Z', 'EXDATE:20310107T230000Z'],
    { ...ALL_DAY, start: '2031-01-06 00:00:00' },
  );
  assert.equal(rule?.until, '2031-01-10 23:59:59');
  assert.deepEqual(dates, [{ start: '2031-07-10 00:00:00' }]);
  assert.deepEqual(excluded, ['2031-01-08 00:00:00']);
});

test('A period gives a date an end of its own, also by a duration', () => {
  const lines = [
    'RDATE;VALUE=PERIOD:20310510T180000/20310510T200000,20310511T180000/PT1H30M',
    'RDATE;VALUE=PERIOD;TZID=UTC:20310512T160000/P1DT1H',
    'RDATE:20310510T180000',
  ];
  assert.deepEqual(parsed(lines).dates, [
    { start: '2031-05-10 18:00:00', end: '2031-05-10 20:00:00' },
    { start: '2031-05-11 18:00:00', end: '2031-05-11 19:30:00' },
    { start: '2031-05-12 18:00:00', end: '2031-05-13 19:00:00' },
  ]);
});

test('A date in UTC finds the start that the clocks skip', () => {
  const night: ParseContext = { ...EVENING, start: '2031-03-01 02:30:00' };
  assert.deepEqual(canonical('EXDATE:20310330T013000Z', night), ['EXDATE:20310330T023000']);
});

/** Lines, and which part they are refused for. */
const REFUSED: Readonly<Record<ProblemReason, readonly (readonly [lines: string, part: string])[]>> = {
  line: [
    ['every Tuesday', 'every Tuesday'],
    ['RRULE', 'RRULE'],
  ],
  unknown_line: [['DTSTART:20310506T193000\nRRULE:FREQ=DAILY', 'DTSTART']],
  exrule: [['FREQ=DAILY\nEXRULE:FREQ=WEEKLY', 'EXRULE']],
  second_rule: [['FREQ=DAILY\nRRULE:FREQ=WEEKLY', 'RRULE']],
  frequency_missing: [['RRULE:BYDAY=TU', 'FREQ']],
  frequency: [['FREQ=FORTNIGHTLY', 'FREQ']],
  sub_daily: [
    ['FREQ=HOURLY', 'FREQ'],
    ['FREQ=MINUTELY', 'FREQ'],
    ['FREQ=SECONDLY', 'FREQ'],
  ],
  time_part: [
    ['FREQ=DAILY;BYHOUR=9', 'BYHOUR'],
    ['FREQ=DAILY;BYHOUR=19,20', 'BYHOUR'],
    ['FREQ=DAILY;BYHOUR=', 'BYHOUR'],
    ['FREQ=DAILY;BYMINUTE=0', 'BYMINUTE'],
    ['FREQ=DAILY;BYSECOND=1', 'BYSECOND'],
  ],
  byweekno: [['FREQ=YEARLY;BYWEEKNO=20', 'BYWEEKNO']],
  unknown_part: [
    ['FREQ=YEARLY;BYEASTER=0', 'BYEASTER'],
    ['FREQ=DAILY;RSCALE=HEBREW', 'RSCALE'],
  ],
  repeated_part: [['FREQ=DAILY;COUNT=2;COUNT=3', 'COUNT']],
  count_and_until: [['FREQ=DAILY;COUNT=2;UNTIL=20310601', 'COUNT']],
  value: [
    ...['0', '-1', 'x', '', '1.5', '100000'].map(
      value => [`FREQ=DAILY;INTERVAL=${value}`, 'INTERVAL'] as const,
    ),
    ...['0', '-1', ' '].map(value => [`FREQ=DAILY;COUNT=${value}`, 'COUNT'] as const),
    ...['0', '13', '-1', 'JAN'].map(value => [`FREQ=DAILY;BYMONTH=${value}`, 'BYMONTH'] as const),
    ...['0', '32', '-32', '1,,2'].map(value => [`FREQ=MONTHLY;BYMONTHDAY=${value}`, 'BYMONTHDAY'] as const),
    ...['0', '367', '-367'].map(value => [`FREQ=YEARLY;BYYEARDAY=${value}`, 'BYYEARDAY'] as const),
    ...['0MO', '54MO', 'XX', 'MONDAY', '', '1'].map(
      value => [`FREQ=MONTHLY;BYDAY=${value}`, 'BYDAY'] as const,
    ),
    ...['0', '367'].map(value => [`FREQ=YEARLY;BYDAY=MO;BYSETPOS=${value}`, 'BYSETPOS'] as const),
    ['FREQ=WEEKLY;WKST=1MO', 'WKST'],
    ...['2031-06-01', '20310230', '20310601T250000', 'never'].map(
      value => [`FREQ=DAILY;UNTIL=${value}`, 'UNTIL'] as const,
    ),
    ['RDATE:20310230T100000', 'RDATE'],
    ['RDATE:', 'RDATE'],
    ['RDATE:05100506T100000', 'RDATE'],
    ['RDATE;VALUE=PERIOD:20310510T180000/PT', 'RDATE'],
    ['EXDATE:99991231T235959Z', 'EXDATE'],
    ['EXDATE:20310510T180000/PT1H', 'EXDATE'],
  ],
  ordinal: [
    ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY'],
    ['FREQ=DAILY;BYDAY=-1MO', 'BYDAY'],
  ],
  part_with_frequency: [
    ['FREQ=DAILY;BYYEARDAY=1', 'BYYEARDAY'],
    ['FREQ=WEEKLY;BYYEARDAY=1', 'BYYEARDAY'],
    ['FREQ=MONTHLY;BYYEARDAY=1', 'BYYEARDAY'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY'],
  ],
  setpos_alone: [['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS']],
  until_before_start: [['FREQ=DAILY;UNTIL=20310505', 'UNTIL']],
  no_dates: [
    ['FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2', 'RRULE'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'RRULE'],
    ['FREQ=MONTHLY;INTERVAL=12;BYMONTH=1', 'RRULE'],
    ['FREQ=YEARLY;INTERVAL=10;BYMONTH=2;BYMONTHDAY=3', 'RRULE'],
    ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20310508', 'RRULE'],
  ],
  too_many_dates: [
    ['FREQ=DAILY;COUNT=3651', 'COUNT'],
    ['FREQ=DAILY;UNTIL=20410601', 'UNTIL'],
  ],
  zone: [['RDATE;TZID=Europe/Atlantis:20310510T180000', 'RDATE']],
  period: [['RDATE;VALUE=PERIOD:20310510T180000/20310510T170000', 'RDATE']],
  too_many_values: [[`EXDATE:${'20310510,'.repeat(3650)}20310510`, 'EXDATE']],
  too_long: [
    [`RRULE:FREQ=DAILY;BYMONTH=${'1,'.repeat(2500)}1`, 'RRULE'],
    [' RDATE:20310510\n'.repeat(20_000), 'RRULE'],
  ],
};

for (const [reason, cases] of Object.entries(REFUSED)) {
  test(`Refused with a sentence: ${reason}`, () => {
    for (const [lines, part] of cases) {
      const problem = parseRecurrence(lines, EVENING);
      assert.ok(problem instanceof RecurrenceProblem, lines.slice(0, 100));
      assert.deepEqual([problem.reason, problem.part], [reason, part], lines.slice(0, 100));
      assertSaid(problem);
    }
  });
}

/** In every language a sentence names the part. */
function assertSaid({ key, part, value }: RecurrenceProblem): void {
  // The keys are those of sentences, which the type tells.
  const sentence: ErrorKey = key;
  for (const language of languages) {
    const said = say(sentence, language, { name: 'recurrence', part, value });
    assert.doesNotMatch(said, /[{}]/);
    const isOfRule = key === 'recurrence_no_dates';
    assert.ok(isOfRule || said.includes(part), `${language}: ${said}`);
  }
}

test('What ends beyond the horizon counts only until there', () => {
  const event = { ...EVENING, horizon: '2036-05-06 00:00:00' };
  assert.equal(parsed('FREQ=DAILY;COUNT=5000', event).rule?.count, 5000);
  assert.equal(parsed('FREQ=DAILY;COUNT=3650').rule?.count, 3650);
});

test('A problem shows no more than the beginning of what was written', () => {
  const problem = parseRecurrence(`FREQ=${'x'.repeat(4000)}`, EVENING);
  assert.ok(problem instanceof RecurrenceProblem);
  assert.equal(problem.value, `${'X'.repeat(60)}…`);
});
