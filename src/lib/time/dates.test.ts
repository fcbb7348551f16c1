import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { endOfDay, parseDate, startOfDay } from './dates.ts';
import { toEpoch, toWall } from './zones.ts';

/** A Friday. */
const NOW = '2026-11-20 14:25:36';

function read(input: string | number, zone = 'Europe/Madrid', now = NOW): string | undefined {
  const date = parseDate(input, { zone, now: toEpoch(now, zone) });
  if (date) assert.equal(toWall(date.epoch, zone), date.wall);
  return date?.wall;
}

/** Lines with a written date and the wall time that it means. */
function check(table: string, zone?: string, now?: string): void {
  for (const line of table.trim().split('\n')) {
    const [input = '', wall] = line.split(' => ').map(part => part.trim());
    assert.equal(read(input, zone, now), wall, input);
  }
}

test('Dates in figures are parsed', () => {
  check(`
    2031-05-10                  => 2031-05-10 00:00:00
    2031-5-9                    => 2031-05-09 00:00:00
    2031/05/10                  => 2031-05-10 00:00:00
    05/10/2031                  => 2031-05-10 00:00:00
    05/10/2031 18:00            => 2031-05-10 18:00:00
    10-05-2031                  => 2031-05-10 00:00:00
    10.05.2031 9:05             => 2031-05-10 09:05:00
    2031-05                     => 2031-05-01 00:00:00
    2031-05-10 15:00            => 2031-05-10 15:00:00
    2031-05-10 15:00:07         => 2031-05-10 15:00:07
    2031-05-10 15:00:07.987     => 2031-05-10 15:00:07
    2031-05-10T15:00            => 2031-05-10 15:00:00
    2031-05-10t15:00:07         => 2031-05-10 15:00:07
    20310510T150007             => 2031-05-10 15:00:07
    2031-05-10,15:00            => 2031-05-10 15:00:00
    2032-02-29                  => 2032-02-29 00:00:00
    1000-01-01                  => 1000-01-01 00:00:00
    9999-12-31 12:00            => 9999-12-31 12:00:00
    1969-12-31 23:00            => 1969-12-31 23:00:00
    1970-01-01 01:00            => 1970-01-01 01:00:00`);
  assert.equal(read(' \t2031-05-10\n 15:00 '), '2031-05-10 15:00:00');
  assert.equal(read('1970-01-01T00:00:00Z'), '1970-01-01 01:00:00');
});

test('Dates in words are parsed', () => {
  check(`
    10 May 2031                 => 2031-05-10 00:00:00
    10 May 2031 6pm             => 2031-05-10 18:00:00
    MAY 10, 2031 7:30 PM        => 2031-05-10 19:30:00
    May 10th, 2031              => 2031-05-10 00:00:00
    10-May-2031                 => 2031-05-10 00:00:00
    2031-May-10                 => 2031-05-10 00:00:00
    1st sept 2031               => 2031-09-01 00:00:00
    December 31 2031 23:59:59   => 2031-12-31 23:59:59
    May 2031                    => 2031-05-01 00:00:00
    10 May                      => 2026-05-10 00:00:00
    may 10 18:00                => 2026-05-10 18:00:00
    Sat, 10 May 2031 18:00:00   => 2031-05-10 18:00:00
    saturday 10 may 2031        => 2031-05-10 00:00:00
    last day of February 2031   => 2031-02-28 00:00:00
    first Monday of January 2027 => 2027-01-04 00:00:00
    last saturday of november 2027 => 2027-11-27 00:00:00
    third Tuesday of March 2027 7pm => 2027-03-16 19:00:00
    fifth sunday of may 2027    => 2027-05-30 00:00:00
    first monday of february 2027 => 2027-02-01 00:00:00
    last sunday of february 2027 => 2027-02-28 00:00:00
    last day of February 2032   => 2032-02-29 00:00:00
    first day of june           => 2026-06-01 00:00:00`);
});

test('Times of day are parsed', () => {
  check(`
    4pm                         => 2026-11-20 16:00:00
    4 p.m.                      => 2026-11-20 16:00:00
    04:05:06 am                 => 2026-11-20 04:05:06
    12am                        => 2026-11-20 00:00:00
    12:30am                     => 2026-11-20 00:30:00
    12pm                        => 2026-11-20 12:00:00
    16:30                       => 2026-11-20 16:30:00
    2031-5-1 9:5:3              => 2031-05-01 09:05:03
    2031-5-1 0:0:0              => 2031-05-01 00:00:00
    noon                        => 2026-11-20 12:00:00
    midnight                    => 2026-11-20 00:00:00
    2031-05-10 24:00            => 2031-05-11 00:00:00
    2031-12-31 24:00:00         => 2032-01-01 00:00:00
    16:30 2031-05-10            => 2031-05-10 16:30:00`);
});

test('A date with an offset or a zone is that instant, shown in the zone of the context', () => {
  check(`
    2031-05-10T18:00:00Z                  => 2031-05-10 20:00:00
    2031-05-10T18:00:00.250Z              => 2031-05-10 20:00:00
    20310510T180000Z                      => 2031-05-10 20:00:00
    2031-05-10T18:00:00+05:00             => 2031-05-10 15:00:00
    2031-05-10T18:00-0530                 => 2031-05-11 01:30:00
    2031-05-10 18:00 -03                  => 2031-05-10 23:00:00
    2031-05-10 18:00 UTC+5.5              => 2031-05-10 14:30:00
    2031-05-10 18:00 America/New_York     => 2031-05-11 00:00:00
    2031-05-10 18:00 EST                  => 2031-05-11 01:00:00
    2031-05-10 6pm edt                    => 2031-05-11 00:00:00
    Sat, 10 May 2031 18:00:00 +0200       => 2031-05-10 18:00:00
    Sat, 10 May 2031 18:00:00 GMT         => 2031-05-10 20:00:00
    Sat May 10 2031 18:00:00 GMT+0100     => 2031-05-10 19:00:00
    2031-05-10 UTC                        => 2031-05-10 02:00:00
    now UTC                               => 2026-11-20 14:25:36
    16:30Z                                => 2026-11-20 17:30:00
    tomorrow 9am America/New_York         => 2026-11-21 15:00:00`);
  check('tomorrow 9am Asia/Tokyo => 2026-11-22 01:00:00', 'Europe/Madrid', '2026-11-20 16:30:00');
});

test('Days relative to now are parsed', () => {
  check(`
    now                         => 2026-11-20 14:25:36
    today                       => 2026-11-20 00:00:00
    tomorrow                    => 2026-11-21 00:00:00
    Tomorrow 9am                => 2026-11-21 09:00:00
    9am tomorrow                => 2026-11-21 09:00:00
    tomorrow 00:00              => 2026-11-21 00:00:00
    yesterday 23:59             => 2026-11-19 23:59:00
    yesterday noon              => 2026-11-19 12:00:00
    friday                      => 2026-11-20 00:00:00
    wednesday                   => 2026-11-25 00:00:00
    this saturday               => 2026-11-21 00:00:00
    this friday                 => 2026-11-20 00:00:00
    next friday                 => 2026-11-27 00:00:00
    next wednesday 4pm          => 2026-11-25 16:00:00
    next Sun                    => 2026-11-22 00:00:00
    last friday                 => 2026-11-13 00:00:00
    last thurs                  => 2026-11-19 00:00:00
    last saturday               => 2026-11-14 00:00:00
    friday 10:00 +1 week        => 2026-11-27 10:00:00
    monday next week            => 2026-11-23 00:00:00
    next week sunday 10:00      => 2026-11-29 10:00:00
    monday this week            => 2026-11-16 00:00:00
    sunday last week            => 2026-11-15 00:00:00
    first day of next month     => 2026-12-01 14:25:36
    last day of this month 9am  => 2026-11-30 09:00:00
    first friday of next month 20:00 => 2026-12-04 20:00:00
    last monday of this month   => 2026-11-30 00:00:00`);
  check('first day of next month 0:00 => 2031-02-01 00:00:00', 'UTC', '2031-01-31 10:00:00');
  check('last day of next month 0:00 => 2031-02-28 00:00:00', 'UTC', '2031-01-31 10:00:00');
});

test('Shifts from now or from a date are parsed', () => {
  check(`
    +5 days                     => 2026-11-25 14:25:36
    5 days                      => 2026-11-25 14:25:36
    +5 days 11:00               => 2026-11-25 11:00:00
    -4 days 10:00               => 2026-11-16 10:00:00
    10:00 -1 week               => 2026-11-13 10:00:00
    + 2 weeks                   => 2026-12-04 14:25:36
    1 fortnight                 => 2026-12-04 14:25:36
    +2 hours                    => 2026-11-20 16:25:36
    -90 min                     => 2026-11-20 12:55:36
    +30 sec                     => 2026-11-20 14:26:06
    +1 month                    => 2026-12-20 14:25:36
    +20 months 10:00            => 2028-07-20 10:00:00
    2 days ago                  => 2026-11-18 14:25:36
    1 year 2 months             => 2028-01-20 14:25:36
    1 year 2 months ago         => 2025-09-20 14:25:36
    next week                   => 2026-11-27 14:25:36
    this week                   => 2026-11-20 14:25:36
    next month                  => 2026-12-20 14:25:36
    last year                   => 2025-11-20 14:25:36
    previous day                => 2026-11-19 14:25:36
    now +1 day                  => 2026-11-21 14:25:36
    tomorrow +1 day             => 2026-11-22 00:00:00
    2031-01-31 +1 month         => 2031-03-03 00:00:00
    2031-05-10 10:00 +1 week    => 2031-05-17 10:00:00
    2031-05-10T10:00:00Z -1 day => 2031-05-09 12:00:00
    2032-02-29 -1 year          => 2031-03-01 00:00:00`);
});

test('Unix timestamps are parsed, and those that are no positive four-digit year are refused', () => {
  check(`
    1936170000                  => 2031-05-10 11:00:00
    @1936170000                 => 2031-05-10 11:00:00
    20261201                    => 1970-08-23 13:06:41
    2031                        => 1970-01-01 01:33:51`);
  check('253402300799 => 9999-12-31 23:59:59', 'UTC');
  assert.equal(read(1936170000), '2031-05-10 11:00:00');
  assert.deepEqual(parseDate('1936170000', { zone: 'UTC', now: 0 }), {
    epoch: 1936170000,
    wall: '2031-05-10 09:00:00',
  });
  for (const seconds of [0, -0, -5, 1.5, NaN, Infinity, -Infinity, 1e300, 253402300800]) {
    assert.equal(read(seconds), undefined, String(seconds));
  }
  assert.equal(read(253402300799), undefined, 'the year 10000 in Madrid');
});

test('Text that is no date is refused', () => {
  const refused = `
    someday|no date|nor this|tomorrowish|later|2031-05-10 later|2031-05-10 maybe 18:00|may|-5|+5|@|@-5|@0|@1.5
    2031-13-45|2031-02-30|2031-02-29|2031-00-10|2031-05-00|32/32/2031|31.04.2031|30 February 2031|May 32, 2031
    0999-12-31|0000-00-00 00:00:00|12031-05-10|05/10/31|10.05|2031-5|2031-05-101|2031-05-1O
    25:00|2031-05-10 25:00|24:01|24:00:01|16:60|16:30:60|0am|13pm|16:30pm|1:5|16:30:15:12|2031-05-10T|T16:30
    2031-05-10 18:00 Nowhere|2031-05-10 18:00 +15:00|2031-05-10 18:00 +2|2031-05-10 18:00 Z Z|2031-05-10 UTC EST
    EST|Z|Cuba|Europe/Madrid|+02:00|2031-05-10 2031-05-11|10:00 11:00|today tomorrow|now 2031-05-10|ago|ago 2 days
    2 days ago 1 week ago|monday tuesday|next monday next week|Sun, 10 May 2031|today monday|next|next 5 days|days
    five days|+5|+5 dayz|+1.5 days|--5 days|+5 days,|,2031-05-10|2031-05-10,,18:00|first day of|last day of 2031
    2031-05-10\u000018:00|2031-05-10\ud800|２０３１-05-10|1e9|0x7f|1936170000.5|Infinity|NaN|null|[object Object]`;
  for (const input of refused.trim().split(/\s*[|\n]\s*/)) assert.equal(read(input), undefined, input);
  for (const input of ['', ' ', '\n', '0', '000', ' 0 ', '\0', '9'.repeat(100), '1'.repeat(100_000)]) {
    assert.equal(read(input), undefined, input.slice(0, 20));
  }
  assert.equal(read(`2031-05-10${' '.repeat(90)}`), '2031-05-10 00:00:00');
  assert.equal(read(`2031-05-10${' '.repeat(91)}`), undefined);
});

test('Dates outside of the years 1000 to 9999 are refused', () => {
  for (const input of [
    '-1100 years',
    '+9000 years',
    '+999999999 years',
    '-999999999 fortnights',
    '+999999999 weeks',
  ]) {
    assert.equal(read(input), undefined, input);
  }
  check('+1 day => ', 'UTC', '9999-12-31 12:00:00');
  check('-13 hours => ', 'UTC', '1000-01-01 12:00:00');
  assert.equal(read('1000-01-01 00:00', 'Asia/Tokyo'), undefined);
  assert.equal(read('9999-12-31 23:00', 'America/New_York'), undefined);
});

test('Dates at clock changes take the hour after a gap and the first of two repeated hours', () => {
  check('2031-03-30 02:30 => 2031-03-30 03:30:00');
  check('2031-03-30 02:30 => 2031-03-30 03:30:00', 'Europe/Madrid', '2031-03-29 12:00:00');
  check('+1 day => 2031-03-30 03:30:00', 'Europe/Madrid', '2031-03-29 02:30:00');
  check('+24 hours => 2031-03-30 03:30:00', 'Europe/Madrid', '2031-03-29 02:30:00');
  check('+24 hours => 2031-03-30 13:00:00', 'Europe/Madrid', '2031-03-29 12:00:00');
  check('+1 day => 2031-03-30 12:00:00', 'Europe/Madrid', '2031-03-29 12:00:00');
  check('2031-03-09 02:30 => 2031-03-09 03:30:00', 'America/New_York');
  check('2031-10-05 02:15 => 2031-10-05 02:45:00', 'Australia/Lord_Howe');
  check('2031-03-30 02:30 => 2031-03-30 02:30:00', '+01:00');
  const firsts = [
    ['2031-10-26 02:30', 'Europe/Madrid', '2031-10-26T00:30:00Z'],
    ['2031-11-02 01:30', 'America/New_York', '2031-11-02T05:30:00Z'],
    ['2031-04-06 01:45', 'Australia/Lord_Howe', '2031-04-05T14:45:00Z'],
  ] as const;
  for (const [input, zone, first] of firsts) {
    assert.equal(parseDate(input, { zone, now: 0 })?.epoch, Date.parse(first) / 1000, input);
  }
});

test('The date now stays the same instant in the second of two repeated hours', () => {
  const now = Date.parse('2031-10-26T01:30:00Z') / 1000;
  const context = { zone: 'Europe/Madrid', now: now + 0.9 };
  assert.deepEqual(parseDate('now', context), { epoch: now, wall: '2031-10-26 02:30:00' });
  assert.equal(parseDate('-1 hour', context)?.epoch, now - 3600);
  assert.equal(parseDate('+0 days', context)?.epoch, now);
});

const zone = fc.constantFrom(
  'Europe/Madrid',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  '-09:30',
);
const epoch = fc.integer({ min: Date.UTC(1001) / 1000, max: Date.UTC(9999) / 1000 });

test('A date is read the same in each of its forms', () => {
  const months =
    'January February March April May June July August September October November December'.split(' ');
  fc.assert(
    fc.property(epoch, zone, (epoch, zone) => {
      const wall = toWall(epoch, zone);
      const [year = '', month = '', day = '', time = ''] = wall.split(/[- ]/);
      const name = months[Number(month) - 1] ?? '';
      const hour = Number(time.slice(0, 2));
      const half = `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'am' : 'pm'}`;
      const forms = [
        wall,
        wall.replace(' ', 'T'),
        `${year}/${month}/${day} ${time}`,
        `${month}/${day}/${year} ${half}`,
      ];
      forms.push(
        `${day}-${month}-${year} ${time}`,
        `${day}.${month}.${year} ${half}`,
        `${time} ${day} ${name} ${year}`,
      );
      forms.push(`${name} ${Number(day)}, ${year} ${half}`, `${day}-${name.slice(0, 3)}-${year} ${time}`);
      forms.push(wall.replace(/[-:]/g, '').replace(' ', 'T'));
      for (const form of forms) assert.equal(read(form, zone), wall, form);
      const instant = new Date(epoch * 1000);
      for (const form of [instant.toISOString(), instant.toUTCString()]) {
        assert.deepEqual(parseDate(form, { zone, now: 0 }), { epoch, wall }, form);
      }
    }),
  );
});

test('Parsing a date never throws and gives a consistent date or none', () => {
  const words =
    'now today tomorrow next last this first day of month week monday may 10 2031 2031-05-10 05/10/2031';
  const more = '10:00 4pm noon +5 -1 days hours ago year EST Z +02:00 @ : - , . T th 999999999 Europe/Madrid';
  const phrases = fc.array(fc.constantFrom(...words.split(' '), ...more.split(' ')), { maxLength: 8 });
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 });
  const text = fc.oneof(
    fc.string(),
    units.map(codes => String.fromCharCode(...codes)),
    phrases.map(parts => parts.join(' ')),
    phrases.map(parts => parts.join('')),
  );
  fc.assert(
    fc.property(fc.oneof(text, fc.double(), fc.integer()), epoch, zone, (input, now, zone) => {
      const date = parseDate(input, { zone, now });
      if (!date) return;
      assert.equal(toWall(date.epoch, zone), date.wall);
      assert.match(date.wall, /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    }),
    { numRuns: 2000 },
  );
});

test('A day starts at midnight and ends one second before the next', () => {
  assert.equal(startOfDay('2031-05-10 18:30:00'), '2031-05-10 00:00:00');
  assert.equal(endOfDay('2031-05-10 18:30:00'), '2031-05-10 23:59:59');
});
