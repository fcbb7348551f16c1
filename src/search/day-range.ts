import { dayNumbersIn } from '../lib/time/day.ts';
import type { TimeBounds } from '../read-model/index/query.ts';
import type { EventFilter } from './event-filter.ts';
import type { DayRange } from './facet-days.ts';
import { windowInIndex } from './window.ts';

/** The days that a list covers in a zone: from the latest of its beginnings to the earliest of its ends. */
export function dayRange(filter: EventFilter, zone: string): DayRange {
  let [latest, earliest] = [-Infinity, Infinity];
  for (const bounds of boundsOf(filter)) {
    const { from = -Infinity, endAbove = -Infinity, runsFrom = -Infinity } = bounds;
    const { before = Infinity, endAtMost = Infinity } = bounds;
    latest = Math.max(latest, from, endAbove, runsFrom);
    earliest = Math.min(earliest, before - 1, endAtMost);
  }
  const dayOf = dayNumbersIn(zone);
  const [one, other] = [latest, earliest].map(at => (Number.isFinite(at) ? dayOf(at) : at)) as [
    number,
    number,
  ];
  // Events that start before one instant and end after a later one take place throughout the time between.
  return { from: Math.min(one, other), to: Math.max(one, other) };
}

const boundsOf = ({ window, when, overlaps, period }: EventFilter): Partial<TimeBounds>[] => [
  windowInIndex(window?.at ?? {}),
  when ?? {},
  overlaps?.bounds ?? {},
  period ?? {},
];
