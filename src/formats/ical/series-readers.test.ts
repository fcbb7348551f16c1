import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Instants,
  inOrder,
  occurrencesByIcalJs,
  occurrencesByNodeIcal,
} from '../../../test/calendar-readers.ts';
import { startIn, zones } from '../../../test/clock-changes.ts';
import { calendarOf } from '../../../test/ical-samples.ts';
import { planned, type SeriesPlan } from '../../../test/ical-series.ts';
import { isSkippedTime } from '../../lib/time/clock.ts';
import { parseZone, toEpoch, toWall } from '../../lib/time/zones.ts';
import { addSeconds } from '../../recurrence/calendar.ts';
import { expand, firstDate } from '../../recurrence/expand.ts';
import { parseRecurrence } from '../../recurrence/parse.ts';
import { RecurrenceProblem } from '../../recurrence/problem.ts';
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
  const text = calendarOf(series.written, { isByStart: false });
  for (const read of readers)
    assert.deepEqual(
      read(text, before),
      expected(series, before),
      `${read.name}\n${text.slice(text.indexOf('BEGIN:VEVENT'))}`,
    );
}

const daysOf = fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 1 });

const rules = fc.oneof(
  fc.constant('FREQ=DAILY'),
  fc.integer({ min: 2, max: 9 }).map(days => `FREQ=DAILY;INTERVAL=${days}`),
  daysOf.map(days => `FREQ=WEEKLY;BYDAY=${days}`),
  fc.integer({ min: 1, max: 3 }).map(weeks => `FREQ=WEEKLY;INTERVAL=${weeks}`),
  fc.integer({ min: -5, max: 31 }).map(day => `FREQ=MONTHLY;BYMONTHDAY=${day || 1}`),
  fc.constantFrom('1', '2', '-1').chain(nth => daysOf.map(([day]) => `FREQ=MONTHLY;BYDAY=${nth}${day}`)),
  fc.constant('FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU'),
);

const ends = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 1, max: 200 }).map(count => `;COUNT=${count}`),
  fc.integer({ min: 0, max: 900 }).map(days => `;UNTIL+${days}`),
);

const plans = fc
  .constantFrom(...zones)
  .chain(timezone =>
    fc.record({
      ...{ timezone: fc.constant(timezone), instant: startIn(timezone), rule: rules, end: ends },
      daysEarlier: fc.integer({ min: 0, max: 40 }),
      seconds: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ max: 200_000, min: 0 }),
      ),
      allDay: fc.boolean(),
      hidden: fc.array(fc.nat(30), { maxLength: 6 }),
    }),
  )
  // Two dates at the same instant, on the day that Apia left out, cannot be told apart by an instant.
  .map(plan => (plan.timezone === 'Pacific/Apia' ? { ...plan, end: '', hidden: [] } : plan))
  .map(planOf);

function planOf({
  timezone,
  instant,
  rule,
  end,
  daysEarlier,
  seconds,
  allDay,
  hidden,
}: {
  timezone: string;
  instant: number;
  rule: string;
  end: string;
  daysEarlier: number;
  seconds: number;
  allDay: boolean;
  hidden: number[];
}): SeriesPlan {
  const zone = parseZone(timezone)!;
  const wall = addSeconds(toWall(instant, zone), -daysEarlier * 86_400)!;
  const from = allDay ? `${wall.slice(0, 10)} 00:00:00` : wall;
  const until = (days: string) =>
    `;UNTIL=${addSeconds(from, Number(days) * 86_400)!
      .replace(/[-:]/g, '')
      .replace(' ', 'T')}`;
  const line = `RRULE:${rule}${end.replace(/;UNTIL\+(\d+)/, (_, days: string) => until(days))}`;
  const lines = [line];
  const times = { start: from, allDay, zone };
  const recurrence = parseRecurrence(lines, times);
  // Such a rule has no dates.
  if (recurrence instanceof RecurrenceProblem)
    return planOf({ timezone, instant, rule, end: '', daysEarlier, seconds, allDay, hidden });
  const start = firstDate(recurrence, from)!;
  const last = addSeconds(start, seconds)!;
  const before = addSeconds(start, 800 * 86_400)!;
  const { dates } = expand(recurrence, start, { before, limit: 1000 });
  const gone = hidden.flatMap(at => dates[at]?.recurrenceId ?? []);
  return {
    ...{ timezone, lines, start, allDay, before },
    end: allDay ? `${last.slice(0, 10)} 23:59:59` : last,
    changes: new Map(gone.map(date => [date, undefined])),
  };
}

/** node-ical takes a start that occurs twice for the later one, before which its rule may have a date. */
const isMissed = ({ start, timezone, allDay }: SeriesPlan): boolean => {
  const zone = parseZone(timezone)!;
  return !allDay && !isRegular(start, start, zone) && !isSkippedTime(start, zone);
};

describe('Readers of series', () => {
  for (const [read, missed] of [
    [occurrencesByIcalJs, () => false],
    [occurrencesByNodeIcal, isMissed],
  ] as const)
    it(`${read.name} finds the occurrences of generated series in ${zones.length} zones`, () => {
      fc.assert(
        fc.property(
          plans.filter(plan => !missed(plan)),
          plan => readAlike(plan, [read]),
        ),
        { numRuns: Number(process.env.RUNS ?? 60) },
      );
    });

  it('A daily event at a time that the clocks skip takes place on all days', () => {
    const times = { start: '2031-01-01 02:30:00', end: '2031-01-01 03:15:00' };
    const year = { ...times, timezone: 'Europe/Madrid', before: '2032-01-01 00:00:00' };
    readAlike({ ...year, lines: ['RRULE:FREQ=DAILY'] });
    assert.equal(planned({ ...year, lines: ['RRULE:FREQ=DAILY'] }).occurrences.length, 365);
  });
});
