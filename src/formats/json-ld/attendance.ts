import type { EventStatus } from '../../db/tables.ts';
import type { EventRecord } from '../../events/event.ts';
import type { MemberValue } from '../../records/members.ts';
import { permalink } from '../../records/published-members.ts';
import type { View } from '../../records/view.ts';
import { embedded, venueJsonLd } from './contacts.ts';

/** The statuses of events in schema.org. */
export const STATUSES: Readonly<Record<EventStatus, string>> = {
  scheduled: 'https://schema.org/EventScheduled',
  canceled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
  moved_online: 'https://schema.org/EventMovedOnline',
};

export function attendanceOf(event: EventRecord): string {
  const mode = isOnline(event) ? (venueOf(event) ? 'Mixed' : 'Online') : 'Offline';
  return `https://schema.org/${mode}EventAttendanceMode`;
}

/** Where an event takes place: at its venue, online, or both. */
export const location: MemberValue<EventRecord> = {
  of: (event, view) => (isOnline(event) ? onlineLocation(event, view) : place.of(event, view)),
  json: (event, view) =>
    isOnline(event) ? JSON.stringify(onlineLocation(event, view)) : place.json(event, view),
};

export const isOnline = ({ is_virtual, event_status }: EventRecord): boolean =>
  is_virtual === 1 || event_status === 'moved_online';

/** The venues where an event takes place; an event that moved online has left them. */
export const venuesOf = ({ venues, event_status }: EventRecord) =>
  event_status === 'moved_online' ? [] : venues;

const venueOf = (event: EventRecord) => venuesOf(event)[0];

const place = embedded(venueOf, venueJsonLd);

function onlineLocation(event: EventRecord, view: View): object {
  const url = event.virtual_url || permalink('event', event, view);
  const online = { '@type': 'VirtualLocation', url };
  const venue = place.of(event, view);
  return venue ? [venue, online] : online;
}
