import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarText, readOne, readText, seriesOf, vevent } from '../../../test/calendar-text.ts';

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
      'RRULE:FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU;COUNT=5',
    ]);
  });

  it('The end of a rule is an instant for times and a date for days, whichever was written', async () => {
    const until = async (said: string) => (await linesOf({ RRULE: `FREQ=DAILY;UNTIL=${said}` }))?.[0];
    assert.equal(await until('20310630T215959Z'), 'RRULE:FREQ=DAILY;UNTIL=20310630T215959Z');
    assert.equal(await until('20310630'), 'RRULE:FREQ=DAILY;UNTIL=20310630T215959Z');
    assert.equal(await until('20310630T193000'), 'RRULE:FREQ=DAILY;UNTIL=20310630T173000Z');
    const days = await readOne({
      'DTSTART;VALUE=DATE': '20310506',
      RRULE: 'FREQ=DAILY;UNTIL=20310629T220000Z',
    });
    assert.deepEqual(seriesOf(days)?.recurrence, ['RRULE:FREQ=DAILY;UNTIL=20310630']);
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

  it('A date with an end of its own is an exception with that end', async () => {
    const series = seriesOf(
      await readOne(START, [], 'RDATE;VALUE=PERIOD:20310601T170000Z/PT30M,20310602T170000Z/20310602T200000Z'),
    )!;
    assert.deepEqual(series.recurrence, ['RDATE:20310601T190000,20310602T190000']);
    assert.deepEqual(
      series.exceptions.map(({ recurrenceId, record }) => [recurrenceId, record.start_date, record.end_date]),
      [
        ['2031-06-01 19:00:00', '2031-06-01 19:00:00', '2031-06-01 19:30:00'],
        ['2031-06-02 19:00:00', '2031-06-02 19:00:00', '2031-06-02 22:00:00'],
      ],
    );
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
    assert.deepEqual(series.recurrence, ['RDATE:20310506T193000,20310512T193000,20310518T193000']);
    assert.deepEqual(series.notes, ['its rule cannot be stored (BYWEEKNO): it has 3 dates']);
  });

  it('Several rules and excluding rules become dates', async () => {
    assert.deepEqual(
      await linesOf({ RRULE: 'FREQ=WEEKLY;COUNT=3' }, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20310513T173000Z'),
      ['RDATE:20310506T193000,20310507T193000,20310520T193000', 'EXDATE:20310513T193000'],
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
    const never = seriesOf(await readOne({ ...soon, RRULE: 'FREQ=YEARLY;BYWEEKNO=10;BYMONTH=12' }))!;
    assert.deepEqual(never.recurrence, ['RDATE:20270101T100000']);
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
    assert.equal(events.length, 1);
    const { exceptions } = seriesOf(events[0]!)!;
    assert.deepEqual(
      exceptions.map(({ recurrenceId, range, record }) => [
        ...[recurrenceId, range, record.title, record.start_date, record.event_status],
      ]),
      [
        ['2031-05-13 19:30:00', 'this', 'Moved', '2031-05-14 20:00:00', 'scheduled'],
        ['2031-05-20 19:30:00', 'this', 'Jazz', '2031-05-20 19:30:00', 'canceled'],
      ],
    );
  });

  it('An exception may change all that follow', async () => {
    const following = exception('RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Madrid', {
      'DTSTART;TZID=Europe/Madrid': '20310513T210000',
    });
    const { events } = await readText(calendarText([master, following]));
    assert.deepEqual(
      seriesOf(events[0]!)!.exceptions.map(({ recurrenceId, range }) => [recurrenceId, range]),
      [['2031-05-13 19:30:00', 'following']],
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
