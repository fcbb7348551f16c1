import { civilDateOf } from '../recurrence/calendar.ts';
import { atomsOf, dayIn, daysOf, lengthOf, monthDays, rangeOf, weekdayIn } from './dates.ts';
import type { Assumption, Day, Hours, Part, Phrase, Run } from './phrase.ts';
import { Doubtful } from './questions.ts';
import { daysOfRule, excluded, firstOf, type Repeated, ruleEnd, ruleOf, without } from './series.ts';
import { type Clock, DAY, settled } from './times.ts';

/** When something begins, and ends if that is said; a day without minutes lasts all day. */
export interface Span {
  readonly day: Day;
  readonly minutes: number | undefined;
  readonly endDay: Day;
  readonly endMinutes: number | undefined;
}

/** What a phrase says: spans, of which the first may repeat by a rule. */
export interface Reading {
  readonly spans: readonly Span[];
  /** The value of an RRULE; undefined if the spans are all. */
  readonly rule?: string;
  readonly except?: readonly Day[];
  readonly assumed: readonly Assumption[];
}

type Said = Omit<Reading, 'assumed'>;

/** The most dates of a range that has several times a day. */
const MOST_LISTED = 100;

/** What all that a phrase says means together. */
export function conclude(phrase: Phrase): Reading {
  const said = concluded(phrase);
  phrase.end();
  const hasNoEnd = said.spans.some(
    ({ minutes, endMinutes }) => minutes !== undefined && endMinutes === undefined,
  );
  if (hasNoEnd) phrase.assumed.add('end');
  return { ...said, assumed: [...phrase.assumed] };
}

function concluded(phrase: Phrase): Said {
  const span = phrase.take('span');
  if (span) return spanAlone(phrase, span);
  const period = phrase.take('period');
  if (phrase.said('nths')) return nthWeekdays(phrase, period);
  const weekdays = phrase.take('weekdays');
  if (weekdays) return weekly(phrase, weekdays, period);
  const isEvery = phrase.take('isEvery');
  if (phrase.said('from') && !period && !isEvery) return fromAlone(phrase);
  if (period?.unit === 'day') return daily(phrase, period.interval);
  if (period?.unit === 'month') return monthly(phrase, period.interval);
  if (period) return fromDates(phrase, period.unit === 'week' ? 'WEEKLY' : 'YEARLY', period.interval);
  if (phrase.runs.length === 0) throw new Doubtful(phrase.said('until') ? 'start' : 'which day');
  if (isEvery) return everyDate(phrase);
  return dated(phrase);
}

/** A first day without a last one: that day, or each day from then on. */
function fromAlone(phrase: Phrase): Said {
  if (phrase.runs.length > 0) throw new Doubtful('several');
  if (!phrase.said('until') && phrase.ask('end') === 1) return daily(phrase, 1);
  phrase.runs.push({ parts: [{ first: phrase.take('from')! }], hours: [] });
  return dated(phrase);
}

function spanAlone(phrase: Phrase, span: Span): Said {
  if (phrase.hours.length > 0 || phrase.runs.some(({ hours }) => hours.length > 0))
    throw new Doubtful('which day');
  if (
    phrase.runs.length > 1 ||
    (phrase.runs.length === 1 && phrase.runs[0]!.parts[0]!.first.known !== span.day)
  )
    throw new Doubtful('several');
  phrase.runs.length = 0;
  return { spans: [span] };
}

/** `the first Saturday of each month`, or of one month. */
function nthWeekdays(phrase: Phrase, period: { unit: string; interval: number } | undefined): Said {
  const nths = phrase.take('nths')!;
  const [weekday] = phrase.take('weekdays')!;
  const months = phrase.take('months');
  const weekdays = nths.map(nth => ({ weekday: weekday!, nth }));
  const isEvery = phrase.take('isEvery');
  if (period && period.unit !== 'month' && !(period.unit === 'year' && months)) throw new Doubtful('repeats');
  const { interval } = period ?? {};
  if (months && period?.unit === 'year') {
    const repeated = { frequency: 'YEARLY' as const, interval, months: [months.first], weekdays };
    return repeatedFrom(phrase, repeated, startDay(phrase));
  }
  if (months) {
    const [from, to] = monthDays(phrase, months);
    const days = daysOfRule(ruleOf({ frequency: 'MONTHLY', weekdays }), from, to + 1);
    const rule = { frequency: 'MONTHLY' as const, weekdays };
    if (months.first !== months.last) return repeatedFrom(phrase, rule, from, to);
    const found = days.length > 0 ? days : inNextYear(phrase, months.first, rule);
    return listed(
      phrase,
      found.map(day => ({ days: [day], hours: [] })),
    );
  }
  if (!period && !isEvery) throw new Doubtful('which day');
  return repeatedFrom(phrase, { frequency: 'MONTHLY', interval, weekdays }, startDay(phrase));
}

/** Of a month whose days are over: those of the next year. */
function inNextYear(phrase: Phrase, month: number, { weekdays }: Repeated): Day[] {
  const first = firstOf({ frequency: 'YEARLY', months: [month], weekdays }, phrase.today);
  const { year } = civilDateOf(first);
  return daysOfRule(ruleOf({ frequency: 'MONTHLY', weekdays }), first, first + lengthOf(year, month)).filter(
    day => civilDateOf(day).month === month,
  );
}

function weekly(
  phrase: Phrase,
  weekdays: readonly number[],
  period: { unit: string; interval: number } | undefined,
): Said {
  const isEvery = phrase.take('isEvery');
  const isHabit = phrase.take('isHabit');
  // `Sundays, 8 January and 5 February`
  const [first, ...others] = phrase.runs.flatMap(({ parts }) => parts);
  if (others.length > 0 && weekdays.length === 1 && !period) {
    for (const atom of plainAtoms([first!, ...others])) atom.weekday ??= weekdays[0]!;
    phrase.runs.at(-1)!.hours.push(...phrase.hours.splice(0));
    return dated(phrase);
  }
  const { unit, interval = 1 } = period ?? {};
  if (unit === 'year' || (unit === 'month' && (interval > 1 || !isEvery))) throw new Doubtful('repeats');
  if (unit === 'day' && interval > 1) throw new Doubtful('repeats');
  const repeated = {
    frequency: 'WEEKLY' as const,
    interval: unit === 'week' ? interval : 1,
    weekdays: weekdays.map(weekday => ({ weekday })),
  };
  const months = phrase.take('months');
  if (months) {
    if (!isEvery && !period) throw new Doubtful('which day');
    return repeatedFrom(phrase, repeated, ...monthDays(phrase, months));
  }
  const run = theRun(phrase);
  if (run) return repeatedFrom(phrase, repeated, ...withinRange(phrase, run, weekdays));
  const isRepeated = isEvery || period || phrase.said('until') || phrase.said('from') || phrase.said('count');
  if (isRepeated) return repeatedFrom(phrase, repeated, startDay(phrase));
  if (weekdays.length > 1 || isHabit) {
    if (isTimetable(phrase, weekdays) || phrase.ask('repeats') === 1)
      return repeatedFrom(phrase, repeated, phrase.today);
    const days = weekdays.map(weekday => firstOf({ ...repeated, weekdays: [{ weekday }] }, phrase.today));
    return listed(phrase, [{ days: days.sort((one, other) => one - other), hours: [] }]);
  }
  const today = firstOf(repeated, phrase.today);
  const isAlsoLater = today === phrase.today && phrase.ask('which day') === 1;
  return listed(phrase, [{ days: [today + (isAlsoLater ? 7 : 0)], hours: [] }]);
}

/** Weekdays with hours from one to another, if there are many of them, or if their names have no plural. */
const isTimetable = ({ hours, language }: Phrase, weekdays: readonly number[]): boolean =>
  hours.some(({ last }) => last) &&
  (weekdays.length > 2 ||
    (weekdays.length > 1 && (language === 'ca' || language === 'es') && weekdays.every(day => day < 6)));

/** The range within which weekdays are: a week that does not begin and end with them is a question. */
function withinRange(phrase: Phrase, run: Run, weekdays: readonly number[]): [Day, Day] {
  const until = phrase.take('until');
  const [part] = run.parts;
  if (run.parts.length > 1 || (part!.last === undefined) === (until === undefined))
    throw new Doubtful('several');
  const [from, to] = rangeOf(phrase, until ? { first: part!.first, last: until } : part!);
  const inWeek = Array.from({ length: Math.min(7, to - from + 1) }, (_, at) => weekdayIn(from + at));
  if (to - from < 7 && weekdays.length > 2 && `${inWeek.toSorted()}` !== `${weekdays}`)
    throw new Doubtful('weekday');
  return [from, to];
}

/** The only run of a phrase; its times are those of all. */
function theRun(phrase: Phrase): Run | undefined {
  if (phrase.runs.length > 1) throw new Doubtful('several');
  const [run] = phrase.runs.splice(0);
  phrase.hours.push(...(run?.hours ?? []));
  return run;
}

function daily(phrase: Phrase, interval: number): Said {
  const months = phrase.take('months');
  const repeated = { frequency: 'DAILY' as const, interval };
  if (months) return repeatedFrom(phrase, repeated, ...monthDays(phrase, months));
  const run = theRun(phrase);
  if (!run) return repeatedFrom(phrase, repeated, startDay(phrase));
  const [part] = run.parts;
  const last = part!.last ?? phrase.take('until');
  if (run.parts.length > 1 || !last) throw new Doubtful('several');
  return repeatedFrom(phrase, repeated, ...rangeOf(phrase, { first: part!.first, last }));
}

function monthly(phrase: Phrase, interval: number): Said {
  const run = theRun(phrase);
  if (run?.parts.some(({ last }) => last)) throw new Doubtful('several');
  const atoms = atomsOf(run?.parts ?? []);
  // A date tells where it begins.
  if (atoms.length === 1 && atoms[0]!.month !== undefined)
    return repeatedFrom(phrase, { frequency: 'MONTHLY', interval }, dayIn(phrase, atoms[0]!));
  if (
    atoms.some(({ day, month, weekday }) => day === undefined || month !== undefined || weekday !== undefined)
  )
    throw new Doubtful('which day');
  const days = [...(phrase.take('monthDays') ?? []), ...atoms.map(({ day }) => day!)];
  if (days.length === 0) throw new Doubtful('which day');
  const first = firstOf({ frequency: 'MONTHLY', monthDays: days }, startDay(phrase));
  const isShort = days.length === 1 && days[0]! > 0;
  return repeatedFrom(
    phrase,
    { frequency: 'MONTHLY', interval, ...(!isShort && { monthDays: days }) },
    first,
  );
}

/** A date that repeats each week or year: `5 May every year`, `from 5 December 2026, weekly`. */
function fromDates(phrase: Phrase, frequency: 'WEEKLY' | 'YEARLY', interval: number): Said {
  const run = theRun(phrase);
  const atoms = atomsOf(run?.parts ?? []);
  const [first] = atoms;
  if (!run && phrase.said('from')) return repeatedFrom(phrase, { frequency, interval }, startDay(phrase));
  if (!first || run!.parts.some(({ last }) => last)) throw new Doubtful('which day');
  if (frequency === 'YEARLY' && first.month === undefined) throw new Doubtful('which day');
  if (atoms.length === 1) return repeatedFrom(phrase, { frequency, interval }, dayIn(phrase, first));
  const isOfMonth = atoms.every(({ day, month, year }) => day && month === first.month && year === undefined);
  if (!isOfMonth || frequency === 'WEEKLY') throw new Doubtful('several');
  const repeated = { frequency, interval, months: [first.month!], monthDays: atoms.map(({ day }) => day!) };
  return repeatedFrom(phrase, repeated, firstOf(repeated, startDay(phrase)));
}

/** `every 23 April`, `every Friday 13th`. */
function everyDate(phrase: Phrase): Said {
  const [run] = phrase.runs;
  const { day, month, weekday } = run!.parts[0]!.first;
  const isOne = phrase.runs.length === 1 && run!.parts.length === 1 && !run!.parts[0]!.last;
  if (isOne && month === undefined && day !== undefined && weekday !== undefined) {
    theRun(phrase);
    const repeated = { frequency: 'MONTHLY' as const, monthDays: [day], weekdays: [{ weekday }] };
    return repeatedFrom(phrase, repeated, startDay(phrase));
  }
  if (weekday !== undefined) throw new Doubtful('several');
  return fromDates(phrase, 'YEARLY', 1);
}

const startDay = (phrase: Phrase): Day => {
  const from = phrase.take('from');
  return from ? dayIn(phrase, from) : phrase.today;
};

/** A series from a day on. */
function repeatedFrom(phrase: Phrase, said: Repeated, from: Day, to?: Day): Said {
  const except = phrase.take('except');
  const repeated = except ? without(said, except) : said;
  const first = firstOf(repeated, from);
  const atom = phrase.take('until');
  if (to !== undefined && atom) throw new Doubtful('several');
  const until = to ?? (atom && dayIn(phrase, atom, first));
  if (except && except.parts.length > 0 && phrase.said('count')) throw new Doubtful('count');
  const end = ruleEnd(phrase, repeated, first, until);
  const left = except ? excluded(phrase, except, ruleOf(repeated, end), first) : [];
  const clock = theClock(phrase);
  const also = phrase.take('also');
  const others = also ? daysOf(phrase, plainAtoms(also.parts)) : [];
  const alsoClock = also?.hours[0] ? settled(phrase, also.hours[0]) : clock;
  return {
    spans: [spanOn(first, clock), ...others.map(day => spanOn(day, alsoClock))],
    rule: ruleOf(repeated, clock && end.startsWith(';UNTIL') ? `${end}T235959` : end),
    ...(left.length > 0 && { except: left }),
  };
}

function plainAtoms(parts: readonly Part[]) {
  if (parts.some(({ last }) => last)) throw new Doubtful('several');
  return atomsOf(parts);
}

/** Dates, each with the times that follow it or all; a range without times is one span. */
function dated(phrase: Phrase): Said {
  const until = phrase.take('until');
  const [run] = phrase.runs;
  if (until && (phrase.runs.length > 1 || run!.parts.length > 1 || run!.parts[0]!.last))
    throw new Doubtful('several');
  const range = until ? { first: run!.parts[0]!.first, last: until } : run!.parts[0]!;
  if (phrase.runs.length === 1 && run!.parts.length === 1 && range.last) return ranged(phrase, range);
  const last = phrase.runs.at(-1)!;
  const hasOwn = phrase.runs.filter(({ hours }) => hours.length > 0).length;
  if (hasOwn > 0 && hasOwn < phrase.runs.length && (hasOwn > 1 || last.hours.length === 0))
    throw new Doubtful('several');
  if (hasOwn > 0 && phrase.hours.length > 0) throw new Doubtful('several');
  const days = daysOf(
    phrase,
    phrase.runs.flatMap(({ parts }) => parts.flatMap(({ first, last }) => (last ? [first, last] : [first]))),
  );
  const groups = phrase.runs.map(({ parts, hours }) => ({
    days: parts.flatMap(({ last }) => {
      const first = days.shift()!;
      return last ? daysBetween(first, days.shift()!) : [first];
    }),
    hours: hours.length > 0 ? hours : hasOwn > 0 ? last.hours : [],
  }));
  const hasRange = phrase.runs.some(({ parts }) => parts.some(({ last }) => last));
  if (hasRange && (hasOwn === 0 ? phrase.hours.length === 0 : hasOwn < phrase.runs.length))
    throw new Doubtful('several');
  phrase.runs.length = 0;
  return listed(phrase, groups);
}

function daysBetween(first: Day, last: Day): Day[] {
  if (last - first >= MOST_LISTED) throw new Doubtful('several');
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Days from one to another: one span, or each day at its time. */
function ranged(phrase: Phrase, range: Part): Said {
  const hours = [...phrase.hours.splice(0), ...phrase.runs.splice(0).flatMap(run => run.hours)];
  const [from, to] = rangeOf(phrase, range);
  const except = phrase.said('except');
  if (hours.length === 0 && !(except && phrase.ask('except') === 1)) {
    phrase.take('except');
    phrase.take('isAllDay');
    return { spans: [{ day: from, minutes: undefined, endDay: to, endMinutes: undefined }] };
  }
  if (hours.length > 1 && !except) return listed(phrase, [{ days: daysBetween(from, to), hours }]);
  phrase.hours.push(...hours);
  // `Thursday, 14 January to 18 February` may be each Thursday.
  const { weekday } = range.first;
  const isWeekly =
    to - from >= 7 && !range.last!.weekday && weekdayIn(to) === weekday && phrase.ask('repeats') === 1;
  return repeatedFrom(phrase, { frequency: isWeekly ? 'WEEKLY' : 'DAILY' }, from, to);
}

/** Days one by one, each at its times. */
function listed(phrase: Phrase, groups: readonly { days: readonly Day[]; hours: readonly Hours[] }[]): Said {
  const all = phrase.hours.splice(0);
  const isOneTime = phrase.take('isOneTime');
  const isAllDay = phrase.take('isAllDay');
  const duration = phrase.take('duration');
  const timed = groups.flatMap(({ days, hours }) =>
    clocksOf(phrase, hours.length > 0 ? hours : all, isOneTime, isAllDay, duration).map(clock => ({
      days,
      clock,
    })),
  );
  // What lasts longer on some days is an event of its own: one of both is meant.
  const hasOneLength =
    new Set(timed.map(({ clock }) => clock && (clock.end ?? clock.start) - clock.start)).size === 1;
  if (!hasOneLength && timed.length > 2) throw new Doubtful('several');
  const meant = hasOneLength ? timed : [timed[phrase.ask('several')]!];
  const spans = meant.flatMap(({ days, clock }) => days.map(day => spanOn(day, clock)));
  const order = ({ day, minutes = 0 }: Span) => day * DAY + minutes;
  const sorted = spans.toSorted((one, other) => order(one) - order(other));
  if (sorted.some((span, at) => at > 0 && order(span) === order(sorted[at - 1]!)))
    throw new Doubtful('several');
  return { spans: sorted };
}

/** The one time of what repeats; of two, the one that is meant. */
function theClock(phrase: Phrase): Clock | undefined {
  const hours = phrase.hours.splice(0);
  const clocks = clocksOf(
    phrase,
    hours,
    phrase.take('isOneTime'),
    phrase.take('isAllDay'),
    phrase.take('duration'),
  );
  if (clocks.length > 2) throw new Doubtful('several');
  return clocks.length === 2 ? clocks[phrase.ask('several')] : clocks[0];
}

function clocksOf(
  phrase: Phrase,
  hours: readonly Hours[],
  isOneTime: true | undefined,
  isAllDay: true | undefined,
  duration: number | undefined,
): (Clock | undefined)[] {
  const clocks = hours.map(one => withLength(phrase, settled(phrase, one), duration));
  if (hours.length === 0 && (phrase.said('half') || duration !== undefined || isOneTime))
    throw new Doubtful('vague');
  phrase.take('half');
  if (clocks.some((clock, at) => at > 0 && clock.start <= clocks[at - 1]!.start))
    throw new Doubtful('several');
  if (isAllDay && clocks.length > 0) {
    if (clocks.length > 1) throw new Doubtful('several');
    return phrase.ask('length') === 0 ? [undefined] : clocks;
  }
  if (isOneTime) {
    if (clocks.length !== 2) throw new Doubtful('vague');
    return [clocks[phrase.ask('or')]!];
  }
  return clocks.length === 0 ? [undefined] : clocks;
}

/** An end and a length that contradict each other are a question. */
function withLength(phrase: Phrase, { start, end }: Clock, duration: number | undefined): Clock {
  if (duration === undefined) return { start, end };
  const isSaid = end !== undefined && end !== start + duration && phrase.ask('length') === 0;
  return { start, end: isSaid ? end : start + duration };
}

function spanOn(day: Day, clock: Clock | undefined): Span {
  if (!clock) return { day, minutes: undefined, endDay: day, endMinutes: undefined };
  const { start, end } = clock;
  const begin = day + Math.floor(start / DAY);
  return {
    day: begin,
    minutes: start % DAY,
    endDay: end === undefined ? begin : day + Math.floor(end / DAY),
    endMinutes: end === undefined ? undefined : end % DAY,
  };
}
