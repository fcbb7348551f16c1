import { dateOf } from '../lib/time/zones.ts';
import type { RecurrenceDate, Wall } from './rule.ts';

/** A wall-clock time as whole numbers: days since 1970-01-01, seconds since midnight. */
export interface CivilTime {
  readonly day: number;
  readonly second: number;
}

export const DAY_SECONDS = 86_400;
const DAY_MILLISECONDS = DAY_SECONDS * 1000;

/** A month or day beyond its range continues in the next or previous month or year. */
export const dayOf = (year: number, month: number, monthDay: number): number =>
  Date.UTC(year, month - 1, monthDay) / DAY_MILLISECONDS;

/** The years whose dates have four digits, as stores and formats need. */
export const FIRST_DAY = dayOf(1000, 1, 1);
export const LAST_DAY = dayOf(9999, 12, 31);

/**
 * The date of a day, calculated in years that begin in March, so that the leap day is the last one. Ten times as fast
 * as `Date`, which rules with few dates would notice. Months and their days are counted from 1.
 */
export function civilDateOf(day: number) {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return { year, month, monthDay: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1 };
}

/** From 0, Monday, to 6. */
export const weekdayOf = (day: number): number => modulo(day + 3, 7);

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export const monthLength = (month: number, isLeap: boolean): number =>
  month === 2 && isLeap ? 29 : MONTH_LENGTHS[month - 1]!;

export const modulo = (value: number, by: number): number => ((value % by) + by) % by;

export function readWall(wall: Wall): CivilTime {
  const at = (from: number, to: number) => Number(wall.slice(from, to));
  return {
    day: dayOf(at(0, 4), at(5, 7), at(8, 10)),
    second: at(11, 13) * 3600 + at(14, 16) * 60 + at(17, 19),
  };
}

const TWO = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
const two = (number: number): string => TWO[number]!;

export const wallOf = (day: number, second: number): Wall => `${dateOf(day)} ${timeOf(second)}`;

export const timeOf = (second: number): string =>
  `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;

const totalOf = ({ day, second }: CivilTime): number => day * DAY_SECONDS + second;

/** The seconds from one wall time to another, as if all days had 24 hours. */
export const secondsBetween = (from: Wall, to: Wall): number =>
  totalOf(readWall(to)) - totalOf(readWall(from));

/** A wall time moved by seconds; undefined outside the years 1000 to 9999. */
export function addSeconds(wall: Wall, seconds: number): Wall | undefined {
  const total = totalOf(readWall(wall)) + seconds;
  const day = Math.floor(total / DAY_SECONDS);
  return day < FIRST_DAY || day > LAST_DAY ? undefined : wallOf(day, total - day * DAY_SECONDS);
}

/** A wall time moved by seconds, or where it was if that is outside the years 1000 to 9999. */
export const movedBy = (wall: Wall, seconds = 0): Wall =>
  seconds === 0 ? wall : (addSeconds(wall, seconds) ?? wall);

/**
 * The wall-clock end of an occurrence: its own, or as long after its start as the event's end is after the event's
 * start. Durations are those that a clock shows, so an evening until 21:30 ends at 21:30 on all days of the year.
 */
export function occurrenceEnd(
  date: RecurrenceDate,
  event: { readonly start: Wall; readonly end: Wall },
): Wall {
  if (date.end !== undefined) return date.end;
  return addSeconds(date.recurrenceId, secondsBetween(event.start, event.end)) ?? LATEST;
}

const LATEST: Wall = '9999-12-31 23:59:59';
