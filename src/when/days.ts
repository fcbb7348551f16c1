import { civilDateOf } from '../recurrence/calendar.ts';
import { atomsOf, dayIn, fillMonths, isWeekday, next, weekdayIn } from './dates.ts';
import type { Atom, Day, Part, Phrase } from './phrase.ts';
import { Doubtful } from './questions.ts';
import { isPartOfDay, isTimeHere } from './times.ts';
import { numberOf, type Token } from './tokens.ts';

const RANGES = ['dash', 'to', 'at or to', 'until'] as const;

/** Days that are joined by commas, "and", or as ranges; of two that are joined by "or" the one that is meant. */
export function readDays(phrase: Phrase): Part[] | undefined {
  const found = phrase.attempt(() => {
    const isPlural = phrase.skip('plural');
    phrase.skip('at or to');
    const first = readDay(phrase);
    return first && [{ first: isPlural ? { ...first, isPlural } : first } as Part];
  });
  if (!found) return undefined;
  const parts = found;
  let isEither = false;
  while (phrase.attempt(() => joined(phrase, parts)));
  if (phrase.is('or')) {
    while (phrase.skip('or', 'plural'));
    const other = readDay(phrase);
    if (!other || parts.length > 1 || parts[0]!.last) throw new Doubtful('or');
    parts.push({ first: other });
    isEither = true;
  }
  fillMonths(atomsOf(parts));
  // `from 10 to 11` may be hours.
  const mayBeHours = ({ day = 25, month }: Atom) => day <= 24 && month === undefined;
  if (parts.some(({ first, last }) => last && mayBeHours(first) && mayBeHours(last)))
    throw new Doubtful('which day');
  return isEither ? [parts[phrase.ask('or')]!] : parts;
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
  if (isTimeHere(phrase)) return undefined;
  const atom = readDay(phrase, isWeekday(last) && last.known === undefined);
  if (!atom || isWeekday(atom) !== isWeekday(last)) return undefined;
  // `June 7, 8` may go on with an hour.
  const isLoose = isComma && last.month !== undefined && atom.day !== undefined && atom.month === undefined;
  if (isLoose && !goesOn(phrase)) return undefined;
  if (isRange) parts[parts.length - 1] = { first: before.first, last: atom };
  else parts.push({ first: atom });
  return true;
}

/** Whether another day of a list follows. */
const goesOn = (phrase: Phrase): boolean =>
  phrase.ahead(() => {
    const isListed = phrase.skip('comma', 'and') && !isTimeHere(phrase);
    return isListed ? readDay(phrase)?.day : undefined;
  }) !== undefined;

/**
 * One day as it is written; undefined if there is none here.
 * @param isListed whether it follows weekdays, so that a number may be an hour
 */
export const readDay = (phrase: Phrase, isListed = false): Atom | undefined =>
  phrase.attempt(() => {
    const relative = phrase.attempt(() => relativeDay(phrase));
    if (relative) return relative;
    const token = phrase.peek();
    if (token?.is !== 'weekday') return withWeekday(phrase, datedDay(phrase, false));
    phrase.at++;
    const weekday = token.value;
    const dated = phrase.attempt(() => {
      // `Thursdays, 14 January to 18 February` are each Thursday.
      if (phrase.skip('comma') && token.isPlural) return undefined;
      return datedDay(phrase, !isListed, weekday);
    });
    return { ...(dated ?? { isPlural: token.isPlural, hasArticle: token.hasArticle === true }), weekday };
  });

/** `5 June (Saturday)` */
function withWeekday(phrase: Phrase, atom: Atom | undefined): Atom | undefined {
  if (atom?.month === undefined) return atom;
  const weekday = phrase.attempt(() => {
    phrase.skip('comma');
    const token = phrase.peek();
    phrase.at++;
    if (token?.is !== 'weekday' || token.isPlural) return undefined;
    // Of a list, or of the date that follows.
    const isOfNext = phrase.isOne(['number', 'date', 'month name', 'dash', 'to', 'at or to', 'and']);
    const isListed = phrase.is('comma') && phrase.isOne(['weekday', 'number', 'date'], 1);
    return isListed || (isOfNext && !isTimeHere(phrase)) ? undefined : token.value;
  });
  return weekday === undefined ? atom : { ...atom, weekday };
}

/** A day of a month, in numbers or with the name of the month. */
function datedDay(phrase: Phrase, isAlone: boolean, weekday?: number): Atom | undefined {
  phrase.skip('day');
  const token = phrase.peek();
  if (token?.is === 'date') return inNumbers(phrase, token, weekday);
  if (token?.is === 'month name') return monthFirst(phrase, token);
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
  const isJoint = phrase.is('dash', 1) || (phrase.language === 'fr' && phrase.is('at or to', 1));
  if (weekday === undefined || !isJoint || isPartOfDay(phrase, 3)) return false;
  const found = next(phrase.today, at => civilDateOf(at).monthDay === day);
  if (weekdayIn(found) !== weekday) return false;
  const end = phrase.peek(2);
  if (end?.is === 'time' && end.minutes > day * 60 && end.minutes - day * 60 <= 480)
    throw new Doubtful('which day');
  return true;
}

function named(phrase: Phrase, day: number): Atom {
  const month = phrase.peek(1) as Extract<Token, { is: 'month name' }>;
  phrase.at += 2;
  return { day, month: month.value, ...readYear(phrase) };
}

/** `March 5, 2027` */
function monthFirst(phrase: Phrase, month: Extract<Token, { is: 'month name' }>): Atom | undefined {
  phrase.at++;
  const day = phrase.peek();
  if (day?.is !== 'number' || day.value > 31 || day.value < 1 || day.isWord) return undefined;
  if (phrase.isOne(['hour', 'times', 'month name'], 1) || isPartOfDay(phrase, 1)) return undefined;
  phrase.at++;
  return { day: day.value, month: month.value, isMonthFirst: true, ...readYear(phrase) };
}

export function readYear(phrase: Phrase): { year?: number } {
  const skipped = phrase.is('comma') ? 1 : 0;
  const token = phrase.peek(skipped);
  if (token?.is !== 'number' || token.value < 1900 || token.value > 2200) return {};
  phrase.at += skipped + 1;
  return { year: token.value };
}

/** A date in numbers. The weekday before it may tell which of them is the month. */
function inNumbers(phrase: Phrase, token: Extract<Token, { is: 'date' }>, weekday?: number): Atom {
  phrase.at++;
  const { day, month, year, isUnsure } = token;
  const dated = { day, month, ...(year !== undefined && { year }) };
  if (!isUnsure) return dated;
  const swapped = { ...dated, day: month, month: day };
  const fits = (atom: Atom) => weekdayIn(dayIn(phrase, atom, phrase.today, false)) === weekday;
  if (weekday !== undefined && fits(dated) !== fits(swapped)) return fits(dated) ? dated : swapped;
  return phrase.ask('order') === 0 ? dated : swapped;
}

/** A day that is counted from today. */
function relativeDay(phrase: Phrase): Atom | undefined {
  const token = phrase.peek()!;
  const known = (day: Day): Atom => ({ known: day });
  switch (token?.is) {
    case 'today':
      phrase.at++;
      return known(phrase.today);
    case 'tonight':
      phrase.at++;
      phrase.say('half', 'pm');
      return known(phrase.today);
    case 'tomorrow':
      phrase.at++;
      return known(phrase.today + 1);
    case 'day after tomorrow':
      phrase.at++;
      return known(phrase.today + 2);
    case 'in':
      phrase.at++;
      return counted(phrase);
    case 'number':
    case 'a': {
      // `three weeks from today`
      const found = counted(phrase);
      return found && phrase.skip('from') && phrase.skip('today') ? found : undefined;
    }
    case 'this':
    case 'coming':
    case 'next':
      return pointed(phrase, token.is);
    case 'weekend':
      return phrase.isOne(['next', 'coming'], 1) ? pointed(phrase, 'weekend') : undefined;
    case 'weekday':
      return pointedBehind(phrase, token.value);
    default:
      return undefined;
  }
}

/** Days or weeks from today. */
function counted(phrase: Phrase): Atom | undefined {
  const value = numberOf(phrase.peek()) ?? 0;
  if (value < 1 || value > 1000 || !phrase.isOne(['day', 'week'], 1)) return undefined;
  const days = phrase.is('week', 1) ? 7 : 1;
  phrase.at += 2;
  return { known: phrase.today + value * days };
}

/** `this Friday`, `next weekend`, `this evening` */
function pointed(phrase: Phrase, which: 'this' | 'coming' | 'next' | 'weekend'): Atom | undefined {
  phrase.at++;
  const token = phrase.peek();
  if (which === 'weekend') {
    const isNext = phrase.is('next');
    phrase.at++;
    return weekend(phrase, isNext);
  }
  if (token?.is === 'weekday') {
    phrase.at++;
    const isNext = phrase.skip('next') || which === 'next';
    return { known: coming(phrase, token.value, isNext, which === 'this') };
  }
  if (token?.is === 'weekend') {
    phrase.at++;
    return weekend(phrase, phrase.skip('next') || which === 'next');
  }
  if (which === 'this' && isPartOfDay(phrase)) {
    phrase.say('half', phrase.isOne(['morning', 'dawn']) ? 'am' : 'pm');
    phrase.at++;
    return { known: phrase.today };
  }
  return undefined;
}

/** `Friday next week`, `divendres vinent` */
function pointedBehind(phrase: Phrase, weekday: number): Atom | undefined {
  const monday = phrase.today - weekdayIn(phrase.today) + 1;
  const isWeek = phrase.is('week', 1) || phrase.is('week', 2);
  if (isWeek && (phrase.isOne(['next', 'coming'], 1) || phrase.isOne(['next', 'coming'], 2))) {
    phrase.at += 3;
    return { known: monday + 7 + weekday - 1 };
  }
  if (phrase.is('week later', 1) || (phrase.is('week', 1) && phrase.language === 'en')) {
    phrase.at += 2;
    return { known: coming(phrase, weekday, false, false) + 7 };
  }
  if (!phrase.isOne(['next', 'coming'], 1)) return undefined;
  const isNext = phrase.is('next', 1);
  phrase.at += 2;
  return { known: coming(phrase, weekday, isNext, false) };
}

/** The first such weekday after today. "Next" may be of the next week if that day of this week is still to come. */
function coming(phrase: Phrase, weekday: number, isNext: boolean, isThis: boolean): Day {
  const today = weekdayIn(phrase.today);
  if (isThis && weekday === today) return phrase.today + (phrase.ask('which day') === 0 ? 0 : 7);
  const days = ((weekday - today + 6) % 7) + 1;
  const isUnsure = isNext && weekday > today;
  return phrase.today + days + (isUnsure && phrase.ask('which day') === 1 ? 7 : 0);
}

function weekend(phrase: Phrase, isNext: boolean): Atom {
  const first = phrase.today + ((6 - weekdayIn(phrase.today) + 7) % 7);
  // On a Sunday this one may be the next one, too.
  const isUnsure = isNext || weekdayIn(phrase.today) === 7;
  const day = first + (isUnsure && phrase.ask('which day') === 1 ? 7 : 0);
  phrase.say('span', { day, endDay: day + 1, minutes: undefined, endMinutes: undefined });
  return { known: day };
}
