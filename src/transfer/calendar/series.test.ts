import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  calendarText,
  dateOf,
  notesOf,
  readOne,
  readText,
  seriesOf,
  vevent,
} from '../../../test/calendar-text.ts';

const START = { 'DTSTART;TZID=Europe/Madrid': '20310506T193000', DURATION: 'PT2H' };

/** The lines of an event in Madrid that repeats. */
const linesOf = async (lines: Record<string, string>, ...more: string[]) =>
  seriesOf(await readOne({ ...START, ...lines }, [], ...more))?.recurrence;

describe('The rules of events in calendars', () => {
  it('A rule is taken as it is, without what the start says already', async () => {
    assert.deepEqual(
      await linesOf({ RRULE: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;BYHOUR=19;BYMINUTE=30;BYSECOND=0' }),
      ['RRULE:FREQ=WEEKLY;BYDAY=TU'],
    );
    assert.deepEqual(await linesOf({ RRULE: 'freq=monthly;bysetpos=-1;byday=MO,TU;count=5' }), [
      'RRULE:FREQ=MONTHLY;COUNT=5;BYDAY=MO,TU;BYSETPOS=-1',
    ]);
  });

  it('The end of a rule is told on the clocks of the event, whichever form it has', async () => {
    const until = async (said: string) => (await linesOf({ RRULE: `FREQ=DAILY;UNTIL=${said}` }))?.[0];
    assert.equal(await until('20310630T215959Z'), 'RRULE:FREQ=DAILY;UNTIL=20310630T235959');
    assert.equal(await until('20310630'), 'RRULE:FREQ=DAILY;UNTIL=20310630T235959');
    assert.equal(await until('20310630T193000'), 'RRULE:FREQ=DAILY;UNTIL=20310630T193000');
    const days = await readOne({
      'DTSTART;VALUE=DATE': '20310506',
      RRULE: 'FREQ=DAILY;UNTIL=20310629T220000Z',
    });
    assert.deepEqual(seriesOf(days)?.recurrence, ['RRULE:FREQ=DAILY;UNTIL=20310630']);
  });

  it('A duration is that of all occurrences, also if the clocks change during the first one', async () => {
    const night = { 'DTSTART;TZID=America/New_York': '20300309T235900', DURATION: 'PT3H38M' };
    const series = await readOne({ ...night, RRULE: 'FREQ=WEEKLY' });
    assert.deepEqual([series.end_date, series.utc_end_date], ['2030-03-10 03:37:00', undefined]);
    // A single event ends when so much time has passed.
    assert.equal((await readOne(night)).end_date, '2030-03-10 04:37:00');
    const days = await readOne({ ...night, DURATION: 'P1DT30M', RRULE: 'FREQ=WEEKLY' });
    assert.equal(days.end_date, '2030-03-11 00:29:00');
  });

  it('Dates are told on the clocks of the event, whichever zone and form they have', async () => {
    assert.deepEqual(
      await linesOf(
        { RRULE: 'FREQ=WEEKLY' },
        ...[
          'EXDATE:20310513T173000Z',
          'EXDATE;VALUE=DATE:20310520',
          'EXDATE;TZID=Europe/London:20310527T183000',
        ],
        'RDATE;TZID=Europe/Madrid:20310601T193000,20310602T100000',
      ),
      [
        'RRULE:FREQ=WEEKLY',
        'RDATE:20310601T193000,20310602T100000',
        'EXDATE:20310513T193000,20310520T193000,20310527T193000',
      ],
    );
  });

  it('A date with an end of its own keeps it', async () => {
    assert.deepEqual(
      await linesOf({}, 'RDATE;VALUE=PERIOD:20310601T170000Z/PT30M,20310602T170000Z/20310602T200000Z'),
      ['RDATE;VALUE=PERIOD:20310601T190000/20310601T193000,20310602T190000/20310602T220000'],
    );
  });

  it('A start that the rule does not give is no date, as for other programs', async () => {
    const event = await readOne({ ...START, RRULE: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO' });
    assert.deepEqual(
      [event.start_date, event.end_date, seriesOf(event)?.recurrence],
      ['2031-05-19 19:30:00', '2031-05-19 21:30:00', ['RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO']],
    );
  });

  it('The oldest dates of a rule that is too old are left out, and the next ones stay', async () => {
    const event = await readOne({
      ...START,
      'DTSTART;TZID=Europe/Madrid': '19900101T100000',
      RRULE: 'FREQ=DAILY',
    });
    assert.ok(
      String(event.start_date) < '2027' && String(event.start_date) > '2015',
      String(event.start_date),
    );
    assert.deepEqual(seriesOf(event)?.recurrence, ['RRULE:FREQ=DAILY']);
    assert.match(
      seriesOf(event)!.notes[0]!,
      /^its dates before \d{4}-\d\d-\d\d were left out: a series has at most 3650$/,
    );
  });

  it('Parts that mean nothing are left out, and an event whose rule cannot be read takes place once', async () => {
    assert.deepEqual(
      await linesOf({ RRULE: 'FREQ=WEEKLY;INTERVAL=0;COUNT=;BYDAY=1TU;X-NAME=1;UNTIL=20310601' }),
      ['RRULE:FREQ=WEEKLY;UNTIL=20310601T235959;BYDAY=TU'],
    );
    const single = await readOne({ ...START, RRULE: 'every week' });
    assert.equal(seriesOf(single), undefined);
    assert.deepEqual(notesOf(single), ['its RRULE cannot be read and was left out: every week']);
  });

  it('An event in UTC repeats in UTC, whatever the clocks of the calendar do', async () => {
    const event = await readOne({ DTSTART: '20310301T093000Z', RRULE: 'FREQ=MONTHLY;COUNT=3' }, [
      'X-WR-TIMEZONE:Europe/Madrid',
    ]);
    assert.equal(event.timezone, 'UTC');
    assert.equal(event.start_date, '2031-03-01 09:30:00');
  });
});

describe('Rules that cannot be stored', () => {
  it('They become the dates that they give, and the report says so', async () => {
    const series = seriesOf(
      await readOne({ ...START, RRULE: 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO,SU;COUNT=2' }),
    )!;
    assert.deepEqual(series.recurrence, ['RDATE:20310512T193000,20310518T193000']);
    assert.deepEqual(series.notes, [
      'its rule cannot be stored (BYWEEKNO): it has 2 dates',
      'its start (2031-05-06) is no date of its rule and was left out',
    ]);
  });

  it('Several rules and excluding rules become dates', async () => {
    assert.deepEqual(
      await linesOf({ RRULE: 'FREQ=WEEKLY;COUNT=3' }, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20310513T173000Z'),
      ['RDATE:20310506T193000,20310507T193000,20310520T193000'],
    );
    assert.deepEqual(
      await linesOf({ RRULE: 'FREQ=DAILY;COUNT=4', EXRULE: 'FREQ=DAILY;INTERVAL=2;COUNT=2' }),
      ['RDATE:20310507T193000,20310509T193000'],
    );
  });

  it('Their number and their time are limited, and a rule without any date takes no time', async () => {
    const soon = { DTSTART: '20270101T100000' };
    const minutes = seriesOf(await readOne({ ...soon, RRULE: 'FREQ=MINUTELY' }))!;
    assert.equal(minutes.recurrence[0]!.split(',').length, 3650);
    assert.match(minutes.notes[0]!, /MINUTELY.*3650 dates, up to the limit/);
    const begun = performance.now();
    const never = await readOne({ ...soon, RRULE: 'FREQ=YEARLY;BYWEEKNO=10;BYMONTH=12' });
    assert.equal(never.start_date, '2027-01-01 10:00:00');
    assert.match(notesOf(never)[0]!, /^its rule gives no date up to \d{4}-\d\d-01: it has its start alone$/);
    assert.ok(performance.now() - begun < 5000);
  });
});

describe('Exceptions of events in calendars', () => {
  const master = vevent({ ...START, RRULE: 'FREQ=WEEKLY' });
  const exception = (id: string, lines: Record<string, string>) =>
    vevent({ [id]: '20310513T193000', ...lines });

  it('They follow their event, wherever they are in the file', async () => {
    const moved = exception('RECURRENCE-ID;TZID=Europe/Madrid', {
      'DTSTART;TZID=Europe/Madrid': '20310514T200000',
      SUMMARY: 'Moved',
    });
    const cancelled = vevent({
      ...{ 'RECURRENCE-ID': '20310520T173000Z', DTSTART: '20310520T173000Z', STATUS: 'CANCELLED' },
    });
    const { events } = await readText(calendarText([moved, master, cancelled]));
    const [series, ...exceptions] = events;
    assert.deepEqual(seriesOf(series!)!.exceptions, ['2031-05-13 19:30:00', '2031-05-20 19:30:00']);
    assert.deepEqual(
      exceptions.map(event => [dateOf(event), event.title, event.start_date, event.event_status]),
      [
        ['2031-05-13 19:30:00', 'Moved', '2031-05-14 20:00:00', 'scheduled'],
        ['2031-05-20 19:30:00', 'Jazz', '2031-05-20 19:30:00', 'canceled'],
      ],
    );
  });

  it('An exception may change all that follow', async () => {
    const following = exception('RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Madrid', {
      'DTSTART;TZID=Europe/Madrid': '20310514T210000',
      'DTEND;TZID=Europe/Madrid': '20310514T220000',
      SUMMARY: 'Late jazz',
    });
    const single = vevent({
      ...{ 'RECURRENCE-ID': '20310520T173000Z', DTSTART: '20310525T173000Z', SUMMARY: 'Sunday jazz' },
    });
    const { events } = await readText(calendarText([master, following, single]));
    assert.deepEqual(
      events.map(event => [
        event.title,
        event.start_date,
        event.end_date,
        seriesOf(event)?.recurrence,
        dateOf(event),
      ]),
      [
        ['Late jazz', '2031-05-14 21:00:00', '2031-05-14 22:00:00', ['RRULE:FREQ=WEEKLY'], undefined],
        ['Sunday jazz', '2031-05-25 19:30:00', '2031-05-25 19:30:00', undefined, '2031-05-21 21:00:00'],
        [
          ...['Jazz', '2031-05-06 19:30:00', '2031-05-06 21:30:00'],
          ...[['RRULE:FREQ=WEEKLY;UNTIL=20310506T235959'], undefined],
        ],
      ],
    );
  });

  it('One on a date that the rule does not give is a further date, even if that is excluded', async () => {
    const off = vevent({
      ...{
        'RECURRENCE-ID;TZID=Europe/Madrid': '20310515T193000',
        'DTSTART;TZID=Europe/Madrid': '20310516T193000',
      },
    });
    const on = exception('RECURRENCE-ID;TZID=Europe/Madrid', {
      'DTSTART;TZID=Europe/Madrid': '20310513T200000',
    });
    const gone = vevent({ 'RECURRENCE-ID': '20310517T173000Z', STATUS: 'CANCELLED' });
    const open = vevent({ ...START, RRULE: 'FREQ=WEEKLY' }, 'EXDATE:20310513T173000Z,20310520T173000Z');
    const { events } = await readText(calendarText([open, off, on, gone]));
    assert.deepEqual(seriesOf(events[0]!)!.recurrence, [
      ...['RRULE:FREQ=WEEKLY', 'RDATE:20310515T193000', 'EXDATE:20310520T193000'],
    ]);
    assert.deepEqual(events.slice(1).map(dateOf), ['2031-05-13 19:30:00', '2031-05-15 19:30:00']);
  });

  it('One without a title has what it does not say from its series', async () => {
    const bare = [
      'BEGIN:VEVENT',
      'UID:one@example.org',
      'RECURRENCE-ID:20310513T173000Z',
      'LOCATION:Park',
      'END:VEVENT',
    ];
    const { events } = await readText(calendarText([master, bare.join('\r\n')]));
    assert.deepEqual(
      [events[1]!.title, events[1]!.start_date, events[1]!.end_date],
      ['Jazz', '2031-05-13 19:30:00', '2031-05-13 21:30:00'],
    );
  });

  it('Exceptions without their event are events of their own', async () => {
    const lone = exception('RECURRENCE-ID;TZID=Europe/Madrid', {
      'DTSTART;TZID=Europe/Madrid': '20310514T200000',
    });
    const { events } = await readText(calendarText([lone]));
    assert.equal(events.length, 1);
    assert.equal(seriesOf(events[0]!), undefined);
    assert.equal(events[0]!.start_date, '2031-05-14 20:00:00');
  });
});

describe('Exceptions of an earlier revision than their series', () => {
  const revised = (sequence: string, lines: Record<string, string>, ...more: string[]) =>
    vevent({ ...START, SEQUENCE: sequence, ...lines }, ...more);
  const exception = (sequence: string) =>
    vevent({
      ...{ 'RECURRENCE-ID;TZID=Europe/Madrid': '20310520T193000', SEQUENCE: sequence },
      ...{ 'DTSTART;TZID=Europe/Madrid': '20310520T210000', SUMMARY: 'Late jazz' },
    });
  const titles = async (...parts: string[]) => {
    const { events } = await readText(calendarText(parts));
    return { titles: events.map(({ title }) => title), notes: notesOf(events[0]!) };
  };

  it('They are gone if the series excludes their date, begins after it or ends before it, and the report says so', async () => {
    const excluding = revised('2', { RRULE: 'FREQ=WEEKLY' }, 'EXDATE;TZID=Europe/Madrid:20310520T193000');
    const gone = {
      titles: ['Jazz'],
      notes: ['its exception on 2031-05-20 is of an earlier revision and was left out'],
    };
    assert.deepEqual(await titles(excluding, exception('1')), gone);
    for (const end of ['COUNT=2', 'UNTIL=20310514T000000Z'])
      assert.deepEqual(await titles(revised('3', { RRULE: `FREQ=WEEKLY;${end}` }), exception('1')), gone);
    const later = {
      'DTSTART;TZID=Europe/Madrid': '20310603T193000',
      'DTEND;TZID=Europe/Madrid': '20310603T213000',
    };
    const moved = vevent({ SUMMARY: 'Jazz', SEQUENCE: '3', ...later, RRULE: 'FREQ=WEEKLY' });
    assert.deepEqual(await titles(moved, exception('1')), gone);
  });

  it('They stay if they are of the same revision, or if the series has their date', async () => {
    const excluding = revised('2', { RRULE: 'FREQ=WEEKLY' }, 'EXDATE;TZID=Europe/Madrid:20310520T193000');
    assert.deepEqual((await titles(excluding, exception('2'))).titles, ['Jazz', 'Late jazz']);
    assert.deepEqual((await titles(revised('2', { RRULE: 'FREQ=WEEKLY' }), exception('1'))).titles, [
      ...['Jazz', 'Late jazz'],
    ]);
  });
});

describe('Times of exceptions without a zone', () => {
  it('They are on the clock of their series', async () => {
    const series = vevent({
      'DTSTART;TZID=America/New_York': '20270101T200000',
      RRULE: 'FREQ=DAILY;COUNT=3',
    });
    const exception = vevent({ 'RECURRENCE-ID': '20270102T200000', DTSTART: '20270102T210000' });
    const { events } = await readText(calendarText([series, exception]));
    assert.deepEqual(
      events.map(event => [event.start_date, event.timezone, dateOf(event)]),
      [
        ['2027-01-01 20:00:00', 'America/New_York', undefined],
        ['2027-01-02 21:00:00', 'America/New_York', '2027-01-02 20:00:00'],
      ],
    );
    const lone = vevent({
      'RECURRENCE-ID': '20270102T200000',
      'DTSTART;TZID=America/New_York': '20270102T210000',
    });
    const [alone] = (await readText(calendarText([lone]))).events;
    assert.equal(dateOf(alone!), '2027-01-02 20:00:00');
  });
});
