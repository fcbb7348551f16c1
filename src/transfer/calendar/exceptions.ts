import { because, type Reason } from '../../intake/reason.ts';
import { rawDates } from '../../recurrence/expand.ts';
import { MAX_DATES, type Wall } from '../../recurrence/rule.ts';
import { type CalendarContext, type ReadCalendarEvent, readCalendarEvent } from './event.ts';
import { after, besideStart, dayAfter, epochOf, inZone } from './moments.ts';
import { one, type Properties, repeats, valueIn } from './properties.ts';
import {
  clockOf,
  isCancelled,
  LAST,
  type LimitedSeries,
  type RepeatingEvent,
  wallIn,
  wallsIn,
} from './series-dates.ts';
import { momentOf, timeMembers } from './times.ts';

/** An occurrence that its calendar describes by itself. */
export interface SeriesException {
  /** The start that the rule gives it. */
  date: Wall;
  /** This occurrence alone, or all that follow it, too. */
  range: 'this' | 'following';
  isCancelled: boolean;
  /** It has a rule of its own. */
  repeats: boolean;
  properties: Properties;
  read: ReadCalendarEvent;
}

/** The exceptions of a series, by their dates. Of several for a date, which is written in two ways, the last revision counts. */
export const exceptionsIn = (
  event: RepeatingEvent,
  exceptions: readonly Properties[],
  context: CalendarContext,
): SeriesException[] =>
  exceptions
    .flatMap(exception => exceptionOf(event, exception, context) ?? [])
    .sort((a, b) => (a.date === b.date ? sequenceIn(a) - sequenceIn(b) : a.date < b.date ? -1 : 1))
    .filter(({ date, range }, at, all) => all[at + 1]?.date !== date || all[at + 1]?.range !== range);

function exceptionOf(
  event: RepeatingEvent,
  written: Properties,
  context: CalendarContext,
): SeriesException | undefined {
  const moment = momentOf(written, 'RECURRENCE-ID', clockOf(event));
  const properties = completed(written, event.properties);
  const info = besideStart(context.info, event.times.start, one(event.properties, 'DTSTART'));
  const read = moment && readCalendarEvent(properties, { ...context, info });
  if (!moment || !read) {
    event.notes.push(because('exception_undated'));
    return undefined;
  }
  const range = one(written, 'RECURRENCE-ID')?.params.range ?? '';
  return {
    date: wallIn(event, moment),
    range: /^THISANDFUTURE$/i.test(range) ? 'following' : 'this',
    isCancelled: isCancelled(written),
    repeats: repeats(written),
    properties,
    read: onClocksOf(event, lasting(written, event, read)),
  };
}

/** Some programs write of an occurrence only what differs: one without a title has everything else of its series. */
function completed(exception: Properties, series: Properties): Properties {
  const replaced = exception.get('RECURRENCE-ID') ?? [];
  const start = exception.get('DTSTART') ?? replaced.map(property => ({ ...property, name: 'DTSTART' }));
  const own = new Map([...exception, ['DTSTART', start] as const]);
  if (exception.has('SUMMARY')) return own;
  return new Map([...[...series].filter(([name]) => !OF_SERIES.test(name)), ...own]);
}

const OF_SERIES =
  /^(?:RRULE|RDATE|EXDATE|EXRULE|DTSTART|DTEND|DURATION|STATUS|SEQUENCE|CREATED|LAST-MODIFIED)$/;

/** An occurrence that says neither its title nor its end lasts as long as the others. */
function lasting(written: Properties, { times }: RepeatingEvent, read: ReadCalendarEvent): ReadCalendarEvent {
  const isWhole = ['SUMMARY', 'DTEND', 'DURATION'].some(name => written.has(name));
  if (isWhole || times.isAllDay !== read.times.isAllDay) return read;
  const { start, isAllDay } = read.times;
  const seconds = epochOf(times.end) - epochOf(times.start);
  const end = isAllDay
    ? { ...start, wall: dayAfter(start.wall, Math.round(seconds / 86_400)) + start.wall.slice(10) }
    : after(start, { days: 0, seconds });
  const whole = { start, end: end ?? start, isAllDay };
  return { times: whole, record: { ...read.record, ...timeMembers(whole) } };
}

/** A time in UTC is shown on the clocks of the series. */
function onClocksOf({ start: { zone } }: RepeatingEvent, read: ReadCalendarEvent): ReadCalendarEvent {
  const { start, end, isAllDay } = read.times;
  if (isAllDay || !start.isUtc) return read;
  const times = { start: inZone(start, zone), end: inZone(end, zone), isAllDay };
  return { times, record: { ...read.record, ...timeMembers(times) } };
}

/**
 * The exceptions that a later revision of their series has not replaced. One with a lower SEQUENCE is gone if the series
 * excludes its date, begins after it or ends before it; with the same one, it is what its program shows on that date.
 */
export function withoutReplaced(
  event: RepeatingEvent,
  exceptions: readonly SeriesException[],
  found: LimitedSeries | Reason,
): SeriesException[] {
  const excluded = new Set(wallsIn(event, 'EXDATE'));
  const [first, last] = 'code' in found ? [] : [found.start, lastDate(found)];
  const sequence = sequenceIn(event);
  return exceptions.filter(({ date, properties }) => {
    const isGone = excluded.has(date) || (first && date < first) || (last && date > last);
    if (!isGone || sequenceIn({ properties }) >= sequence) return true;
    event.notes.push(because('exception_earlier', { date: date.slice(0, 10) }));
    return false;
  });
}

const sequenceIn = ({ properties }: Pick<SeriesException, 'properties'>): number =>
  Number(valueIn(properties, 'SEQUENCE')) || 0;

/** The last date of a series whose rule has an end. */
function lastDate(found: LimitedSeries): Wall | undefined {
  const { rule } = found.recurrence;
  if (rule?.until === undefined && rule?.count === undefined) return undefined;
  const { dates } = rawDates(found.recurrence, found.start, { before: LAST, limit: MAX_DATES });
  return dates.at(-1)?.recurrenceId;
}
