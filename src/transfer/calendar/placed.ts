import { hashOf } from '../../intake/identity.ts';
import { secondsBetween } from '../../recurrence/calendar.ts';
import { rawDates } from '../../recurrence/expand.ts';
import { type ExplicitDate, MAX_DATES, type Recurrence } from '../../recurrence/rule.ts';
import { horizonOf } from '../../series/times.ts';
import type { ReadCalendarEvent } from './event.ts';
import type { SeriesException } from './exceptions.ts';
import type { SeriesPart } from './following.ts';
import { inZone } from './moments.ts';

/**
 * A series whose exceptions all have their dates: one that the rule does not give, or that is excluded although it takes
 * place, becomes a further date. What cannot be told now is left out and reported.
 * @param master the series, if Almanac wrote the calendar
 */
export function placed(part: SeriesPart, master: ReadCalendarEvent | undefined): SeriesPart {
  const { event, started } = part;
  const horizon = horizonOf({ timezone: event.start.zone }, event.now);
  const bounds = { before: horizon, limit: MAX_DATES };
  const given = new Set(
    rawDates(started.recurrence, started.start, bounds).dates.map(({ recurrenceId }) => recurrenceId),
  );
  const excluded = new Set(started.recurrence.excluded);
  const exceptions = part.exceptions.filter(({ date, isCancelled }) => {
    if (isCancelled && (excluded.has(date) || !given.has(date))) return false;
    if (date < horizon) return started.from === undefined || date >= started.from;
    event.notes.push(`its exception on ${date.slice(0, 10)} is further ahead than dates are made`);
    return false;
  });
  const further = exceptions.flatMap(({ date }) => (given.has(date) ? [] : { start: date }));
  for (const { date } of exceptions) excluded.delete(date);
  const recurrence = withDates({ ...started.recurrence, excluded: [...excluded].sort() }, further);
  return withPeriods({ ...part, size: given.size, exceptions, started: { ...started, recurrence } }, master);
}

const withDates = (recurrence: Recurrence, further: readonly ExplicitDate[]): Recurrence =>
  further.length === 0
    ? recurrence
    : { ...recurrence, dates: [...recurrence.dates, ...further].sort(byStart) };

/** Calendars of Almanac describe a further date with an end of its own as an exception. */
function withPeriods(part: SeriesPart, master: ReadCalendarEvent | undefined): SeriesPart {
  if (!master || part.event.start.isDate) return part;
  const { recurrence } = part.started;
  const listed = new Set(recurrence.dates.map(({ start }) => start));
  const { zone } = part.event.start;
  const ends = new Map(
    part.exceptions
      .filter(exception => listed.has(exception.date) && onlyEndsElsewhere(exception, master, zone))
      .map(({ date, read }) => [date, inZone(read.times.end, zone).wall]),
  );
  const dates = recurrence.dates.map(({ start, ...own }) => ({ start, ...own, ...endOf(ends.get(start)) }));
  const exceptions = part.exceptions.filter(({ date }) => !ends.has(date));
  return { ...part, exceptions, started: { ...part.started, recurrence: { ...recurrence, dates } } };
}

const endOf = (end: string | undefined) => (end === undefined ? {} : { end });

function onlyEndsElsewhere(
  { date, read }: SeriesException,
  master: ReadCalendarEvent,
  zone: string,
): boolean {
  const [from, to, usualFrom, usualTo] = [read, master].flatMap(({ times }) =>
    [times.start, times.end].map(moment => inZone(moment, zone).wall),
  );
  const isUsual = secondsBetween(from!, to!) === secondsBetween(usualFrom!, usualTo!);
  return from === date && !isUsual && textsOf(read) === textsOf(master);
}

/** What an event says beside its times. */
function textsOf({ record }: ReadCalendarEvent): string {
  const { start_date, end_date, utc_start_date, utc_end_date, modified_utc, almanac, ...others } = record;
  return hashOf(others);
}

const byStart = (a: ExplicitDate, b: ExplicitDate): number => (a.start < b.start ? -1 : 1);
