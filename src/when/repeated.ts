import { dayOf } from '../recurrence/calendar.ts';
import { settled } from './clocks.ts';
import { dayIn, daysOf, monthDays, plainAtoms, rangeOf, weekdayIn } from './dates.ts';
import { excluded, without } from './exceptions.ts';
import type { Day, Period, Phrase, Said, TimedDays } from './phrase.ts';
import { Doubtful } from './questions.ts';
import { compact, daysOfRule, firstOf, type Repeated, ruleEnd, ruleOf } from './series.ts';
import { listed, MOST_LISTED, spanOn, theClock } from './spans.ts';

/** `the first Saturday of each month`, or of one month. */
export function nthWeekdays(phrase: Phrase, nths: readonly number[], period: Period | undefined): Said {
  const [weekday] = phrase.take('weekdays')!;
  const weekdays = nths.map(nth => ({ weekday: weekday!, nth }));
  const isEvery = phrase.take('isEvery');
  const months = phrase.said('months');
  const repeated = { frequency: 'MONTHLY' as const, interval: period?.interval, weekdays };
  if (months?.first === months?.last && months && period?.unit !== 'month') {
    phrase.forget('months');
    const yearly = { ...repeated, frequency: 'YEARLY' as const, months: [months.first] };
    if (period) return repeatedFrom(phrase, yearly, startDay(phrase));
    if (months.year === undefined) phrase.assumed.add('year');
    const first = firstOf(yearly, months.year === undefined ? phrase.today : dayOf(months.year, 1, 1));
    return listed(phrase, { days: daysOfRule(ruleOf(yearly), first, first + 31) });
  }
  const isVague = period ? period.unit !== 'month' : !isEvery && !months && nths.length < 2;
  if (isVague || phrase.others.length > 0) throw new Doubtful('which day');
  return repeatedFrom(phrase, repeated, ...boundsOf(phrase));
}

export function weekly(phrase: Phrase, named: readonly number[], period: Period | undefined): Said {
  const [isEvery, isHabit] = [phrase.take('isEvery'), phrase.take('isHabit')];
  const { unit = 'week', interval = 1 } = period ?? {};
  // `every Tuesday of each month` is every Tuesday.
  if (unit === 'year' || (unit !== 'week' && interval > 1) || (unit === 'month' && !isEvery))
    throw new Doubtful('repeats');
  const others = phrase.others.flatMap(({ weekdays }) => weekdays);
  const weekdays = [...named, ...others].map(weekday => ({ weekday }));
  const repeated = { frequency: 'WEEKLY' as const, interval, weekdays };
  const isBounded =
    phrase.runs.length > 0 || ['until', 'from', 'count', 'except'].some(name => phrase.said(name as 'until'));
  const { first, last } = phrase.said('months') ?? {};
  if (first !== undefined && first === last && !isEvery && !isHabit && !period && others.length === 0)
    throw new Doubtful('which day');
  if (isEvery || period || isBounded || first !== undefined || others.length > 0)
    return repeatedFrom(phrase, repeated, ...boundsOf(phrase, others.length > 0 ? [] : named));
  if (named.length > 1 || isHabit) {
    if (isTimetable(phrase, named) || phrase.ask('repeats') === 1) return repeatedFrom(phrase, repeated);
    const days = weekdays.map(one => firstOf({ ...repeated, weekdays: [one] }, phrase.today));
    return listed(phrase, { days });
  }
  phrase.relative = 'today';
  const day = firstOf(repeated, phrase.today);
  const isLater = day === phrase.today && phrase.ask('which day') === 1;
  return listed(phrase, { days: [isLater ? day + 7 : day] });
}

/** Weekdays with hours from one to another, if there are many of them, or if their names have no plural. */
const isTimetable = ({ hours, language }: Phrase, weekdays: readonly number[]): boolean => {
  const hasNoPlural = (language === 'ca' || language === 'es') && weekdays.every(day => day < 6);
  return hours.some(({ last }) => last) && (weekdays.length > 2 || (weekdays.length > 1 && hasNoPlural));
};

export const daily = (phrase: Phrase, interval: number): Said =>
  repeatedFrom(phrase, { frequency: 'DAILY', interval }, ...boundsOf(phrase));

/** From which day on something repeats, and until which one, if months or a range say it. */
function boundsOf(phrase: Phrase, weekdays: readonly number[] = []): [Day | undefined, Day?] {
  const months = phrase.take('months');
  if (months) return monthDays(phrase, months);
  const run = theRun(phrase);
  if (!run) return [startDay(phrase)];
  const [part, ...others] = run.parts;
  const last = part!.last ?? phrase.take('until');
  if (others.length > 0 || !last) throw new Doubtful('several');
  const [from, to] = rangeOf(phrase, { first: part!.first, last });
  // A week that does not have its weekdays is of another year.
  const inWeek = Array.from({ length: Math.min(7, to - from + 1) }, (_, at) => weekdayIn(from + at));
  // `8 to 13 March: Tuesday, Thursday and Saturday`
  const areApart = weekdays.at(-1)! - weekdays[0]! >= weekdays.length;
  const isWithin = areApart
    ? weekdays.every(day => inWeek.includes(day))
    : `${inWeek.sort()}` === `${weekdays}`;
  if (inWeek.length < 7 && weekdays.length > 2 && !isWithin) throw new Doubtful('weekday');
  return [from, to];
}

/** The only run of a phrase; its times are those of all. */
function theRun(phrase: Phrase): TimedDays | undefined {
  const [run] = phrase.runs.splice(0, 1);
  // `13 to 20 March at 20 h, on Sunday at 17 h`
  if (run && run.hours.length > 0 && phrase.hours.length > 0) throw new Doubtful('several');
  phrase.hours.push(...(run?.hours ?? []));
  return run;
}

const startDay = (phrase: Phrase): Day | undefined => {
  const from = phrase.take('from');
  return from && dayIn(phrase, from);
};

/** Dates that repeat: `the 15th of each month`, `5 May every year`, `from 5 December 2026, weekly`. */
export function repeatedDates(phrase: Phrase, frequency: Repeated['frequency'], interval: number): Said {
  const atoms = plainAtoms(theRun(phrase)?.parts ?? []);
  const [atom] = atoms;
  const monthDays = [...(phrase.take('monthDays') ?? []), ...atoms.flatMap(({ day }) => day ?? [])];
  const isDated = (atom?.month ?? atom?.known) !== undefined;
  const isFrom = monthDays.length === 0 && phrase.said('from') !== undefined;
  if (isFrom || (isDated && atoms.length === 1))
    return repeatedFrom(phrase, { frequency, interval }, isFrom ? startDay(phrase) : dayIn(phrase, atom!));
  const isAlike = atoms.every(({ month, year, weekday }) => month === atom!.month && !year && !weekday);
  if (monthDays.length === 0 || !isAlike || frequency !== (isDated ? 'YEARLY' : 'MONTHLY'))
    throw new Doubtful('which day');
  const repeated = { frequency, interval, monthDays, ...(isDated && { months: [atom!.month!] }) };
  const first = firstOf(repeated, startDay(phrase) ?? phrase.today);
  // The start says the day by itself.
  const isShort = monthDays.length === 1 && monthDays[0]! > 0;
  return repeatedFrom(phrase, isShort ? { frequency, interval } : repeated, first);
}

/** `every 23 April`, `every Friday 13th`. */
export function everyDate(phrase: Phrase): Said {
  const { day, month, weekday } = phrase.runs[0]!.parts[0]!.first;
  if (weekday === undefined) return repeatedDates(phrase, 'YEARLY', 1);
  const isOne = plainAtoms(phrase.runs[0]!.parts).length === 1;
  if (!isOne || month !== undefined || day === undefined) throw new Doubtful('several');
  theRun(phrase);
  const repeated = { frequency: 'MONTHLY' as const, monthDays: [day], weekdays: [{ weekday }] };
  return repeatedFrom(phrase, repeated, startDay(phrase));
}

/** A series from a day on; without one, from its next date. */
export function repeatedFrom(phrase: Phrase, said: Repeated, from?: Day, to?: Day): Said {
  const [except, atom, also] = [phrase.said('except'), phrase.said('until'), phrase.said('also')];
  const repeated = except ? without(said, except) : said;
  const hours = [...phrase.hours, ...phrase.others.flatMap(other => other.hours)];
  const isOpen = !hours[0]?.last;
  const areAlike = phrase.others.every(other => said.interval === 1 && !other.hours[0]!.last === isOpen);
  // A rule has one time a day.
  if (hours.length > 1 && areAlike && (to ?? atom) && !(to && atom) && !also && !phrase.said('count')) {
    const first = firstOf(repeated, from ?? phrase.today);
    const last = to ?? dayIn(phrase, atom!, first);
    const rule = ruleOf(repeated, `;UNTIL=${compact(last)}`);
    const left = except && last >= first ? excluded(phrase, except, rule, first) : [];
    const days = daysOfRule(rule, first, last + 1).filter(day => !left.includes(day));
    const isOver = first === phrase.today && hours.some(one => settled(phrase, one).start < phrase.minutes);
    if (days.length <= MOST_LISTED && (from || !isOver)) {
      const on = (weekdays: readonly number[]) => days.filter(day => weekdays.includes(weekdayIn(day)));
      const groups = phrase.others.splice(0).map(({ weekdays, hours }) => ({ hours, days: on(weekdays) }));
      const own = days.filter(day => !groups.some(group => group.days.includes(day)));
      phrase.forget('except', 'until');
      return listed(phrase, { days: own }, ...groups);
    }
  }
  const [other, ...more] = phrase.others.splice(0);
  if (more.length > 0) throw new Doubtful('several');
  if (other) {
    const isMeant = phrase.ask('several') === 1;
    if (isMeant) phrase.hours.splice(0, 1, ...other.hours);
    const weekdays = said.weekdays!.filter(({ weekday }) => other.weekdays.includes(weekday) === isMeant);
    return repeatedFrom(phrase, { ...said, weekdays }, from, to);
  }
  phrase.forget('except', 'until', 'also');
  const clock = theClock(phrase);
  const isOver = clock && (clock.end ?? clock.start) < phrase.minutes;
  const first = firstOf(repeated, from ?? phrase.today + (isOver ? 1 : 0));
  if (to !== undefined && atom) throw new Doubtful('several');
  // Whether a number of dates has those that are left out is not said.
  if (except && except.parts.length > 0 && phrase.said('count')) throw new Doubtful('count');
  const end = ruleEnd(phrase, repeated, first, to ?? (atom && dayIn(phrase, atom, first)));
  const left = except ? excluded(phrase, except, ruleOf(repeated, end), first) : [];
  const others = also ? daysOf(phrase, plainAtoms(also.parts)) : [];
  const alsoClock = also?.hours[0] ? settled(phrase, also.hours[0]) : clock;
  return {
    spans: [spanOn(first, clock), ...others.map(day => spanOn(day, alsoClock))],
    rule: ruleOf(repeated, clock && end.startsWith(';UNTIL') ? `${end}T235959` : end),
    ...(left.length > 0 && { except: left }),
  };
}
