import { weekdayIn } from './dates.ts';
import type { Atom, Day, Phrase } from './phrase.ts';
import { isPartOfDay, isTimeHere, sayHalf } from './times.ts';
import { numberOf } from './tokens.ts';

const NAMED = { today: 0, tonight: 0, tomorrow: 1, 'day after tomorrow': 2 } as const;
const POINTERS = ['this', 'coming', 'next'] as const;

/** A day that is counted from today. */
export function relativeDay(phrase: Phrase): Atom | undefined {
  const found = namedDay(phrase);
  if (found) phrase.relative = 'today';
  return found;
}

function namedDay(phrase: Phrase): Atom | undefined {
  const { is } = phrase.peek() ?? { is: 'comma' };
  if (is in NAMED) {
    phrase.at++;
    if (is === 'tonight') phrase.say('half', 'pm');
    return { known: phrase.today + NAMED[is as keyof typeof NAMED] };
  }
  if (phrase.skip('in')) return counted(phrase);
  // `three weeks from today`
  const found = phrase.attempt(() => counted(phrase));
  if (found) return phrase.skip('from') && phrase.skip('today') ? found : undefined;
  return pointed(phrase);
}

/** Days or weeks from today. */
function counted(phrase: Phrase): Atom | undefined {
  const value = numberOf(phrase.peek()) ?? 0;
  if (value < 1 || value > 1000 || !phrase.isOne(['day', 'week'], 1)) return undefined;
  const days = phrase.is('week', 1) ? 7 : 1;
  phrase.at += 2;
  // `d'aquí a quinze dies` is in two weeks, or counted; so are the eight days of a week.
  const isWeeks = days === 1 && (value === 15 || (value === 8 && phrase.language !== 'en'));
  return { known: phrase.today + value * days - (isWeeks && phrase.ask('which day') === 0 ? 1 : 0) };
}

const skipNextWeek = (phrase: Phrase): boolean => {
  const isHere = [0, 1].some(at => phrase.is('week', at) && phrase.isOne(['next', 'coming'], 1 - at));
  if (isHere) phrase.at += 2;
  return isHere;
};

/** `this Friday`, `next weekend`, `this evening`, `divendres vinent`, `Friday next week`, `next week, on Friday` */
function pointed(phrase: Phrase): Atom | undefined {
  const isOfNextWeek = skipNextWeek(phrase) && (phrase.skip('comma') || true);
  const before = POINTERS.find(is => phrase.skip(is));
  if (before === 'this') phrase.skip('coming');
  const token = phrase.peek();
  phrase.at++;
  if (before === 'this' && isPartOfDay(phrase, -1)) return sayHalf(phrase) && { known: phrase.today };
  if (token?.is !== 'weekday' && token?.is !== 'weekend') return undefined;
  const weekday = token.is === 'weekday' ? token.value : undefined;
  if (weekday && !before && (isOfNextWeek || skipNextWeek(phrase)))
    return { known: phrase.today - weekdayIn(phrase.today) + 7 + weekday };
  if (isOfNextWeek) return undefined;
  const isWeekLater = phrase.skip('week later') || (phrase.language === 'en' && phrase.skip('week'));
  if (weekday && isWeekLater) return { known: coming(phrase, weekday, false, false) + 7 };
  // `this Saturday 28 November`
  if (weekday && before && phrase.isOne(['number', 'date', 'month name', 'day']) && !isTimeHere(phrase))
    return undefined;
  const behind = POINTERS.find(is => phrase.skip(is));
  if (!before && !behind) return undefined;
  const isNext = before === 'next' || behind === 'next';
  return { known: weekday ? coming(phrase, weekday, isNext, before === 'this') : weekend(phrase, isNext) };
}

/** The first such weekday after today. "Next" may be of the next week if that day of this week is still to come. */
function coming(phrase: Phrase, weekday: number, isNext: boolean, isThis: boolean): Day {
  const today = weekdayIn(phrase.today);
  if (isThis && weekday === today) return phrase.today + (phrase.ask('which day') === 0 ? 0 : 7);
  const days = ((weekday - today + 6) % 7) + 1;
  const isUnsure = isNext && weekday > today;
  return phrase.today + days + (isUnsure && phrase.ask('which day') === 1 ? 7 : 0);
}

function weekend(phrase: Phrase, isNext: boolean): Day {
  const first = phrase.today + ((6 - weekdayIn(phrase.today) + 7) % 7);
  // On a Sunday this one may be the next one, too.
  const isUnsure = isNext || weekdayIn(phrase.today) === 7;
  const day = first + (isUnsure && phrase.ask('which day') === 1 ? 7 : 0);
  phrase.say('span', { day, endDay: day + 1, minutes: undefined, endMinutes: undefined });
  return day;
}
