import type { Unit } from '../i18n/recurrence-grammar.ts';
import { atomsOf, monthDays } from './dates.ts';
import { readDay, readYear } from './days.ts';
import type { Part, Phrase } from './phrase.ts';
import { Doubtful } from './questions.ts';
import { isPartOfDay, isTimeHere, readHours } from './times.ts';
import { isOrdinal, numberOf, type Token } from './tokens.ts';

const UNITS = ['day', 'week', 'month', 'year'] as const;

const unitAt = (phrase: Phrase, ahead = 0): Unit | undefined => UNITS.find(unit => phrase.is(unit, ahead));

/** What stands behind "every": a number of days or weeks, weekdays, a date. */
export function readEvery(phrase: Phrase): true {
  phrase.skip('plural');
  if (phrase.isOne(['mornings', 'evenings']) || isPartOfDay(phrase)) return sayPeriod(phrase, 'day', 1);
  const isOther = phrase.skip('other') || (isOrdinal(phrase.peek()) && isSecond(phrase));
  const interval = unitAt(phrase) ? 1 : numberOf(phrase.peek());
  const unit = unitAt(phrase) ?? unitAt(phrase, 1);
  if (unit && interval !== undefined) {
    phrase.at += unitAt(phrase) ? 1 : 2;
    return sayPeriod(phrase, unit, isOther ? 2 : interval);
  }
  // `every two Tuesdays` may be two of them.
  const isMany = (interval ?? 1) > 1 && !isOrdinal(phrase.peek()) && phrase.is('weekday', 1);
  if (isMany && phrase.ask('repeats') === 0 && phrase.skip('number')) sayPeriod(phrase, 'week', interval!);
  if (isOther) sayPeriod(phrase, 'week', 2);
  if (phrase.skip('weekend')) phrase.say('weekdays', [6, 7]);
  else if (!phrase.peek()) throw new Doubtful('repeats');
  return phrase.say('isEvery', true);
}

/** Whether "every second Tuesday" is one of two: not if it is that of a month. */
function isSecond(phrase: Phrase): boolean {
  const token = phrase.peek() as { value: number };
  const at = phrase.isOne(['of the', 'in'], 2) ? 3 : 2;
  // `every second Saturday in March`, but not `from January to March`
  const isInOne = phrase.is('month name', at) && !phrase.isOne(['to', 'at or to', 'dash', 'until'], at + 1);
  const isOfMonth = isInOne || phrase.tokens.some(({ is }) => is === 'of month');
  if (token.value !== 2 || isOfMonth || !phrase.is('weekday', 1)) return false;
  const isOther = phrase.ask('repeats') === 0;
  if (isOther) phrase.at++;
  else sayPeriod(phrase, 'month', 1);
  return isOther;
}

/** Fifteen days are two weeks. */
export function sayPeriod(phrase: Phrase, unit: Unit, interval: number): true {
  if (interval < 1 || interval > 100) throw new Doubtful('repeats');
  const isFortnight = unit === 'day' && (interval === 14 || interval === 15);
  const period = isFortnight ? { unit: 'week' as const, interval: 2 } : { unit, interval };
  const before = phrase.said('period');
  // `every three months … of the month` and `every week on Mondays` say one thing.
  const isSaid = before && before.unit === period.unit && period.interval === 1;
  return isSaid || phrase.say('period', period);
}

/** `first and third Monday`, of each month or of one; `the last day of each month`. */
export const readOrdinals = (phrase: Phrase): true | undefined =>
  phrase.attempt(() => {
    phrase.skip('plural');
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

/** The months of weekdays: `in June`, `from May to September`. */
export function readMonths(phrase: Phrase): true | undefined {
  return phrase.attempt(() => {
    const isFrom = phrase.is('from');
    phrase.skip('in', 'from', 'at or to');
    if (phrase.is('month name', 1)) phrase.skip('month');
    const first = phrase.peek();
    // `Mondays from February 5`
    if (first?.is !== 'month name' || (isFrom && phrase.ahead(() => readDay(phrase)))) return undefined;
    phrase.at++;
    const own = readYear(phrase);
    const last = phrase.attempt(() => {
      let before = first.value;
      const isNext = (token?: Token) => token?.is === 'month name' && token.value === (before % 12) + 1;
      // `May, June and July`
      for (; phrase.is('comma') && isNext(phrase.peek(1)) && !phrase.is('number', 2); phrase.at += 2)
        before = (before % 12) + 1;
      const isListed = phrase.is('and');
      if (!phrase.skip('to', 'at or to', 'dash', 'until', 'and')) return undefined;
      const token = phrase.peek();
      phrase.at++;
      if (token?.is !== 'month name') return undefined;
      const { year } = readYear(phrase);
      const of = year === undefined || token.value >= first.value ? year : year - 1;
      // `from May to June 5`
      if (
        (phrase.is('number') && !isTimeHere(phrase)) ||
        (own.year !== undefined && (of ?? own.year) !== own.year)
      )
        return undefined;
      return isListed && !isNext(token) ? undefined : { value: token.value, year: of };
    });
    // `Mondays from February` do not end with it.
    const isOfDays = phrase.tokens.some(({ is }) => is === 'weekday' || is === 'daily');
    if (isFrom && !last && !isOfDays) throw new Doubtful('end');
    if (isFrom && !last) return phrase.say('from', { day: 1, month: first.value, ...own });
    const year = own.year ?? last?.year;
    return phrase.say('months', { first: first.value, last: (last ?? first).value, year });
  });
}

/** `all of March` */
export function readMonth(phrase: Phrase): true | undefined {
  const month = phrase.peek();
  phrase.at++;
  if (month?.is !== 'month name') return undefined;
  const [day, endDay] = monthDays(phrase, { first: month.value, last: month.value, ...readYear(phrase) });
  return phrase.say('span', { day, endDay, minutes: undefined, endMinutes: undefined });
}

const PERIODS = ['of month', 'of year', 'weekly', 'daily', 'a', 'every', ...UNITS] as const;

/** `10 sessions`, `6 weeks`, `six Tuesdays`, `twice`. */
export const readCount = (phrase: Phrase): true | undefined =>
  phrase.attempt(() => {
    const isTwice = phrase.is('twice');
    const value = phrase.skip('once', 'twice') ? (isTwice ? 2 : 1) : numberOf(phrase.peek());
    if (value === undefined || isOrdinal(phrase.peek())) return undefined;
    const weekdays = phrase.said('weekdays')?.length;
    const isWeeks = phrase.is('week', 1) && (weekdays === 1 || phrase.said('isEvery') === true);
    // `8 weeks from Monday 11 January`
    const isFrom = phrase.is('week', 1) && phrase.is('from', 2) && phrase.is('weekday', 3) && !weekdays;
    const isWord = phrase.isOne(['once', 'twice'], -1);
    const isDays = value > 1 && (phrase.peek(1) as { isPlural?: boolean } | undefined)?.isPlural === true;
    if (!isWord && !isWeeks && !isDays && !isFrom && !phrase.is('times', 1)) return undefined;
    if (isFrom) sayPeriod(phrase, 'week', 1);
    const isOften = (isDays || isWeeks) && phrase.said('period') !== undefined;
    if (value < 1 || value > 100 || isOften || (isWeeks && weekdays !== 1)) throw new Doubtful('count');
    if (!isWord) phrase.at += isDays ? 1 : 2;
    // `twice a month` is no number of dates, nor `two Saturdays a month`.
    if (phrase.isOne(PERIODS, isDays ? 1 : 0)) throw new Doubtful('repeats');
    return phrase.say('count', value);
  });

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

/** `Mondays 18 h and Wednesdays 19 h` */
function otherWeekdays(phrase: Phrase, weekdays: readonly number[]): void {
  phrase.skip('comma');
  const hours = readHours(phrase);
  const before = [...(phrase.said('weekdays') ?? []), ...phrase.others.flatMap(other => other.weekdays)];
  const isAgain = weekdays.some(weekday => before.includes(weekday));
  if (!hours || isAgain || phrase.hours.length !== 1) throw new Doubtful('several');
  phrase.others.push({ weekdays, hours: [hours] });
}

function between(first: number, last: number): number[] {
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => ((first - 1 + at) % 7) + 1);
}
