import type { Language } from '../i18n/language.ts';
import { conclude, type Reading } from './conclude.ts';
import { atomsOf, fillMonths, isWeekday, monthDays, rangeOf } from './dates.ts';
import { readDay, readDays, readYear } from './days.ts';
import { type Day, type Hours, type Part, Phrase } from './phrase.ts';
import { type Answers, type Doubt, Doubtful } from './questions.ts';
import {
  readCount,
  readEvery,
  readExceptions,
  readMonths,
  readOrdinals,
  readPeriod,
  sayWeekdays,
} from './repetitions.ts';
import { isPartOfDay, readHours, settled } from './times.ts';
import { type Token, tokensOf } from './tokens.ts';

export type Read =
  | { readonly reading: Reading }
  | { readonly doubt: Doubt; readonly choices: readonly Reading[] }
  | { readonly unknown: string };

/**
 * Reads when something happens, as people write it. What may mean two things is a doubt, never a guess, and no word is
 * ignored that may say something else.
 * @param today the day of whoever writes
 */
export function readPhrase(text: string, language: Language, today: Day, answers: Answers = {}): Read {
  const tokens = tokensOf(text, language);
  if (!tokens.some(saysSomething)) return { unknown: text };
  try {
    return { reading: readTokens(new Phrase(tokens, today, language, answers)) };
  } catch (error) {
    if (!(error instanceof Doubtful)) throw error;
    const { doubt, hasAnswers } = error;
    const choices = [0, 1].flatMap(answer => {
      const found = hasAnswers && readPhrase(text, language, today, { ...answers, [doubt]: answer });
      return found && 'reading' in found ? found.reading : [];
    });
    return { doubt, choices };
  }
}

/** Tokens by which a text says when something happens, if only in part. */
const TELLING: readonly Token['is'][] = [
  ...(['weekday', 'month name', 'date', 'time', 'hour', 'today', 'tonight', 'tomorrow'] as const),
  ...(['day after tomorrow', 'noon', 'midnight', 'daily', 'weekly', 'fortnightly', 'workdays'] as const),
  ...(['weekends', 'weekend', 'week', 'every', 'of month', 'of year', 'all day', 'alternate'] as const),
  ...(['morning', 'afternoon', 'evening', 'night', 'until', 'no time'] as const),
];

const saysSomething = (token: Token): boolean =>
  TELLING.includes(token.is) || (token.is === 'number' && token.value < 1900);

function readTokens(phrase: Phrase): Reading {
  while (phrase.peek()) step(phrase);
  return conclude(phrase);
}

function step(phrase: Phrase): void {
  const token = phrase.peek()!;
  const isRead =
    readWord(phrase, token) ||
    readPeriod(phrase, token) ||
    readCount(phrase) ||
    readOrdinals(phrase) ||
    readSpan(phrase) ||
    addHours(phrase) ||
    readBareHours(phrase) ||
    addDays(phrase) ||
    readMonths(phrase);
  if (isRead) return;
  phrase.at++;
  if ((token.is === 'to' || token.is === 'at or to') && readUntil(phrase)) return;
  if (token.is === 'comma') return;
  if (token.is === 'and' || token.is === 'dash') {
    if (phrase.peek()) return;
    throw new Doubtful('vague');
  }
  const isOfNext =
    (token.is === 'a' && phrase.is('weekday') && phrase.tokens.some(({ is }) => is === 'alternate')) ||
    (token.is === 'plural' && phrase.isOne(['time', 'ordinal'])) ||
    (token.is === 'in' && phrase.is('month name')) ||
    token.is === 'of the';
  if (isOfNext) return;
  throw new Doubtful(DOUBTS[token.is as keyof typeof DOUBTS] ?? 'which day');
}

const DOUBTS = {
  or: 'or',
  vague: 'vague',
  undated: 'vague',
  unknown: 'vague',
  'no time': 'no such date',
} as const;

/** Words that say what follows them. */
function readWord(phrase: Phrase, token: Token): boolean {
  const start = phrase.at++;
  switch (token.is) {
    case 'all day':
      phrase.say('isAllDay', true);
      return true;
    case 'duration':
      phrase.say('duration', token.minutes);
      return true;
    case 'lasts':
      readLength(phrase);
      return true;
    case 'doors':
      phrase.say('isOneTime', true);
      return true;
    case 'between':
      return addHours(phrase, true) || addDays(phrase, true);
    case 'every':
      readEvery(phrase);
      return true;
    case 'except':
      readExceptions(phrase);
      return true;
    case 'also':
      readAlso(phrase);
      return true;
    case 'from':
      if (readFrom(phrase)) return true;
      break;
    case 'until':
      if (readUntil(phrase)) return true;
      break;
    case 'mornings':
    case 'evenings':
      phrase.say('isEvery', true);
      phrase.say('half', token.is === 'mornings' ? 'am' : 'pm');
      return true;
    default:
      if (isPartOfDay(phrase, -1)) {
        phrase.say('half', token.is === 'morning' || token.is === 'dawn' ? 'am' : 'pm');
        return true;
      }
  }
  phrase.at = start;
  return false;
}

/** `duration: 1 h 30` */
function readLength(phrase: Phrase): void {
  phrase.skip('comma');
  const token = phrase.peek();
  if (readCount(phrase)) return;
  const isHours = token?.is === 'number' && phrase.is('hour', 1);
  if (token?.is !== 'time' && token?.is !== 'duration' && !isHours) throw new Doubtful('length');
  phrase.at += isHours ? 2 : 1;
  const minutes = 'minutes' in token ? token.minutes : (token as { value: number }).value * 60;
  const half = phrase.skip('and half') ? 30 : 0;
  phrase.say('duration', minutes + half);
}

/** `from 3 June 10:00 to 7 June 18:00` */
const readSpan = (phrase: Phrase): true | undefined =>
  phrase.attempt(() => {
    const end = (): { atom: Part['first']; minutes: number } | undefined => {
      const atom = readDay(phrase);
      if (!atom || isWeekday(atom)) return undefined;
      phrase.skip('comma');
      const hours = readHours(phrase);
      if (!hours || hours.last) return undefined;
      return { atom, minutes: settled(phrase, hours).start };
    };
    const first = end();
    if (!first || !phrase.skip('to', 'at or to', 'dash', 'until')) return undefined;
    const last = end();
    if (!last) return undefined;
    const [day, endDay] = rangeOf(phrase, filled({ first: first.atom, last: last.atom }));
    phrase.say('span', { day, minutes: first.minutes, endDay, endMinutes: last.minutes });
    return true;
  });

function filled(part: Part): Part {
  fillMonths(atomsOf([part]));
  return part;
}

function addHours(phrase: Phrase, isBetween = false): boolean {
  const hours = readHours(phrase, isBetween);
  if (!hours) return false;
  keepHours(phrase, hours);
  return true;
}

function keepHours(phrase: Phrase, hours: Hours): void {
  const run = phrase.runs.at(-1);
  (run && !phrase.said('weekdays') ? run.hours : phrase.hours).push(hours);
}

/** `7 December, 10-12`: a bare range behind a date with its month. */
function readBareHours(phrase: Phrase): true | undefined {
  const [last] = atomsOf(phrase.runs.at(-1)?.parts ?? []).slice(-1);
  if (!last?.month || last.isMonthFirst || phrase.runs.at(-1)!.hours.length > 0) return undefined;
  if (!phrase.is('number') || !phrase.isOne(['dash', 'to', 'at or to'], 1) || !phrase.is('number', 2))
    return undefined;
  return phrase.attempt(() => {
    const hours = readHours(phrase, false, true);
    if (!hours?.last || phrase.isOne(['month name', 'comma', 'and'])) return undefined;
    keepHours(phrase, hours);
    return true;
  });
}

function addDays(phrase: Phrase, isBetween = false): boolean {
  const found = readDays(phrase);
  if (!found) return false;
  const [first, last, ...others] = found;
  const isRange = isBetween && last && others.length === 0 && !first!.last && !last.last;
  const parts = isRange ? [{ first: first!.first, last: last.first }] : found;
  const isBare = atomsOf(parts).some(({ day, month, weekday }) => day !== undefined && !month && !weekday);
  if (isBare && phrase.runs.length > 0) throw new Doubtful('which day');
  if (parts.every(({ first }) => isWeekday(first))) sayWeekdays(phrase, parts);
  else phrase.runs.push({ parts, hours: [] });
  return true;
}

/** A day or a time from which on something takes place. */
function readFrom(phrase: Phrase): boolean {
  if (readSpan(phrase) || addHours(phrase)) return true;
  while (phrase.skip('at or to', 'at', 'plural'));
  const parts = phrase.ahead(() => readDays(phrase));
  const [part] = parts ?? [];
  if (!part || parts!.length > 1 || part.last || isWeekday(part.first)) return addDays(phrase);
  readDays(phrase);
  phrase.say('from', part.first);
  return true;
}

/** A day or a time until which something takes place. */
function readUntil(phrase: Phrase): boolean {
  while (phrase.skip('at or to', 'at', 'plural'));
  const hours = readHours(phrase);
  if (hours) {
    const list = phrase.runs.at(-1)?.hours.length ? phrase.runs.at(-1)!.hours : phrase.hours;
    const last = list.pop();
    if (!last || last.last || hours.last) throw new Doubtful('start');
    list.push({ first: last.first, last: hours.first });
    return true;
  }
  const month = phrase.peek();
  if (month?.is === 'month name' && !phrase.ahead(() => readDay(phrase))) {
    phrase.at++;
    const [from, to] = monthDays(phrase, { first: month.value, last: month.value, ...readYear(phrase) });
    phrase.say('until', { known: phrase.ask('end') === 0 ? to : from - 1 });
    return true;
  }
  const parts = readDays(phrase);
  if (!parts) return false;
  const { first } = parts[0]!;
  if (parts.length > 1 || parts[0]!.last) throw new Doubtful('several');
  // It may be an hour.
  if ((first.day ?? 25) <= 24 && !first.month && !first.weekday) throw new Doubtful('end');
  phrase.say('until', first);
  return true;
}

/** Dates beside those of a rule. */
function readAlso(phrase: Phrase): void {
  const parts = readDays(phrase);
  if (!parts || parts.some(({ first }) => isWeekday(first))) throw new Doubtful('which day');
  const hours = readHours(phrase);
  phrase.say('also', { parts, hours: hours ? [hours] : [] });
}
