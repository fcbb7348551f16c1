import { type RawBuilder, sql } from 'kysely';
import { dayNumbersIn } from '../lib/time/day.ts';
import { type Slice, sliceAt } from '../lib/time/zone-offsets.ts';
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

const DAY_SECONDS = 86_400;
/** Days before 1970 of which some are before every event: databases round a quotient towards zero. */
const SHIFT = 1_000_000;
/** From here on no zone has exceptions, so all offsets repeat with the calendar: every 400 years. */
const STEADY = Date.UTC(2100, 0, 1) / 1000;
const CYCLE = 146_097 * DAY_SECONDS;

/**
 * SQL for the day of an instant in a zone, as days since 1970-01-01.
 * @param first the earliest possible instant
 * @param last the latest possible instant
 */
export function dayAt(
  instant: RawBuilder<number>,
  zone: string,
  first: number,
  last: number,
): RawBuilder<number> {
  const local = sql`${instant} + ${offsetIn(zone, instant, first, last)}`;
  return sql<number>`((${local} + ${sql.lit(SHIFT * DAY_SECONDS)}) / ${sql.lit(DAY_SECONDS)} - ${sql.lit(SHIFT)})`;
}

/** SQL for the offset of a zone. An event thousands of years ahead does not make the text longer. */
function offsetIn(
  zone: string,
  instant: RawBuilder<number>,
  first: number,
  last: number,
): RawBuilder<number> {
  if (last < STEADY + CYCLE) return offsetAt(instant, slicesOf(zone, first, last));
  const [near, far] = [
    slicesOf(zone, Math.min(first, STEADY - 1), STEADY - 1),
    slicesOf(zone, STEADY, STEADY + CYCLE - 1),
  ];
  const repeated = sql<number>`((${instant} - ${sql.lit(STEADY)}) % ${sql.lit(CYCLE)} + ${sql.lit(STEADY)})`;
  return sql<number>`case when ${instant} < ${sql.lit(STEADY)}
    then ${offsetAt(instant, near)} else ${offsetAt(repeated, far)} end`;
}

function slicesOf(zone: string, first: number, last: number): Slice[] {
  const slices: Slice[] = [];
  for (let at = first; at <= last; at = slices.at(-1)!.end) {
    const slice = sliceAt(zone, at);
    const before = slices.at(-1);
    if (before?.offset === slice.offset) slices[slices.length - 1] = { ...before, end: slice.end };
    else slices.push(slice);
  }
  return slices;
}

/** A binary search: zones have two changes a year. */
function offsetAt(instant: RawBuilder<number>, slices: readonly Slice[]): RawBuilder<number> {
  if (slices.length === 1) return sql.lit(slices[0]!.offset);
  const middle = slices.length >> 1;
  const [before, after] = [slices.slice(0, middle), slices.slice(middle)];
  return sql<number>`case when ${instant} < ${sql.lit(after[0]!.start)}
    then ${offsetAt(instant, before)} else ${offsetAt(instant, after)} end`;
}
