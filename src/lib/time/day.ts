import { lastSecondOf, startOfDay } from './dates.ts';
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
