import { settled } from './clocks.ts';
import { atomsOf, fillMonths, isWeekday, monthDays, rangeOf } from './dates.ts';
import { readDay, readDays, readYear } from './days.ts';
import type { Hours, Part, Phrase } from './phrase.ts';
import { Doubtful } from './questions.ts';
import { readCount, sayWeekdays } from './repetitions.ts';
import { areHours, DAY, HALF, isFrom, isHourBesideTime, isPartOfDay, readHours } from './times.ts';

/** `duration: 1 h 30` */
export function readLength(phrase: Phrase): true {
  const isFor = phrase.is('for', -1);
  phrase.skip('comma');
  const token = phrase.peek();
  if (readCount(phrase)) return true;
  const isHours = token?.is === 'number' && phrase.is('hour', 1);
  if (token?.is !== 'time' && token?.is !== 'duration' && !isHours) throw new Doubtful('length');
  phrase.at += isHours ? 2 : 1;
  const minutes = 'minutes' in token ? token.minutes : (token as { value: number }).value * 60;
  // `7.15 for 7.30 pm`
  const before = (phrase.runs.at(-1)?.hours ?? phrase.hours).at(-1)?.first.minutes;
  const isSoon = before !== undefined && (minutes - before + DAY - 1) % HALF < 60;
  if (isFor && token?.is === 'time' && (isSoon || isPartOfDay(phrase))) throw new Doubtful('length');
  const half = phrase.skip('and half') ? 30 : 0;
  phrase.skip('minutes');
  const more = phrase.peek();
  const rest = token.is !== 'duration' && more?.is === 'duration' && more.minutes < 60 ? more.minutes : 0;
  if (rest > 0) phrase.at++;
  // `2 h in all, 18 h`
  if (minutes > HALF) throw new Doubtful('length');
  return phrase.say('duration', minutes + half + rest);
}

/** `from 3 June 10:00 to 7 June 18:00` */
export const readSpan = (phrase: Phrase): true | undefined =>
  phrase.attempt(() => {
    const first = readMoment(phrase);
    // `from 19 November, 20 h, to 21 November, 18 h`
    if (phrase.isOne(['to', 'at or to', 'until'], 1)) phrase.skip('comma');
    const last = first && phrase.skip('to', 'at or to', 'dash', 'until') && readMoment(phrase);
    if (!last) return undefined;
    const part = { first: first.atom, last: last.atom };
    // `15/1 19:00 to 15/1 21:00`
    if (JSON.stringify(part.first) === JSON.stringify(part.last)) {
      const hours = [{ first: first.hours.first, last: last.hours.first }];
      phrase.runs.push({ parts: [{ first: part.first }], hours });
      return true;
    }
    fillMonths(atomsOf([part]));
    const [day, endDay] = rangeOf(phrase, part);
    const [minutes, endMinutes] = [first, last].map(({ hours }) => settled(phrase, hours).start);
    return phrase.say('span', { day, minutes, endDay, endMinutes });
  });

/** A day with one time behind it, or before it. */
const readMoment = (phrase: Phrase): { atom: Part['first']; hours: Hours } | undefined =>
  phrase.attempt(() => {
    while (phrase.skip('plural'));
    const before = readHours(phrase);
    const atom = readDay(phrase);
    if (!atom || isWeekday(atom)) return undefined;
    if (!before) phrase.skip('comma');
    const hours = before ?? readHours(phrase);
    return hours && !hours.last ? { atom, hours } : undefined;
  });

export function addHours(phrase: Phrase, isBetween = false): boolean {
  const isBehindTime = phrase.is('time', -1);
  const hours = readHours(phrase, isBetween);
  // `Sat 12.12 20 h`: one of both may be a date, or the end.
  if (hours && isBehindTime) throw new Doubtful('several');
  return hours !== undefined && keepHours(phrase, hours);
}

function keepHours(phrase: Phrase, hours: Hours): true {
  const run = phrase.runs.at(-1);
  // `each day at 19 h (except Saturday 13, at 21 h)`
  if (phrase.hasLeftOut) throw new Doubtful('several');
  // `Saturday 16 h, 5 and 6 December 20 h`: which time is of which day is asked.
  const isFree = !run || (phrase.said('weekdays') && !run.isBehindHours);
  (isFree ? phrase.hours : run.hours).push(hours);
  return true;
}

/** `7 December, 10-12`, `every Thursday 18-19`: a bare range behind a date with its month, or behind weekdays. */
export function readBareHours(phrase: Phrase): true | undefined {
  const isWeekly = phrase.said('weekdays') && (phrase.said('isEvery') || isFrom(phrase));
  const isFree = phrase.runs.length + phrase.hours.length === 0 && !phrase.is('of the', -1);
  if (isFree && (isWeekly || phrase.said('period')?.unit === 'day') && areHours(phrase))
    return keepHours(phrase, readHours(phrase, false, true)!);
  const [last] = atomsOf(phrase.runs.at(-1)?.parts ?? []).slice(-1);
  const isFirst = phrase.runs.at(-1)?.hours.length === 0;
  if (!last?.month || last.isMonthFirst || !(isFirst || phrase.is('and', -1))) return undefined;
  if (!phrase.is('number') || !phrase.isOne(['dash', 'to', 'at or to'], 1) || !phrase.is('number', 2))
    return undefined;
  return phrase.attempt(() => {
    const hours = readHours(phrase, false, true);
    if (!hours?.last || phrase.isOne(['month name', 'comma'])) return undefined;
    if (phrase.is('and') && !phrase.ahead(() => phrase.at++ >= 0 && readHours(phrase, false, true)?.last))
      return undefined;
    return keepHours(phrase, hours);
  });
}

/** `5 December, 6 and 8 pm`: two times of a day whose month is said, or else a day and a time. */
export function readBothHours(phrase: Phrase): true | undefined {
  const run = phrase.runs.at(-1);
  const [last] = atomsOf(run?.parts ?? []).slice(-1);
  const isAt = phrase.skip('at or to');
  if (!last || run!.hours.length > 0 || !(isAt || phrase.is('comma', -1)) || !isHourBesideTime(phrase))
    return undefined;
  if ((!last.month || last.isMonthFirst) && phrase.ask('which day') === 1) return undefined;
  const one = readHours(phrase, false, true);
  const other = one && phrase.skip('and') && readHours(phrase);
  if (!other) return undefined;
  const half = one.first.minutes < other.first.minutes % HALF ? other.first.half : undefined;
  const minutes = one.first.minutes + (half === 'pm' ? HALF : 0);
  const first = { ...one.first, half, isUnsure: false, minutes };
  return keepHours(phrase, half && one.first.isUnsure ? { first } : one) && keepHours(phrase, other);
}

/** `Morning: 10 to 13 h. Afternoon: 16 to 19 h`: hours of at least two parts of the same days. */
export function readPartsOfDay(phrase: Phrase): boolean {
  phrase.isLabelled = true;
  const all = phrase.attempt(() => {
    const all = [hoursOfPart(phrase)];
    while (phrase.attempt(() => nextPart(phrase))) all.push(hoursOfPart(phrase));
    return all.length > 1 && all.every(hours => hours !== undefined) ? all : undefined;
  });
  phrase.isLabelled = false;
  return all?.every(hours => keepHours(phrase, hours)) ?? false;
}

function nextPart(phrase: Phrase): true | undefined {
  while (phrase.skip('comma', 'and', 'dash'));
  if (!isPartOfDay(phrase) && !phrase.isOne(['mornings', 'evenings'])) return undefined;
  phrase.at++;
  return true;
}

/** The first and the last minute of each part of the day at which nobody doubts that something begins in it. */
const PARTS = {
  dawn: { earliest: 0, latest: 7 * 60 },
  morning: { earliest: 5 * 60, latest: HALF },
  mornings: { earliest: 5 * 60, latest: HALF },
  evenings: { earliest: HALF, latest: DAY - 1 },
  afternoon: { earliest: HALF, latest: 21 * 60 - 1 },
  evening: { earliest: 17 * 60, latest: DAY - 1 },
  night: { earliest: 19 * 60, latest: DAY - 1 },
};

/** The hours behind a part of the day. After midnight, a night is of the next day: that is asked about. */
function hoursOfPart(phrase: Phrase): Hours | undefined {
  const part = (Object.keys(PARTS) as (keyof typeof PARTS)[]).find(part => phrase.is(part, -1)) ?? 'night';
  phrase.skip('comma');
  const hours = readHours(phrase, false, areHours(phrase));
  const { first, last } = hours ?? {};
  if (!first) return undefined;
  const { earliest, latest } = PARTS[part];
  const isIn = (minutes: number) => minutes >= earliest && minutes <= latest;
  const isAm = first.half === 'am' || last?.half === 'am';
  const later = first.minutes >= 60 ? first.minutes + HALF : first.minutes;
  const start = isIn(first.minutes) ? first.minutes : later;
  if (!isIn(start) || (isAm && latest > HALF)) throw new Doubtful('half of day');
  const end = last && (last.minutes > start ? last.minutes : last.minutes + HALF);
  if (end !== undefined && (end <= start || end > DAY)) throw new Doubtful('half of day');
  const sure = (minutes: number) => ({ isUnsure: false, minutes });
  return { first: sure(start), ...(end !== undefined && { last: sure(end) }) };
}

export function addDays(phrase: Phrase, isBetween = false): boolean {
  const isBehindNumber = phrase.is('number', -1) && phrase.is('weekday');
  const day = phrase.peek(phrase.is('day') ? 1 : 0);
  const isNamed = day?.is === 'number' && (day.isDay || (day.isOrdinal && phrase.language === 'en'));
  const found = readDays(phrase);
  if (!found) return false;
  // `the 2 Saturdays 12 and 19 December`: how many they are is no day.
  if (isBehindNumber && phrase.runs.at(-1)?.parts.some(({ first }) => !first.month))
    throw new Doubtful('count');
  const [first, last, ...others] = found;
  const isRange = isBetween && last && others.length === 0 && !first!.last && !last.last;
  const parts = isRange ? [{ first: first!.first, last: last.first }] : found;
  const isBare = atomsOf(parts).some(({ day, month, weekday }) => day !== undefined && !month && !weekday);
  // `5 December at 20 h and the 6th at 17 h`
  if (isBare && phrase.runs.length > 0 && !isNamed) throw new Doubtful('which day');
  if (parts.every(({ first }) => isWeekday(first))) sayWeekdays(phrase, parts);
  else phrase.runs.push({ parts, hours: [], isBehindHours: phrase.hours.length > 0 });
  return true;
}

/** A day or a time from which on something takes place. */
export function readFrom(phrase: Phrase): boolean {
  if (readSpan(phrase) || addHours(phrase) || readBareHours(phrase)) return true;
  while (phrase.skip('at or to', 'at', 'plural'));
  const parts = phrase.ahead(() => readDays(phrase));
  const [part] = parts ?? [];
  if (!part || parts!.length > 1 || part.last || part.first.isPlural) return addDays(phrase);
  readDays(phrase);
  return phrase.say('from', part.first);
}

/** A day or a time until which something takes place. */
export function readUntil(phrase: Phrase): boolean {
  while (phrase.skip('at or to', 'at', 'plural'));
  const hours = readHours(phrase);
  if (hours) {
    const list = phrase.runs.at(-1)?.hours.length ? phrase.runs.at(-1)!.hours : phrase.hours;
    const last = list.pop();
    if (!last || last.last || hours.last) throw new Doubtful('start');
    list.push({ first: last.first, last: hours.first });
    return true;
  }
  const isWhole = phrase.skip('end of');
  const month = phrase.peek();
  if (month?.is === 'month name' && !phrase.ahead(() => readDay(phrase))) {
    phrase.at++;
    const [from, to] = monthDays(phrase, { first: month.value, last: month.value, ...readYear(phrase) });
    return phrase.say('until', { known: isWhole || phrase.ask('end') === 0 ? to : from - 1 });
  }
  const parts = !isWhole && readDays(phrase);
  if (!parts) return false;
  const { first } = parts[0]!;
  if (parts.length > 1 || parts[0]!.last) throw new Doubtful('several');
  // It may be an hour.
  if ((first.day ?? 25) <= 24 && !first.month && !first.weekday) throw new Doubtful('end');
  return phrase.say('until', first);
}

/** Dates beside those of a rule. */
export function readAlso(phrase: Phrase): true {
  const parts = readDays(phrase);
  if (!parts || parts.some(({ first }) => isWeekday(first))) throw new Doubtful('which day');
  const hours = readHours(phrase);
  return phrase.say('also', { parts, hours: hours ? [hours] : [] });
}
