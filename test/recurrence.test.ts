import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { expand, firstDate, rawDates } from '../src/recurrence/expand.ts';
import { recurrenceLines } from '../src/recurrence/lines.ts';
import { parseRecurrence } from '../src/recurrence/parse.ts';
import { RecurrenceProblem } from '../src/recurrence/problem.ts';
import type { Recurrence } from '../src/recurrence/rule.ts';
import { shiftRecurrence } from '../src/recurrence/shift.ts';
import { type StartedRecurrence, splitRecurrence } from '../src/recurrence/split.ts';
import { bruteForce } from './recurrence/brute-force.ts';
import { dayTable } from './recurrence/day-table.ts';
import { expandByLibrary } from './recurrence/library.ts';
import { anyRule, dateIn, type RuleParts, written } from './recurrence/random-rules.ts';

const MORE = process.env.TEST_ALL === '1' ? 30 : 1;
const TABLE = dayTable(2019, 2037);
const BEFORE = '2036-01-01 00:00:00';
const BOUNDS = { before: BEFORE, limit: 3650 };
const START_YEARS = [2020, 2030] as const;

test('Random rules give the days that their definition gives', () => {
  let compared = 0;
  const holds = (rule: RuleParts, start: string) => {
    const wanted = bruteForce(rule, start, TABLE).filter(date => date < BEFORE.slice(0, 10));
    const parsed = parsedAt(rule, start);
    if (parsed instanceof RecurrenceProblem) return refusedRightly(parsed, wanted, start);
    compared += wanted.length;
    assert.deepEqual(datesOf(parsed), wanted.slice(0, 3650));
  };
  fc.assert(fc.property(anyRule, dateIn(...START_YEARS), holds), { seed: 5545, numRuns: 150 * MORE });
  assert.ok(compared > 5000, String(compared));
});

test('Random rules give the dates that rrule-temporal gives where it follows RFC 5545', () => {
  let compared = 0;
  const holds = (rule: RuleParts, start: string) => {
    const parsed = parsedAt(rule, start);
    if (parsed instanceof RecurrenceProblem) return;
    const { dates } = expand(parsed.recurrence, parsed.start, { before: BEFORE, limit: 20 });
    const wanted = expandByLibrary(rule, parsed.start, dates.length);
    if (wanted === undefined) return;
    compared += wanted.length;
    assert.deepEqual(
      dates.map(date => date.recurrenceId),
      wanted,
    );
  };
  fc.assert(fc.property(anyRule, dateIn(...START_YEARS), holds), { seed: 5545, numRuns: 60 * MORE });
  assert.ok(compared > 250, String(compared));
});

test('A start moved to the first date changes no date; lines are read as what was written', () => {
  const holds = (rule: RuleParts, start: string) => {
    const parsed = parsedAt(rule, start);
    if (parsed instanceof RecurrenceProblem) return;
    const { recurrence, start: first } = parsed;
    assert.deepEqual(expand(recurrence, first, BOUNDS), expand(recurrence, `${start} 19:30:00`, BOUNDS));
    const lines = recurrenceLines(recurrence, { allDay: false });
    assert.deepEqual(parseRecurrence(lines, eventAt(first)), recurrence);
  };
  fc.assert(fc.property(anyRule, dateIn(...START_YEARS), holds), { seed: 1, numRuns: 60 * MORE });
});

test('The sum of a split is the whole', () => {
  let splits = 0;
  const holds = (rule: RuleParts, start: string, extra: readonly string[], share: number) => {
    const parsed = parsedAt(rule, start, extra);
    if (parsed instanceof RecurrenceProblem) return;
    const { recurrence, start: first } = parsed;
    const whole = rawDates(recurrence, first, BOUNDS).dates;
    const at = whole[Math.floor(share * whole.length)]!.recurrenceId;
    const { left, right } = splitRecurrence(recurrence, first, at);
    for (const dates of [expand, rawDates]) {
      const of = (side: StartedRecurrence | undefined) =>
        side ? dates(side.recurrence, side.start, BOUNDS).dates : [];
      const both = [...of(left), ...of(right)].slice(0, BOUNDS.limit);
      assert.deepEqual(both, dates(recurrence, first, BOUNDS).dates);
    }
    for (const side of [left, right]) if (side) assertWrittenBack(side);
    splits += left && right ? 1 : 0;
  };
  const share = fc.integer({ min: 0, max: 99 }).map(percent => percent / 100);
  fc.assert(fc.property(anyRule, dateIn(...START_YEARS), extraLines, share, holds), {
    ...{ seed: 2, numRuns: 60 * MORE },
  });
  assert.ok(splits > 20, String(splits));
});

test('A shift moves every date by the same time, or is refused', () => {
  let shifts = 0;
  const holds = (rule: RuleParts, start: string, days: number, seconds: number) => {
    const parsed = parsedAt(rule, start);
    if (parsed instanceof RecurrenceProblem) return;
    const { recurrence, start: first } = parsed;
    const shifted = shiftRecurrence(recurrence, { days, seconds }, first);
    assert.ok(shifted || days !== 0);
    if (!shifted) return;
    shifts++;
    const move = (wall: string) => Temporal.PlainDateTime.from(wall).add({ days }).add({ seconds });
    const wanted = expand(recurrence, first, { before: BEFORE, limit: 100 }).dates;
    const moved = { before: wallOf(move(BEFORE)), limit: 100 };
    assert.deepEqual(
      expand(shifted, wallOf(move(first)), moved).dates.map(date => date.recurrenceId),
      wanted.map(date => wallOf(move(date.recurrenceId))),
    );
  };
  const days = fc.oneof(fc.constant(0), fc.integer({ min: -9, max: 9 }));
  // The start is at 19:30, and stays on its day.
  const seconds = fc.constantFrom(0, 3600, -3600, 16_199, -70_200);
  fc.assert(fc.property(anyRule, dateIn(...START_YEARS), days, seconds, holds), {
    ...{ seed: 3, numRuns: 90 * MORE },
  });
  assert.ok(shifts > 25, String(shifts));
});

const eventAt = (start: string) => ({ start, allDay: false, zone: 'Europe/Madrid', horizon: BEFORE });

/** Lines of further and excluded dates, also of some that a rule gives. */
const extraLines = fc
  .tuple(
    fc.array(dateIn(...START_YEARS), { maxLength: 4 }),
    fc.array(dateIn(2020, 2036), { maxLength: 6 }),
    fc.boolean(),
  )
  .map(([dates, excluded, isPeriod]) => {
    const starts = dates.map(date => `${date.replaceAll('-', '')}T180000${isPeriod ? '/PT1H' : ''}`);
    const days = excluded.map(date => date.replaceAll('-', ''));
    return [...starts.map(start => `RDATE:${start}`), ...days.map(day => `EXDATE;VALUE=DATE:${day}`)];
  });

interface Parsed {
  readonly recurrence: Recurrence;
  /** The first date of the rule. */
  readonly start: string;
}

function parsedAt(rule: RuleParts, date: string, extra: readonly string[] = []): Parsed | RecurrenceProblem {
  const start = `${date} 19:30:00`;
  const recurrence = parseRecurrence([written(rule), ...extra], eventAt(start));
  if (recurrence instanceof RecurrenceProblem) return recurrence;
  return { recurrence, start: firstDate(recurrence, start)! };
}

const datesOf = ({ recurrence, start }: Parsed): string[] =>
  expand(recurrence, start, BOUNDS).dates.map(({ recurrenceId }) => recurrenceId.slice(0, 10));

function refusedRightly({ reason }: RecurrenceProblem, wanted: readonly string[], start: string): void {
  const soon = `${Number(start.slice(0, 4)) + 4}${start.slice(4)}`;
  const [first = 'none'] = wanted;
  assert.ok(reason === 'too_many_dates' ? wanted.length > 3650 : first > soon, `${reason}: ${first}`);
}

function assertWrittenBack({ recurrence, start }: StartedRecurrence): void {
  const lines = recurrenceLines(recurrence, { allDay: false });
  assert.deepEqual(parseRecurrence(lines, eventAt(start)), recurrence);
}

const wallOf = (time: Temporal.PlainDateTime): string =>
  time.toString().slice(0, 19).replace('T', ' ').padEnd(19, ':00');
