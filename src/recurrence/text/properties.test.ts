import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { languages, recurrenceGrammarOf } from '../../i18n/language.ts';
import { wallOf } from '../calendar.ts';
import { expand } from '../expand.ts';
import { ruleValue } from '../lines.ts';
import { parseRecurrence } from '../parse.ts';
import type { Frequency, Recurrence, Rule, Wall } from '../rule.ts';
import { recurrenceText } from './sentence.ts';

const START = '2031-05-06 19:30:00';
const END = '2045-01-01 00:00:00';
const FIRST_DAY = 22_400;

const numbers = (least: number, most: number, maxLength: number): fc.Arbitrary<number[]> =>
  fc
    .uniqueArray(
      fc.integer({ min: least, max: most }).filter(number => number !== 0),
      { maxLength },
    )
    .map(list => list.toSorted((one, other) => one - other));
/** Weekdays with `ordinal` at most `most`, from either end; 0 means each. */
const weekdays = (most: number): fc.Arbitrary<Rule['byDay']> =>
  fc.uniqueArray(
    fc.record({
      weekday: fc.nat(6),
      ordinal: fc.oneof(fc.constant(0), fc.integer({ min: -most, max: most })),
    }),
    { maxLength: 7, selector: ({ weekday, ordinal }) => `${ordinal}/${weekday}` },
  );
const none: fc.Arbitrary<number[]> = fc.constant([]);
const seldom = (arbitrary: fc.Arbitrary<number[]>): fc.Arbitrary<number[]> =>
  fc.oneof({ weight: 2, arbitrary: none }, arbitrary);

const ruleOf = (frequency: Frequency): fc.Arbitrary<Rule> =>
  fc
    .record({
      interval: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 12 })),
      bound: fc.oneof(
        fc.constant({}),
        fc.record({ count: fc.integer({ min: 1, max: 400 }) }),
        fc.record({ until: fc.nat(4000).map(day => wallOf(FIRST_DAY + day, 86_399)) }),
      ),
      byMonth: seldom(numbers(1, 12, 12)),
      byYearDay: frequency === 'YEARLY' ? seldom(numbers(-366, 366, 4)) : none,
      byMonthDay: frequency === 'WEEKLY' ? none : seldom(numbers(-31, 31, 9)),
      byDay: weekdays(frequency === 'MONTHLY' ? 5 : frequency === 'YEARLY' ? 53 : 0),
      bySetPos: seldom(numbers(-5, 5, 3)),
    })
    .map(({ bound, ...parts }) => ({
      ...{ frequency, count: undefined, until: undefined, weekStart: 0 },
      ...parts,
      ...bound,
    }));

const frequencies: readonly Frequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const EVENT = { start: START, allDay: false, zone: 'Europe/Madrid' };
/** Whether a series may have the rule. */
const isAccepted = (rule: Rule): boolean =>
  !(parseRecurrence(`RRULE:${ruleValue(rule, false)}`, EVENT) instanceof Error);
const rule = fc.oneof(...frequencies.map(ruleOf)).filter(isAccepted);

const walls = (maxLength: number): fc.Arbitrary<Wall[]> =>
  fc.uniqueArray(
    fc
      .tuple(fc.nat(900), fc.constantFrom(70_200, 3600, 44_100))
      .map(([day, second]) => wallOf(FIRST_DAY + day, second)),
    { maxLength },
  );
const recurrence: fc.Arbitrary<Recurrence> = fc.record({
  rule: fc.option(rule, { nil: undefined }),
  dates: walls(9).map(dates => dates.sort().map(start => ({ start }))),
  excluded: walls(9).map(dates => dates.sort()),
});

test('Every recurrence has a sentence in each language, without placeholders and faults of typography', () => {
  const faults: Readonly<Partial<Record<string, RegExp>>> = {
    ca: /\b[dD]e [aeiou]|\b(?:el|del|al) 11?(?![\d.])|\bde els?\b|\ba els?\b/,
    en: /[^\x20-\x7e\u00a0]|\ba [aeiou]/,
    fr: /\b(?:de|le|que) [aeiouéà]|\bde les?\b|\bà les?\b|\ble 1 /,
    es: /’|\bde el\b|\ba el\b/,
  };
  fc.assert(
    fc.property(recurrence, fc.boolean(), (recurrence, allDay) => {
      for (const language of languages) {
        const text = recurrenceText(recurrence, { start: START, allDay }, language);
        assert.match(text, /^\p{L}|^\d+ /u);
        assert.doesNotMatch(text, /undefined|null|NaN|object|[{}#_']|\s\s|\s,|,,|\s$|-\d/);
        assert.doesNotMatch(text, faults[language] ?? /[\0]/, language);
      }
    }),
  );
});

test('The interval, the count and the end of a rule are in its sentence', () => {
  fc.assert(
    fc.property(rule, rule => {
      for (const language of languages) {
        const { every, times } = recurrenceGrammarOf(language);
        const text = recurrenceText({ rule, dates: [], excluded: [] }, EVENT, language);
        const unit = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
        if (rule.interval > 1) assert.ok(text.startsWith(every(rule.interval, unit[rule.frequency])), text);
        if (rule.count) assert.ok(text.endsWith(`, ${times(rule.count)}`), text);
        if (rule.until) assert.ok(text.endsWith(rule.until.slice(0, 4)), text);
      }
    }),
  );
});

test('Rules with other dates have another sentence, so no part is left out', () => {
  const parts = [
    'byMonth',
    'byYearDay',
    'byMonthDay',
    'byDay',
    'bySetPos',
    'interval',
    'count',
    'until',
  ] as const;
  const compared = { different: 0 };
  fc.assert(
    fc.property(rule, rule, fc.constantFrom(...parts), (rule, other, part) => {
      const changed = { ...rule, [part]: other[part] };
      if (!isAccepted(changed) || `${datesOf(rule)}` === `${datesOf(changed)}`) return;
      compared.different++;
      for (const language of languages) {
        const texts = [rule, changed].map(rule =>
          recurrenceText({ rule, dates: [], excluded: [] }, EVENT, language),
        );
        assert.notEqual(texts[0], texts[1]);
      }
    }),
    { numRuns: 400 },
  );
  assert.ok(compared.different > 50, `${compared.different}`);
});

const datesOf = (rule: Rule): string[] =>
  expand({ rule, dates: [], excluded: [] }, START, { before: END, limit: 600 }).dates.map(
    date => date.recurrenceId,
  );
