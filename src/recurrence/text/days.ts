import type { RecurrenceGrammar } from '../../i18n/recurrence-grammar.ts';
import type { Rule, Wall } from '../rule.ts';
import {
  everyDay,
  hasOneName,
  isRun,
  isWeekdaySpan,
  limitsOf,
  MOST_NAMED,
  monthsApart,
  nths,
  placed,
  theMonthDays,
  weekdayNoun,
  weekdaysText,
} from './phrases.ts';
import { partsOf, type RuleParts } from './rule-parts.ts';

/** The days of a rule: "every two weeks on Tuesday", "on the first Tuesday of every month". */
export function ruleDaysText(
  rule: Rule,
  start: Wall,
  grammar: RecurrenceGrammar,
): Omit<DaysInWords, 'isEvery'> {
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

function phraseOf(parts: RuleParts, grammar: RecurrenceGrammar): DaysInWords {
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

function limitedBy(part: 'months' | 'positions', parts: RuleParts, grammar: RecurrenceGrammar): DaysInWords {
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
function selectedDays(parts: RuleParts, grammar: RecurrenceGrammar): DaysInWords {
  const { unit, positions, weekdays } = parts;
  const days = grammar.and(nths(positions, weekdayNoun(weekdays, grammar), grammar));
  return { text: placed(days, unit === 'day' ? 'month' : unit, parts, grammar), limits: [], isEvery: false };
}

/** "The second and the fourth Thursday of every month" */
function countedWeekdays(parts: RuleParts, grammar: RecurrenceGrammar): DaysInWords {
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
function daysOfYear(parts: RuleParts, grammar: RecurrenceGrammar): DaysInWords {
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

/** Days in words. Limits are said after the time. `isEvery` tells "every Tuesday" from "the first Tuesday". */
interface DaysInWords {
  readonly text: string;
  readonly limits: readonly string[];
  readonly isEvery: boolean;
}

/** Days by their number in the month, with the weekdays that they must be. */
function daysOfMonth(parts: RuleParts, grammar: RecurrenceGrammar): DaysInWords {
  const { interval, weekdays, monthDays, months } = parts;
  const [first, last] = [monthDays[0]!, monthDays.at(-1)!];
  if (isSpan(parts)) return spanOfMonth(parts, grammar);
  if (weekdays.length === 1 && monthDays.length === 1 && first > 0) {
    const text = grammar.everyWeekdayThe(grammar.weekdays[weekdays[0]!]!, first);
    return { text, limits: limitsOf(['months'], parts, grammar), isEvery: true };
  }
  if (weekdays.length > 0) {
    const { text, limits } = everyDayPhrase(parts, grammar);
    return { text, limits: [...limits, ...limitsOf(['monthDays'], parts, grammar)], isEvery: true };
  }
  if (months.length === 1 && last > 0) {
    const dates = grammar.daysInMonth(monthDays, grammar.months[months[0]! - 1]!);
    return { text: interval > 1 ? dates : `${dates} ${grammar.eachYear}`, limits: [], isEvery: false };
  }
  const days = grammar.and(theMonthDays(monthDays, grammar));
  return { text: placed(days, 'month', parts, grammar), limits: [], isEvery: false };
}

/** A few days are rather named one by one, unless they limit weekdays. */
const isSpan = ({ monthDays, weekdays }: RuleParts): boolean =>
  monthDays[0]! > 0 && isRun(monthDays) && monthDays.length >= (weekdays.length > 0 ? 2 : 4);

/** "Every Saturday from the 7th to the 13th of the month" */
function spanOfMonth(parts: RuleParts, grammar: RecurrenceGrammar): DaysInWords {
  const { unit, interval, monthDays, months } = parts;
  const inMonth = unit === 'year' && interval > 1 ? grammar.ofEach.month : grammar.ofThe.month;
  const [first, last] = [monthDays[0]!, monthDays.at(-1)!];
  const span =
    months.length === 1
      ? grammar.spanInMonth(first, last, grammar.months[months[0]! - 1]!)
      : `${grammar.span(grammar.theDay(first), grammar.theDay(last))} ${inMonth}`;
  return {
    text: `${weekdaysText(parts, grammar.everyWeekday, grammar)} ${span}`,
    limits: months.length === 1 ? [] : limitsOf(['months'], parts, grammar),
    isEvery: true,
  };
}

/** Every day, or every one of some weekdays. */
function everyDayPhrase(parts: RuleParts, grammar: RecurrenceGrammar): DaysInWords {
  const isApart = parts.months.length > 0 && isWeekdaySpan(parts, grammar);
  return {
    text: everyDay(isApart ? { ...parts, months: [] } : parts, grammar),
    limits: isApart ? [monthsApart(parts, grammar)] : [],
    isEvery: true,
  };
}
