import type { Config } from '../config.ts';
import { endOfDay, lastSecondOf, namesTime, parseDate, startOfDay, zoneIn } from '../lib/time/dates.ts';
import { type DayBounds, dayOf } from '../lib/time/day.ts';
import { isoAt, toEpoch, toWall } from '../lib/time/zones.ts';
import type { IndexQuery } from '../read-model/index/query.ts';
import type { Condition, SqlContext } from './filter.ts';
import { endColumn } from './when.ts';

/** The date parameters of the list's window, as they were sent. */
export interface DateFilters {
  start_date?: string | number;
  end_date?: string | number;
  starts_before?: string | number;
  starts_after?: string | number;
  ends_before?: string | number;
  ends_after?: string | number;
}

type DateFilter = keyof DateFilters;

export interface WindowContext {
  config: Pick<Config, 'TIME_ZONE'>;
  now: number;
}

/** The resolved date filters: epoch seconds, and their texts in links. */
export interface DateWindow {
  at: Partial<Record<DateFilter, number>>;
  shown: Partial<Record<DateFilter, string>>;
}

/**
 * Resolves the date filters of a list. Without `strict` they are whole days of the site: the first second of the day
 * for `start_date`, the last one for the others. By default the window starts today.
 * @param isReplaced whether another parameter takes the place of the default window
 */
export function readWindow(
  sent: DateFilters,
  strict: boolean,
  context: WindowContext,
  isReplaced = false,
): DateWindow {
  const relative = isReplaced || RELATIVE.some(name => sent[name] !== undefined);
  const complete = relative || (sent.start_date !== undefined && sent.end_date !== undefined);
  const filters = complete ? sent : { ...defaultWindow(context), ...sent };
  const { id: zone } = context.config.TIME_ZONE;
  const window: DateWindow = { at: {}, shown: {} };
  for (const name of FILTERS) {
    const value = filters[name];
    const found = value === undefined ? undefined : parseDate(value, { zone, now: context.now });
    if (!found) continue;
    if (strict) {
      window.at[name] = found.epoch;
      window.shown[name] = isoOf(found.epoch, zone);
      continue;
    }
    const first = name === 'start_date';
    const wall = first ? startOfDay(found.wall) : endOfDay(found.wall);
    window.at[name] = first ? toEpoch(wall, zone) : lastSecondOf(found.wall, zone);
    window.shown[name] = wall;
  }
  return window;
}

/**
 * The period in which the date filters resolve to the same window: today in the time zone of the site; undefined if
 * they depend on the time of day.
 */
export function windowHolds(
  sent: DateFilters,
  strict: boolean,
  context: WindowContext,
): DayBounds | undefined {
  const dates = FILTERS.flatMap(name => (sent[name] === undefined ? [] : String(sent[name])));
  return holdsToday(dates, now => readWindow(sent, strict, { ...context, now }).at, context);
}

/** Today in the time zone of the site if these dates resolve alike all day; otherwise undefined. */
export function holdsToday(
  dates: readonly string[],
  resolve: (now: number) => unknown,
  { config, now }: WindowContext,
): DayBounds | undefined {
  const day = dayOf(config.TIME_ZONE.id, now);
  if (dates.every(date => ABSOLUTE.test(date))) return day;
  const at = (now: number) => JSON.stringify(resolve(now));
  // Within a day of every time zone, relative dates only move forward: if both ends resolve alike, so does all between.
  const resolved = new Set([day.since, ...midnightsWithin(day, dates), day.until - 1].map(at));
  return resolved.size === 1 ? day : undefined;
}

/** Dates that do not depend on the current time. */
const ABSOLUTE = /^(?:\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)?|@?\d+)$/;

/** The seconds around midnight, within a day, in the time zones that the dates name. */
function midnightsWithin({ since, until }: DayBounds, dates: readonly string[]): number[] {
  const zones = new Set(dates.flatMap(date => zoneIn(date) ?? []));
  return [...zones]
    .flatMap(zone => [dayOf(zone, since).until, dayOf(zone, until - 1).since])
    .flatMap(midnight => [midnight - 1, midnight])
    .filter(second => second > since && second < until);
}

/** Whether a parameter takes the place of the default window. */
export const hasOwnTimes = ({ when, overlaps }: { when?: readonly unknown[]; overlaps?: string }): boolean =>
  when !== undefined || overlaps !== undefined;

/** The instant of a date, and its text in links. A date without a time is the first second of its day. */
export function readInstant(date: string | number, { config, now }: WindowContext) {
  const { id: zone } = config.TIME_ZONE;
  // The argument accepts only what can be parsed.
  const { epoch, wall } = parseDate(date, { zone, now })!;
  const at = namesTime(date) ? epoch : toEpoch(startOfDay(wall), zone);
  return { at, shown: isoOf(at, zone) };
}

/** The column and the comparison of each bound. */
const BOUNDS = {
  start_date: ['start_at', '>='],
  starts_after: ['start_at', '>'],
  starts_before: ['start_at', '<'],
  end_date: ['end_at', '<='],
  ends_before: ['end_at', '<'],
  ends_after: ['end_at', '>'],
} as const;

export function windowConditions(context: SqlContext, at: DateWindow['at']): Condition[] {
  const set = FILTERS.filter(name => at[name] !== undefined);
  const ends = endColumn(
    context,
    set.some(name => BOUNDS[name][0] === 'start_at'),
  );
  return set.map(name => {
    const [column, operator] = BOUNDS[name];
    return context.eb(column === 'end_at' ? ends : column, operator, at[name]!);
  });
}

/** The conditions of a window for the index, whose bounds are whole seconds. */
export function windowInIndex(at: DateWindow['at']): Partial<IndexQuery> {
  const { start_date = -Infinity, starts_after = -Infinity, starts_before = Infinity } = at;
  const { end_date = Infinity, ends_before = Infinity, ends_after = -Infinity } = at;
  return {
    from: Math.max(start_date, Math.floor(starts_after) + 1),
    before: starts_before,
    endAtMost: Math.min(end_date, Math.ceil(ends_before) - 1),
    endAbove: ends_after,
  };
}

const RELATIVE = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;
const FILTERS = ['start_date', 'end_date', ...RELATIVE] as const;

const DEFAULT_MONTHS = 24;

/** From the start of today to the end of the same day in two years, in the time zone of the site. */
export function defaultWindow({ config, now }: WindowContext): { start_date: string; end_date: string } {
  const { id: zone } = config.TIME_ZONE;
  const today = Temporal.PlainDate.from(toWall(now, zone).slice(0, 10));
  return {
    start_date: `${today} 00:00:00`,
    end_date: `${today.add({ months: DEFAULT_MONTHS })} 23:59:59`,
  };
}

/** With the offset, since a local time may occur twice when clocks are set back. */
export function isoOf(epoch: number, zone: string): string {
  const wall = toWall(epoch, zone);
  return toEpoch(wall, zone) === epoch
    ? isoAt(epoch, zone)
    : Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toString();
}
