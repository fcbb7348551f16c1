import { hashOf } from '../../intake/identity.ts';
import { because, type Reason } from '../../intake/reason.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { parseZone, toEpoch } from '../../lib/time/zones.ts';
import { occurrenceEnd } from '../../recurrence/calendar.ts';
import { basic, recurrenceLines } from '../../recurrence/lines.ts';
import type { Wall } from '../../recurrence/rule.ts';
import { type CalendarContext, type ReadCalendarEvent, withExtras } from './event.ts';
import { exceptionsIn, withoutReplaced } from './exceptions.ts';
import { exceptionKey } from './groups.ts';
import { type CalendarMoment, epochOf, inZone } from './moments.ts';
import type { Properties } from './properties.ts';
import { horizonAt } from './rule.ts';
import type { RepeatingEvent } from './series-dates.ts';
import { partsOf, placed, type SeriesPart } from './series-parts.ts';
import { recurrenceIn } from './series-rule.ts';
import { timeMembers } from './times.ts';

/**
 * Reads an event that repeats, with its exceptions: the series, its parts where it changes from a date on, and each
 * occurrence that differs. All times are on the clocks of the zone of the record.
 * @param master the event without the exceptions
 * @returns why it takes place on no date, if so
 */
export function readSeries(
  key: string,
  properties: Properties,
  master: ReadCalendarEvent,
  exceptions: readonly Properties[],
  context: CalendarContext,
): { key: string; record: JsonObject }[] | Reason {
  const event: RepeatingEvent = {
    ...{ start: seriesStart(master, properties, context.now), times: master.times, properties },
    ...{ info: context.info, now: context.now, notes: [] },
  };
  const found = recurrenceIn(event);
  const isRuled = !('code' in found) && found.recurrence.rule !== undefined;
  if (isRuled && context.info.zones.isInUtcAlone && event.start.zone === 'UTC')
    event.notes.push(because('repeats_in_utc'));
  const all = withoutReplaced(event, exceptionsIn(event, exceptions, context), found);
  const first = all.find(({ isCancelled }) => !isCancelled)?.date;
  if ('code' in found && first === undefined) return found;
  const started =
    'code' in found ? { start: first!, recurrence: { rule: undefined, dates: [], excluded: [] } } : found;
  const parts = partsOf({ key, event, started, exceptions: all, begins: undefined });
  const own = context.info.isOwn ? master : undefined;
  // A later part takes its occurrences over before the earlier one ends.
  return parts.toReversed().flatMap(part => recordsOf(placed(part, own), master));
}

/**
 * A rule in UTC repeats in UTC, unless the clocks of the calendar show the same days, and are never changed. The hours
 * that a rule names are those of UTC.
 */
function seriesStart(
  { times: { start } }: ReadCalendarEvent,
  properties: Properties,
  now: number,
): CalendarMoment {
  if (!start.isUtc) return start;
  const inUtc = inZone(start, 'UTC');
  const isSameDay = inUtc.wall.slice(0, 10) === start.wall.slice(0, 10);
  return isSameDay && !namesTimes(properties) && isUnchanged(start, now) ? start : inUtc;
}

/** Whether a rule falls at other times of a day than its start. */
const namesTimes = (properties: Properties): boolean =>
  ['RRULE', 'EXRULE'].some(name =>
    (properties.get(name) ?? []).some(({ values }) =>
      /BY(?:HOUR|MINUTE|SECOND)|(?:HOUR|MINUTE|SECOND)LY/i.test(values.join()),
    ),
  );

/** Whether the clocks of a zone are never changed from a start to the last dates that are made. */
function isUnchanged(start: CalendarMoment, now: number): boolean {
  const zone = parseZone(start.zone) ?? 'UTC';
  const from = Temporal.Instant.fromEpochMilliseconds(epochOf(start) * 1000).toZonedDateTimeISO(zone);
  const change = from.getTimeZoneTransition('next');
  return change === null || change.epochMilliseconds / 1000 > toEpoch(horizonAt(now), 'UTC');
}

/** A series or a part of one, and its exceptions, as records of the interface. */
function recordsOf(part: SeriesPart, master: ReadCalendarEvent) {
  const { key, event, started, exceptions, begins, splits, size } = part;
  const read = begins?.read ?? master;
  const dates = exceptions.map(({ date }) => date);
  const recurrence = recurrenceLines(started.recurrence, { allDay: event.start.isDate });
  const record = { ...read.record, ...seriesTimes(part) };
  const { modified_utc: _, almanac: __, ...compared } = record;
  const revision = hashOf([compared, recurrence]);
  const notes = splits ? [] : event.notes;
  const { rule, dates: further } = started.recurrence;
  // Of an event whose rule cannot be read, only its start is known.
  const isSingle = !rule && further.length === 0 && dates.length === 0;
  const series = isSingle ? undefined : { recurrence, exceptions: dates, splits, size };
  return [
    { key, record: withExtras(record, { series, notes }) },
    ...exceptions.map(({ date, read }) => ({
      key: exceptionKey(key, basic(date)),
      // When an occurrence was described does not make it another one.
      record: withExtras(read.record, {
        occurrence: { series: key, date, revision },
        created_utc: undefined,
      }),
    })),
  ];
}

/** The times of a series at its first date. */
function seriesTimes({ event, started }: SeriesPart): JsonObject {
  const { start, times } = event;
  const isAllDay = start.isDate;
  const [from, to] = [inZone(times.start, start.zone), inZone(times.end, start.zone)];
  const end: Wall = isAllDay ? `${to.wall.slice(0, 10)} 23:59:59` : to.wall;
  const first = { ...start, wall: started.start, epoch: undefined };
  const last = occurrenceEnd({ recurrenceId: started.start }, { start: from.wall, end });
  return {
    ...timeMembers({ start: first, end: { ...first, wall: last }, isAllDay }),
    ...{ utc_start_date: undefined, utc_end_date: undefined },
  };
}
