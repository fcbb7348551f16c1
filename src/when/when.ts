import type { Language } from '../i18n/language.ts';
import { readWall, wallOf as wallAt } from '../recurrence/calendar.ts';
import { expand } from '../recurrence/expand.ts';
import { basic } from '../recurrence/lines.ts';
import { parseRecurrence } from '../recurrence/parse.ts';
import { RecurrenceProblem } from '../recurrence/problem.ts';
import { tokensOf } from './asides.ts';
import type { Reading } from './conclude.ts';
import type { Assumption, Span } from './phrase.ts';
import type { Answers, Doubt } from './questions.ts';
import { readPhrase } from './read.ts';
import { tokensIn, wordsIn } from './tokens.ts';

/** When an event takes place, in the members of the interface. */
export interface Understood {
  /** `2031-05-06 19:30:00`, wall time. */
  readonly start_date: string;
  /** Equal to the start where no end was said. */
  readonly end_date: string;
  readonly all_day: boolean;
  /** Lines of RFC 5545; none for a single event. */
  readonly recurrence: readonly string[];
  /** What was not said, and taken for granted. */
  readonly assumed: readonly Assumption[];
  /** What is counted from a day or a month that the text does not name: `tomorrow`, `the 5th`. */
  readonly relative?: Reading['relative'];
}

export type When =
  | { readonly understood: Understood }
  /** What may mean two things, with what each would be, if there are two. */
  | { readonly doubt: Doubt; readonly choices: readonly Understood[] }
  | { readonly unknown: string };

/**
 * Reads when something happens, as people write it: `dimecres vinent a les set del vespre`. What may mean two things is
 * asked, never guessed.
 * @param now the wall time of whoever writes: `2026-11-26 10:20:00`
 */
export function parseWhen(text: string, language: Language, now: string, answers?: Answers): When {
  const { day, second } = readWall(now);
  const read = readPhrase(text, language, { today: day, minutes: second / 60 }, answers);
  if ('unknown' in read) return read;
  if ('doubt' in read) {
    const choices = read.choices.flatMap(reading => understoodIn(reading) ?? []);
    const [one, other] = choices.map(choice => JSON.stringify(choice));
    const isOne = one !== undefined && one === other && read.doubt !== 'no such date';
    return isOne ? { understood: choices[0]! } : { doubt: read.doubt, choices };
  }
  const understood = understoodIn(read.reading);
  return understood ? { understood } : { doubt: 'several', choices: [] };
}

/** The first word of a text that says nothing of dates and hours, such as a misspelled month, in small letters. */
export function unknownWord(text: string, language: Language): string | undefined {
  return wordsIn(tokensOf(text, language)).find(word => /\p{L}{2}/u.test(word));
}

/** The weekdays that a text names, from 1, Monday; undefined if it has other words than those of dates. */
export function weekdaysIn(text: string, language: Language): readonly number[] | undefined {
  const tokens = tokensOf(text, language);
  if (tokens.some(({ is }) => is === 'unknown')) return undefined;
  return tokens.flatMap(token => (token.is === 'weekday' ? token.value : []));
}

/** The month that a text names beside words that say nothing of a date: `Programme for May 2031`. */
export function monthIn(text: string, language: Language): { month: number; year?: number } | undefined {
  const tokens = tokensOf(text, language).filter(({ is }) => is !== 'nothing' && is !== 'of the');
  const dated = tokens.filter(({ is }) => !['unknown', 'comma', 'dash', 'open'].includes(is));
  const [one, other, ...others] = dated.filter(({ is }) => is !== 'month');
  const [name, number] = one?.is === 'number' ? [other, one] : [one, other];
  // `Marc` is also a name.
  if (name?.is !== 'month name' || name.isSeven || others.length > 0 || /\bmarc\b/i.test(text))
    return undefined;
  if (number && (number.is !== 'number' || number.value < 1900)) return undefined;
  if (!number && tokens.at(-1) !== name) return undefined;
  return { month: name.value, ...(number && { year: number.value }) };
}

/**
 * The one date of a text: a wall time, or a day alone.
 * @returns undefined if it names several dates or an end, needs an answer, or has words that say nothing of dates
 */
export function oneDate(text: string, language: Language, now: string): string | undefined {
  if (wordsIn(tokensIn(text, language)).length > 0) return undefined;
  const found = parseWhen(text, language, now);
  if (!('understood' in found)) return undefined;
  const { start_date, end_date, all_day, recurrence } = found.understood;
  if (recurrence.length > 0 || start_date !== end_date) return undefined;
  return all_day ? start_date.slice(0, 10) : start_date;
}

/** Undefined for what one series cannot hold: days with times and others without, or without an end. */
function understoodIn({ spans, rule, except = [], assumed, relative }: Reading): Understood | undefined {
  const [first, ...others] = spans;
  const all_day = first!.minutes === undefined;
  const hasOwnEnds = others.some(span => lengthOf(span) !== lengthOf(first!));
  const isOpen = ({ endMinutes }: Span) => hasOwnEnds && endMinutes === undefined;
  if (spans.some(span => isOpen(span) || (span.minutes === undefined) !== all_day)) return undefined;
  const listed = ({ day, minutes }: Pick<Span, 'day' | 'minutes'>) =>
    basic(wallOf(day, minutes)).slice(0, all_day ? 8 : undefined);
  const periods = others.map(span => `${listed(span)}/${basic(wallOf(span.endDay, span.endMinutes))}`);
  const kind = all_day ? ';VALUE=DATE' : '';
  const list = (name: string, days: readonly Pick<Span, 'day' | 'minutes'>[]) =>
    days.length === 0 ? [] : [`${name}${kind}:${days.map(listed).join(',')}`];
  const left = except.map(day => ({ day, minutes: first!.minutes }));
  return {
    start_date: wallOf(first!.day, first!.minutes),
    end_date: wallOf(first!.endDay, first!.endMinutes ?? first!.minutes),
    all_day,
    recurrence: [
      ...(rule === undefined ? [] : [`RRULE:${rule}`]),
      ...(hasOwnEnds ? [`RDATE;VALUE=PERIOD:${periods}`] : list('RDATE', others)),
      ...list('EXDATE', left),
    ],
    assumed,
    ...(relative && { relative }),
  };
}

const lengthOf = ({ day, minutes = 0, endDay, endMinutes = minutes }: Span): number =>
  (endDay - day) * 1440 + endMinutes - minutes;

const wallOf = (day: number, minutes = 0): string => wallAt(day, minutes * 60);

/** The first dates of what was understood, their ends where these differ, and whether there are more. */
export function datesOf(understood: Understood, most: number) {
  const { start_date, end_date, all_day, recurrence } = understood;
  const parsed = parseRecurrence(recurrence, { start: start_date, zone: 'UTC', allDay: all_day });
  if (recurrence.length === 0 || parsed instanceof RecurrenceProblem)
    return { starts: [start_date], ends: [], hasMore: false };
  const { dates, stop } = expand(parsed, start_date, { before: '9999-01-01 00:00:00', limit: most });
  const starts = dates.map(({ recurrenceId }) => recurrenceId);
  const own = dates.some(({ end }) => end) ? end_date : undefined;
  const ends = dates.map(({ end }, at) => end ?? (at === 0 ? own : undefined));
  return { starts, ends, hasMore: stop === 'limit' };
}
