import { lastSecondOf, startOfDay } from './dates.ts';
import { sliceAt } from './zone-offsets.ts';
import { toEpoch, toWall } from './zones.ts';

/** A day in epoch seconds; `until` is exclusive. */
export interface DayBounds {
  readonly since: number;
  readonly until: number;
}

let last: ({ zone: string } & DayBounds) | undefined;

/**
 * The current day in a zone.
 * @param zone as parseZone returns it
 * @param now epoch seconds
 */
export function dayOf(zone: string, now: number): DayBounds {
  if (last?.zone !== zone || now < last.since || now >= last.until) {
    const today = toWall(now, zone);
    last = { zone, since: toEpoch(startOfDay(today), zone), until: lastSecondOf(today, zone) + 1 };
  }
  const { since, until } = last;
  return { since, until };
}

const DAY_SECONDS = 86_400;

/**
 * The function that numbers the days of instants in a zone, as days since 1970-01-01.
 * @param zone as parseZone returns it
 */
export function dayNumbersIn(zone: string): (epoch: number) => number {
  let slice = sliceAt(zone, 0);
  return epoch => {
    if (epoch < slice.start || epoch >= slice.end) slice = sliceAt(zone, epoch);
    return Math.floor((epoch + slice.offset) / DAY_SECONDS);
  };
}

/** The last instant of an event in epoch seconds: an end at midnight is not part of the next day. */
export const lastInstant = (start: number, end: number): number => (end > start ? end - 1 : start);
