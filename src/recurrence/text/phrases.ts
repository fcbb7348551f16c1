import type { RecurrenceGrammar, RecurrencePeriod, WeekdayForms } from '../../i18n/recurrence-grammar.ts';
import type { RuleParts } from './rule-parts.ts';

/** The most days of a year that a sentence names; of more it says how many there are. */
export const MOST_NAMED = 31;
/** The fewest days or months in a row that are said by the first and the last one. */
const SHORTEST_SPAN = 4;
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
const WORKING_DAYS = '0,1,2,3,4';
const WEEKEND = '5,6';
const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** "every Tuesday in June and July" */
export function everyDay(parts: RuleParts, grammar: RecurrenceGrammar): string {
  const { unit, interval, months } = parts;
  const days = weekdaysText(parts, grammar.everyWeekday, grammar);
  if (months.length === 0) return interval === 1 || unit === 'day' ? days : `${days} ${grammar.ofThe[unit]}`;
  return `${days} ${monthSpan(parts, grammar) ?? grammar.everyOfMonths(monthNames(months, grammar))}`;
}

/** Certain days with their months, or else with the period that they are counted in. */
export function placed(
  days: string,
  period: RecurrencePeriod,
  parts: RuleParts,
  grammar: RecurrenceGrammar,
): string {
  const { unit, interval, months } = parts;
  if (months.length === 0) {
    const isCounted = interval > 1 && unit === period;
    return `${days} ${(isCounted ? grammar.ofThe : grammar.ofEach)[period]}`;
  }
  const span = monthSpan(parts, grammar);
  if (span) return `${days} ${grammar.ofMonthSpan(span)}`;
  const dated = `${days} ${grammar.ofMonths(monthNames(months, grammar))}`;
  return interval > 1 ? dated : `${dated} ${grammar.eachYear}`;
}

export function weekdaysText(parts: RuleParts, forms: WeekdayForms, grammar: RecurrenceGrammar): string {
  const { weekdays } = parts;
  if (weekdays.length === 0) return forms.all;
  if (`${weekdays}` === WEEKEND && forms.weekend) return forms.weekend;
  if (`${weekdays}` === WORKING_DAYS && forms.working) return forms.working;
  const span = spanOf(weekdays, WEEKDAYS, parts);
  const name = (weekday: number): string => grammar.weekdays[weekday]!;
  return span ? forms.span(name(span.first), name(span.last)) : forms.list(weekdays.map(name));
}

/** Whether weekdays are said as "from Monday to Thursday", which "from May to June" should not follow at once. */
export const isWeekdaySpan = (parts: RuleParts, { everyWeekday }: RecurrenceGrammar): boolean =>
  !(everyWeekday.working && `${parts.weekdays}` === WORKING_DAYS) &&
  spanOf(parts.weekdays, WEEKDAYS, parts) !== undefined;

/** Whether a day of these weekdays is called by one noun. */
export const hasOneName = (weekdays: readonly number[]): boolean =>
  weekdays.length < 2 || [WORKING_DAYS, WEEKEND].includes(`${weekdays}`);

/** What a day of these weekdays is called, after an ordinal. */
export function weekdayNoun(weekdays: readonly number[], grammar: RecurrenceGrammar): string {
  if (weekdays.length === 0) return grammar.day;
  if (`${weekdays}` === WEEKEND) return grammar.weekendDay;
  if (`${weekdays}` === WORKING_DAYS) return grammar.workingDay;
  return grammar.or(weekdays.map(weekday => grammar.weekdays[weekday]!));
}

/** "the 1st", "the last day" */
export const theMonthDays = (days: readonly number[], grammar: RecurrenceGrammar): string[] => [
  ...days.filter(day => day > 0).map(grammar.theDay),
  ...nths(
    days.filter(day => day < 0),
    grammar.day,
    grammar,
  ),
];

/** "the second", "the fourth Thursday": the noun is said once where all ordinals stand before it. */
export function nths(numbers: readonly number[], noun: string, grammar: RecurrenceGrammar): string[] {
  const { nth, last, nthFromEnd } = grammar;
  const ordinalOf = (number: number): string => (number > 0 ? nth(number) : last[-number - 1]!);
  const isAfter = (number: number): boolean => number < -last.length;
  const named = (number: number): string =>
    isAfter(number) ? nthFromEnd(-number, noun) : `${ordinalOf(number)} ${noun}`;
  if (numbers.some(isAfter)) return numbers.map(named);
  return [...numbers.slice(0, -1).map(ordinalOf), ...numbers.slice(-1).map(named)];
}

/** "in June and July", "from May to September" */
export const monthsApart = (parts: RuleParts, grammar: RecurrenceGrammar): string =>
  monthSpan(parts, grammar) ?? grammar.inMonths(monthNames(parts.months, grammar));

function monthSpan(parts: RuleParts, grammar: RecurrenceGrammar): string | undefined {
  const span = spanOf(parts.months, MONTHS, parts);
  return span && grammar.monthSpan(grammar.months[span.first - 1]!, grammar.months[span.last - 1]!);
}

function spanOf(numbers: readonly number[], all: readonly number[], { mayWrap }: RuleParts) {
  if (numbers.length < SHORTEST_SPAN) return undefined;
  if (isRun(numbers)) return { first: numbers[0]!, last: numbers.at(-1)! };
  const missing = all.filter(number => !numbers.includes(number));
  return mayWrap && isRun(missing) ? { first: missing.at(-1)! + 1, last: missing[0]! - 1 } : undefined;
}

const monthNames = (months: readonly number[], grammar: RecurrenceGrammar): string[] =>
  months.map(month => grammar.months[month - 1]!);

/** Whether sorted numbers follow one another. */
export const isRun = (numbers: readonly number[]): boolean =>
  numbers.at(-1)! - numbers[0]! === numbers.length - 1;

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
