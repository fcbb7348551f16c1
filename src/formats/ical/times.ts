import type { EventRecord } from '../../events/event.ts';
import { parseZone, toEpoch, toWall } from '../../lib/time/zones.ts';
import { line } from './content-line.ts';
import { zoneId } from './time-zone.ts';

/** The lines of an event's times, and the zone that they need. */
export interface WrittenTimes {
  readonly lines: string;
  /** A Temporal time-zone id; undefined if they need none. */
  readonly zone: string | undefined;
}

type Times = Pick<EventRecord, 'start_at' | 'end_at' | 'start_date' | 'end_date' | 'timezone'>;

/** Whole days as dates, of which the last is not included. Other times on the clocks of their zone. */
export function timesOf(event: Times, isAllDay: boolean): WrittenTimes {
  if (isAllDay) return { lines: datesOf(event), zone: undefined };
  const zone = parseZone(event.timezone) ?? 'UTC';
  const moments = [event.start_at, event.end_at];
  if (zone === 'UTC' || !moments.every(epoch => isUnique(epoch, zone)))
    return { lines: timeLines(moments.map(utc), {}), zone: undefined };
  return {
    lines: timeLines(
      moments.map(epoch => local(epoch, zone)),
      { TZID: zoneId(zone) },
    ),
    zone,
  };
}

function datesOf({ start_date, end_date }: Times): string {
  const last = Temporal.PlainDate.from(end_date.slice(0, 10));
  const [start, end] = [start_date.slice(0, 10), String(last.add({ days: 1 }))];
  const lineOf = (name: string, date: string) => line(name, date.replaceAll('-', ''), { VALUE: 'DATE' });
  return lineOf('DTSTART', start) + lineOf('DTEND', end);
}

/** An event that ends when it starts has no DTEND, which would have to be later. */
const timeLines = ([start, end]: readonly string[], parameters: Readonly<Record<string, string>>): string =>
  line('DTSTART', start!, parameters) + (start === end ? '' : line('DTEND', end!, parameters));

/** Whether the local time occurs once: readers disagree on which of two is meant where clocks are set back. */
function isUnique(epoch: number, zone: string): boolean {
  const wall = toWall(epoch, zone);
  if (toEpoch(wall, zone) !== epoch) return false;
  const setBack = offsetAt(epoch, zone) - offsetAt(epoch + DAY, zone);
  return setBack <= 0 || toWall(epoch + setBack, zone) !== wall;
}

/** Seconds. */
const DAY = 86_400;

const offsetAt = (epoch: number, zone: string): number => toEpoch(toWall(epoch, zone), 'UTC') - epoch;

const local = (epoch: number, zone: string): string =>
  toWall(epoch, zone).replaceAll('-', '').replaceAll(':', '').replace(' ', 'T');

/** `20310510T163000Z` */
export const utc = (epoch: number): string => `${local(epoch, 'UTC')}Z`;
