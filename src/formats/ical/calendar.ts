import { version } from '../../version.ts';
import type { EventFormat, EventListView } from '../event-format.ts';
import { line, text, uri } from './content-line.ts';
import { writtenEvent } from './event.ts';
import { timeZone } from './time-zone.ts';

/** iCalendar: RFC 5545 with the properties of RFC 7986 and 9073, and what Outlook, Google and Apple read instead. */
export const iCalendar: EventFormat = {
  suffix: 'ics',
  mediaType: 'text/calendar',
  extent: 'whole',
  window: 'calendar',
  groupsSeries: true,
  showsSeries: true,
  open(list) {
    const described = new Set<string>();
    return {
      begin: () => calendarHead(list),
      event(shown, event) {
        const { text, zones } = writtenEvent(shown, event, list);
        const missing = [...new Set(zones)].filter(zone => !described.has(zone));
        for (const zone of missing) described.add(zone);
        return [...missing.map(zone => timeZone(zone, list.since ?? EARLIEST)), text].join('');
      },
      end: () => line('END', 'VCALENDAR'),
    };
  },
};

/** Epoch seconds before which no event starts. */
const EARLIEST = Date.UTC(1000, 0) / 1000;

const VERSION = version();

/** How often readers should ask again. */
const REFRESH = 'PT1H';

function calendarHead({ title, description, self, page, view, titleLanguage }: EventListView): string {
  const { id: zone } = view.config.TIME_ZONE;
  const language = { LANGUAGE: titleLanguage };
  return [
    line('BEGIN', 'VCALENDAR'),
    line('VERSION', '2.0'),
    line('PRODID', `-//Almanac//Almanac ${VERSION}//EN`),
    line('CALSCALE', 'GREGORIAN'),
    line('METHOD', 'PUBLISH'),
    line('NAME', text(title), language),
    line('X-WR-CALNAME', text(title), language),
    ...(description === ''
      ? []
      : ['DESCRIPTION', 'X-WR-CALDESC'].map(name => line(name, text(description), language))),
    // Readers take no offset for the zone of a calendar.
    ...(/^[+-]/.test(zone) ? [] : [line('X-WR-TIMEZONE', zone)]),
    line('URL', uri(page) ?? page),
    line('SOURCE', uri(self) ?? self, { VALUE: 'URI' }),
    line('REFRESH-INTERVAL', REFRESH, { VALUE: 'DURATION' }),
    line('X-PUBLISHED-TTL', REFRESH),
  ].join('');
}
