import type { DayRange } from '../../search/facet-days.ts';
import { DAYS_OF_WEEK, daysOf, mondayOf, weeksOf } from './days.ts';

/** The days of an event, both inclusive. */
export interface EventDays {
  readonly id: number;
  readonly first: number;
  readonly last: number;
}

export interface ArrangedDay {
  readonly day: number;
  readonly spans: readonly EventDays[];
  /** How many take place on it. */
  readonly total: number;
  /** How many of them are neither shown here nor among those that run for long. */
  readonly more: number;
}

/** An event of several days as a bar across those of a week. Its days are inclusive, and within the range. */
export interface Bar {
  readonly span: EventDays;
  readonly from: number;
  readonly to: number;
}

/** The bars of a week below one another: those of a lane follow one another. */
export type Lanes = readonly (readonly Bar[])[];

export interface Arrangement {
  readonly days: readonly ArrangedDay[];
  /** The bars of each week, by its Monday. */
  readonly bars: ReadonlyMap<number, Lanes>;
  /** Events that run for longer than two weeks: those that end first come first. */
  readonly running: readonly EventDays[];
  /** Whether more of them are known than are shown. */
  readonly hasMoreRunning: boolean;
}

/** The most events that are shown. */
export interface DayLimits {
  readonly perDay: number;
  readonly running: number;
  /** Bars below one another. */
  readonly lanes: number;
}

/** An event of more days than this runs: it is shown apart, and in the days only where it begins and where it ends. */
const LONGEST = 14;

export const runsLong = ({ first, last }: EventDays): boolean => last - first >= LONGEST;

/** Whether an event is a bar across its days. */
export const isBar = (span: EventDays): boolean => span.first < span.last && !runsLong(span);

/**
 * Distributes events to days.
 * @param spans in list order
 * @param totals how many events each day has, of which `spans` may be only some
 */
export function arrange(
  spans: readonly EventDays[],
  totals: ReadonlyMap<number, number>,
  range: DayRange,
  limits: DayLimits,
): Arrangement {
  const long = spans.filter(runsLong).sort((one, other) => one.last - other.last);
  const running = long.slice(0, limits.running);
  const bars = new Map(weeksOf(range).map(monday => [monday, lanesOf(monday, spans, range, limits.lanes)]));
  const days = daysOf(range).map(day => {
    const total = totals.get(day) ?? 0;
    const barred = bars
      .get(mondayOf(day))!
      .flat()
      .flatMap(({ span }) => (isOn(span, day) ? span : []));
    const onDay = spans.filter(span => isOn(span, day));
    const own = onDay.filter(span => isOwn(span, day));
    const isWhole =
      own.length + barred.length <= limits.perDay && withRunning([...barred, ...own], running, day) >= total;
    // The last line says how many more there are.
    const most = isWhole ? own.length : Math.max(0, limits.perDay - 1 - barred.length);
    const kept = new Set([...barred, ...own.slice(0, most)]);
    const shown = onDay.filter(span => kept.has(span));
    return { day, spans: shown, total, more: Math.max(0, total - withRunning(shown, running, day)) };
  });
  return { days, bars, running, hasMoreRunning: long.length > running.length };
}

/** The bars of a week: what begins first comes first, and what finds no lane is one more of its days. */
function lanesOf(monday: number, spans: readonly EventDays[], range: DayRange, most: number): Lanes {
  const [first, last] = [Math.max(monday, range.from), Math.min(monday + DAYS_OF_WEEK - 1, range.to)];
  const several = spans
    .filter(span => isBar(span) && span.first <= last && span.last >= first)
    .sort((one, other) => one.first - other.first || other.last - one.last);
  const lanes: Bar[][] = [];
  for (const span of several) {
    const bar = { span, from: Math.max(span.first, first), to: Math.min(span.last, last) };
    const lane = lanes.find(bars => bars.at(-1)!.to < bar.from);
    if (lane) lane.push(bar);
    else if (lanes.length < most) lanes.push([bar]);
  }
  return lanes;
}

const isOn = ({ first, last }: EventDays, day: number): boolean => first <= day && day <= last;

/** Whether an event is shown on a day itself: of those that run for long, the first and the last. */
const isOwn = (span: EventDays, day: number): boolean =>
  !isBar(span) && (span.first === day || span.last === day);

/** How many events of a day are shown on it or apart. */
const withRunning = (shown: readonly EventDays[], running: readonly EventDays[], day: number): number =>
  new Set([...shown, ...running.filter(span => isOn(span, day))]).size;

export function totalsOf(spans: readonly EventDays[], { from, to }: DayRange): Map<number, number> {
  const totals = new Map<number, number>();
  for (const { first, last } of spans)
    for (let day = Math.max(first, from); day <= Math.min(last, to); day++)
      totals.set(day, (totals.get(day) ?? 0) + 1);
  return totals;
}
