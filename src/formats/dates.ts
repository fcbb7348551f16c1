import type { EventRecord } from '../events/event.ts';
import { ownInstant } from '../events/whole-days.ts';
import { formatDateRange, formatDay, formatMoment, formatTimes } from '../i18n/format-dates.ts';
import type { Language } from '../i18n/language.ts';
import { isoAt, parseZone } from '../lib/time/zones.ts';
import type { View } from '../records/members.ts';
import { zoneOf } from '../series/recurrence.ts';

/** The start or end of an event in ISO 8601: a day if it lasts all day, otherwise the instant with its zone's offset. */
export const dateOf = (event: EventRecord, edge: 'start' | 'end'): string =>
  event.all_day === 1 ? event[`${edge}_date`].slice(0, 10) : isoAt(ownInstant(event, edge), zoneOf(event));

/** An instant in RFC 3339, in UTC. */
export const instantOf = (epoch: number): string =>
  new Date(epoch * 1000).toISOString().replace('.000Z', 'Z');

/**
 * The dates of an event as people write them: `Saturday 10 May 2031, 6.30–8 pm`. They are in the zone of the
 * event, which is named if it is not that of the site.
 */
export function whenOf(event: EventRecord, language: Language, { config }: Pick<View, 'config'>): string {
  const isAllDay = event.all_day === 1;
  const dates = formatDates(event.start_date, event.end_date, isAllDay, language);
  const isFromHere = isAllDay || parseZone(event.timezone) === config.TIME_ZONE.id;
  return isFromHere ? dates : `${dates} (${event.timezone_abbr || event.timezone})`;
}

export function formatDates(start: string, end: string, isAllDay: boolean, language: Language): string {
  if (isAllDay) return formatDateRange(start, end, language, { isNamed: true });
  if (start.slice(0, 10) === end.slice(0, 10))
    return `${formatDay(start, language)}, ${formatTimes(start, end, language)}`;
  return `${formatMoment(start, language)} – ${formatMoment(end, language)}`;
}
