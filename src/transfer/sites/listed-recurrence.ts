import { wallOf } from '../../intake/reading/read-times.ts';
import { flagOf, textOf } from '../../intake/reading/values.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { addSeconds } from '../../recurrence/calendar.ts';
import { expand } from '../../recurrence/expand.ts';
import { recurrenceLines } from '../../recurrence/lines.ts';
import { parseRecurrence } from '../../recurrence/parse.ts';
import { RecurrenceProblem } from '../../recurrence/problem.ts';
import { MAX_DATES } from '../../recurrence/rule.ts';
import { zoneOf } from '../../series/times.ts';

/**
 * The lines of a series that takes place at these dates: its own ones, and an `EXDATE` for each date that is not
 * listed before the last one. Undefined if its recurrence cannot be read.
 */
export function listedRecurrence(series: JsonObject, listed: readonly string[]): string[] | undefined {
  const start = wallOf(series.start_date);
  const before = addSeconds(listed.toSorted().at(-1) ?? start ?? '', 1);
  const lines = Array.isArray(series.recurrence) ? series.recurrence.map(textOf) : [];
  if (start === undefined || before === undefined || lines.length === 0) return undefined;
  const allDay = flagOf(series.all_day);
  const zone = zoneOf({ timezone: textOf(series.timezone) });
  const recurrence = parseRecurrence(lines, { start, allDay, zone, horizon: before });
  if (recurrence instanceof RecurrenceProblem) return undefined;
  const { dates } = expand(recurrence, start, { before, limit: MAX_DATES });
  const missing = dates.map(({ recurrenceId }) => recurrenceId).filter(date => !listed.includes(date));
  const excluded = [...new Set([...recurrence.excluded, ...missing])].sort();
  return recurrenceLines({ ...recurrence, excluded }, { allDay });
}
