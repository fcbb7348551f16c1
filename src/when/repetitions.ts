import { atomsOf, isWeekday } from './dates.ts';
import { readDay, readDays, readYear } from './days.ts';
import type { Part, Phrase, Unit } from './phrase.ts';
import { Doubtful } from './questions.ts';
import { isPartOfDay, readHours } from './times.ts';
import { numberOf, type Token } from './tokens.ts';

const UNITS = ['day', 'week', 'month', 'year'] as const;

const unitAt = (phrase: Phrase, ahead = 0): Unit | undefined => UNITS.find(unit => phrase.is(unit, ahead));

/** What stands behind "every": a number of days or weeks, weekdays, a date. */
export function readEvery(phrase: Phrase): void {
  phrase.skip('plural');
  if (phrase.isOne(['mornings', 'evenings']) || isPartOfDay(phrase)) {
    sayPeriod(phrase, 'day', 1);
    return;
  }
  const isOther = phrase.skip('other') || (isOrdinal(phrase.peek()) && isSecond(phrase));
  const interval = unitAt(phrase) ? 1 : numberOf(phrase.peek());
  const unit = unitAt(phrase) ?? unitAt(phrase, 1);
  if (unit && interval !== undefined) {
    phrase.at += unitAt(phrase) ? 1 : 2;
    sayPeriod(phrase, unit, isOther ? 2 : interval);
    return;
  }
  if (isOther) sayPeriod(phrase, 'week', 2);
  phrase.say('isEvery', true);
  if (phrase.skip('weekend')) phrase.say('weekdays', [6, 7]);
}

/** Whether "every second Tuesday" is one of two: not if it is that of a month. */
function isSecond(phrase: Phrase): boolean {
  const token = phrase.peek() as { value: number };
  const isOfMonth = phrase.tokens.some(({ is }) => is === 'of month' || is === 'month name');
  if (token.value !== 2 || isOfMonth || !phrase.is('weekday', 1)) return false;
  const isOther = phrase.ask('repeats') === 0;
  if (isOther) phrase.at++;
  else sayPeriod(phrase, 'month', 1);
  return isOther;
}

/** Fifteen days are two weeks. */
export function sayPeriod(phrase: Phrase, unit: Unit, interval: number): void {
  if (interval < 1 || interval > 100) throw new Doubtful('repeats');
  const isFortnight = unit === 'day' && (interval === 14 || interval === 15);
  const period = isFortnight ? { unit: 'week' as const, interval: 2 } : { unit, interval };
  const before = phrase.said('period');
  // `every three months … of the month` and `every week on Mondays` say one thing.
  if (before && before.unit === period.unit && period.interval === 1) return;
  phrase.say('period', period);
}

/** `first and third Monday`, of each month or of one; `the last day of each month`. */
export const readOrdinals = (phrase: Phrase): true | undefined =>
  phrase.attempt(() => {
    const nths: number[] = [];
    for (let token = phrase.peek(); isOrdinal(token); token = phrase.peek()) {
      nths.push(token.value);
      phrase.at++;
      // "I quart" is also a quarter of an hour.
      if (phrase.skip('and quarter')) nths.push(4);
      const after = phrase.peek(1);
      if (!phrase.isOne(['and', 'comma']) || !isOrdinal(after)) break;
      phrase.at++;
    }
    const token = phrase.peek();
    if (nths.length === 0 || nths.some(nth => nth > 5 && token?.is === 'weekday')) return undefined;
    if (token?.is === 'weekday') {
      phrase.at++;
      phrase.say('nths', nths);
      phrase.say('weekdays', [token.value]);
      if (token.isPlural) phrase.say('isEvery', true);
      readMonths(phrase);
      return true;
    }
    if (!phrase.skip('day')) return undefined;
    if (!phrase.isOne(['of month', 'month'])) throw new Doubtful('which day');
    phrase.at++;
    sayPeriod(phrase, 'month', 1);
    phrase.say('monthDays', nths);
    return true;
  });

const isOrdinal = (token: Token | undefined): token is Extract<Token, { is: 'ordinal' | 'number' }> =>
  token?.is === 'ordinal' || (token?.is === 'number' && token.isOrdinal === true);

/** The months of weekdays: `in June`, `from May to September`. */
export function readMonths(phrase: Phrase): true | undefined {
  return phrase.attempt(() => {
    phrase.skip('in', 'from', 'at or to');
    const first = phrase.peek();
    if (first?.is !== 'month name') return undefined;
    phrase.at++;
    const last = phrase.attempt(() => {
      if (!phrase.skip('to', 'at or to', 'dash', 'until')) return undefined;
      const token = phrase.peek();
      phrase.at++;
      return token?.is === 'month name' && !phrase.is('number') ? token : undefined;
    });
    phrase.say('months', { first: first.value, last: (last ?? first).value, ...readYear(phrase) });
    return true;
  });
}

/** What else repeats: `daily`, `on weekdays`, `of every month`. */
export function readPeriod(phrase: Phrase, token: Token): boolean {
  if (token.is === 'weekend' && phrase.said('period')?.unit !== 'week') return false;
  switch (token.is) {
    case 'daily':
      sayPeriod(phrase, 'day', 1);
      break;
    case 'weekly':
      sayPeriod(phrase, 'week', 1);
      break;
    case 'fortnightly':
    case 'alternate':
      sayPeriod(phrase, 'week', 2);
      break;
    case 'of month':
      sayPeriod(phrase, 'month', 1);
      break;
    case 'of year':
      sayPeriod(phrase, 'year', 1);
      break;
    case 'workdays':
      phrase.say('weekdays', [1, 2, 3, 4, 5]);
      phrase.say('isEvery', true);
      break;
    case 'weekend':
    case 'weekends':
      phrase.say('weekdays', [6, 7]);
      phrase.say('isEvery', true);
      break;
    default:
      return false;
  }
  phrase.at++;
  return true;
}

const PERIODS = ['of month', 'of year', 'weekly', 'daily', 'a', 'every', ...UNITS] as const;

/** `10 sessions`, `6 weeks`, `twice`. */
export function readCount(phrase: Phrase): true | undefined {
  const token = phrase.peek();
  if (token?.is === 'once' || token?.is === 'twice') {
    phrase.at++;
    if (phrase.isOne(PERIODS)) throw new Doubtful('repeats');
    phrase.say('count', token.is === 'once' ? 1 : 2);
    return true;
  }
  const value = numberOf(token);
  const isWeeks = phrase.is('week', 1) && (phrase.said('weekdays')?.length === 1 || phrase.said('isEvery'));
  if (value === undefined || (!phrase.is('times', 1) && !isWeeks)) return undefined;
  if (
    value < 1 ||
    value > 100 ||
    (isWeeks && (phrase.said('weekdays')?.length !== 1 || phrase.said('period')))
  )
    throw new Doubtful('count');
  phrase.at += 2;
  // `twice a month` is no number of dates.
  if (phrase.isOne(PERIODS)) throw new Doubtful('repeats');
  phrase.say('count', value);
  return true;
}

/** Days without dates, which repeat. */
export function sayWeekdays(phrase: Phrase, parts: readonly Part[]): void {
  const days = parts.flatMap(({ first, last }) =>
    last ? between(first.weekday!, last.weekday!) : [first.weekday!],
  );
  const atoms = atomsOf(parts);
  if (parts.some(({ last }) => last) || atoms.some(({ isPlural }) => isPlural)) phrase.say('isEvery', true);
  if (atoms.some(({ hasArticle }) => hasArticle)) phrase.say('isHabit', true);
  const before = phrase.said('weekdays');
  // `weekends (Saturday and Sunday)`
  const weekdays = [...new Set(days)].sort();
  if (!before) phrase.say('weekdays', weekdays);
  else if (`${before}` !== `${weekdays}`) otherWeekdays(phrase, weekdays);
  readMonths(phrase);
}

/** Other weekdays at other times are a series of their own: one of both is meant. */
function otherWeekdays(phrase: Phrase, weekdays: readonly number[]): void {
  phrase.skip('comma');
  const hours = readHours(phrase);
  if (!hours || phrase.hours.length !== 1) throw new Doubtful('several');
  if (phrase.ask('several') === 0) return;
  phrase.take('weekdays');
  phrase.say('weekdays', weekdays);
  phrase.hours.splice(0, 1, hours);
}

function between(first: number, last: number): number[] {
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => ((first - 1 + at) % 7) + 1);
}

/** The days, weekdays and months that a series leaves out. */
export function readExceptions(phrase: Phrase): void {
  const parts: Part[] = [];
  const weekdays: number[] = [];
  const months: number[] = [];
  const one = (): true | undefined =>
    phrase.attempt(() => {
      while (phrase.skip('plural', 'at or to', 'in', 'every', 'month', 'from'));
      const month = phrase.peek();
      if (month?.is === 'month name' && !phrase.is('number', 1)) {
        phrase.at++;
        months.push(month.value);
        return true;
      }
      if (phrase.is('weekday') && !phrase.ahead(() => readDay(phrase))?.day) {
        weekdays.push(readDay(phrase)!.weekday!);
        return true;
      }
      const found = readDays(phrase);
      if (!found || found.some(({ first }) => isWeekday(first))) return undefined;
      parts.push(...found);
      return true;
    });
  if (!one()) throw new Doubtful('vague');
  while (phrase.attempt(() => (phrase.skip('and', 'comma') ? one() : undefined)));
  phrase.say('except', { parts, weekdays, months });
}
