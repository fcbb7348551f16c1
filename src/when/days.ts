import { civilDateOf } from '../recurrence/calendar.ts';
import { atomsOf, dayIn, fillMonths, isWeekday, next, weekdayIn } from './dates.ts';
import type { Atom, Part, Phrase } from './phrase.ts';
import { Doubtful } from './questions.ts';
import { relativeDay } from './relative.ts';
import { areHours, isFrom, isHourBesideTime, isPartOfDay, isTimeHere, readHours } from './times.ts';
import { numberOf, type Token } from './tokens.ts';

const RANGES = ['dash', 'to', 'at or to', 'until'] as const;

/** Days that are joined by commas, "and", or as ranges; of two that are joined by "or" the one that is meant. */
export function readDays(phrase: Phrase): Part[] | undefined {
  const named = phrase.attempt(() => withWeekdays(phrase));
  if (named) return named;
  const first = phrase.attempt(() => {
    const isPlural = phrase.skip('plural');
    phrase.skip('at or to');
    const atom = readDay(phrase);
    return atom && (isPlural ? { ...atom, isPlural } : atom);
  });
  if (!first) return undefined;
  const again = first.known !== undefined && phrase.attempt(() => saidAgain(phrase, first));
  if (again) return again;
  const parts: Part[] = [{ first }];
  while (phrase.attempt(() => joined(phrase, parts)));
  const isEither = phrase.skip('or');
  if (isEither) {
    while (phrase.skip('or', 'plural'));
    const other = readDay(phrase);
    if (!other || parts.length > 1 || parts[0]!.last) throw new Doubtful('or');
    parts.push({ first: other });
  }
  fillMonths(atomsOf(parts));
  // `from 10 to 11` may be hours.
  const mayBeHours = ({ day = 25, month }: Atom) => day <= 24 && month === undefined;
  const areNamed = ({ first, last }: Part) => first.weekday && last?.weekday;
  if (parts.some(part => !areNamed(part) && part.last && mayBeHours(part.first) && mayBeHours(part.last)))
    throw new Doubtful('which day');
  return isEither ? [parts[phrase.ask('or')]!] : parts;
}

/** The same days once more: `tomorrow, Friday 27 November`, `this weekend, 28 and 29 November`. */
function saidAgain(phrase: Phrase, first: Atom): Part[] | undefined {
  phrase.skip('comma');
  const parts = phrase.isOne(['weekday', 'number', 'date', 'day']) ? readDays(phrase) : undefined;
  if (!parts || parts.some(({ first }) => first.isPlural)) return undefined;
  const { day = first.known!, endDay = day } = phrase.said('span') ?? {};
  const days = atomsOf(parts).map(atom => dayIn(phrase, atom, phrase.today, false));
  const isSame = day === endDay ? days[0] === day : days.every(one => one >= day && one <= endDay);
  if (!isSame) return parts.at(-1)!.first.month && phrase.ask('which day') === 0 ? parts : undefined;
  phrase.forget('span');
  if (!parts.some(part => isWeekday(part.first))) return parts;
  return parts.length === 1 ? [{ first: { known: days[0]! } }] : undefined;
}

/** `Thursday to Saturday 14-16 January`: days behind the weekdays of all of them. */
function withWeekdays(phrase: Phrase): Part[] | undefined {
  const weekdays: number[] = [];
  let isRange = false;
  for (let token = phrase.peek(); token?.is === 'weekday' && !token.isPlural; token = phrase.peek()) {
    weekdays.push(token.value);
    phrase.at++;
    isRange ||= phrase.isOne(RANGES);
    phrase.skip('comma', 'and', ...RANGES);
  }
  while (phrase.skip('of the', 'plural', 'day'));
  let behind = 0;
  while (phrase.isOne(['number', 'comma', 'and', 'of the', 'dash', 'to', 'at or to'], behind)) behind++;
  // `Monday to Friday 10 to 12` are hours.
  if (!phrase.is('month name', behind)) return undefined;
  // `Thursday to Saturday 14-16, 21-23 January` may be either.
  const mayBeHours = areHours(phrase);
  const areLater = isRange && (numberOf(phrase.peek(4)) ?? 0) > numberOf(phrase.peek(2))!;
  const areDays = weekdays.length > 1 && phrase.is('number') && !isTimeHere(phrase);
  const parts = areDays && (!mayBeHours || areLater) && readDays(phrase);
  const atoms = atomsOf(parts || []);
  const count = mayBeHours && parts ? parts.length : 1;
  const isAlike =
    parts &&
    atoms.length === weekdays.length * count &&
    parts.every(({ last }) => isRange === (last !== undefined));
  if (!isAlike || atoms.some(({ day, month, weekday }) => !day || !month || weekday)) return undefined;
  const days = atoms.map(atom => dayIn(phrase, atom, phrase.today, false));
  const isWeek =
    days.at(-1)! - days[0]! < 7 * count &&
    days.every((day, at) => weekdayIn(day) === weekdays[at % weekdays.length]);
  return isWeek && (!mayBeHours || phrase.ask('which day') === 0) ? parts : undefined;
}

/** The next day of a list, or the end of a range. */
function joined(phrase: Phrase, parts: Part[]): true | undefined {
  const isRange = phrase.isOne(RANGES);
  const isComma = phrase.is('comma');
  const before = parts.at(-1)!;
  const last = before.last ?? before.first;
  if (isRange ? before.last : !phrase.isOne(['comma', 'and'])) return undefined;
  phrase.at++;
  // `14 h` behind "to" is no day.
  while (phrase.skip('plural', 'and', 'from'));
  // `5 décembre à 14 et 16 h`
  if (isTimeHere(phrase) || (isRange && isHourBesideTime(phrase))) return undefined;
  const mayBeHour = isComma && isHourBesideTime(phrase);
  const atom = readDay(phrase, isWeekday(last) && last.known === undefined);
  // `this Friday and Saturday`
  const isNear = !isComma && last.known !== undefined && !atom?.isPlural && !atom?.hasArticle;
  if (atom && isNear && isWeekday(atom))
    atom.known = last.known! + ((atom.weekday! - weekdayIn(last.known!) + 6) % 7) + 1;
  if (!atom || isWeekday(atom) !== isWeekday(last)) return undefined;
  // `June 7, 8` may go on with an hour.
  const isLoose = isComma && last.month !== undefined && atom.day !== undefined && atom.month === undefined;
  if (mayBeHour && (!last.month || last.isMonthFirst)) {
    // `Saturday 5, 18 and 20 h` is one day with two times, or two days.
    if (phrase.ask('which day') === 0) return undefined;
  } else if (isLoose && !goesOn(phrase) && !(last.isMonthFirst && phrase.is('at'))) return undefined;
  // `Monday 30 to Friday 4 December`
  const isNextMonth = isRange && last.weekday && atom.weekday && !last.month && last.day! > atom.day!;
  if (isNextMonth && atom.month) last.month = ((atom.month + 10) % 12) + 1;
  if (isRange) parts[parts.length - 1] = { first: before.first, last: atom };
  else parts.push({ first: atom });
  return true;
}

/** Whether another day of a list follows. */
const goesOn = (phrase: Phrase): boolean =>
  phrase.ahead(() => {
    const isListed = phrase.skip('comma', 'and') && (phrase.skip('and') || true);
    return isListed && !isTimeHere(phrase) ? readDay(phrase)?.day : undefined;
  }) !== undefined;

/**
 * One day as it is written; undefined if there is none here.
 * @param isListed whether it follows weekdays, so that a number may be an hour
 */
export const readDay = (phrase: Phrase, isListed = false): Atom | undefined =>
  phrase.attempt(() => {
    const relative = phrase.attempt(() => relativeDay(phrase));
    if (relative) return relative;
    // `the coming 12 December`
    while (
      phrase.isOne(['this', 'next', 'coming']) &&
      phrase.isOne(['weekday', 'number', 'date', 'coming'], 1)
    )
      phrase.at++;
    if (phrase.is('weekday', 1)) phrase.skip('day');
    const token = phrase.peek();
    if (token?.is !== 'weekday') return withWeekday(phrase, datedDay(phrase, false));
    phrase.at++;
    const weekday = token.value;
    const dated = phrase.attempt(() => {
      if (phrase.ahead(() => isHours(phrase, token.isPlural === true) || undefined)) return undefined;
      // `Thursdays, 14 January to 18 February` are each Thursday.
      if (phrase.skip('comma') && (token.isPlural || token.hasArticle)) return undefined;
      return datedDay(phrase, !isListed, weekday);
    });
    return { ...(dated ?? { hasArticle: token.hasArticle === true }), isPlural: token.isPlural, weekday };
  });

/** Whether a bare range behind weekdays is one of hours. That behind `Mon-Fri` may be the days of a week. */
function isHours(phrase: Phrase, isPlural: boolean): boolean {
  const [first, joint] = [phrase.peek(-3), phrase.peek(-2)];
  phrase.skip('comma');
  if (!areHours(phrase) || isPlural || phrase.said('isEvery') || isFrom(phrase)) return areHours(phrase);
  const from = next(phrase.today, at => civilDateOf(at).monthDay === numberOf(phrase.peek()));
  return first?.is === 'weekday' && RANGES.some(is => is === joint?.is) && weekdayIn(from) !== first.value;
}

/** `5 June (Saturday)` */
function withWeekday(phrase: Phrase, atom: Atom | undefined): Atom | undefined {
  if (atom?.month === undefined) return atom;
  const weekday = phrase.attempt(() => {
    phrase.skip('comma');
    const token = phrase.peek();
    phrase.at++;
    if (token?.is !== 'weekday' || token.isPlural || token.hasArticle) return undefined;
    // Of a list, or of the date that follows.
    const isOfNext = phrase.isOne(['number', 'date', 'month name', 'dash', 'to', 'at or to', 'and']);
    const isListed = phrase.ahead(
      () => phrase.skip('comma') && phrase.isOne(['weekday', 'number', 'date']) && !isTimeHere(phrase),
    );
    // `8 January (Friday) to 26 March`
    const isFirst = phrase.ahead(() => (phrase.skip(...RANGES) ? datedDay(phrase, false)?.month : undefined));
    const isOther = isListed || (isOfNext && !isTimeHere(phrase));
    return isFirst === undefined && isOther ? undefined : token.value;
  });
  return weekday === undefined ? atom : { ...atom, weekday, isWeekdayBehind: true };
}

/** A day of a month, in numbers or with the name of the month. */
function datedDay(phrase: Phrase, isAlone: boolean, weekday?: number): Atom | undefined {
  phrase.skip('day');
  const token = phrase.peek();
  if (token?.is === 'date') return inNumbers(phrase, token, weekday);
  if (token?.is === 'month name') return monthFirst(phrase, token, weekday);
  if (token?.is === 'ordinal' && token.value === 1 && phrase.is('month name', 1)) return named(phrase, 1);
  if (token?.is !== 'number' || token.value < 1 || token.value > 31) return undefined;
  if (phrase.is('month name', 1)) return named(phrase, token.value);
  if (token.isWord || phrase.isOne(['times', 'day', 'week', 'minutes', 'month', 'year'], 1)) return undefined;
  if (isTimeHere(phrase) && !(isAlone && isDayBeforeTime(phrase, token.value, weekday))) return undefined;
  phrase.at++;
  return { day: token.value, ...readYear(phrase) };
}

/** Whether `Thursday 3 - 20 h` is a day and a time: that day is a Thursday. */
function isDayBeforeTime(phrase: Phrase, day: number, weekday: number | undefined): boolean {
  // `jueves de 10 a 12 h`, `cada miércoles 10-12 h hasta el 21 de marzo`
  if (weekday === undefined || isFrom(phrase) || phrase.said('isEvery')) return false;
  const isJoint = phrase.isOne(['dash', 'at or to'], 1);
  // `dimecres 2 a dos quarts de vuit`
  const isQuarter =
    phrase.isOne(['quarters', 'ordinal'], 3) || ((phrase.peek(2) as { value?: number })?.value ?? 0) < 0;
  const isAt = phrase.is('at or to', 1) && (isQuarter || phrase.isOne(['noon', 'midnight'], 2));
  if (!isJoint || (!isAt && isPartOfDay(phrase, 3))) return false;
  // `Saturday 12 December at 20 h, Sunday 13 at 17 h`
  const before = atomsOf(phrase.runs.at(-1)?.parts ?? []).at(-1);
  if (before?.weekday && before.month && day > before.day!)
    return (weekday - before.weekday + 7 - day + before.day!) % 7 === 0;
  const month = phrase.tokens.slice(phrase.at).find(token => token.is === 'month name')?.value;
  const named = month && dayIn(phrase, { day, month }, phrase.today, false);
  const nextOne = next(phrase.today, at => civilDateOf(at).monthDay === day);
  const found = named && weekdayIn(named) === weekday ? named : nextOne;
  if (isAt && weekdayIn(found) !== weekday) throw new Doubtful('weekday');
  if (weekdayIn(found) !== weekday) return false;
  // Only in French hours follow "à" so.
  if (!isAt && phrase.is('at or to', 1) && phrase.language !== 'fr') throw new Doubtful('which day');
  const end = phrase.peek(2);
  if (end?.is === 'time' && end.minutes > day * 60 && end.minutes - day * 60 <= 480)
    throw new Doubtful('which day');
  return true;
}

function named(phrase: Phrase, day: number): Atom {
  const month = phrase.peek(1) as Extract<Token, { is: 'month name' }>;
  phrase.at += 2;
  const dated = { day, month: month.value, ...readYear(phrase) };
  // `le 5 mai prochain`
  if (!phrase.isOne(['weekday', 'weekend', 'week', 'number'], 1)) phrase.skip('next', 'coming');
  return dated;
}

/** `March 5, 2027` */
function monthFirst(
  phrase: Phrase,
  month: Extract<Token, { is: 'month name' }>,
  weekday?: number,
): Atom | undefined {
  phrase.at++;
  const day = phrase.peek();
  if (day?.is !== 'number' || day.value > 31 || day.value < 1 || day.isWord || day.isFrom) return undefined;
  if (phrase.isOne(['hour', 'times', 'month name'], 1) || isPartOfDay(phrase, 1)) return undefined;
  // `until June 7-9pm`
  const isSpan = phrase.ahead(() => readHours(phrase)?.last?.isUnsure === false);
  // `April 13 - 1:00 PM to 2:30 PM`, `Saturday, April 18 - 7:30 PM`
  const own = phrase.ahead(() =>
    phrase.skip('number') && phrase.skip('dash') ? readHours(phrase) : undefined,
  );
  const named = { day: day.value, month: month.value };
  const isNamed = weekday !== undefined && weekdayIn(dayIn(phrase, named, phrase.today, false)) === weekday;
  const isOwn = own?.last || (isNamed && phrase.is('time', 2));
  if (isSpan && phrase.is('dash', 1) && !isOwn) return undefined;
  phrase.at++;
  return { day: day.value, month: month.value, isMonthFirst: true, ...readYear(phrase) };
}

export function readYear(phrase: Phrase): { year?: number } {
  const skipped = phrase.is('comma') ? 1 : 0;
  const token = phrase.peek(skipped);
  // `5 December 1930` may be half past seven.
  const least = phrase.language === 'en' ? 1960 : 1900;
  if (token?.is !== 'number' || token.value < least || token.value > 2200) return {};
  phrase.at += skipped + 1;
  return { year: token.value };
}

/** A date in numbers. The weekday before it may tell which of them is the month. */
function inNumbers(phrase: Phrase, token: Extract<Token, { is: 'date' }>, weekday?: number): Atom {
  phrase.at++;
  const { day, month, year, isUnsure } = token;
  const dated = { day, month, ...(year !== undefined && { year }), ...(token.isFeast && readYear(phrase)) };
  if (!isUnsure) return dated;
  const swapped = { ...dated, day: month, month: day };
  const fits = (atom: Atom) => weekdayIn(dayIn(phrase, atom, phrase.today, false)) === weekday;
  if (weekday !== undefined && fits(dated) !== fits(swapped)) return fits(dated) ? dated : swapped;
  return phrase.ask('order') === 0 ? dated : swapped;
}
