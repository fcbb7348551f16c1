import { toEpoch, zoneAbbreviation } from '../src/lib/time/zones.ts';
import { type Calendar, eventAt, type Generated } from './generate.ts';
import { FIRST_EVENT } from './places.ts';

/** Listed events of which one series has most; the others are single events. */
const BLOCK = 50;
/** Weekly occurrences of a series. */
const OCCURRENCES = 45;
const WEEK = 7 * 86_400;

/** An event of a calendar with series. */
export interface GeneratedOccurrence extends Generated {
  /** The series of an occurrence; the first one of each series comes with it. */
  series?: Generated;
}

/** The listed event of this index in a calendar in which most events repeat. */
export function occurrenceAt(calendar: Calendar, index: number): GeneratedOccurrence {
  const number = index % BLOCK;
  if (number >= OCCURRENCES) return eventAt(calendar, index);
  const first = eventAt(calendar, index - number);
  const row = atWeek(first.row, number - Math.floor(OCCURRENCES / 2));
  const id = FIRST_EVENT + index;
  const series_id = FIRST_EVENT + calendar.size + Math.floor(index / BLOCK);
  const occurrence = { ...row, id, series_id, recurrence_id: row.start_date };
  const recurrence = `RRULE:FREQ=WEEKLY;COUNT=${OCCURRENCES}`;
  return {
    ...first,
    row: occurrence,
    ...(number === 0 && { series: { ...first, row: { ...row, id: series_id, recurrence } } }),
  };
}

/** The same event some weeks later, at the same local time. */
function atWeek(row: Generated['row'], weeks: number): Generated['row'] {
  const move = (wall: string) =>
    new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + weeks * WEEK * 1000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
  const [start_date, end_date] = [move(row.start_date), move(row.end_date)];
  const start_at = toEpoch(start_date, row.timezone);
  return {
    ...row,
    ...{ start_date, end_date, start_at, end_at: toEpoch(end_date, row.timezone) },
    timezone_abbr: zoneAbbreviation(row.timezone, start_at),
  };
}
