import { settled } from './clocks.ts';
import { atomsOf, daysOf, fillMonths, plainAtoms, rangeOf, weekdayIn } from './dates.ts';
import type { Assumption, Day, Part, Phrase, Said, Span } from './phrase.ts';
import { Doubtful } from './questions.ts';
import { daily, everyDate, nthWeekdays, repeatedDates, repeatedFrom, weekly } from './repeated.ts';
import { listed, MOST_LISTED } from './spans.ts';
import { DAY } from './times.ts';

export interface Reading extends Said {
  readonly assumed: readonly Assumption[];
  readonly relative: Phrase['relative'];
}

/** What all that a phrase says means together. */
export function conclude(phrase: Phrase): Reading {
  const said = concluded(phrase);
  phrase.end();
  const isOpen = ({ minutes, endMinutes }: Span) => minutes !== undefined && endMinutes === undefined;
  if (said.spans.some(isOpen)) phrase.assumed.add('end');
  return { ...said, assumed: [...phrase.assumed], relative: phrase.relative };
}

function concluded(phrase: Phrase): Said {
  const [span, period, nths] = [phrase.take('span'), phrase.take('period'), phrase.take('nths')];
  if (span) return spanAlone(phrase, span);
  if (nths) return nthWeekdays(phrase, nths, period);
  const weekdays = phrase.take('weekdays');
  if (weekdays && !period && isOfDates(phrase, weekdays)) return dated(phrase);
  if (weekdays) return weekly(phrase, weekdays, period);
  const isEvery = phrase.take('isEvery');
  if (phrase.said('from') && !period && !isEvery) return fromAlone(phrase);
  if (period?.unit === 'day') return daily(phrase, period.interval);
  if (period) return repeatedDates(phrase, FREQUENCIES[period.unit], period.interval);
  if (phrase.runs.length === 0) throw new Doubtful(phrase.said('until') ? 'start' : 'which day');
  return isEvery ? everyDate(phrase) : dated(phrase);
}

const FREQUENCIES = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const;

function spanAlone(phrase: Phrase, span: Span): Said {
  const [run] = phrase.runs.splice(0, 1);
  const [part, other] = run?.parts ?? [];
  if (run && (run.hours.length > 0 || part!.first.known !== span.day || part!.last || other))
    throw new Doubtful('which day');
  return { spans: [span] };
}

/** `Sundays, 8 January and 5 February` */
function isOfDates(phrase: Phrase, weekdays: readonly number[]): boolean {
  const parts = phrase.runs.flatMap(run => run.parts);
  // `Saturday at 10 am on 17 February`
  const kinds = phrase.tokens.map(({ is }) => is).join(' ');
  const isJoined = /(?:and|to|or|dash)(?: plural| day)? (?:date|number month name|month name number)/.test(
    kinds,
  );
  const isBare = parts.length === 1 && parts[0]!.first.month !== undefined && !parts[0]!.last;
  const isOne = isBare && phrase.hours.length > 0 && !isJoined;
  const isSeries = ['isEvery', 'until', 'from', 'except', 'count'].some(name => phrase.said(name as 'until'));
  if (weekdays.length > 1 || phrase.said('months') || (isOne ? isSeries : parts.length < 2)) return false;
  if (isOne) phrase.forget('isHabit');
  for (const atom of plainAtoms(parts)) atom.weekday ??= weekdays[0]!;
  phrase.forget('isEvery');
  if (phrase.hours.length > 0 && phrase.runs.some(({ hours }) => hours.length > 0))
    throw new Doubtful('several');
  phrase.runs.at(-1)!.hours.push(...phrase.hours.splice(0));
  return true;
}

/** A first day without a last one: that day, or each day from then on. */
function fromAlone(phrase: Phrase): Said {
  if (!phrase.said('until') && phrase.ask('end') === 1) return daily(phrase, 1);
  phrase.runs.push({ parts: [{ first: phrase.take('from')! }], hours: [] });
  return dated(phrase);
}

/** Dates, each with the times that follow it or all; a range without times is one span. */
function dated(phrase: Phrase): Said {
  const until = phrase.take('until');
  const runs = phrase.runs.splice(0);
  const parts = runs.flatMap(run => run.parts);
  const [part] = parts;
  if (until && (parts.length > 1 || part!.last)) throw new Doubtful('several');
  const last = until ?? part!.last;
  const own = runs.filter(({ hours }) => hours.length > 0);
  if (parts.length === 1 && last) {
    phrase.hours.push(...own.flatMap(({ hours }) => hours));
    return eachWeekday(phrase, { first: part!.first, last }) ?? ranged(phrase, { first: part!.first, last });
  }
  const months = phrase.tokens[0]?.is === 'month name' ? phrase.said('months') : undefined;
  // `January: Thursday 7, 14 and 21`
  if (months && months.first === months.last && atomsOf(parts).every(({ day, month }) => day && !month)) {
    const { first: month, year } = phrase.take('months')!;
    for (const atom of atomsOf(parts)) Object.assign(atom, { month, ...(year && { year }) });
  }
  fillMonths(atomsOf(parts));
  // Times are those of each, or those behind the last one.
  const isOwn = own.length === runs.length;
  const isOfAll = own.length === 1 && own[0] === runs.at(-1);
  const hasRange = parts.some(({ last }) => last);
  if (own.length > 0 && ((!isOwn && (!isOfAll || hasRange)) || phrase.hours.length > 0))
    throw new Doubtful('several');
  const areWhole = hasRange && own.length + phrase.hours.length === 0;
  const kinds = phrase.tokens.map(({ is }) => is);
  // `10-14, 16-18 December` may be hours.
  if (areWhole && kinds[0] !== 'weekday' && kinds.includes('dash') && kinds.includes('comma'))
    throw new Doubtful('several');
  if (isOfAll && !isOwn) phrase.hours.push(...own[0]!.hours);
  const days = daysOf(phrase, atomsOf(parts));
  if (areWhole) return rangesOf(phrase, parts, days);
  const dayOfPart = ({ last }: Part): Day[] => {
    const first = days.shift()!;
    return last ? daysBetween(first, days.shift()!) : [first];
  };
  const groups = runs.map(run => ({
    days: run.parts.flatMap(dayOfPart),
    ...(isOwn && { hours: run.hours }),
  }));
  return listed(phrase, ...groups);
}

/** `4 to 6 and 11 to 13 December`: a span for each, if all are of one length. */
function rangesOf(phrase: Phrase, parts: readonly Part[], days: Day[]): Said {
  const spans = parts.map(({ last }) => {
    const day = days.shift()!;
    return { day, minutes: undefined, endDay: last ? days.shift()! : day, endMinutes: undefined };
  });
  if (spans.some(({ day, endDay }) => endDay - day !== spans[0]!.endDay - spans[0]!.day))
    throw new Doubtful('several');
  phrase.forget('isAllDay');
  return { spans };
}

function daysBetween(first: Day, last: Day): Day[] {
  if (last - first >= MOST_LISTED) throw new Doubtful('several');
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** `the night of 5 to 6 January, 23 to 7 h` */
const isOneNight = (phrase: Phrase, days: number): boolean =>
  days === 1 && phrase.hours.length === 1 && (settled(phrase, phrase.hours[0]!).end ?? 0) > DAY;

/** `8 January to 26 March, Friday`: each Friday, unless that may be the weekday of the last day alone. */
function eachWeekday(phrase: Phrase, { first, last }: Required<Part>): Said | undefined {
  const { weekday, isWeekdayBehind } = last;
  if (!weekday || !isWeekdayBehind || (first.weekday ?? weekday) !== weekday) return undefined;
  const [from, to] = rangeOf(phrase, { first, last: { ...last, weekday: undefined! } });
  if (to - from < 7) return undefined;
  const isSure =
    to - from >= 13 && !first.weekday && (weekdayIn(to) !== weekday || weekdayIn(from) === weekday);
  if (!isSure && phrase.ask('repeats') === 0) return undefined;
  return repeatedFrom(phrase, { frequency: 'WEEKLY', weekdays: [{ weekday }] }, from, to);
}

/** Days from one to another: one span, or each day at its time. */
function ranged(phrase: Phrase, range: Required<Part>): Said {
  const [from, to] = rangeOf(phrase, range);
  const except = phrase.said('except');
  const { isPlural, weekday: each } = range.first;
  // `Mondays 7 to 20 December`
  if (isPlural && each && (range.last.weekday ?? each) === each)
    return repeatedFrom(phrase, { frequency: 'WEEKLY', weekdays: [{ weekday: each }] }, from, to);
  if (phrase.hours.length === 0 && !(except && phrase.ask('except') === 1)) {
    phrase.forget('except', 'isAllDay', 'isOneTime');
    return { spans: [{ day: from, minutes: undefined, endDay: to, endMinutes: undefined }] };
  }
  if (isOneNight(phrase, to - from) && (phrase.said('half') || phrase.ask('repeats') === 0))
    return listed(phrase, { days: [from] });
  if (phrase.hours.length > 1 && !except) return listed(phrase, { days: daysBetween(from, to) });
  // `Thursday, 14 January to 18 February` may be each Thursday.
  const { weekday, isWeekdayBehind } = range.last;
  const isLong = to - from >= (weekday ? 14 : 7) && !isWeekdayBehind;
  const mayBeWeekly = isLong && weekdayIn(to) === range.first.weekday;
  const frequency = mayBeWeekly && phrase.ask('repeats') === 1 ? 'WEEKLY' : 'DAILY';
  return repeatedFrom(phrase, { frequency }, from, to);
}
