import type { EventRecord } from '../../events/event.ts';
import { wallRangeFormat } from '../../i18n/date-format.ts';
import type { Language } from '../../i18n/language.ts';
import { parseZone } from '../../lib/time/zones.ts';
import type { View } from '../../records/view.ts';

/**
 * The dates of an event as people write them: `Saturday, May 10, 2031, 6:30 – 8:00 PM`. They are in the zone of the
 * event, which is named if it is not that of the site.
 */
export function whenOf(event: EventRecord, language: Language, { config }: Pick<View, 'config'>): string {
  const isAllDay = event.all_day === 1;
  const dates = formatDates(event.start_date, event.end_date, isAllDay, language);
  const isFromHere = isAllDay || parseZone(event.timezone) === config.TIME_ZONE.id;
  return isFromHere ? dates : `${dates} (${event.timezone_abbr || event.timezone})`;
}

export const formatDates = (start: string, end: string, isAllDay: boolean, language: Language): string =>
  (isAllDay ? days : times)(language)(start, end);

const days = wallRangeFormat({ dateStyle: 'full' });
const times = wallRangeFormat({ dateStyle: 'full', timeStyle: 'short' });
