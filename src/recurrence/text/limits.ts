import type { RecurrenceGrammar } from '../../i18n/recurrence-grammar.ts';
import { MOST_NAMED, monthsApart, nths, theMonthDays, weekdayNoun } from './phrases.ts';
import type { RuleParts } from './rule-parts.ts';

type Limit = 'weekdays' | 'monthDays' | 'yearDays' | 'months' | 'positions';

/** Parts of a rule that its days do not name, each as "only …". */
export function limitsOf(names: readonly Limit[], parts: RuleParts, grammar: RecurrenceGrammar): string[] {
  const has = (name: Limit): boolean => names.includes(name) && parts[name].length > 0;
  const conditions = names.flatMap(name => (has(name) ? conditionOf(name, parts, grammar) : []));
  const { unit, positions } = parts;
  return [
    ...(conditions.length > 0 ? [grammar.onlyIf(conditions)] : []),
    ...(has('months') ? [grammar.onlyIn(monthsApart(parts, grammar))] : []),
    // A day has no positions.
    ...(has('positions') && unit !== 'day'
      ? [grammar.onlyNth(grammar.and(theseDays(positions, grammar)), unit)]
      : []),
  ];
}

const theseDays = (positions: readonly number[], grammar: RecurrenceGrammar): string[] =>
  positions.length > MOST_NAMED
    ? [`${positions.length} ${grammar.ofTheseDays}`]
    : nths(positions, grammar.ofTheseDays, grammar);

function conditionOf(name: Limit, parts: RuleParts, grammar: RecurrenceGrammar): string[] {
  const { or, day, ofThe, aDayCalled } = grammar;
  if (name === 'weekdays') return [aDayCalled(weekdayNoun(parts.weekdays, grammar))];
  if (name === 'monthDays') return [`${or(theMonthDays(parts.monthDays, grammar))} ${ofThe.month}`];
  if (name === 'yearDays') return [`${or(nths(parts.yearDays, day, grammar))} ${ofThe.year}`];
  return [];
}
