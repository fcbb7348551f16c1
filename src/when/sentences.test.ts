import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { formatDay, formatTimes } from '../i18n/format-dates.ts';
import { languages } from '../i18n/language.ts';
import { wallOf } from '../recurrence/calendar.ts';
import { expand, firstDate } from '../recurrence/expand.ts';
import { ruleValue } from '../recurrence/lines.ts';
import { parseRecurrence } from '../recurrence/parse.ts';
import type { Recurrence, Rule, Wall } from '../recurrence/rule.ts';
import { recurrenceText } from '../recurrence/text/sentence.ts';
import { datesOf, parseWhen } from './when.ts';

// Sentences that name all of their dates: by months alone they name no year, and many dates are only counted.

const FIRST_DAY = 22_400;
const numbers = (least: number, most: number, maxLength: number): fc.Arbitrary<number[]> =>
  fc
    .uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength })
    .map(list => list.toSorted((one, other) => one - other));

const NONE: Omit<Rule, 'frequency'> = {
  ...{ interval: 1, count: undefined, until: undefined, byMonth: [], byYearDay: [], byMonthDay: [] },
  ...{ byDay: [], bySetPos: [], weekStart: 0 },
};
const interval = fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 12 }));
const nth = fc.constantFrom(1, 2, 3, 4, -1);

const rules: fc.Arbitrary<Rule> = fc.oneof(
  interval.map(interval => ({ ...NONE, frequency: 'DAILY' as const, interval })),
  fc.record({ interval, weekdays: numbers(0, 6, 6) }).map(({ interval, weekdays }) => ({
    ...{ ...NONE, frequency: 'WEEKLY' as const, interval },
    byDay: weekdays.map(weekday => ({ weekday, ordinal: 0 })),
  })),
  fc.record({ interval, byMonthDay: numbers(1, 28, 3) }).map(({ interval, byMonthDay }) => ({
    ...{ ...NONE, frequency: 'MONTHLY' as const, interval, byMonthDay },
  })),
  fc
    .record({ interval, weekday: fc.nat(6), ordinals: fc.uniqueArray(nth, { minLength: 1, maxLength: 2 }) })
    .map(({ interval, weekday, ordinals }) => ({
      ...{ ...NONE, frequency: 'MONTHLY' as const, interval },
      byDay: ordinals.map(ordinal => ({ weekday, ordinal })),
    })),
  fc.record({ month: fc.integer({ min: 1, max: 12 }), days: numbers(1, 28, 3) }).map(({ month, days }) => ({
    ...{ ...NONE, frequency: 'YEARLY' as const, byMonth: [month], byMonthDay: days },
  })),
);

/** A time of day, or none where it lasts all day. */
const second = fc.option(fc.constantFrom(0, 1800, 27_000, 43_200, 70_200, 82_800), { nil: undefined });
const END = '2200-01-01 00:00:00';
const MOST = 30;

/** The dates of a recurrence, without their times where it lasts all day. */
const datesIn = (recurrence: Recurrence, start: Wall): Wall[] =>
  expand(recurrence, start, { before: END, limit: MOST }).dates.map(({ recurrenceId }) => recurrenceId);

function assertRead(recurrence: Recurrence, start: Wall, allDay: boolean): void {
  const expected = datesIn(recurrence, start);
  for (const language of languages) {
    const text = recurrenceText(recurrence, { start, allDay }, language);
    const found = parseWhen(text, language, `${start.slice(0, 10)} 00:00:00`);
    assert.ok('understood' in found, `${text}: ${JSON.stringify(found)}`);
    assert.deepEqual(datesOf(found.understood, MOST).starts, expected, text);
    assert.equal(found.understood.all_day, allDay, text);
  }
}

it('The sentence of a rule that names all its dates is read as the same dates, in each language', () => {
  fc.assert(
    fc.property(
      rules,
      fc.nat(900),
      second,
      fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 40 }), fc.constant('until' as const)),
      fc.array(fc.nat(20), { maxLength: 3 }),
      fc.uniqueArray(fc.nat(700), { maxLength: 3 }),
      (rule, day, second, end, left, also) => {
        const asked = wallOf(FIRST_DAY + day, second ?? 0);
        const event = { start: asked, allDay: second === undefined, zone: 'UTC' };
        const parsed = parseRecurrence(`RRULE:${ruleValue(rule, event.allDay)}`, event);
        assert.ok(!(parsed instanceof Error));
        const start = firstDate(parsed, asked)!;
        const dates = datesIn(parsed, start);
        const until = `${dates.at(-1)!.slice(0, 10)} 23:59:59`;
        const bound = end === 'until' ? { until } : { count: end };
        // Whether a count has the dates that are left out is a question.
        const excluded =
          typeof end === 'number' ? [] : [...new Set(left.map(at => dates[at]!))].slice(0, 3).sort();
        const others = also.map(at => ({ start: wallOf(FIRST_DAY + day + at, second ?? 0) }));
        const isNew = others.filter(({ start: other }) => other > start && !dates.includes(other));
        const recurrence = {
          rule: { ...parsed.rule!, ...bound },
          dates: isNew.sort((one, other) => (one.start < other.start ? -1 : 1)),
          excluded: excluded.filter(date => date !== undefined && date !== start),
        };
        assertRead(recurrence, start, event.allDay);
      },
    ),
    { numRuns: 60 },
  );
});

it('The sentence of dates without a rule is read as the same dates, in each language', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(900), { minLength: 1, maxLength: 6 }), second, (days, second) => {
      const [start, ...dates] = days.map(day => wallOf(FIRST_DAY + day, second ?? 0)).sort();
      const recurrence = { rule: undefined, dates: dates.map(start => ({ start })), excluded: [] };
      assertRead(recurrence, start!, second === undefined);
    }),
    { numRuns: 100 },
  );
});

it('A day with a time or with two is read as it is said, in each language', () => {
  const minutes = fc.nat(1439).map(minute => wallOf(FIRST_DAY, minute * 60).slice(10));
  fc.assert(
    fc.property(fc.constantFrom(...languages), fc.nat(900), minutes, minutes, (language, at, one, other) => {
      const day = wallOf(FIRST_DAY + at, 0).slice(0, 10);
      const [from, to] = [one, other].sort().map(time => day + time);
      const text = `${formatDay(day, language)}, ${formatTimes(from!, to!, language)}`;
      const found = parseWhen(text, language, wallOf(FIRST_DAY, 0));
      assert.ok('understood' in found, `${text}: ${JSON.stringify(found)}`);
      assert.deepEqual([found.understood.start_date, found.understood.end_date], [from, to], text);
    }),
    { numRuns: 200 },
  );
});
