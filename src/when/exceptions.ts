import { civilDateOf } from '../recurrence/calendar.ts';
import { atomsOf, dayIn, fillMonths, fillYears, isWeekday, rangeOf } from './dates.ts';
import { readDay, readDays } from './days.ts';
import type { Atom, Day, Exceptions, Part, Phrase } from './phrase.ts';
import { Doubtful } from './questions.ts';
import { daysOfRule, type Repeated } from './series.ts';

/** The days, weekdays and months that a series leaves out. */
export function readExceptions(phrase: Phrase): true {
  const parts: Part[] = [];
  const weekdays: number[] = [];
  const months: number[] = [];
  const one = (): unknown => {
    const start = phrase.at;
    while (phrase.skip('plural', 'at or to', 'in', 'every', 'month', 'from'));
    const token = phrase.peek();
    const day = phrase.ahead(() => readDay(phrase));
    if (token?.is === 'month name' && !day) return months.push(token.value) && ++phrase.at;
    if (day && isWeekday(day)) return weekdays.push(day.weekday!) && readDay(phrase);
    const found = readDays(phrase);
    return found && parts.push(...(isOfSeries(phrase, start) ? endedBy(phrase, found) : found));
  };
  if (!phrase.attempt(one)) throw new Doubtful('vague');
  while (phrase.attempt(() => (phrase.skip('and', 'comma') ? one() : undefined)));
  // `except 3 May, from 5 April to 28 June`: a range around all other days is that of the series.
  const [range, ...others] = parts.toReversed();
  const days = [...others.map(({ first }) => first), ...months.map(month => ({ month, day: 1 }))];
  const isAround = ({ first, last }: Part) =>
    last && days.every(day => orderOf(day, first) <= orderOf(last, first));
  const mayBeOfAll = range && isAround(range) && !isEnded(phrase) && days.length + weekdays.length > 0;
  if (mayBeOfAll && (days.length > 0 || phrase.ask('except') === 0))
    phrase.runs.push({ parts: parts.splice(-1), hours: [], isBehindHours: phrase.hours.length > 0 });
  phrase.say('except', { parts, weekdays, months });
  phrase.hasLeftOut = phrase.hours.length + phrase.runs.flatMap(({ hours }) => hours).length > 0;
  return true;
}

/** Whether the last day behind `until` is that of the series: `except the 24th and 31 December until 28 January`. */
function isOfSeries(phrase: Phrase, start: number): boolean {
  const read = phrase.tokens.slice(start, phrase.at);
  if (!read.some(({ is }) => is === 'until') || read.some(({ is }) => is === 'from')) return false;
  return !isEnded(phrase) && phrase.ask('or') === 0;
}

const isEnded = (phrase: Phrase): boolean =>
  phrase.runs.length > 0 || phrase.said('until') !== undefined || phrase.said('months') !== undefined;

/** The place of a day in a year that begins with another one. */
const orderOf = ({ month = 0, day = 0 }: Atom, { month: from = 0, day: least = 0 }: Atom): number =>
  ((month - from) * 32 + day - least + 12 * 32) % (12 * 32);

function endedBy(phrase: Phrase, parts: readonly Part[]): Part[] {
  const { first, last } = parts.at(-1)!;
  if (last) phrase.say('until', last);
  return parts.with(-1, { first });
}

/** A rule without some weekdays and months. */
export function without(repeated: Repeated, { weekdays, months }: Exceptions): Repeated {
  const { frequency } = repeated;
  const ofMonths = (repeated.months ?? numbersTo(12)).filter(month => !months.includes(month));
  const left = months.length > 0 ? { ...repeated, months: ofMonths } : repeated;
  if (weekdays.length === 0) return left;
  const all = repeated.weekdays ?? (frequency === 'DAILY' ? numbersTo(7).map(weekday => ({ weekday })) : []);
  const kept = all.filter(({ weekday }) => !weekdays.includes(weekday));
  if (kept.length === 0 || frequency === 'MONTHLY' || frequency === 'YEARLY') throw new Doubtful('except');
  return { ...left, frequency: 'WEEKLY', weekdays: kept };
}

const numbersTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

/** The days of a series among which those that it leaves out may be. */
const WITHIN = { days: 40_000, dates: 1500 };

/** The dates that a series leaves out. One that it does not have is a question: none, or the nearest one of it. */
export function excluded(phrase: Phrase, { parts }: Exceptions, rule: string, first: Day): Day[] {
  if (parts.length === 0) return [];
  const series = daysOfRule(rule, first, first + WITHIN.days, WITHIN.dates);
  fillMonths(atomsOf(parts));
  fillYears(atomsOf(parts));
  const days = parts.flatMap(part => {
    if (part.last) {
      const [from, to] = rangeOf(phrase, part, first);
      return series.filter(day => day >= from && day <= to);
    }
    const { day, month, known } = part.first;
    // `except the 25th`
    const numbered = series.filter(at => civilDateOf(at).monthDay === day).filter(at => at < first + 400);
    const isNext = numbered.length === 1 || numbered[0]! < first + 31;
    if (known === undefined && month === undefined && isNext) return numbered.slice(0, 1);
    if (known === undefined && month === undefined) throw new Doubtful('except');
    const found = dayIn(phrase, part.first, first);
    if (series.includes(found)) return [found];
    const distance = (at: Day) => Math.abs(at - found);
    const nearest = series.toSorted((one, other) => distance(one) - distance(other)).slice(0, 1);
    return phrase.ask('except') === 0 ? [] : nearest;
  });
  if (days.length === 0 && parts.every(({ last }) => last)) throw new Doubtful('except');
  return [...new Set(days)].sort((one, other) => one - other);
}
