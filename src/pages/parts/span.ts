import type { Config } from '../../config.ts';
import type { BareCall } from '../../http/call.ts';
import { formatDate, formatMonth } from '../../i18n/format-dates.ts';
import { type Language, recurrenceGrammarOf } from '../../i18n/language.ts';
import { toWall } from '../../lib/time/zones.ts';
import type { EventFilter } from '../../search/event-filter.ts';

/** The first and the last day of a span, both inclusive; undefined where it is open. */
export interface DaySpan {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The days that a reader has chosen, in the zone of the site. */
export function daysOf({ overlaps }: EventFilter, { TIME_ZONE }: Pick<Config, 'TIME_ZONE'>): DaySpan {
  const { runsFrom = -Infinity, before = Infinity } = overlaps?.bounds ?? {};
  const dayAt = (epoch: number) =>
    Number.isFinite(epoch) ? toWall(epoch, TIME_ZONE.id).slice(0, 10) : undefined;
  return { from: dayAt(runsFrom), to: dayAt(before - 1) };
}

/** A span as people say it: `May 2031`, a day, `from May 10, 2031`, or `from May 1 to 10, 2031`. */
export function formatSpan({ from, to }: DaySpan, { language }: Pick<BareCall, 'language'>): string {
  const grammar = recurrenceGrammarOf(language);
  if (from && to) {
    if (from === to) return formatDate(from, language);
    return isMonth(from, to) ? formatMonth(from, language) : formatDayRange(from, to, language);
  }
  return from ? grammar.since(dated(from, language)) : to ? grammar.until(dated(to, language)) : '';
}

/** What both ends have in common is said once. */
function formatDayRange(from: string, to: string, language: Language): string {
  const { span, spanInMonth, inYear, months } = recurrenceGrammarOf(language);
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  if (first.year !== last.year) return span(dated(from, language), dated(to, language));
  const said =
    first.month === last.month
      ? spanInMonth(first.day, last.day, months[first.month - 1]!)
      : span(dayInMonth(first, language), dayInMonth(last, language));
  return inYear(said, String(first.year));
}

const dated = (day: string, language: Language): string => {
  const date = Temporal.PlainDate.from(day);
  return recurrenceGrammarOf(language).inYear(dayInMonth(date, language), String(date.year));
};

function dayInMonth({ day, month }: Temporal.PlainDate, language: Language): string {
  const { daysInMonth, months } = recurrenceGrammarOf(language);
  return daysInMonth([day], months[month - 1]!);
}

function isMonth(from: string, to: string): boolean {
  const first = Temporal.PlainDate.from(from);
  return first.day === 1 && to === String(first.with({ day: first.daysInMonth }));
}
