import { type Language, recurrenceGrammarOf } from '../../i18n/language.ts';
import type { RecurrenceGrammar } from '../../i18n/recurrence-grammar.ts';
import { addSeconds, DAY_SECONDS, readWall } from '../calendar.ts';
import type { Recurrence, Rule, Wall } from '../rule.ts';
import { dateText, dayCountOrDates, timedDates, timeText } from './dates.ts';
import { ruleDaysText } from './days.ts';

export interface RecurrenceStart {
  /** The first date, from which a rule takes what it does not say. */
  readonly start: Wall;
  /** Sentences about events that last all day have no times. */
  readonly allDay: boolean;
}

/**
 * One sentence that says when a series takes place, such as "every Tuesday at 7:30 PM until June 30, 2031", without a
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

function ruleText(rule: Rule, { start, allDay }: RecurrenceStart, grammar: RecurrenceGrammar): string {
  const { text: days, limits } = ruleDaysText(rule, start, grammar);
  const timed = allDay ? days : `${days} ${timeText(start, grammar)}`;
  const until =
    rule.until === undefined ? [] : [grammar.until(dateText(lastDay(rule.until, start), grammar))];
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
