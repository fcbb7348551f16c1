import fc from 'fast-check';
import { parseZone, toWall } from '../src/lib/time/zones.ts';
import { addSeconds } from '../src/recurrence/calendar.ts';
import { expand, firstDate } from '../src/recurrence/expand.ts';
import { parseRecurrence } from '../src/recurrence/parse.ts';
import { RecurrenceProblem } from '../src/recurrence/problem.ts';
import { startIn, zones } from './clock-changes.ts';
import type { SeriesPlan } from './ical-series.ts';

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

/** Series of all kinds in all zones, which begin around changes of the clock or at any time. */
export const plans = fc
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
