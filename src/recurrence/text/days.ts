import type { RecurrenceGrammar } from '../../i18n/recurrence-grammar.ts';
import type { Rule, Wall } from '../rule.ts';
import { limitsOf } from './limits.ts';
import { daysOfMonth, everyDayPhrase, type Phrase } from './month-days.ts';
import { hasOneName, MOST_NAMED, nths, placed, weekdayNoun, weekdaysText } from './phrases.ts';
import { partsOf, type RuleParts } from './rule-parts.ts';

/** The days of a rule: "every two weeks on Tuesday", "on the first Tuesday of every month". */
export function ruleDaysText(rule: Rule, start: Wall, grammar: RecurrenceGrammar): Omit<Phrase, 'isEvery'> {
  const parts = partsOf(rule, start);
  const { interval, unit } = parts;
  if (interval === 1) {
    const { text, limits, isEvery } = phraseOf(parts, grammar);
    return { text: isEvery ? text : grammar.on(text), limits };
  }
  const every = grammar.every(interval, unit);
  if (unit === 'day')
    return { text: every, limits: limitsOf(['weekdays', 'monthDays', 'months'], parts, grammar) };
  if (unit === 'week') {
    const text = grammar.within(every, weekdaysText(parts, grammar.onWeekdays, grammar));
    return { text, limits: limitsOf(['months', 'positions'], parts, grammar) };
  }
  const { text, limits } = phraseOf(parts, grammar);
  return { text: grammar.within(every, text), limits };
}

function phraseOf(parts: RuleParts, grammar: RecurrenceGrammar): Phrase {
  const { unit, interval, positions, months } = parts;
  // "Every two months" counts through all months.
  if (unit === 'month' && interval > 1 && months.length > 0) return limitedBy('months', parts, grammar);
  if (positions.length > 0)
    return isSelection(parts) ? selectedDays(parts, grammar) : limitedBy('positions', parts, grammar);
  if (parts.ordinals.length > 0) return countedWeekdays(parts, grammar);
  if (parts.yearDays.length > 0) return daysOfYear(parts, grammar);
  if (parts.monthDays.length > 0) return daysOfMonth(parts, grammar);
  return everyDayPhrase(parts, grammar);
}

function limitedBy(part: 'months' | 'positions', parts: RuleParts, grammar: RecurrenceGrammar): Phrase {
  const phrase = phraseOf({ ...parts, [part]: [] }, grammar);
  return { ...phrase, limits: [...phrase.limits, ...limitsOf([part], parts, grammar)] };
}

/** Whether positions count days that have one name, in a period that has one. */
function isSelection(parts: RuleParts): boolean {
  const { unit, months, weekdays, ordinals, yearDays, monthDays, positions } = parts;
  return (
    hasOneName(weekdays) &&
    positions.length <= MOST_NAMED &&
    ordinals.length + yearDays.length + monthDays.length === 0 &&
    (unit === 'month' || months.length === 0 || (unit === 'year' && months.length === 1))
  );
}

/** "The last weekday of every month" */
function selectedDays(parts: RuleParts, grammar: RecurrenceGrammar): Phrase {
  const { unit, positions, weekdays } = parts;
  const days = grammar.and(nths(positions, weekdayNoun(weekdays, grammar), grammar));
  return { text: placed(days, unit === 'day' ? 'month' : unit, parts, grammar), limits: [], isEvery: false };
}

/** "The second and the fourth Thursday of every month" */
function countedWeekdays(parts: RuleParts, grammar: RecurrenceGrammar): Phrase {
  const { ordinals, countsWithin, weekdays } = parts;
  const isOneWeekday = ordinals.every(({ weekday }) => weekday === ordinals[0]!.weekday);
  const groups = isOneWeekday ? [ordinals] : ordinals.map(ordinal => [ordinal]);
  const counted = groups.flatMap(group => {
    const numbers = group.map(({ ordinal }) => ordinal);
    return nths(numbers, grammar.weekdays[group[0]!.weekday]!, grammar);
  });
  const plain = weekdays.length === 0 ? [] : [weekdaysText(parts, grammar.everyWeekday, grammar)];
  const named = counted.length > MOST_NAMED ? [grammar.days(counted.length)] : counted;
  return {
    text: placed(grammar.and([...plain, ...named]), countsWithin, parts, grammar),
    limits: limitsOf(['monthDays', 'yearDays'], parts, grammar),
    isEvery: false,
  };
}

/** "The 100th day of every year" */
function daysOfYear(parts: RuleParts, grammar: RecurrenceGrammar): Phrase {
  const { yearDays } = parts;
  const days =
    yearDays.length > MOST_NAMED
      ? grammar.days(yearDays.length)
      : grammar.and(nths(yearDays, grammar.day, grammar));
  return {
    text: placed(days, 'year', { ...parts, months: [] }, grammar),
    limits: limitsOf(['weekdays', 'monthDays', 'months'], parts, grammar),
    isEvery: false,
  };
}
