import type { Language } from '../i18n/language.ts';
import type { Unit } from '../i18n/recurrence-grammar.ts';
import { tokensOf } from './asides.ts';
import { conclude, type Reading } from './conclude.ts';
import { atomsOf } from './dates.ts';
import { readDays } from './days.ts';
import { readExceptions } from './exceptions.ts';
import { type Now, Phrase } from './phrase.ts';
import {
  addDays,
  addHours,
  readAlso,
  readBareHours,
  readBothHours,
  readFrom,
  readLength,
  readPartsOfDay,
  readSpan,
  readUntil,
} from './pieces.ts';
import { type Answers, type Doubt, Doubtful } from './questions.ts';
import { readCount, readEvery, readMonth, readMonths, readOrdinals, sayPeriod } from './repetitions.ts';
import { HALF, isTimeHere, sayHalf } from './times.ts';
import { isOrdinal, type Token } from './tokens.ts';

export type Read =
  | { readonly reading: Reading }
  | { readonly doubt: Doubt; readonly choices: readonly Reading[] }
  | { readonly unknown: string };

/**
 * Reads when something happens, as people write it. What may mean two things is a doubt, never a guess, and no word is
 * ignored that may say something else.
 */
export function readPhrase(text: string, language: Language, now: Now, answers: Answers = {}): Read {
  const tokens = tokensOf(text, language);
  if (!tokens.some(saysSomething)) return { unknown: text };
  try {
    const reading = readTokens(new Phrase(tokens, now, language, answers));
    checkAsides(tokens, reading);
    return { reading };
  } catch (error) {
    if (!(error instanceof Doubtful)) throw error;
    const { doubt, hasAnswers } = error;
    const choices = [0, 1].flatMap(answer => {
      const found = hasAnswers && readPhrase(text, language, now, { ...answers, [doubt]: answer });
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
  const isOfFeast = phrase.tokens.some(token => token.is === 'date' && token.isFeast);
  while (phrase.peek()) step(phrase);
  const reading = conclude(phrase);
  if (isOfFeast && !isWithinDay(reading)) throw new Doubtful('vague');
  return reading;
}

/** Whether all is on one day, and not at night, which may be that of its eve. */
const isWithinDay = ({ spans, rule }: Reading): boolean =>
  rule === undefined &&
  spans.every(
    ({ day, endDay, minutes = HALF }) =>
      day === spans[0]!.day && endDay === day && minutes >= 6 * 60 && minutes < 20 * 60,
  );

/** Whether all are dates with times: others may be limited by more words. */
const isTimed = ({ spans, rule }: Reading): boolean =>
  rule === undefined && spans.every(({ day, endDay, minutes }) => minutes !== undefined && endDay - day < 2);

/** Throws a `Doubtful` if what was left out may say something else about when. */
function checkAsides(tokens: readonly Token[], reading: Reading): void {
  const isAside = ({ is }: Token, at: number) =>
    is === 'aside' || (is === 'show' && tokens.slice(0, at).some(isDayOf));
  const first = tokens.findIndex(isAside);
  if (first < 0) return;
  const isLoose = !isTimed(reading);
  const { spans } = reading;
  const isEarly = spans.some(({ minutes = 0 }) => minutes < HALF);
  const isVague = (token: Token) =>
    token.is === 'aside' && ((token.isLate && isEarly) || (isLoose && mayLimit(token, reading)));
  if (tokens.some(isVague)) throw new Doubtful('vague');
  // `talk at 5 pm, concert at 7 pm`
  const isTwice = new Set(spans.map(({ day }) => day)).size < spans.length;
  const isOther = ({ is }: Token) => is === 'time' || is === 'number';
  const mayBeOther = (token: Token, at: number) =>
    token.is === 'aside' && (token.isOfTime || tokens.slice(at).some(isOther));
  if (isTwice && tokens.some(mayBeOther)) throw new Doubtful('several');
  // `5 May talk, 6 May concert at 7 pm`: the time may be that of the last day alone.
  const isOfAll = new Set(spans.map(({ minutes }) => minutes)).size < spans.length;
  if (isOfAll && !isLoose && tokens.slice(first).some(isDayOf)) throw new Doubtful('several');
}

const isDayOf = (token: Token): boolean =>
  ['weekday', 'month name', 'date'].includes(token.is) || (token.is === 'number' && token.isDay === true);

/** Whether an aside may say more of days without times, or of many: a season, the time of one, or what is each week. */
function mayLimit(aside: Extract<Token, { is: 'aside' }>, { spans, rule, relative }: Reading): boolean {
  const { mayEnd, isUndated, isOfTime } = aside;
  const isOfMany = rule !== undefined || spans.some(({ day, endDay }) => endDay !== day);
  if (mayEnd || !isOfMany) return mayEnd || relative === 'today';
  // `5 December to 9 January, gala dinner 8 pm`
  return isUndated || (isOfTime === true && !/^FREQ=(?:WEEK|MONTH|YEAR)LY/.test(rule ?? ''));
}

function step(phrase: Phrase): void {
  const token = phrase.peek()!;
  const isRead =
    readWord(phrase) ||
    readCount(phrase) ||
    readOrdinals(phrase) ||
    readSpan(phrase) ||
    addHours(phrase) ||
    readBareHours(phrase) ||
    phrase.attempt(() => readBothHours(phrase)) ||
    addDays(phrase) ||
    readMonths(phrase);
  if (isRead) return;
  phrase.at++;
  if ((token.is === 'to' || token.is === 'at or to') && readUntil(phrase)) return;
  const isJoint =
    token.is === 'comma' ||
    token.is === 'of the' ||
    (token.is === 'day' && phrase.is('comma')) ||
    ((token.is === 'and' || token.is === 'dash') && phrase.peek() !== undefined) ||
    (token.is === 'a' && phrase.is('weekday') && phrase.tokens.some(({ is }) => is === 'alternate')) ||
    (token.is === 'plural' && phrase.isOne(['time', 'ordinal'])) ||
    (isOrdinal(token) && token.value > 0 && phrase.is('times')) ||
    (token.is === 'times' && (isTimeHere(phrase) || phrase.is('times', 1) || isTitle(phrase))) ||
    (token.is === 'at' && phrase.is('weekday')) ||
    ((token.is === 'times' || token.is === 'hour') && phrase.isOne(['time', 'at', 'at or to', 'comma'])) ||
    (token.is === 'in' && phrase.isOne(['month name', 'all month'])) ||
    ((token.is === 'week' || token.is === 'weekend') && isOfDays(phrase));
  if (!isJoint) throw new Doubtful(DOUBTS[token.is] ?? 'which day');
}

/** `Workshops 20 and 27 January` */
const isTitle = (phrase: Phrase): boolean =>
  phrase.at === 1 && atomsOf(phrase.ahead(() => readDays(phrase)) ?? []).some(({ month }) => month);

/** `the week of 14 to 18 December` */
function isOfDays(phrase: Phrase): boolean {
  const [part, ...others] = phrase.ahead(() => readDays(phrase)) ?? [];
  return part?.last !== undefined || others.length > 0;
}

/** `le week-end du 12 et 13 décembre` */
function isOneWeekend(phrase: Phrase): boolean {
  const [one, other, ...others] = atomsOf(phrase.ahead(() => readDays(phrase)) ?? []);
  return others.length === 0 && other?.day !== undefined && other.day - 1 === one!.day;
}

const DOUBTS: Partial<Record<Token['is'], Doubt>> = {
  ...({ or: 'or', vague: 'vague', undated: 'vague', unknown: 'vague', and: 'vague', dash: 'vague' } as const),
  'no time': 'no such date',
};

type Reader = (phrase: Phrase) => boolean;

const repeats =
  (unit: Unit, interval: number): Reader =>
  phrase =>
    sayPeriod(phrase, unit, interval);

const onWeekdays =
  (...weekdays: number[]): Reader =>
  phrase =>
    phrase.say('weekdays', weekdays) && phrase.say('isEvery', true);

const ofPartOfDay: Reader = phrase => readPartsOfDay(phrase) || sayHalf(phrase);

/** `Tuesday mornings` are each Tuesday, but the mornings of dates are theirs: `2 and 3 January, mornings 10 to 13 h`. */
function eachPartOfDay(phrase: Phrase): boolean {
  if (phrase.runs.length === 0 && phrase.tokens.some(({ is }) => is === 'weekday'))
    phrase.say('isEvery', true);
  return ofPartOfDay(phrase);
}

/** What words say, with what follows them. */
const WORDS: Partial<Record<Token['is'], Reader>> = {
  'all day': phrase => phrase.say('isAllDay', true),
  'all month': phrase => readMonth(phrase) ?? false,
  opening: phrase => phrase.say('isOpening', true),
  doors: phrase => phrase.say('isOneTime', true),
  show: phrase => phrase.say('isOneTime', true),
  duration: phrase => phrase.say('duration', (phrase.peek(-1) as { minutes: number }).minutes),
  lasts: readLength,
  for: phrase =>
    phrase.is('all month') ||
    (phrase.isOne(['plural', 'day']) && phrase.ahead(() => readDays(phrase)) !== undefined) ||
    (readMonths(phrase) ?? readLength(phrase)),
  between: phrase => addHours(phrase, true) || addDays(phrase, true),
  every: readEvery,
  except: readExceptions,
  also: readAlso,
  from: readFrom,
  until: readUntil,
  daily: repeats('day', 1),
  nightly: phrase => sayPeriod(phrase, 'day', 1) && sayHalf(phrase),
  weekly: repeats('week', 1),
  fortnightly: repeats('week', 2),
  alternate: repeats('week', 2),
  'of month': repeats('month', 1),
  'of year': repeats('year', 1),
  workdays: onWeekdays(1, 2, 3, 4, 5),
  weekends: phrase => isOneWeekend(phrase) || onWeekdays(6, 7)(phrase),
  weekend: phrase => phrase.said('period')?.unit === 'week' && onWeekdays(6, 7)(phrase),
  ...{ mornings: eachPartOfDay, evenings: eachPartOfDay, dawn: sayHalf },
  ...{ morning: ofPartOfDay, afternoon: ofPartOfDay, evening: ofPartOfDay, night: ofPartOfDay },
};

const readWord = (phrase: Phrase): true | undefined =>
  phrase.attempt(() => {
    const token = phrase.peek()!;
    phrase.at++;
    return WORDS[token.is]?.(phrase) || undefined;
  });
