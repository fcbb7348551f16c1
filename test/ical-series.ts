import type { EventRecord } from '../src/events/event.ts';
import { timesOf } from '../src/events/times.ts';
import type { DocumentEvent } from '../src/formats/event-format.ts';
import { datesInCalendar, irregularDates } from '../src/formats/ical/series-dates.ts';
import { lastSecondOf } from '../src/lib/time/dates.ts';
import { parseZone, toEpoch, toWall } from '../src/lib/time/zones.ts';
import type { SeriesRecord } from '../src/read-model/series.ts';
import { occurrenceEnd } from '../src/recurrence/calendar.ts';
import { expand } from '../src/recurrence/expand.ts';
import { parseRecurrence } from '../src/recurrence/parse.ts';
import { RecurrenceProblem } from '../src/recurrence/problem.ts';
import type { RecurrenceDate, Wall } from '../src/recurrence/rule.ts';
import { eventWith } from './ical-samples.ts';

export interface SeriesPlan {
  readonly lines: readonly string[];
  readonly start: Wall;
  readonly end: Wall;
  readonly timezone: string;
  readonly allDay?: boolean;
  /** Dates at or after it are not made. */
  readonly before: Wall;
  /** What is changed at a date; undefined hides it from the reader. */
  readonly changes?: ReadonlyMap<Wall, Partial<EventRecord> | undefined>;
}

/** The id of the series of a plan. */
export const SERIES = 7;

/** What a calendar shows of a series, and the occurrences that it stands for. */
export function planned(plan: SeriesPlan): { written: DocumentEvent[]; occurrences: EventRecord[] } {
  const { start, end, timezone, allDay = false, changes = new Map() } = plan;
  const zone = parseZone(timezone)!;
  const recurrence = parseRecurrence(plan.lines, { start, allDay, zone });
  if (recurrence instanceof RecurrenceProblem) throw recurrence;
  const columns = { ...timesAt({ recurrenceId: start }, plan), start_date: start, end_date: end };
  const row = eventWith({ ...columns, id: SERIES, recurrence: plan.lines.join('\n') });
  const series: SeriesRecord = { ...row, uid: `${SERIES}@store`, total: 0, trashed: [], hidden: [] };
  const { dates } = expand(recurrence, start, { before: plan.before, limit: 3650 });
  const all = dates.map((date, at) =>
    eventWith({
      ...{ id: SERIES + 1 + at, series_id: SERIES, recurrence_id: date.recurrenceId, series },
      ...{ ...timesAt(date, plan), ...changes.get(date.recurrenceId) },
    }),
  );
  const ids = all.map(({ recurrence_id }) => recurrence_id!);
  const hidden = ids.filter(id => changes.has(id) && changes.get(id) === undefined);
  const occurrences = all.filter(({ recurrence_id }) => !hidden.includes(recurrence_id!));
  const irregular = irregularDates(series, recurrence, ids);
  return {
    occurrences,
    written: [
      { ...row, series, dates: datesInCalendar(series, recurrence, ids, hidden) },
      ...occurrences.filter(
        ({ recurrence_id }) => changes.has(recurrence_id!) || irregular.includes(recurrence_id!),
      ),
    ],
  };
}

/** The times of an occurrence, as the service stores them. */
function timesAt(date: RecurrenceDate, { start, end, timezone, allDay = false }: SeriesPlan) {
  const zone = parseZone(timezone)!;
  const from = toEpoch(date.recurrenceId, zone);
  const wall = occurrenceEnd(date, { start, end });
  const to = Math.max(from, allDay ? lastSecondOf(wall, zone) : toEpoch(wall, zone));
  const [first, last] = allDay ? [date.recurrenceId, wall] : [toWall(from, zone), toWall(to, zone)];
  return timesOf({ wall: first, epoch: from }, { wall: last, epoch: to }, timezone, allDay);
}
