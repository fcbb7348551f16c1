import { sliceAt } from './zone-offsets.ts';
import { toEpoch, toWall } from './zones.ts';

/** The time of the machine, in epoch seconds. */
export const epochSeconds = (): number => Math.floor(Date.now() / 1000);

/** Seconds. */
const DAY = 86_400;

/** Whether the local time of an instant occurs once: clocks that are set back show some times twice. */
export function isUniqueTime(epoch: number, zone: string): boolean {
  if (isFarFromChange(epoch, 0, zone)) return true;
  const wall = toWall(epoch, zone);
  if (toEpoch(wall, zone) !== epoch) return false;
  const setBack = offsetAt(epoch, zone) - offsetAt(epoch + DAY, zone);
  return setBack <= 0 || toWall(epoch + setBack, zone) !== wall;
}

/** Whether the clocks never show a local time, because they are set forward. */
export const isSkippedTime = (wall: string, zone: string): boolean =>
  toWall(toEpoch(wall, zone), zone) !== wall;

/** The offset of a zone at an instant, in seconds. */
export const offsetAt = (epoch: number, zone: string): number => toEpoch(toWall(epoch, zone), 'UTC') - epoch;

/**
 * Whether the clocks are certainly not changed around a local time.
 * @param local the local time as if it were in UTC, in epoch seconds
 * @param seconds how long nothing may change after it
 */
export function isFarFromChange(local: number, seconds: number, zone: string): boolean {
  const { start, end } = sliceAt(zone, local);
  return local - start > MARGIN && end - local > seconds + MARGIN;
}

/** The greatest offset, and the day that `isUniqueTime` looks ahead. */
const MARGIN = 2 * DAY;

/**
 * Whether the clocks skip a time of day on any day between two instants.
 * @param second seconds since midnight
 */
export function isEverSkipped(
  second: number,
  zone: string,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  for (let slice = sliceAt(zone, from); slice.end < to; ) {
    const next = sliceAt(zone, slice.end);
    // From the first moment that is not shown, it must come before the clocks go on.
    const untilThen = second - (slice.end + slice.offset);
    if (untilThen - Math.floor(untilThen / DAY) * DAY < next.offset - slice.offset) return true;
    slice = next;
  }
  return false;
}
