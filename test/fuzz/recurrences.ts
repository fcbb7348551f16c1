import { between, pick, type Random } from '../../bench/random.ts';
import { FIRST_DAY } from './planting.ts';
import { moment, text } from './values.ts';

// Values of the arguments by which series are written.

const day = (days: number): string =>
  new Date((FIRST_DAY + days * 86_400) * 1000).toISOString().slice(0, 10).replaceAll('-', '');

const RULES = [
  ...['RRULE:FREQ=WEEKLY;COUNT=3', 'RRULE:FREQ=DAILY;COUNT=5', 'FREQ=DAILY;COUNT=2'],
  ...['RRULE:FREQ=DAILY;INTERVAL=3;COUNT=4', 'RRULE:FREQ=MONTHLY;BYDAY=1MO,-1FR;COUNT=3'],
  ...['RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2', 'RRULE:FREQ=YEARLY;BYYEARDAY=100,-1;COUNT=3'],
  ...[
    'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;WKST=SU;INTERVAL=2;COUNT=4',
    'RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1;COUNT=3',
  ],
  `RRULE:FREQ=DAILY;UNTIL=${day(9)}`,
  `RRULE:FREQ=WEEKLY;UNTIL=${day(20)}T120000Z`,
];

const DATES = [
  `RDATE;VALUE=DATE:${day(3)}`,
  `RDATE:${day(1)}T103000,${day(2)}T103000`,
  `RDATE;TZID=America/New_York:${day(4)}T083000`,
  `RDATE;VALUE=PERIOD:${day(5)}T090000/PT2H`,
  `EXDATE;VALUE=DATE:${day(1)}`,
  `EXDATE:${day(0)}T000000,${day(1)}T120000Z`,
];

/** Rules that are refused, or that take long where each of their dates is looked at. */
const HOSTILE = [
  ...['RRULE:FREQ=SECONDLY', 'RRULE:FREQ=DAILY;BYWEEKNO=1', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
  ...['RRULE:FREQ=DAILY', 'RRULE:FREQ=DAILY;COUNT=99999999999', 'RRULE:FREQ=DAILY;INTERVAL=0'],
  ...['RRULE:FREQ=YEARLY;INTERVAL=9999', 'RRULE:FREQ=WEEKLY;UNTIL=99991231T235959Z', 'RRULE:COUNT=3'],
  ...[
    'RRULE:FREQ=MONTHLY;BYDAY=53MO;COUNT=2',
    'RRULE:FREQ=DAILY;COUNT=-1',
    'RRULE:FREQ=DAILY;COUNT=3;COUNT=4',
  ],
  ...[
    'RRULE:FREQ=DAILY;COUNT=2;UNTIL=20310101',
    'RRULE:FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2;BYDAY=MO;COUNT=9',
  ],
  ...[
    'RRULE',
    'RRULE:',
    ':',
    'EXRULE:FREQ=DAILY',
    'RDATE:',
    'RDATE:20310230T000000',
    'RDATE;TZID=Nowhere:20310101',
  ],
  ...[
    'RRULE:FREQ=DAILY;__proto__=1',
    'rrule:freq=daily;count=2',
    'RRULE:FREQ=DAILY;COUNT=2\r\nX-Injected: 1',
  ],
  'RRULE:FREQ=DAILY\r\n ;COUNT=2',
  `RDATE:${Array.from({ length: 1000 }, (_, at) => day(at)).join()}`,
  `RRULE:FREQ=MONTHLY;COUNT=2;BYMONTHDAY=${Array.from({ length: 62 }, (_, at) => (at % 31) + 1).join()}`,
  `EXDATE:${'20310506T100000,'.repeat(800)}`,
  `RDATE${';X=Y'.repeat(2000)}:20310506`,
];

/** Lines of RFC 5545 in any of the forms in which they are accepted, and others. */
export function lines(random: Random, careful: boolean): unknown {
  const own = [pick(random, RULES), ...(random() < 0.4 ? [pick(random, DATES)] : [])];
  if (careful) return pick(random, [own, own.join('\n'), own, random() < 0.3 ? [] : own]);
  const hostile = random() < 0.7 ? pick(random, HOSTILE) : text(random);
  return pick<unknown>(random, [
    ...[hostile, [hostile], [...own, hostile], [[own]], { rule: hostile }, [null], '', null, 1, true],
    ...[own, own.join('\r\n'), Array(between(random, 2, 40)).fill(own[0])],
  ]);
}

/** Explicit dates. */
export function dates(random: Random, careful: boolean): unknown {
  const at = (days: number, hour: number) =>
    `${new Date((FIRST_DAY + days * 86_400) * 1000).toISOString().slice(0, 10)} ${hour}:00`;
  const some = Array.from({ length: between(random, 1, 4) }, (_, number) => ({
    ...{ start_date: at(number * 2, 10), end_date: at(number * 2, 11 + (number % 3)) },
  }));
  if (careful) return random() < 0.1 ? [] : some;
  return pick<unknown>(random, [
    ...[some, [...some, ...some], { 0: some[0] }, [some], '', null, 'x', [1, 2], [{}], [null]],
    [{ start_date: moment(random), end_date: moment(random) }],
    [{ start_date: at(3, 12), end_date: at(3, 9) }],
    [{ start_date: { a: 1 }, end_date: [] }],
    Array.from({ length: 400 }, () => some[0]),
  ]);
}

export const scope = (random: Random, careful: boolean): unknown =>
  careful || random() < 0.6
    ? pick(random, ['this', 'following', 'all'])
    : pick<unknown>(random, ['', 'THIS', 'none', ['this'], 1, null, text(random)]);
