import { civilDateOf, dayOf, isLeapYear, monthLength, weekdayOf } from '../recurrence/calendar.ts';
import type { Atom, Day, Facts, Part, Phrase } from './phrase.ts';
import { Doubtful } from './questions.ts';

/** From 1, Monday. */
export const weekdayIn = (day: Day): number => weekdayOf(day) + 1;

export const lengthOf = (year: number, month: number): number => monthLength(month, isLeapYear(year));

/** Whether a day is named by a weekday alone. */
export const isWeekday = ({ day, known }: Atom): boolean => day === undefined && known === undefined;

export const atomsOf = (parts: readonly Part[]): Atom[] =>
  parts.flatMap(({ first, last }) => (last ? [first, last] : [first]));

/** The days of parts none of which is a range. */
export function plainAtoms(parts: readonly Part[]): Atom[] {
  if (parts.some(({ last }) => last)) throw new Doubtful('several');
  return atomsOf(parts);
}

/**
 * `3, 5 and 7 June`: days without a month are of that of the next one that has one, but where the month comes first: then
 * of that of the one before.
 */
export function fillMonths(atoms: readonly Atom[]): void {
  const isForward = atoms.some(({ isMonthFirst }) => isMonthFirst);
  const pairs = atoms.slice(1).map((atom, at) => [atom, atoms[at]!] as const);
  const fill = (atom: Atom, by: Atom, isBefore: boolean) => {
    if (atom.day === undefined || atom.month !== undefined || by.month === undefined) return;
    atom.month = by.month;
    if (isBefore ? atom.day >= by.day! : atom.day <= by.day!) throw new Doubtful('which day');
  };
  if (!isForward) for (const [atom, before] of pairs.toReversed()) fill(before, atom, true);
  for (const [atom, before] of pairs) fill(atom, before, false);
}

/** Days without a year are of that of the next one, or else of the one before, in their order. */
export function fillYears(atoms: readonly Atom[]): void {
  const pairs = atoms.slice(1).map((atom, at) => [atom, atoms[at]!] as const);
  for (const [atom, before] of pairs.toReversed())
    if (atom.year !== undefined && before.year === undefined && before.month !== undefined)
      before.year = isLater(before, atom) ? atom.year - 1 : atom.year;
  for (const [atom, before] of pairs)
    if (before.year !== undefined && atom.year === undefined && atom.month !== undefined)
      atom.year = isLater(before, atom) ? before.year + 1 : before.year;
}

const isLater = (one: Atom, other: Atom): boolean =>
  one.month! > other.month! || (one.month === other.month && one.day! > other.day!);

/** The day of an atom: a missing year or month is the next one. */
export function dayIn(phrase: Phrase, atom: Atom, from: Day = phrase.today, isChecked = true): Day {
  const { known, day, weekday, month, year } = atom;
  const checked = (found: Day) => (isChecked ? fitting(phrase, weekday, found) : found);
  if (known !== undefined) return known;
  if ((day === undefined || month === undefined) && from === phrase.today)
    phrase.relative = day === undefined ? 'today' : (phrase.relative ?? 'month');
  if (day === undefined) return next(from, at => weekdayIn(at) === weekday);
  if (month === undefined) return checked(next(from, at => civilDateOf(at).monthDay === day));
  if (month < 1 || month > 12 || day < 1 || day > 31) throw new Doubtful('no such date');
  if (day > lengthOf(year ?? 2000, month)) {
    const of = year ?? yearOn(phrase, from, month, 28);
    return phrase.ask('no such date') === 0 ? dayOf(of, month, lengthOf(of, month)) : dayOf(of, month, day);
  }
  return checked(dayOf(year ?? yearOn(phrase, from, month, day), month, day));
}

/** The next year that has a date. */
function yearOn(phrase: Phrase, from: Day, month: number, day: number): number {
  phrase.assumed.add('year');
  let { year } = civilDateOf(from);
  while (day > lengthOf(year, month) || dayOf(year, month, day) < from) year++;
  return year;
}

export function next(from: Day, fits: (day: Day) => boolean): Day {
  for (let day = from; day < from + 400; day++) if (fits(day)) return day;
  throw new Doubtful('no such date');
}

/** A weekday that contradicts its date is a question: the date, or the nearest such weekday. */
function fitting(phrase: Phrase, weekday: number | undefined, day: Day): Day {
  if (weekday === undefined || weekdayIn(day) === weekday || phrase.ask('weekday') === 0) return day;
  return next(day - 3, at => weekdayIn(at) === weekday);
}

/** The days of a list without years, in order from the first one on. */
export function daysOf(phrase: Phrase, atoms: readonly Atom[], from: Day = phrase.today): Day[] {
  const inOrder = (start: Day, isChecked: boolean) => {
    let least = start;
    return atoms.map(atom => {
      least = dayIn(phrase, atom, least, isChecked);
      return least;
    });
  };
  const isOpen = atoms.map((_, at) =>
    atoms.slice(at).every(({ year, known }) => (year ?? known) === undefined),
  );
  fillYears(atoms);
  const days = inOrder(from, true);
  // Dates that are not in order are rather of one year.
  if (days.some((day, at) => at > 0 && isOpen[at] && day - days[at - 1]! > 250))
    throw new Doubtful('which day');
  if (atoms.some(({ year }) => year !== undefined) || days.length < 2) return ascending(days);
  // Of a list that has begun, the days that are left may be meant.
  const before = inOrder(from - 330, false);
  const hasBegun = days[0]! - before[0]! > 300 && before.at(-1)! >= from;
  return ascending(hasBegun && phrase.ask('year') === 1 ? before : days);
}

function ascending(days: Day[]): Day[] {
  if (days.some((day, at) => at > 0 && day <= days[at - 1]!)) throw new Doubtful('which day');
  return days;
}

/** The two ends of a range. */
export function rangeOf(phrase: Phrase, { first, last }: Part, least?: Day): [Day, Day] {
  const [start, end] = daysOf(phrase, [first, last!], least) as [Day, Day];
  const isNamed = first.year !== undefined || last!.year !== undefined;
  if (end <= start || (end - start > 340 && !isNamed)) throw new Doubtful('which day');
  return [start, end];
}

/** The days of months, from one to another: the next that are not over. */
export function monthDays(phrase: Phrase, { first, last, year }: Facts['months']): [Day, Day] {
  const endIn = (of: number) => dayOf(first > last ? of + 1 : of, last + 1, 1) - 1;
  if (year !== undefined) return [dayOf(year, first, 1), endIn(year)];
  phrase.assumed.add('year');
  const now = civilDateOf(phrase.today).year;
  const of = [now - 1, now].find(of => endIn(of) >= phrase.today) ?? now + 1;
  const start = dayOf(of, first, 1);
  if (start < phrase.today) phrase.relative = 'today';
  // Of months most of which are over, those of the next year may be meant.
  const isOver = first !== last && 2 * phrase.today > start + endIn(of);
  if (isOver && phrase.ask('year') === 1) return [dayOf(of + 1, first, 1), endIn(of + 1)];
  return [Math.max(start, phrase.today), endIn(of)];
}
