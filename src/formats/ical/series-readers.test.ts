import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Instants,
  inOrder,
  occurrencesByIcalJs,
  occurrencesByNodeIcal,
} from '../../../test/calendar-readers.ts';
import { zones } from '../../../test/clock-changes.ts';
import { calendarOf } from '../../../test/ical-samples.ts';
import { planned, type SeriesPlan } from '../../../test/ical-series.ts';
import { runsOf } from '../../../test/sample.ts';
import { plans } from '../../../test/series-plans.ts';
import { isSkippedTime } from '../../lib/time/clock.ts';
import { parseZone, toEpoch, toWall } from '../../lib/time/zones.ts';
import { addSeconds } from '../../recurrence/calendar.ts';
import { isRegular } from './series-dates.ts';

// Two independent readers expand the series of our calendars to the instants of their occurrences.

/** Days are read as if they were in UTC, without the last second that the service keeps. */
const expected = ({ occurrences }: ReturnType<typeof planned>, before: number): Instants[] =>
  inOrder(
    occurrences.map(({ all_day, start_at, end_at, start_date, end_date }) =>
      all_day === 1 ? [toEpoch(start_date, 'UTC'), toEpoch(end_date, 'UTC') + 1] : [start_at, end_at],
    ),
    before,
  );

function readAlike(plan: SeriesPlan, readers = [occurrencesByIcalJs, occurrencesByNodeIcal]): void {
  const series = planned(plan);
  const before = toEpoch(plan.before, plan.allDay ? 'UTC' : parseZone(plan.timezone)!);
  const text = calendarOf(series.written);
  for (const read of readers)
    assert.deepEqual(
      read(text, before),
      expected(series, before),
      `${read.name}\n${text.slice(text.indexOf('BEGIN:VEVENT'))}`,
    );
}

interface Reading {
  readonly zone: string;
  /** The local times of the occurrences, and those that a reader may not see. */
  readonly dates: readonly string[];
  readonly excluded: readonly string[];
}

function readingOf(plan: SeriesPlan): Reading {
  const dates = planned(plan).occurrences.map(({ start_date }) => start_date);
  return { zone: parseZone(plan.timezone)!, dates, excluded: [...(plan.changes?.keys() ?? [])] };
}

const isRepeated = (wall: string, zone: string) => !isRegular(wall, wall, zone) && !isSkippedTime(wall, zone);

/** Apia left out 2011-12-30. */
const crossesApiasDay = (plan: SeriesPlan) =>
  plan.timezone === 'Pacific/Apia' &&
  plan.start < '2011-12-31' &&
  readingOf(plan).dates.some(wall => wall >= '2011-12-31');

/**
 * ical.js orders excluded dates by their instants, and a date without a time by its midnight in UTC. It misses another
 * excluded date that lies between that midnight and the time which is excluded by its date because it occurs twice.
 * Both readers lose count at the day that Apia left out.
 */
function isMissedByIcalJs(plan: SeriesPlan): boolean {
  const { zone, excluded } = readingOf(plan);
  const at = (wall: string) => toEpoch(wall, zone);
  const isBetween = (wall: string, day: string) =>
    at(wall) >= toEpoch(`${day.slice(0, 10)} 00:00:00`, 'UTC') && at(wall) < at(day);
  const days = excluded.filter(wall => isRepeated(wall, zone));
  return (
    !plan.allDay && (crossesApiasDay(plan) || days.some(day => excluded.some(wall => isBetween(wall, day))))
  );
}

/**
 * node-ical takes a time that occurs twice, or would at the end of that, for the later one, and not always the event
 * that we write for the earlier one. It takes the day of an excluded date for that in UTC.
 */
function isMissedByNodeIcal(plan: SeriesPlan): boolean {
  const { zone, dates, excluded } = readingOf(plan);
  const isDoubtful = (wall: string) => isRepeated(wall, zone) || isRepeated(addSeconds(wall, -1)!, zone);
  const utcDay = (wall: string) => toWall(toEpoch(wall, zone), 'UTC').slice(0, 10);
  return (
    !plan.allDay &&
    (crossesApiasDay(plan) ||
      dates.some(isDoubtful) ||
      excluded.some(wall => isRepeated(wall, zone) && utcDay(wall) !== wall.slice(0, 10)))
  );
}

describe('Readers of series', () => {
  for (const [name, read, missed] of [
    ['ical.js', occurrencesByIcalJs, isMissedByIcalJs],
    ['node-ical', occurrencesByNodeIcal, isMissedByNodeIcal],
  ] as const)
    it(`${name} finds the occurrences of generated series in ${zones.length} zones`, () => {
      const readable = plans.filter(plan => !missed(plan));
      fc.assert(
        fc.property(readable, plan => readAlike(plan, [read])),
        { numRuns: runsOf(40, 0.5) },
      );
    });

  const night = { start: '2031-01-01 02:30:00', end: '2031-01-01 03:15:00', before: '2032-01-01 00:00:00' };

  it('A daily event at a time that the clocks skip takes place on all days', () => {
    for (const timezone of [
      'Europe/Madrid',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
    ]) {
      const year = { ...night, timezone, lines: ['RRULE:FREQ=DAILY'] };
      assert.equal(planned(year).occurrences.length, 365);
      readAlike(year);
    }
  });

  it('Single dates have their own ends, and the first one is the start', () => {
    const periods = 'RDATE;VALUE=PERIOD:20310330T020000/20310330T040000,20311026T013000/20311026T023000';
    const lines = ['RDATE:20310205T100000,20310606T100000', periods, 'EXDATE:20310606T100000'];
    const plan = { ...night, timezone: 'Europe/Madrid', lines };
    assert.equal(planned(plan).occurrences.length, 4);
    readAlike(plan, [occurrencesByIcalJs]);
    readAlike({ ...plan, lines: ['RRULE:FREQ=WEEKLY;COUNT=9', ...lines] }, [occurrencesByIcalJs]);
  });

  it('A repeated time is excluded without the other dates of its day', () => {
    const madrid = { ...night, timezone: 'Europe/Madrid' };
    const rule = ['RRULE:FREQ=DAILY', 'EXDATE:20311026T023000'];
    const alone = calendarOf(planned({ ...madrid, lines: rule }).written);
    assert.match(alone, /^EXDATE;VALUE=DATE:20311026\r$/m);
    for (const lines of [
      [...rule, 'RDATE:20311026T183000'],
      ['RRULE:FREQ=DAILY;COUNT=400', 'RDATE:20311026T021500', 'EXDATE:20311026T021500'],
    ]) {
      const plan = { ...madrid, lines };
      assert.match(calendarOf(planned(plan).written), /^EXDATE;TZID=Europe\/Madrid:20311026T02/m);
      readAlike(plan, [occurrencesByIcalJs]);
    }
  });

  it('What a reader may not see is excluded once, and no date that is none', () => {
    const lines = ['RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20310102T023000,20310102T110000,20400101T023000'];
    const changes = new Map([['2031-01-03 02:30:00', undefined]]);
    const plan = { ...night, timezone: 'Europe/Madrid', lines, changes };
    const text = calendarOf(planned(plan).written);
    assert.match(text, /^EXDATE;TZID=Europe\/Madrid:20310102T023000,20310103T023000\r$/m);
    readAlike(plan);
  });
});
