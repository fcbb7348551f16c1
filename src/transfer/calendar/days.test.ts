import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarText, readText, seriesOf, vevent } from '../../../test/calendar-text.ts';

const SITES = [
  'Europe/Madrid',
  'America/Los_Angeles',
  'America/New_York',
  'Asia/Tokyo',
  'Pacific/Auckland',
  'UTC',
];
const DAY = { 'DTSTART;VALUE=DATE': '20270101' };

/** The event of a calendar with these lines, and the remarks on the file, on a site in a zone. */
async function readIn(
  site: string,
  lines: Record<string, string>,
  head: readonly string[] = [],
  ...more: string[]
) {
  const { events, notes } = await readText(calendarText([vevent(lines), ...more], head), site);
  return { event: events[0]!, events, notes };
}

describe('Days in calendars', () => {
  it('come into the zone of the site, whatever zone the calendar names', async () => {
    for (const site of SITES)
      for (const head of [[], ['X-WR-TIMEZONE:UTC'], ['X-WR-TIMEZONE:America/New_York']]) {
        const { event } = await readIn(site, { ...DAY, 'DTEND;VALUE=DATE': '20270103' }, head);
        assert.deepEqual(
          [event.all_day, event.timezone, event.start_date, event.end_date],
          [true, site, '2027-01-01 00:00:00', '2027-01-02 00:00:00'],
        );
        const repeated = await readIn(site, { ...DAY, RRULE: 'FREQ=YEARLY;COUNT=3' }, head);
        assert.deepEqual([repeated.event.timezone, repeated.event.start_date], [site, '2027-01-01 00:00:00']);
      }
  });

  it('are those that are marked as whole days, on whatever clock their midnights are written', async () => {
    const marked = { 'X-MICROSOFT-CDO-ALLDAYEVENT': 'TRUE' };
    const written = { DTSTART: '20270101T000000Z', DTEND: '20270103T000000Z', ...marked };
    for (const site of SITES)
      for (const head of [[], ['X-WR-TIMEZONE:UTC']]) {
        const { event } = await readIn(site, written, head);
        assert.deepEqual(
          [event.all_day, event.timezone, event.start_date, event.end_date],
          [true, site, '2027-01-01 00:00:00', '2027-01-02 00:00:00'],
        );
        const repeated = await readIn(
          site,
          { ...written, RRULE: 'FREQ=WEEKLY;UNTIL=20270115T000000Z' },
          head,
        );
        assert.deepEqual(seriesOf(repeated.event)?.recurrence, ['RRULE:FREQ=WEEKLY;UNTIL=20270115']);
      }
    const { event } = await readIn('Europe/Madrid', {
      ...{ DTSTART: '20261231T230000Z', DTEND: '20270101T230000Z', ...marked },
    });
    assert.deepEqual([event.all_day, event.start_date], [true, '2027-01-01 00:00:00']);
  });

  it('end on the day that their end names, if that has a time', async () => {
    for (const site of SITES)
      for (const end of ['20270103T000000Z', '20270102T235959Z', '20270103T000000', '20270102T235959']) {
        const { event } = await readIn(site, { ...DAY, DTEND: end });
        assert.equal(event.end_date, '2027-01-02 00:00:00', `${site} ${end}`);
      }
  });

  it('are excluded, added and ended as they are written, at midnight or at the last second', async () => {
    for (const site of SITES)
      for (const time of ['T000000Z', 'T235959Z', 'T000000', 'T235959', 'T000000+0100']) {
        const { event } = await readIn(site, {
          ...DAY,
          RRULE: `FREQ=DAILY;UNTIL=20270105${time.slice(0, 8).replace('+', '')}`,
          EXDATE: `20270103${time}`,
          RDATE: `20270110${time}`,
        });
        assert.deepEqual(
          seriesOf(event)?.recurrence,
          ['RRULE:FREQ=DAILY;UNTIL=20270105', 'RDATE;VALUE=DATE:20270110', 'EXDATE;VALUE=DATE:20270103'],
          `${site} ${time}`,
        );
      }
  });

  it('are changed on the day that a RECURRENCE-ID names', async () => {
    for (const site of SITES)
      for (const time of ['T000000Z', 'T235959Z', 'T000000']) {
        const exception = vevent({
          ...{ SUMMARY: 'Other', 'DTSTART;VALUE=DATE': '20270102', 'RECURRENCE-ID': `20270102${time}` },
        });
        const { event, events } = await readIn(site, { ...DAY, RRULE: 'FREQ=DAILY;COUNT=3' }, [], exception);
        assert.deepEqual(seriesOf(event)?.exceptions, ['2027-01-02 00:00:00'], `${site} ${time}`);
        assert.equal(events.length, 2);
      }
  });

  it('last as long as a period in UTC says', async () => {
    for (const site of SITES) {
      const { event } = await readIn(site, {
        ...DAY,
        'RDATE;VALUE=PERIOD': '20270110T000000Z/P2D,20270120T000000Z/20270121T000000Z',
      });
      assert.deepEqual(
        seriesOf(event)?.recurrence.filter(line => line.includes('PERIOD')),
        ['RDATE;VALUE=PERIOD:20270110T000000/20270112T000000,20270120T000000/20270121T000000'],
        site,
      );
    }
  });

  it('are those of the calendar where a time is written at its midnight, as Google does', async () => {
    const { event } = await readIn('Europe/Madrid', {
      ...DAY,
      RRULE: 'FREQ=DAILY;UNTIL=20270104T230000Z',
      EXDATE: '20270102T230000Z',
    });
    assert.deepEqual(seriesOf(event)?.recurrence, [
      'RRULE:FREQ=DAILY;UNTIL=20270105',
      'EXDATE;VALUE=DATE:20270103',
    ]);
  });
});

describe('UTC that nobody chose', () => {
  const IN_UTC = 'it names no time zone but UTC: its events are in Europe/Madrid here, at the same instants';
  const MADRID = ['Europe/Madrid', '2027-07-01 20:00:00', '2027-07-01 18:00:00'];
  const timesOf = async (site: string, lines: Record<string, string>, head: readonly string[]) => {
    const { event, notes } = await readIn(site, lines, head);
    return { times: [event.timezone, event.start_date, event.utc_start_date], notes };
  };

  it('is the zone of the site, at the same instants, and the report says so', async () => {
    for (const [lines, head] of [
      [{ DTSTART: '20270701T180000Z' }, ['X-WR-TIMEZONE:UTC']],
      [{ DTSTART: '20270701T180000' }, ['X-WR-TIMEZONE:UTC']],
      [{ DTSTART: '20270701T180000Z' }, ['X-WR-TIMEZONE:UTC+0']],
      [{ 'DTSTART;TZID=Etc/UTC': '20270701T180000' }, []],
      [{ 'DTSTART;X-NOTE=a;TZID="UTC"': '20270701T180000' }, ['X-WR-TIMEZONE:Etc/UTC']],
    ] as [Record<string, string>, string[]][])
      assert.deepEqual(
        await timesOf('Europe/Madrid', lines, head),
        { times: MADRID, notes: [IN_UTC] },
        JSON.stringify(lines),
      );
  });

  it('stays where the file names another zone, on a site in UTC, and in calendars of Almanac', async () => {
    const other = vevent({ UID: 'other@example.org', 'DTSTART;TZID=Europe/Paris': '20270801T100000' });
    const head = ['X-WR-TIMEZONE:UTC'];
    const { event, notes } = await readIn('Europe/Madrid', { DTSTART: '20270701T180000Z' }, head, other);
    assert.deepEqual([event.timezone, notes], ['UTC', []]);
    const inUtc = { times: ['UTC', '2027-07-01 18:00:00', '2027-07-01 18:00:00'], notes: [] };
    assert.deepEqual(await timesOf('UTC', { DTSTART: '20270701T180000Z' }, head), inUtc);
    const own = [...head, 'PRODID:-//Almanac//Almanac 0.1//EN'];
    assert.deepEqual(await timesOf('Europe/Madrid', { DTSTART: '20270701T180000Z' }, own), inUtc);
  });

  it('stays the zone of a series whose instants would move with the clocks', async () => {
    const rule = { DTSTART: '20270701T180000Z', RRULE: 'FREQ=WEEKLY' };
    const { event } = await readIn('Europe/Madrid', rule, ['X-WR-TIMEZONE:UTC']);
    assert.equal(event.timezone, 'UTC');
    assert.deepEqual(seriesOf(event)?.notes, ['it repeats in UTC: on other clocks it would move with them']);
    const tokyo = await readIn('Asia/Tokyo', { ...rule, DTSTART: '20270701T080000Z' }, ['X-WR-TIMEZONE:UTC']);
    assert.deepEqual([tokyo.event.timezone, tokyo.event.start_date], ['Asia/Tokyo', '2027-07-01 17:00:00']);
    // The weekday of the rule is that of UTC.
    const night = await readIn('Asia/Tokyo', { ...rule, RRULE: 'FREQ=WEEKLY;BYDAY=TH' }, [
      'X-WR-TIMEZONE:UTC',
    ]);
    assert.deepEqual([night.event.timezone, night.event.start_date], ['UTC', '2027-07-01 18:00:00']);
  });
});
