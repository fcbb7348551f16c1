import type { EventRecord } from '../../events/event.ts';
import { shownRecurrence } from '../../events/series.ts';
import { isoWithOffset } from '../../lib/time/zones.ts';
import type { SeriesRecord } from '../../read-model/series.ts';
import type { View } from '../../records/members.ts';
import { permalink } from '../../records/published-members.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import { occurrenceEnd, readWall } from '../../recurrence/calendar.ts';
import { expand } from '../../recurrence/expand.ts';
import { impliedRule } from '../../recurrence/pattern.ts';
import { MAX_DATES, type NthWeekday, type Rule, WEEKDAYS } from '../../recurrence/rule.ts';
import { zoneOf } from '../../series/recurrence.ts';
import { dateOf } from '../dates.ts';
import { STATUSES, takenPlace, venuesOf } from './contacts.ts';
import { offered } from './offers.ts';

/** The series of an occurrence, as the occurrence refers to it. */
export function superEventOf(series: SeriesRecord, view: View): object {
  const read = inLanguage(series, view);
  const url = permalink('event', read, view);
  return { '@type': 'EventSeries', '@id': url, name: read.title, url };
}

/** The end of the last occurrence of a series; undefined if it has no end. */
export function endDateOf(series: SeriesRecord): string | undefined {
  const recurrence = shownRecurrence(series);
  const { rule } = recurrence ?? {};
  if (!recurrence || (rule && rule.count === undefined && rule.until === undefined)) return undefined;
  const { start_date: start, end_date: end } = series;
  const { dates } = expand(recurrence, start, { before: '9999-12-31 00:00:00', limit: MAX_DATES });
  // All that have no end of their own last equally long.
  const last = dates.findLast(date => date.end === undefined);
  const ends = dates.flatMap(date => date.end ?? []);
  if (last) ends.push(occurrenceEnd(last, { start, end }));
  const latest = ends.sort().at(-1) ?? end;
  return series.all_day === 1 ? latest.slice(0, 10) : isoWithOffset(latest, zoneOf(series));
}

/** The occurrences that a series shows; undefined for none. */
export function subEventNodes({ subEvents = [] }: EventRecord, view: View): object[] | undefined {
  return subEvents.length > 0 ? subEvents.map(event => subEventOf(event, view)) : undefined;
}

/** An occurrence, without what it has in common with its series. */
function subEventOf(event: EventRecord, view: View): object {
  const url = permalink('event', event, view);
  const places = venuesOf(event).map(venue => {
    const address = permalink('venue', venue, view);
    return { '@type': 'Place', '@id': address, name: venue.name, url: address };
  });
  return {
    ...{ '@type': 'Event', '@id': url, name: event.title, url },
    ...{ startDate: dateOf(event, 'start'), endDate: dateOf(event, 'end') },
    eventStatus: STATUSES[event.event_status],
    ...takenPlace(event, url, places),
    ...offered(event, url, view),
  };
}

/** When a series takes place, in the words of schema.org; undefined if they cannot say it. */
export function scheduleOf(series: SeriesRecord): object | undefined {
  const { rule, dates = [], excluded = [] } = shownRecurrence(series) ?? {};
  const { start_date: start, end_date: end, all_day } = series;
  const zone = zoneOf(series);
  // Schedules have a time zone of the tz database, and no dates except those of the rule.
  if (!rule || dates.length > 0 || /^[+-]/.test(zone)) return undefined;
  const days = daysOf(impliedRule(rule, readWall(start)));
  if (!days) return undefined;
  const isAllDay = all_day === 1;
  const absent = [...new Set([...excluded, ...series.hidden])].sort();
  return {
    '@type': 'Schedule',
    repeatFrequency: `P${rule.interval}${UNITS[rule.frequency]}`,
    ...days,
    startDate: start.slice(0, 10),
    endDate: rule.until?.slice(0, 10),
    ...(!isAllDay && { startTime: start.slice(11), endTime: end.slice(11), scheduleTimezone: zone }),
    repeatCount: rule.count,
    exceptDate: listOf(absent.map(date => (isAllDay ? date.slice(0, 10) : isoWithOffset(date, zone)))),
  };
}

const UNITS = { DAILY: 'D', WEEKLY: 'W', MONTHLY: 'M', YEARLY: 'Y' } as const;

/** The days on which a rule repeats; undefined if a schedule cannot say them. */
function daysOf({ frequency, interval, byMonth, byYearDay, byMonthDay, byDay, bySetPos, weekStart }: Rule) {
  const isByWeek = frequency === 'WEEKLY' && interval > 1 && byDay.length > 1 && weekStart !== 0;
  if (isByWeek || byYearDay.length > 0 || bySetPos.length > 0 || byMonthDay.some(day => day < 0))
    return undefined;
  return { byDay: listOf(byDay.map(dayName)), byMonth: listOf(byMonth), byMonthDay: listOf(byMonthDay) };
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The second Tuesday of a month has no name in schema.org, but its name in calendars may be used. */
const dayName = ({ weekday, ordinal }: NthWeekday): string =>
  ordinal === 0 ? `https://schema.org/${DAYS[weekday]}` : `${ordinal}${WEEKDAYS[weekday]}`;

const listOf = <Value>(values: readonly Value[]): readonly Value[] | undefined =>
  values.length > 0 ? values : undefined;
