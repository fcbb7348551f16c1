import type { EventRecord } from '../../events/event.ts';
import { isSkippedTime, isUniqueTime, offsetAt } from '../../lib/time/clock.ts';
import { offsetName, toEpoch } from '../../lib/time/zones.ts';
import { DAY_SECONDS, secondsBetween } from '../../recurrence/calendar.ts';
import { basic, ruleValue } from '../../recurrence/lines.ts';
import type { Rule, Wall } from '../../recurrence/rule.ts';
import { zoneOf } from '../../series/recurrence.ts';
import { line } from './content-line.ts';
import { isRegular, type SeriesDates } from './series-dates.ts';
import { timesOf, utc, type WrittenTimes, zoneId } from './time-zone.ts';

/** How the times of a series are written: as days, in UTC, or as local times of a zone. */
interface Form {
  readonly isAllDay: boolean;
  readonly zone: string;
}

/**
 * The times of a series, and the rule and the dates by which it is repeated.
 * @param site the zone of the site
 */
export function seriesTimes(
  series: EventRecord,
  dates: SeriesDates,
  isAllDay: boolean,
  site: string,
): WrittenTimes {
  const form = { isAllDay, zone: writtenZone(series, site) };
  const { rule, dates: explicit } = dates.recurrence;
  const further = explicit.map(({ start }) => start);
  const lines = [
    isAllDay || form.zone === 'UTC' ? timesOf(series, isAllDay).lines : localTimes(series, form),
    ...(rule ? [line('RRULE', ruleOf(rule, series.start_date, dates, form))] : []),
    ...dateLines('RDATE', further, form),
    ...excludedLines(dates, series.start_date, form),
  ];
  return { lines: lines.join(''), zones: zonesOf(form) };
}

/**
 * The zone in which the times of a series are written. Readers that follow X-WR-TIMEZONE repeat what is in UTC on the
 * clocks of that zone, so UTC has another name in such an event.
 */
function writtenZone(
  series: Pick<EventRecord, 'start_date' | 'end_date' | 'all_day' | 'timezone'>,
  site: string,
): string {
  const zone = zoneOf(series);
  return UTC.test(zone) && !UTC.test(site) && !/^[+-]/.test(site) ? 'Etc/GMT' : zone;
}

const UTC = /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu)$/;

/** Where the clocks are changed, an end would be taken for another duration of all occurrences. */
function localTimes({ start_date, end_date }: EventRecord, form: Form): string {
  const start = line('DTSTART', ...dateTime(start_date, form));
  return isRegular(start_date, end_date, form.zone)
    ? start + line('DTEND', ...dateTime(end_date, form))
    : start + line('DURATION', durationOf(secondsBetween(start_date, end_date)));
}

/** `PT1H30M`, `PT0S` */
function durationOf(seconds: number): string {
  const parts = { H: Math.floor(seconds / 3600), M: Math.floor(seconds / 60) % 60, S: seconds % 60 };
  const written = Object.entries(parts).map(([unit, count]) => (count > 0 ? `${count}${unit}` : ''));
  return `PT${written.join('') || '0S'}`;
}

/** The rule, with its end in UTC, as a start with a zone requires. */
function ruleOf({ until, ...rule }: Rule, start: Wall, { isSkipped }: SeriesDates, { isAllDay, zone }: Form) {
  const value = ruleValue({ ...rule, until: isAllDay ? until : undefined }, isAllDay);
  const end = until === undefined || isAllDay ? '' : `;UNTIL=${utc(lastEpochOf(until, zone))}`;
  // Some readers go on from where a skipped time has been moved to, unless the rule repeats the time of its start.
  const time = isSkipped
    ? `;BYHOUR=${Number(start.slice(11, 13))};BYMINUTE=${Number(start.slice(14, 16))}`
    : '';
  return value + end + time;
}

/** The last instant with a local time, which may occur twice. */
function lastEpochOf(wall: Wall, zone: string): number {
  const epoch = toEpoch(wall, zone);
  return isSkippedTime(wall, zone) || isUniqueTime(epoch, zone)
    ? epoch
    : epoch + offsetAt(epoch, zone) - offsetAt(epoch + DAY_SECONDS, zone);
}

const zonesOf = ({ isAllDay, zone }: Form): string[] => (isAllDay || zone === 'UTC' ? [] : [zone]);

function dateLines(name: string, dates: readonly Wall[], form: Form): string[] {
  if (dates.length === 0) return [];
  const written = dates.map(date => dateTime(date, form));
  return [line(name, written.map(([value]) => value).join(), written[0]![1])];
}

/**
 * Readers disagree on which of two equal times an excluded one is, so such a date is excluded as a whole day, unless
 * there is another one on that day. The start is written in the same way, so it is the same.
 */
function excludedLines(dates: SeriesDates, start: Wall, form: Form): string[] {
  const { excluded } = dates.recurrence;
  const isWhole = (date: Wall) => date !== start && dates.excludedDays.has(date) && isRepeated(date, form);
  const { true: days = [], false: times = [] } = Object.groupBy(
    excluded,
    date => `${isWhole(date)}` as const,
  );
  return [...dateLines('EXDATE', times, form), ...dateLines('EXDATE', days, { ...form, isAllDay: true })];
}

const isRepeated = (date: Wall, { isAllDay, zone }: Form): boolean =>
  !isAllDay && zone !== 'UTC' && !isSkippedTime(date, zone) && !isUniqueTime(toEpoch(date, zone), zone);

/** Which occurrence of its series an event is; nothing for an event without a series that the reader may read. */
export function recurrenceIdOf(event: EventRecord, isMasked: boolean, site: string): WrittenTimes {
  const { recurrence_id: date, series } = event;
  if (date === null || !series) return { lines: '', zones: [] };
  // The date has the form of the start of the series, except where that is behind a password itself.
  const isHidden = isMasked && series.password_hash !== null;
  const form = { isAllDay: series.all_day === 1 && !isHidden, zone: writtenZone(series, site) };
  // Of two equal times the first is meant. All readers understand that where the offset is given.
  const isMeantByOffset = date !== series.start_date && isRepeated(date, form);
  const seconds = offsetAt(toEpoch(date, form.zone), form.zone);
  const minutes = Math.sign(seconds) * Math.round(Math.abs(seconds) / 60);
  const zone = isMeantByOffset ? offsetName(minutes) : form.zone;
  const written = { ...form, zone };
  return { lines: line('RECURRENCE-ID', ...dateTime(date, written)), zones: zonesOf(written) };
}

/** A date as a value, and its parameters. */
function dateTime(date: Wall, { isAllDay, zone }: Form): [value: string, parameters: Record<string, string>] {
  const value = basic(date);
  if (isAllDay) return [value.slice(0, 8), { VALUE: 'DATE' }];
  return zone === 'UTC' ? [`${value}Z`, {}] : [value, { TZID: zoneId(zone) }];
}
