import type { EventRecord } from '../../events/event.ts';
import { ownInstant } from '../../events/whole-days.ts';
import { isUniqueTime } from '../../lib/time/clock.ts';
import { parseZone, toWall } from '../../lib/time/zones.ts';
import { line } from './content-line.ts';
import { zoneId } from './time-zone.ts';

/** The lines of an event's times, and the zones that they need. */
export interface WrittenTimes {
  readonly lines: string;
  /** Temporal time-zone ids. */
  readonly zones: readonly string[];
}

type Times = Pick<EventRecord, 'start_at' | 'end_at' | 'start_date' | 'end_date' | 'timezone'>;

/** Whole days as dates; the end is the day after the last. Other times on the clocks of their zone. */
export function timesOf(event: Times, isAllDay: boolean): WrittenTimes {
  if (isAllDay) return { lines: datesOf(event), zones: [] };
  const zone = parseZone(event.timezone) ?? 'UTC';
  const moments = [ownInstant(event, 'start'), ownInstant(event, 'end')];
  if (zone === 'UTC' || !moments.every(epoch => isUniqueTime(epoch, zone)))
    return { lines: timeLines(moments.map(utc), {}), zones: [] };
  return {
    lines: timeLines(
      moments.map(epoch => local(epoch, zone)),
      { TZID: zoneId(zone) },
    ),
    zones: [zone],
  };
}

function datesOf({ start_date, end_date }: Times): string {
  const last = end_date.slice(0, 10);
  // There is no form for the day after it, so a calendar that ends there loses that day.
  const after = last === LAST_DAY ? last : String(Temporal.PlainDate.from(last).add({ days: 1 }));
  const days = [start_date.slice(0, 10), after].map(day => day.replaceAll('-', ''));
  return days[0] === days[1]
    ? line('DTSTART', days[0]!, { VALUE: 'DATE' })
    : timeLines(days, { VALUE: 'DATE' });
}

const LAST_DAY = '9999-12-31';

/** An event that ends when it starts has a DTEND all the same: many readers cannot do without. */
const timeLines = ([start, end]: readonly string[], parameters: Readonly<Record<string, string>>): string =>
  line('DTSTART', start!, parameters) + line('DTEND', end!, parameters);

const local = (epoch: number, zone: string): string =>
  toWall(epoch, zone).replaceAll('-', '').replaceAll(':', '').replace(' ', 'T');

/** `20310510T163000Z` */
export const utc = (epoch: number): string => `${local(epoch, 'UTC')}Z`;
