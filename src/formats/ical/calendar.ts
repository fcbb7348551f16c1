import { fragment } from '../../lib/json.ts';
import { version } from '../../version.ts';
import type { EventFormat, EventListView } from '../event-format.ts';
import { shared } from '../json/frame.ts';
import { line, text, uri } from './content-line.ts';
import { readMembers, writtenEvent } from './event.ts';
import { timeZone, zoneId } from './time-zone.ts';

/** iCalendar: RFC 5545 with the properties of RFC 7986 and 9073, and what Outlook, Google and Apple read instead. */
export const iCalendar: EventFormat = {
  suffix: 'ics',
  mediaType: 'text/calendar',
  extent: 'whole',
  window: 'calendar',
  groupsSeries: true,
  showsSeries: true,
  members: new Set(readMembers),
  open(list) {
    const described = new Set<string>();
    const isNew = (zone: string) => !described.has(zoneId(zone)) && described.add(zoneId(zone));
    return {
      begin: () => calendarHead(list),
      event(shown, event) {
        const { text, zones } = writtenEvent(shown, event, list);
        const whole = fragment(text);
        return { whole, segments: [whole, ...zones.map(shared)] };
      },
      before: ({ segments: [, ...zones] }) =>
        zones
          .map(({ pieces }) => pieces[0]!)
          .filter(isNew)
          .map(zone => timeZone(zone, list.since ?? EARLIEST))
          .join(''),
      end: () => line('END', 'VCALENDAR'),
    };
  },
};

/** Epoch seconds before which no event starts. */
const EARLIEST = Date.UTC(1000, 0) / 1000;

const VERSION = version();

/** How often readers should ask again. */
const REFRESH = 'PT1H';

const calendarHead = (list: EventListView): string =>
  [
    line('BEGIN', 'VCALENDAR'),
    line('VERSION', '2.0'),
    line('PRODID', `-//Almanac//Almanac ${VERSION}//EN`),
    line('CALSCALE', 'GREGORIAN'),
    // Outlook makes a new calendar of a file that has a name, and an invitation of one with a method and an organizer.
    ...(list.isOfOneEvent ? [] : subscription(list)),
  ].join('');

/** That it is published, what readers know it by, and when they ask again. */
function subscription({ title, description, self, page, view, titleLanguage }: EventListView): string[] {
  const { id: zone } = view.config.TIME_ZONE;
  const language = { LANGUAGE: titleLanguage };
  return [
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
  ];
}
