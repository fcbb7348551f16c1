import type { RecurrenceGrammar } from '../../i18n/recurrence-grammar.ts';
import type { Wall } from '../rule.ts';

/** The most dates that a sentence names; of more it says how many there are. */
const MOST_NAMED = 6;

/**
 * Dates with their times: "on May 3 and 10, 2031 at 7:30 PM"; of many days the number of dates, the first and the last.
 */
export function timedDates(
  dates: readonly Wall[],
  withoutTimes: boolean,
  grammar: RecurrenceGrammar,
): string {
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

/** "on May 3 and 10, 2031"; of many their number. */
export function dayCountOrDates(dates: readonly Wall[], grammar: RecurrenceGrammar): string {
  const days = daysOf(dates);
  return grammar.on(days.length > MOST_NAMED ? grammar.days(days.length) : namedDates(days, grammar));
}

export const dateText = (date: Wall, grammar: RecurrenceGrammar): string => namedDates([date], grammar);

export const timeText = (date: Wall, grammar: RecurrenceGrammar): string =>
  grammar.at(Number(date.slice(11, 13)), date.slice(14, 16));

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
  const inYear = (date: Wall): string => grammar.daysInMonth([dayOf(date)], grammar.months[monthOf(date)]!);
  return grammar.inYear(
    monthOf(first) === monthOf(last)
      ? grammar.spanInMonth(dayOf(first), dayOf(last), grammar.months[monthOf(last)]!)
      : grammar.span(inYear(first), inYear(last)),
    year,
  );
}

/** The days of dates in order, each once. */
const daysOf = (dates: readonly Wall[]): Wall[] => [...new Set(dates.map(date => date.slice(0, 10)))].sort();

const yearOf = (date: Wall): string => date.slice(0, 4);
const monthOf = (date: Wall): number => Number(date.slice(5, 7)) - 1;
const dayOf = (date: Wall): number => Number(date.slice(8, 10));
