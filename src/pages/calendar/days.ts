import type { Config } from '../../config.ts';
import { lastSecondOf } from '../../lib/time/dates.ts';
import { dateOf, toEpoch } from '../../lib/time/zones.ts';
import type { DayRange } from '../../search/facet-days.ts';

const DAY_MILLISECONDS = 86_400_000;

/** The number of a date: days since 1970-01-01. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MILLISECONDS;

export const daysOf = ({ from, to }: DayRange): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** The instants of whole days in a zone; `before` is exclusive, and `nightEnds` is in the first of them. */
export function instantsOf({ from, to }: DayRange, { TIME_ZONE: { id: zone }, DAY_ENDS }: DaySettings) {
  return {
    from: toEpoch(`${dateOf(from)} 00:00:00`, zone),
    before: lastSecondOf(dateOf(to), zone) + 1,
    nightEnds: toEpoch(`${dateOf(from)} ${DAY_ENDS}`, zone),
  };
}

/** Where days begin and end. */
export type DaySettings = Pick<Config, 'TIME_ZONE' | 'DAY_ENDS'>;

/** What pages show on some days: not what ends in the night before them. */
export function periodOf(days: DayRange, config: DaySettings) {
  const { from, before, nightEnds } = instantsOf(days, config);
  return { runsFrom: from, before, exceptNight: { start: from, end: nightEnds } };
}

/** The days from the first to the last of a month, which is named by its first seven characters. */
export function daysOfMonth(month: string): DayRange {
  const from = dayNumber(`${month}-01`);
  const next = new Date(from * DAY_MILLISECONDS);
  return { from, to: next.setUTCMonth(next.getUTCMonth() + 1) / DAY_MILLISECONDS - 1 };
}

/** From Monday to Sunday. */
export function daysOfWeek(date: string): DayRange {
  const from = mondayOf(dayNumber(date));
  return { from, to: from + DAYS_OF_WEEK - 1 };
}

export const DAYS_OF_WEEK = 7;

/** 1970-01-01 was a Thursday. */
export const mondayOf = (day: number): number =>
  day - ((((day + 3) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK);

/** The weeks that have days of a range, each by its Monday. */
export function weeksOf({ from, to }: DayRange): number[] {
  const first = mondayOf(from);
  return Array.from(
    { length: (mondayOf(to) - first) / DAYS_OF_WEEK + 1 },
    (_, at) => first + at * DAYS_OF_WEEK,
  );
}

/** Whole weeks, with days of the months before and after it. */
export function wholeWeeks(range: DayRange): DayRange {
  const mondays = weeksOf(range);
  return { from: mondays[0]!, to: mondays.at(-1)! + DAYS_OF_WEEK - 1 };
}

export const weekNumber = (day: number): number => Temporal.PlainDate.from(dateOf(day)).weekOfYear!;
