import { isEverSkipped, isFarFromChange, isSkippedTime, isUniqueTime } from '../../lib/time/clock.ts';
import { toEpoch } from '../../lib/time/zones.ts';
import type { SeriesRecord } from '../../read-model/series.ts';
import { addSeconds, occurrenceEnd, readWall, secondsBetween } from '../../recurrence/calendar.ts';
import { rawDates } from '../../recurrence/expand.ts';
import { MAX_DATES, type Recurrence, type Wall } from '../../recurrence/rule.ts';
import { zoneOf } from '../../series/recurrence.ts';

/** When a series takes place, as a calendar says it to its reader. */
export interface SeriesDates {
  /**
   * Its explicit dates are those that the rule does not give, without ends. Excluded are all its dates that the
   * calendar does not show.
   */
  readonly recurrence: Recurrence;
  /** The excluded dates on whose day the series has no other one, excluded or not. */
  readonly excludedDays: ReadonlySet<Wall>;
  /** Whether the clocks skip the time of its rule on some day. */
  readonly isSkipped: boolean;
}

type CalendarSeriesTimes = Pick<SeriesRecord, 'start_date' | 'end_date' | 'all_day' | 'timezone'>;

/**
 * The dates of a series in a calendar that does not show some of them. Readers disagree on what an excluded date means
 * that is no date, and on one that is listed twice, so there are no such dates.
 * @param occurrences the recurrence ids of its occurrences
 * @param hidden those that are not shown
 */
export function datesInCalendar(
  series: CalendarSeriesTimes,
  { rule, dates, excluded }: Recurrence,
  occurrences: readonly Wall[],
  hidden: readonly Wall[],
): SeriesDates {
  const { start_date: start, all_day } = series;
  const ruleDates = datesUntil({ rule, dates, excluded: [] }, start, endOfDay(excluded.at(-1)));
  const ofRule = rule && datesUntil({ rule, dates: [], excluded: [] }, start, dates.at(-1)?.start);
  // Some readers show the start of a series without a rule only if it is listed.
  const isListed = rule !== undefined || dates.some(date => date.start === start);
  const listed = [...(isListed ? [] : [start]), ...dates.map(date => date.start)];
  const all = new Set([...excluded.filter(date => ruleDates.has(date)), ...hidden]);
  const perDay = Map.groupBy(all.size === 0 ? [] : new Set([...ruleDates, ...occurrences]), dayIn);
  return {
    recurrence: {
      rule,
      dates: listed.filter(date => !ofRule?.has(date)).map(date => ({ start: date })),
      excluded: [...all].sort(),
    },
    excludedDays: new Set([...all].filter(date => perDay.get(dayIn(date))?.length === 1)),
    isSkipped: rule !== undefined && all_day === 0 && isSkipped(series, occurrences.at(-1) ?? start),
  };
}

const dayIn = (date: Wall): string => date.slice(0, 10);

const endOfDay = (date: Wall | undefined): Wall | undefined => date && `${dayIn(date)} 23:59:59`;

/** Whether the time of a series is skipped on any day up to its last occurrence, or within a year around. */
function isSkipped(series: CalendarSeriesTimes, last: Wall): boolean {
  const { second } = readWall(series.start_date);
  const [from, to] = [series.start_date, last].map(wall => toEpoch(wall, 'UTC'));
  return isEverSkipped(second, zoneOf(series), { from: from! - YEAR, to: to! + YEAR });
}

/** Seconds. */
const YEAR = 366 * 86_400;

function datesUntil(recurrence: Recurrence, start: Wall, last: Wall | undefined): ReadonlySet<Wall> {
  const before = last === undefined ? undefined : addSeconds(last, 1);
  if (before === undefined) return new Set();
  const { dates } = rawDates(recurrence, start, { before, limit: MAX_DATES });
  return new Set(dates.map(({ recurrenceId }) => recurrenceId));
}

/**
 * The occurrences whose times do not follow from those of the series as all readers understand it: they have ends of
 * their own, or the clocks are changed at them. A calendar has to say when they take place.
 * @param occurrences recurrence ids
 */
export function irregularDates(
  series: CalendarSeriesTimes,
  recurrence: Recurrence,
  occurrences: readonly Wall[],
): Wall[] {
  const { start_date: start, end_date: end, all_day } = series;
  const zone = zoneOf(series);
  const ends = new Map(recurrence.dates.map(date => [date.start, date.end]));
  return occurrences.filter(recurrenceId => {
    const usual = occurrenceEnd({ recurrenceId }, { start, end });
    const own = ends.get(recurrenceId) ?? usual;
    return own !== usual || (all_day === 0 && !isRegular(recurrenceId, usual, zone));
  });
}

/** Whether both times occur once, and as long after one another as the clocks show. */
export function isRegular(start: Wall, end: Wall, zone: string): boolean {
  if (zone === 'UTC') return true;
  const seconds = secondsBetween(start, end);
  if (isFarFromChange(toEpoch(start, 'UTC'), seconds, zone)) return true;
  const [from, to] = [toEpoch(start, zone), toEpoch(end, zone)];
  const occurOnce = (wall: Wall, epoch: number) => !isSkippedTime(wall, zone) && isUniqueTime(epoch, zone);
  return occurOnce(start, from) && occurOnce(end, to) && to - from === seconds;
}
