import { type Language, recurrenceGrammarOf } from '../../i18n/language.ts';
import type { RecurrenceGrammar } from '../../i18n/recurrence-grammar.ts';
import { addSeconds, DAY_SECONDS, readWall } from '../calendar.ts';
import type { Recurrence, Rule, Wall } from '../rule.ts';
import { ruleDaysText } from './days.ts';

export interface RecurrenceStart {
  /** The first date, from which a rule takes what it does not say. */
  readonly start: Wall;
  /** Sentences about events that last all day have no times. */
  readonly allDay: boolean;
}

/**
 * One sentence that says when a series takes place, such as "every Tuesday at 7.30 pm until 30 June 2031", without a
 * capital and a full stop.
 */
export function recurrenceText(recurrence: Recurrence, start: RecurrenceStart, language: Language): string {
  const grammar = recurrenceGrammarOf(language);
  const { rule } = recurrence;
  const excluded = new Set(recurrence.excluded);
  const dates = recurrence.dates.map(date => date.start).filter(date => !excluded.has(date));
  if (!rule) {
    const isLeft = !excluded.has(start.start) || dates.length === 0;
    return timedDates(isLeft ? [start.start, ...dates] : dates, start.allDay, grammar);
  }
  return [
    ruleText(rule, start, grammar),
    ...addedText(dates, start, grammar),
    ...exceptText(recurrence.excluded, grammar),
  ].join(', ');
}

/**
 * A rule without times, beside one of its dates: "every Tuesday until 30 June". The year of the end is said if it is not
 * within a year of that date.
 */
export function shortRuleText(rule: Rule, start: Wall, date: Wall, language: Language): string {
  const grammar = recurrenceGrammarOf(language);
  const nextYear = `${Number(yearOf(date)) + 1}${date.slice(4)}`;
  const untilText = (day: Wall) => (day < nextYear ? dayText(day, grammar) : dateText(day, grammar));
  return ruleText(rule, { start, allDay: true }, grammar, untilText);
}

function ruleText(
  rule: Rule,
  { start, allDay }: RecurrenceStart,
  grammar: RecurrenceGrammar,
  untilText = (day: Wall) => dateText(day, grammar),
): string {
  const { text: days, limits } = ruleDaysText(rule, start, grammar);
  const timed = allDay ? days : `${days} ${timeText(start, grammar)}`;
  const until = rule.until === undefined ? [] : [grammar.until(untilText(lastDay(rule.until, start)))];
  const count = rule.count === undefined ? [] : [grammar.times(rule.count)];
  return limits.length === 0
    ? [[timed, ...until].join(' '), ...count].join(', ')
    : [timed, ...limits, ...until, ...count].join(', ');
}

/** The last day on which a date may start: the one before if `UNTIL` is earlier in the day than the series. */
function lastDay(until: Wall, start: Wall): Wall {
  const isDayBefore = readWall(until).second < readWall(start).second;
  return (isDayBefore && addSeconds(until, -DAY_SECONDS)) || until;
}

/** Dates have their times if one of them differs from that of the rule. */
function addedText(
  dates: readonly Wall[],
  { start, allDay }: RecurrenceStart,
  grammar: RecurrenceGrammar,
): string[] {
  if (dates.length === 0) return [];
  const isUsual = dates.every(date => date.slice(11) === start.slice(11));
  return [grammar.also(timedDates(dates, allDay || isUsual, grammar))];
}

const exceptText = (excluded: readonly Wall[], grammar: RecurrenceGrammar): string[] =>
  excluded.length === 0 ? [] : [grammar.except(dayCountOrDates(excluded, grammar))];

/** The most dates that a sentence names; of more it says how many there are. */
const MOST_NAMED = 6;

/**
 * Dates with their times: "on 3 and 10 May 2031 at 7.30 pm"; of many days the number of dates, the first and the last.
 */
function timedDates(dates: readonly Wall[], withoutTimes: boolean, grammar: RecurrenceGrammar): string {
  const byTime = Map.groupBy([...new Set(dates)], date => (withoutTimes ? '' : date.slice(11, 16)));
  const timesOf = ([date]: readonly Wall[]): string[] => (withoutTimes ? [] : [timeText(date!, grammar)]);
  if (dates.length > MOST_NAMED)
    return grammar.on(
      countedDates(dates, byTime.size > 1 ? [grammar.atVariousTimes] : timesOf(dates), grammar),
    );
  const byDays = Map.groupBy(byTime.values(), group => namedDates(daysOf(group), grammar));
  const groups = [...byDays].map(([days, group]) =>
    [days, grammar.and(group.flatMap(timesOf))].filter(Boolean).join(' '),
  );
  return grammar.on(grammar.and(groups));
}

function countedDates(dates: readonly Wall[], times: readonly string[], grammar: RecurrenceGrammar): string {
  const days = daysOf(dates);
  if (days.length === 1) return [namedDates(days, grammar), ...times].join(' ');
  return [grammar.dates(dates.length), spanText(days, grammar), ...times].join(', ');
}

/** "on 3 and 10 May 2031"; of many their number. */
function dayCountOrDates(dates: readonly Wall[], grammar: RecurrenceGrammar): string {
  const days = daysOf(dates);
  return grammar.on(days.length > MOST_NAMED ? grammar.days(days.length) : namedDates(days, grammar));
}

const dateText = (date: Wall, grammar: RecurrenceGrammar): string => namedDates([date], grammar);

const timeText = (date: Wall, grammar: RecurrenceGrammar): string => grammar.at(date.slice(11, 16));

/** Months and years are said once for all of their days. */
function namedDates(days: readonly Wall[], grammar: RecurrenceGrammar): string {
  const years = [...Map.groupBy(days, yearOf)].map(([year, inYear]) => {
    const months = [...Map.groupBy(inYear, monthOf)].map(([month, inMonth]) =>
      grammar.daysInMonth(inMonth.map(dayOf), grammar.months[month]!),
    );
    return grammar.inYear(grammar.and(months), year);
  });
  return grammar.and(years);
}

function spanText(days: readonly Wall[], grammar: RecurrenceGrammar): string {
  const [first, last] = [days[0]!, days.at(-1)!];
  const year = yearOf(last);
  if (yearOf(first) !== year) return grammar.span(dateText(first, grammar), dateText(last, grammar));
  return grammar.inYear(
    monthOf(first) === monthOf(last)
      ? grammar.spanInMonth(dayOf(first), dayOf(last), grammar.months[monthOf(last)]!)
      : grammar.span(dayText(first, grammar), dayText(last, grammar)),
    year,
  );
}

const dayText = (date: Wall, grammar: RecurrenceGrammar): string =>
  grammar.daysInMonth([dayOf(date)], grammar.months[monthOf(date)]!);

/** The days of dates in order, each once. */
const daysOf = (dates: readonly Wall[]): Wall[] => [...new Set(dates.map(date => date.slice(0, 10)))].sort();

const yearOf = (date: Wall): string => date.slice(0, 4);
const monthOf = (date: Wall): number => Number(date.slice(5, 7)) - 1;
const dayOf = (date: Wall): number => Number(date.slice(8, 10));
