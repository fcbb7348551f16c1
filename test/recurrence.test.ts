import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { expand } from '../src/recurrence/expand.ts';
import { parseRecurrence } from '../src/recurrence/parse.ts';
import { RecurrenceProblem } from '../src/recurrence/problem.ts';
import { bruteForce } from './recurrence/brute-force.ts';
import { dayTable } from './recurrence/day-table.ts';
import { anyRule, dateIn, type RuleParts, written } from './recurrence/random-rules.ts';

const ALL = process.env.TEST_ALL ? 50 : 1;
const TABLE = dayTable(2020, 2040);
const BEFORE = '2041-01-01 00:00:00';

test('Random rules give the days that their definition gives', () => {
  let compared = 0;
  const holds = (rule: RuleParts, start: string) => {
    const wanted = bruteForce(rule, start, TABLE);
    const dates = engine(rule, start);
    if (dates instanceof RecurrenceProblem) return refusedRightly(dates, wanted, start);
    compared += wanted.length;
    assert.deepEqual(dates, wanted.slice(0, 3650));
  };
  fc.assert(fc.property(anyRule, dateIn(2020, 2032), holds), { seed: 5545, numRuns: 400 * ALL });
  assert.ok(compared > 10_000, String(compared));
});

function engine(rule: RuleParts, date: string): string[] | RecurrenceProblem {
  const start = `${date} 19:30:00`;
  const parsed = parseRecurrence(written(rule), { start, allDay: false, zone: 'UTC', horizon: BEFORE });
  if (parsed instanceof RecurrenceProblem) return parsed;
  const { dates } = expand(parsed, start, { before: BEFORE, limit: 3650 });
  return dates.map(({ recurrenceId }) => recurrenceId.slice(0, 10));
}

function refusedRightly({ reason }: RecurrenceProblem, wanted: readonly string[], start: string): void {
  const soon = `${Number(start.slice(0, 4)) + 4}${start.slice(4)}`;
  if (reason === 'too_many_dates') assert.ok(wanted.length > 3650);
  else assert.ok(!(wanted[0]! <= soon), `${reason}: ${wanted[0]}`);
}
