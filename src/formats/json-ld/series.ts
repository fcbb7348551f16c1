import type { EventRecord } from '../../events/event.ts';
import { isoWithOffset } from '../../lib/time/zones.ts';
import type { SeriesRecord } from '../../read-model/series.ts';
import { permalink } from '../../records/published-members.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import type { View } from '../../records/view.ts';
import { dateOf } from '../dates.ts';
import { zoneOf } from '../ical/series-dates.ts';
import { attendanceOf, isOnline, STATUSES, venuesOf } from './attendance.ts';
import { endOfSeries } from './schedule.ts';

/** The series of an occurrence, as the occurrence refers to it. */
export function superEventOf(series: SeriesRecord, view: View): object {
  const read = inLanguage(series, view);
  const url = permalink('event', read, view);
  return { '@type': 'EventSeries', '@id': url, name: read.title, url };
}

/** The end of the last occurrence of a series; undefined if it has no end. */
export function endDateOf(series: SeriesRecord): string | undefined {
  const end = endOfSeries(series);
  if (end === undefined) return undefined;
  return series.all_day === 1 ? end.slice(0, 10) : isoWithOffset(end, zoneOf(series));
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
  const online = isOnline(event) ? [{ '@type': 'VirtualLocation', url: event.virtual_url || url }] : [];
  const location = [...places, ...online];
  return {
    ...{ '@type': 'Event', '@id': url, name: event.title, url },
    ...{ startDate: dateOf(event, 'start'), endDate: dateOf(event, 'end') },
    eventStatus: STATUSES[event.event_status],
    ...(location.length > 0 && {
      eventAttendanceMode: attendanceOf(event),
      location: location.length > 1 ? location : location[0],
    }),
  };
}
