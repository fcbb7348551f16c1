import type { DayRange } from '../../search/facet-days.ts';
import { daysOf } from './days.ts';

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

export interface Arrangement {
  readonly days: readonly ArrangedDay[];
  /** Events that run for longer than a week: those that end first come first. */
  readonly running: readonly EventDays[];
  /** Whether more of them are known than are shown. */
  readonly hasMoreRunning: boolean;
}

/** The most events that are shown. */
export interface Limits {
  readonly perDay: number;
  readonly running: number;
}

/** An event of more days than this runs: it is shown apart, and in the days only where it begins and where it ends. */
const LONGEST = 7;

export const runsLong = ({ first, last }: EventDays): boolean => last - first >= LONGEST;

/**
 * Distributes events to days.
 * @param spans in list order
 * @param totals how many events each day has, of which `spans` may be only some
 */
export function arrange(
  spans: readonly EventDays[],
  totals: ReadonlyMap<number, number>,
  range: DayRange,
  limits: Limits,
): Arrangement {
  const long = spans.filter(runsLong).sort((one, other) => one.last - other.last);
  const running = long.slice(0, limits.running);
  const days = daysOf(range).map(day => {
    const total = totals.get(day) ?? 0;
    const shown = chosen(
      spans.filter(span => isShownOn(span, day)),
      day,
      total,
      running,
      limits.perDay,
    );
    const more = Math.max(0, total - withRunning(shown, running, day));
    return { day, spans: shown, total, more };
  });
  return { days, running, hasMoreRunning: long.length > running.length };
}

const isOn = ({ first, last }: EventDays, day: number): boolean => first <= day && day <= last;

const isShownOn = (span: EventDays, day: number): boolean =>
  runsLong(span) ? span.first === day || span.last === day : isOn(span, day);

/** How many events of a day are shown on it or apart. */
const withRunning = (shown: readonly EventDays[], running: readonly EventDays[], day: number): number =>
  new Set([...shown, ...running.filter(span => isOn(span, day))]).size;

/** Those that begin on the day go before those that go on, if there is no space for all. */
function chosen(
  spans: readonly EventDays[],
  day: number,
  total: number,
  running: readonly EventDays[],
  limit: number,
): readonly EventDays[] {
  if (spans.length <= limit && withRunning(spans, running, day) >= total) return spans;
  const begin = spans.filter(({ first }) => first === day);
  const goOn = spans.filter(({ first }) => first !== day);
  // The last line says how many more there are.
  const kept = new Set([...begin, ...goOn].slice(0, limit - 1));
  return spans.filter(span => kept.has(span));
}

export function totalsOf(spans: readonly EventDays[], { from, to }: DayRange): Map<number, number> {
  const totals = new Map<number, number>();
  for (const { first, last } of spans)
    for (let day = Math.max(first, from); day <= Math.min(last, to); day++)
      totals.set(day, (totals.get(day) ?? 0) + 1);
  return totals;
}
