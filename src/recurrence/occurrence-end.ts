import { addSeconds, secondsBetween } from './calendar.ts';
import type { RecurrenceDate, Wall } from './rule.ts';

/**
 * The wall-clock end of an occurrence: its own, or as long after its start as the event's end is after the event's
 * start. Durations are those that a clock shows, so an evening until 21:30 ends at 21:30 on all days of the year.
 */
export function occurrenceEnd(
  date: RecurrenceDate,
  event: { readonly start: Wall; readonly end: Wall },
): Wall {
  if (date.end !== undefined) return date.end;
  return addSeconds(date.recurrenceId, secondsBetween(event.start, event.end)) ?? LATEST;
}

const LATEST: Wall = '9999-12-31 23:59:59';
