import {
  type DateShift,
  type DayPhrase,
  readWords,
  type Time,
  type Weekday,
  type Wording,
} from './date-phrases.ts';
import { dateOf as dateOfDay, toEpoch, toWall } from './zones.ts';

const MAX_LENGTH = 100;
const DAY_SECONDS = 86_400;
const FIRST_YEAR = 1000;
const LAST_YEAR = 9999;
const FIRST_SECOND = Date.UTC(FIRST_YEAR, 0, 1) / 1000;
const LAST_SECOND = Date.UTC(LAST_YEAR, 11, 31, 23, 59, 59) / 1000;
const NO_SHIFT: DateShift = { months: 0, days: 0, seconds: 0 };

/**
 * The context of a written date: a Temporal time-zone id as parseZone returns it, and the current time in epoch
 * seconds.
 */
export type DateContext = { zone: string; now: number };

/**
 * Parses a date as people and programs write it: `2031-05-10 18:00`, `05/10/2031`, `10 May 2031 6pm`,
 * `2031-05-10T18:00:00Z`, `tomorrow 9am`, `+5 days`, `last day of next month`, Unix seconds; the forms are in
 * date-phrases.ts. A date without a zone or offset is in the context's zone.
 * @returns the instant in epoch seconds and its wall time (`YYYY-MM-DD HH:MM:SS`) in the context's zone; undefined if
 *   something is not understood, if there is no such day or time, and outside the years 1000 to 9999
 */
export function parseDate(
  input: string | number,
  context: DateContext,
): { epoch: number; wall: string } | undefined {
  const epoch = typeof input === 'number' ? unixSeconds(input) : readText(input, context);
  if (epoch === undefined || !isInRange(epoch)) return undefined;
  const wall = toWall(epoch, context.zone);
  return /^[1-9]\d{3}-/.test(wall) ? { epoch, wall } : undefined;
}

/** The zone in a written date, if any: a Temporal time-zone id. */
export const zoneIn = (input: string): string | undefined =>
  input.length > MAX_LENGTH ? undefined : readWords(input)?.zone;

/** Whether a written date names a time; otherwise it stands for a whole day. */
export function namesTime(input: string | number): boolean {
  if (typeof input === 'number' || /^@?\d+$/.test(input.trim())) return true;
  if (WALL.test(input)) return true;
  if (DATE.test(input)) return false;
  const { time, day, shift } = readWords(input) ?? {};
  return time !== undefined || day?.is === 'now' || (shift?.seconds ?? 0) !== 0;
}

/** Whether an instant is within the years 1000 to 9999 in UTC, which have four digits. */
export const isInRange = (epoch: number): boolean => epoch >= FIRST_SECOND && epoch <= LAST_SECOND;

/** The first second of a wall time's day, as a wall time. */
export const startOfDay = (wall: string): string => `${wall.slice(0, 10)} 00:00:00`;

/**
 * The last second of a wall time's day as an instant: where clocks go back at midnight there are two seconds
 * that the wall shows as 23:59:59, and the day ends with the later one.
 */
export function lastSecondOf(wall: string, zone: string): number {
  const day = Date.parse(wall.slice(0, 10)) / 1000 / DAY_SECONDS;
  const next = dateOfDay(day + 1);
  // The year 10000 is out of range.
  return next.startsWith('+') ? toEpoch(endOfDay(wall), zone) : toEpoch(startOfDay(next), zone) - 1;
}

/** The last second of a wall time's day, as a wall time. */
export const endOfDay = (wall: string): string => `${wall.slice(0, 10)} 23:59:59`;

/** 0 is not a date: empty fields turn into it. */
const unixSeconds = (seconds: number): number | undefined =>
  Number.isInteger(seconds) && seconds > 0 ? seconds : undefined;

function readText(input: string, context: DateContext): number | undefined {
  if (input.length > MAX_LENGTH) return undefined;
  const digits = /^@?(\d+)$/.exec(input.trim())?.[1];
  if (digits !== undefined) return unixSeconds(Number(digits));
  // A fast path for the formats of programs and of this interface.
  const wall = WALL.test(input) ? input : DATE.test(input) ? startOfDay(input) : undefined;
  if (wall !== undefined) return isDay(wall.slice(0, 10)) ? toEpoch(wall, context.zone) : undefined;
  const wording = readWords(input);
  return wording && instantOf(wording, context);
}

const WALL = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Whether a text is a day that there is: `2031-02-28`, but not `2031-02-30`. */
export const isDay = (text: string): boolean =>
  DATE.test(text) && (text.slice(8) <= '28' || new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text);

/** Days and months are added in the calendar of the zone, hours and smaller units to the instant. */
function instantOf(wording: Wording, context: DateContext): number | undefined {
  const { day, time, weekday, shift = NO_SHIFT, zone = context.zone } = wording;
  if (!day && !time && !weekday && !wording.shift) return undefined;
  const now = Math.floor(context.now);
  const countsFromNow = !time && !weekday && (!day || day.is === 'now') && !shift.months && !shift.days;
  if (countsFromNow) return now + shift.seconds;
  const wall = wallOf(wording, toWall(now, zone));
  return wall === undefined ? undefined : toEpoch(wall, zone) + shift.seconds;
}

function wallOf(wording: Wording, now: string): string | undefined {
  const { day, time, weekday, shift = NO_SHIFT } = wording;
  const date = dateOf(day, now);
  const toWeekday = weekday && date ? daysToWeekday(weekday, dayNumber(date), wording) : 0;
  if (!date || toWeekday === undefined) return undefined;
  const days = dayNumber(date, shift.months) + shift.days + toWeekday;
  const { hour, minute, second } = time ?? (weekday || isWholeDay(day) ? MIDNIGHT : timeOf(now));
  const seconds = days * DAY_SECONDS + hour * 3600 + minute * 60 + second;
  if (!(seconds >= FIRST_SECOND && seconds <= LAST_SECOND)) return undefined;
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

const MIDNIGHT: Time = { hour: 0, minute: 0, second: 0 };

const isWholeDay = (day: DayPhrase | undefined): boolean =>
  day?.is === 'date' || day?.is === 'near' || day?.is === 'weekday of month';

function timeOf(wall: string): Time {
  const [hour, minute, second] = wall.slice(11).split(':').map(Number) as [number, number, number];
  return { hour, minute, second };
}

/** Day and month may be out of range: they then overflow into the next. */
type CalendarDate = { year: number; month: number; day: number | 'last' };

/** The day before shifts are applied; undefined if there is no such day. */
function dateOf(day: DayPhrase | undefined, now: string): CalendarDate | undefined {
  const [year, month, date] = now.slice(0, 10).split('-').map(Number) as [number, number, number];
  const today = { year, month, day: date };
  switch (day?.is) {
    case 'date':
      return existing({ year: day.year ?? today.year, month: day.month, day: day.day });
    case 'near':
      return { ...today, day: today.day + day.days };
    case 'weekday of month':
      return weekdayOfMonth(day, today);
    case 'of month':
      return { ...today, month: today.month + day.months, day: day.day };
    default:
      return today;
  }
}

function weekdayOfMonth(
  { month, weekday, nth }: Extract<DayPhrase, { is: 'weekday of month' }>,
  today: { year: number; month: number },
): CalendarDate {
  const first =
    'months' in month
      ? { year: today.year, month: today.month + month.months, day: 1 }
      : { year: month.year ?? today.year, month: month.number, day: 1 };
  const from = (date: CalendarDate) => (weekday - weekdayOf(dayNumber(date)) + 7) % 7;
  if (nth > 0) return { ...first, day: 1 + from(first) + (nth - 1) * 7 };
  const last = { ...first, day: 'last' as const };
  const days = dayNumber(last) - dayNumber(first) + 1;
  return { ...first, day: days - ((weekdayOf(dayNumber(last)) - weekday + 7) % 7) };
}

/** Monday is 1, Sunday 7. */
const weekdayOf = (dayNumber: number): number => ((((dayNumber + 3) % 7) + 7) % 7) + 1;

function existing(date: CalendarDate): CalendarDate | undefined {
  if (date.month < 1 || date.month > 12) return undefined;
  const days = dayNumber({ ...date, day: 'last' }) - dayNumber({ ...date, day: 1 }) + 1;
  return date.day === 'last' || (date.day >= 1 && date.day <= days) ? date : undefined;
}

/** Days since 1970-01-01; NaN outside the supported years. */
function dayNumber({ year, month, day }: CalendarDate, months = 0): number {
  const index = year * 12 + month - 1 + months;
  const years = Math.floor(index / 12);
  if (years < FIRST_YEAR || years > LAST_YEAR) return NaN;
  const inYear = index - years * 12;
  const midnight = day === 'last' ? Date.UTC(years, inYear + 1, 0) : Date.UTC(years, inYear, day);
  return midnight / 1000 / DAY_SECONDS;
}

/**
 * The number of days to a weekday. Next to a date ("Sat, 10 May 2031") the weekday only repeats what the date says, so
 * a different weekday is an error: undefined.
 */
function daysToWeekday({ number, turn }: Weekday, from: number, wording: Wording): number | undefined {
  const fromNumber = weekdayOf(from);
  const ahead = (number - fromNumber + 7) % 7;
  if (wording.wholeWeek) return turn === undefined ? number - fromNumber : undefined;
  if (turn === 1) return ahead === 0 ? 7 : ahead;
  if (turn === -1) return ahead - 7;
  const isRepeated = turn === undefined && wording.day !== undefined && wording.day.is !== 'now';
  return isRepeated && ahead !== 0 ? undefined : ahead;
}
