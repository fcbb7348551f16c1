import type { RecurrenceGrammar } from '../../i18n/recurrence-grammar.ts';
import { limitsOf } from './limits.ts';
import {
  everyDay,
  isRun,
  isWeekdaySpan,
  monthsApart,
  placed,
  theMonthDays,
  weekdaysText,
} from './phrases.ts';
import type { RuleParts } from './rule-parts.ts';

/** Days in words. Limits are said after the time. `isEvery` tells "every Tuesday" from "the first Tuesday". */
export interface Phrase {
  readonly text: string;
  readonly limits: readonly string[];
  readonly isEvery: boolean;
}

/** Days by their number in the month, with the weekdays that they must be. */
export function daysOfMonth(parts: RuleParts, grammar: RecurrenceGrammar): Phrase {
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
function spanOfMonth(parts: RuleParts, grammar: RecurrenceGrammar): Phrase {
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
export function everyDayPhrase(parts: RuleParts, grammar: RecurrenceGrammar): Phrase {
  const isApart = parts.months.length > 0 && isWeekdaySpan(parts, grammar);
  return {
    text: everyDay(isApart ? { ...parts, months: [] } : parts, grammar),
    limits: isApart ? [monthsApart(parts, grammar)] : [],
    isEvery: true,
  };
}
