import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  calendarText,
  notesOf,
  readOne,
  readText,
  refusalOf,
  seriesOf,
  vevent,
} from '../../../test/calendar-text.ts';

/** The starts that an event in UTC has, and the remarks on it. */
async function datesOf(start: string, rule: string, ...more: string[]) {
  const event = await readOne({ DTSTART: start, RRULE: rule }, ['X-WR-TIMEZONE:UTC'], ...more);
  const [line = ''] = seriesOf(event)?.recurrence ?? [];
  const dates = line.startsWith('RDATE:') ? line.slice('RDATE:'.length).split(',') : line;
  return { event, dates, notes: notesOf(event) };
}

/** The remark on a rule of a calendar that names no zone but UTC. */
const IN_UTC = 'it repeats in UTC: on other clocks it would move with them';

/** Times on one day. */
const on = (day: string, ...times: string[]): string[] => times.map(time => `${day}T${time}00`);

/** Days ago, as a calendar writes them. */
const ago = (days: number): string =>
  Temporal.Now.plainDateISO('UTC').subtract({ days }).toString().replaceAll('-', '');

describe('Rules within a day', () => {
  it('Dates of a rule that is over for long are all there', async () => {
    const { dates } = await datesOf('20250920T090000Z', 'FREQ=HOURLY;INTERVAL=2;UNTIL=20250920T170000Z');
    assert.deepEqual(dates, on('20250920', '0900', '1100', '1300', '1500', '1700'));
  });

  it('A year of two times a day is as whole as by a daily rule', async () => {
    const [start, end] = [`${ago(365)}T090000Z`, `${ago(1)}T235959Z`];
    const hourly = await datesOf(start, `FREQ=HOURLY;BYHOUR=9,18;UNTIL=${end}`);
    const daily = await datesOf(start, `FREQ=DAILY;BYHOUR=9,18;UNTIL=${end}`);
    assert.equal(hourly.dates.length, 730);
    assert.deepEqual(hourly.dates, daily.dates);
    assert.deepEqual(hourly.notes, ['its rule cannot be stored (HOURLY): it has 730 dates']);
  });

  it('A rule that cannot be followed from its start says that it has more dates', async () => {
    const { dates, notes } = await datesOf('19900101T000000Z', `FREQ=SECONDLY;UNTIL=${ago(40)}T000000Z`);
    assert.equal(dates.length, 3650);
    assert.equal(dates.at(-1), `${ago(40)}T000000`);
    assert.match(notes[0]!, /3650 dates, up to the limit/);
  });

  it('The hour of the start limits a rule as any other hour does', async () => {
    const three = ['20270101T090000', '20270102T090000', '20270103T090000'];
    assert.deepEqual((await datesOf('20270101T090000Z', 'FREQ=HOURLY;BYHOUR=9;COUNT=3')).dates, three);
    assert.deepEqual(
      (await datesOf('20270101T090000Z', 'FREQ=MINUTELY;BYHOUR=9;BYMINUTE=0;COUNT=3')).dates,
      three,
    );
    assert.deepEqual(
      (await datesOf('20270101T090000Z', 'FREQ=MINUTELY;INTERVAL=20;BYHOUR=9;COUNT=4')).dates,
      [...on('20270101', '0900', '0920', '0940'), '20270102T090000'],
    );
  });

  it('The hours that a rule in UTC names are those of UTC, whatever the zone of the site', async () => {
    const lines = { DTSTART: '20270101T100000Z', RRULE: 'FREQ=DAILY;BYHOUR=10,20;COUNT=3' };
    for (const site of ['Asia/Kathmandu', 'Asia/Tokyo', 'America/Phoenix', 'UTC'])
      for (const head of [[], ['X-WR-TIMEZONE:UTC'], ['X-WR-TIMEZONE:Asia/Tokyo']]) {
        const { events } = await readText(calendarText([vevent(lines)], head), site);
        assert.deepEqual(
          [events[0]!.timezone, events[0]!.start_date, seriesOf(events[0]!)?.recurrence],
          ['UTC', '2027-01-01 10:00:00', ['RDATE:20270101T100000,20270101T200000,20270102T100000']],
          `${site} ${head}`,
        );
      }
  });

  it('BYSETPOS counts in the hour or minute', async () => {
    const rule = 'FREQ=HOURLY;BYMINUTE=0,10,20,30,40,50;BYSETPOS=-2,3;INTERVAL=2;COUNT=5';
    const { dates } = await datesOf('20241023T154000Z', rule);
    assert.deepEqual(dates, on('20241023', '1540', '1720', '1740', '1920', '1940'));
    const seconds = await datesOf('20270101T090020Z', 'FREQ=MINUTELY;BYSECOND=0,20,40;BYSETPOS=2;COUNT=2');
    assert.deepEqual(seconds.dates, ['20270101T090020', '20270101T090120']);
  });

  it('A value twice is one', async () => {
    const { dates } = await datesOf('20270101T090000Z', 'FREQ=DAILY;BYHOUR=9,9,18;COUNT=4');
    assert.deepEqual(dates, [...on('20270101', '0900', '1800'), ...on('20270102', '0900', '1800')]);
    assert.equal(
      (await datesOf('20270101T090000Z', 'FREQ=DAILY;BYHOUR=9,09;COUNT=4')).dates,
      'RRULE:FREQ=DAILY;COUNT=4',
    );
  });

  it('A rule by the second on some days has its dates', async () => {
    const { dates } = await datesOf('20260902T090000Z', 'FREQ=SECONDLY;BYMONTH=1,3;COUNT=3');
    assert.deepEqual(dates, ['20270101T000000', '20270101T000001', '20270101T000002']);
  });

  it('An end on the 31st of a shorter month is its last day, and one in a leap second is that day', async () => {
    const { dates } = await datesOf('20270101T200000Z', 'FREQ=WEEKLY;UNTIL=20270931');
    assert.equal(dates, 'RRULE:FREQ=WEEKLY;UNTIL=20270930T235959');
    const days = await readOne({ 'DTSTART;VALUE=DATE': '20270101', RRULE: 'FREQ=WEEKLY;UNTIL=20270229' });
    assert.deepEqual(seriesOf(days)?.recurrence, ['RRULE:FREQ=WEEKLY;UNTIL=20270228']);
    const leap = await readOne({
      'DTSTART;VALUE=DATE': '20270101',
      RRULE: 'FREQ=DAILY;UNTIL=20270103T235960Z',
    });
    assert.deepEqual(seriesOf(leap)?.recurrence, ['RRULE:FREQ=DAILY;UNTIL=20270103']);
  });

  it('Whole days are days, however often their rule says them', async () => {
    const event = await readOne({
      'DTSTART;VALUE=DATE': '20270101',
      RRULE: 'FREQ=HOURLY;INTERVAL=12;COUNT=4',
    });
    assert.deepEqual(seriesOf(event)?.recurrence, ['RDATE;VALUE=DATE:20270101,20270102']);
  });
});

describe('Rules that are not understood', () => {
  const parts = [
    ...['RSCALE=CHINESE', 'SKIP=BACKWARD', 'BYEASTER=0', 'UNTL=20270110', 'UNTIL=FOO', 'UNTIL=20271399'],
    ...[
      'COUNT=0',
      'COUNT=-1',
      'COUNT=',
      'COUNT',
      'UNTIL=',
      'INTERVAL=X',
      'BYMONTH=0',
      'BYMONTH=13',
      'BYMONTH=5L',
    ],
    ...['BYMONTHDAY=0', 'BYDAY=XX', 'BYDAY=0MO', 'BYHOUR=25', 'BYSETPOS=0', 'WKST=1', 'COUNT=2;COUNT=3'],
  ];
  for (const part of parts)
    it(`${part}: the event has its start alone, and the report says so`, async () => {
      const rule = `FREQ=WEEKLY;${part}`;
      const { event, notes } = await datesOf('20270106T090000Z', rule);
      assert.equal(seriesOf(event), undefined);
      assert.equal(event.start_date, '2027-01-06 09:00:00');
      const shown = part.includes('=') ? part : `${part}=`;
      assert.deepEqual(notes, [`its RRULE cannot be read and was left out: ${shown}`]);
    });

  it('What a rule means without it is understood', async () => {
    const { dates, notes } = await datesOf(
      '20270106T090000Z',
      'RSCALE=GREGORIAN;SKIP=OMIT;FREQ=WEEKLY;COUNT=3;BYSETPOS=',
    );
    assert.equal(dates, 'RRULE:FREQ=WEEKLY;COUNT=3');
    assert.deepEqual(notes, [IN_UTC]);
  });

  it('Further dates stay beside the start', async () => {
    const { event } = await datesOf('20270106T090000Z', 'FREQ=YEARLY;BYEASTER=0', 'RDATE:20270110T090000Z');
    assert.deepEqual(seriesOf(event)?.recurrence, ['RDATE:20270110T090000']);
  });
});

describe('Events whose rule gives no date', () => {
  const tuesday = 'FREQ=YEARLY;UNTIL=20050228;BYMONTH=3;BYDAY=1TU';
  const holiday = (...more: string[]) =>
    readOne({ 'DTSTART;VALUE=DATE': '20040224', RRULE: tuesday }, [], ...more);

  it('They keep their start, and the report says so', async () => {
    const event = await holiday('EXDATE;VALUE=DATE:20040302');
    assert.equal(event.start_date, '2004-02-24 00:00:00');
    assert.equal(seriesOf(event), undefined);
    assert.deepEqual(notesOf(event), ['its rule gives no date: it has its start alone']);
  });

  it('A start that is excluded, or that lies behind the end of the rule, is no date', async () => {
    const excluded = await holiday('EXDATE;VALUE=DATE:20040302,20040224');
    assert.equal(refusalOf(excluded), 'it takes place on no date');
    const over = await readOne({ DTSTART: '20270106T090000Z', RRULE: 'FREQ=DAILY;UNTIL=20270105T000000Z' });
    assert.equal(refusalOf(over), 'it takes place on no date');
  });

  it('That there is no date is said only if it is true', async () => {
    const leap = { DTSTART: '20271006T090000Z', RRULE: 'FREQ=YEARLY;INTERVAL=101;BYWEEKNO=20' };
    const event = await readOne(leap, [], 'EXDATE:20271006T090000Z');
    assert.match(String(refusalOf(event)), /^no date of it was found up to \d{4}-\d\d-01$/);
  });

  it('A start that a rule with other dates does not give is told', async () => {
    const { notes } = await datesOf('20270106T090000Z', 'FREQ=WEEKLY;BYDAY=MO');
    assert.deepEqual(notes, ['its start (2027-01-06) is no date of its rule and was left out', IN_UTC]);
  });
});

describe('Times without a zone beside a start that has one', () => {
  const NEW_YORK = 'TZID=America/New_York';
  const lines = async (...more: string[]) => {
    const start = { [`DTSTART;${NEW_YORK}`]: '20270101T200000', RRULE: 'FREQ=DAILY;COUNT=5' };
    return seriesOf(await readOne(start, [], ...more))?.recurrence;
  };

  it('They are on the clock of the event', async () => {
    assert.deepEqual(await lines('EXDATE:20270103T200000', 'RDATE:20270110T200000'), [
      'RRULE:FREQ=DAILY;COUNT=5',
      'RDATE:20270110T200000',
      'EXDATE:20270103T200000',
    ]);
    assert.deepEqual(await lines('RDATE;VALUE=PERIOD:20270110T200000/20270110T213000'), [
      'RRULE:FREQ=DAILY;COUNT=5',
      'RDATE;VALUE=PERIOD:20270110T200000/20270110T213000',
    ]);
  });

  it('So is the end of a single event', async () => {
    const event = await readOne({ [`DTSTART;${NEW_YORK}`]: '20270101T200000', DTEND: '20270101T220000' });
    assert.deepEqual([event.end_date, event.timezone], ['2027-01-01 22:00:00', 'America/New_York']);
  });

  it('Beside a start in UTC they are in UTC', async () => {
    const event = await readOne(
      { DTSTART: '20270101T200000Z', RRULE: 'FREQ=DAILY;COUNT=5' },
      [],
      'EXDATE:20270103T200000',
    );
    assert.deepEqual(seriesOf(event)?.recurrence, ['RRULE:FREQ=DAILY;COUNT=5', 'EXDATE:20270103T200000']);
  });
});
