import type { EventRow } from '../db/tables.ts';
import { addSeconds } from '../recurrence/calendar.ts';
import { expand, rawDates } from '../recurrence/expand.ts';
import { recurrenceLines } from '../recurrence/lines.ts';
import { parseRecurrence } from '../recurrence/parse.ts';
import { RecurrenceProblem } from '../recurrence/problem.ts';
import { MAX_DATES, type RecurrenceDate, type Wall } from '../recurrence/rule.ts';
import type { StartedRecurrence } from '../recurrence/split.ts';
import { zoneOf } from './times.ts';

/** The columns of an event that say when it repeats. */
export type Repeating = Pick<EventRow, 'recurrence' | 'start_date' | 'all_day' | 'timezone'>;

export const isSeries = ({ recurrence }: Pick<EventRow, 'recurrence'>): boolean => recurrence !== '';

/** The stored recurrence of an event; undefined if it is not a series. */
export function recurrenceOf(row: Repeating): StartedRecurrence | undefined {
  if (!isSeries(row)) return undefined;
  const { start_date: start, all_day } = row;
  // The horizon keeps dates that are stored from being counted again.
  const context = { start, allDay: all_day === 1, zone: zoneOf(row), horizon: start, isStored: true };
  const recurrence = parseRecurrence(row.recurrence, context);
  if (recurrence instanceof RecurrenceProblem) throw recurrence;
  return { start, recurrence };
}

/** The column of a recurrence. Without a rule the start is listed as well, so that a single date is a series, too. */
export function columnOf({ start, recurrence }: StartedRecurrence, allDay: boolean): string {
  const { rule, dates } = recurrence;
  const isListed = rule !== undefined || dates.some(date => date.start === start);
  const all = isListed ? dates : [{ start }, ...dates];
  return recurrenceLines({ ...recurrence, dates: all }, { allDay }).join('\n');
}

/** The dates at which a series takes place. */
export const datesOf = (started: StartedRecurrence, horizon: Wall): readonly RecurrenceDate[] =>
  expand(started.recurrence, started.start, boundsOf(started, horizon)).dates;

/** The same with the excluded ones. */
export const allDatesOf = (started: StartedRecurrence, horizon: Wall): Wall[] =>
  rawDates(started.recurrence, started.start, boundsOf(started, horizon)).dates.map(
    ({ recurrenceId }) => recurrenceId,
  );

/** Whether a series has more dates up to the horizon than occurrences are made. */
export const isCutShort = (started: StartedRecurrence, horizon: Wall): boolean =>
  expand(started.recurrence, started.start, boundsOf(started, horizon)).stop === 'limit';

/** A series that begins beyond the horizon has its first date all the same: nothing that is public vanishes. */
function boundsOf({ start, recurrence }: StartedRecurrence, horizon: Wall) {
  const limit = MAX_DATES + recurrence.excluded.length;
  return { before: start < horizon ? horizon : (addSeconds(start, 1) ?? horizon), limit };
}
