import { offeredPrice } from '../../events/cost.ts';
import type { EventRecord } from '../../events/event.ts';
import { storedCost } from '../../events/stored-cost.ts';
import { imageUrl } from '../../images/image.ts';
import { summaryOf } from '../../lib/text/text.ts';
import { CARDS } from '../../pictures/cards/preview-card.ts';
import type { View } from '../../records/members.ts';
import { permalink } from '../../records/published-members.ts';
import { isSeries } from '../../series/recurrence.ts';
import { pagesOf } from '../../site/address.ts';
import { dateOf, instantOf } from '../dates.ts';
import { attendanceOf, isOnline, organizationNode, placeNode, STATUSES, venuesOf } from './contacts.ts';
import { descriptionOf, inLanguageOf, priceCurrency } from './event.ts';
import { endDateOf, scheduleOf, subEventNodes, superEventOf } from './series.ts';

/**
 * An event for search engines. The interface's member `json_ld` stays as clients know it; this says more: all venues
 * and organizers, and days where an event lasts all day. What the store does not have, such as performers, is left out.
 * A series is an `EventSeries` with its occurrences.
 * @param event in the language of the view
 * @param longest characters of its description
 */
export function eventNode(event: EventRecord, view: View, longest = MOST): object {
  const url = permalink('event', event, view);
  return {
    '@type': 'Event',
    '@id': url,
    name: event.title,
    description: summaryOf(descriptionOf(event), longest) || undefined,
    image: [event.image ? imageUrl(event.image, view) : cardOf(event, view)],
    url,
    startDate: dateOf(event, 'start'),
    endDate: dateOf(event, 'end'),
    eventStatus: STATUSES[event.event_status],
    ...takenPlace(event, url, view),
    organizer: oneOrAll(event.organizers.map(organizer => organizationNode(organizer, view))),
    ...offered(event, url, view),
    ...(isSeries(event)
      ? seriesNode(event, view)
      : { superEvent: event.series && superEventOf(event.series, view) }),
    keywords: [...event.categories, ...event.tags].map(({ name }) => name).join(', ') || undefined,
    sameAs: event.website || undefined,
    inLanguage: inLanguageOf(event, view),
  };
}

/** The picture that the service draws of an event without one. */
const cardOf = ({ id }: EventRecord, { address }: View): string => `${pagesOf(address)}${CARDS}/events/${id}`;

/** What a series has instead of the members of events, and in addition to them. */
const seriesNode = (event: EventRecord, view: View) => ({
  '@type': 'EventSeries',
  endDate: event.series && endDateOf(event.series),
  eventSchedule: event.series && scheduleOf(event.series),
  subEvent: subEventNodes(event, view),
});

/** The location and the mode of attendance; no mode without a location. */
function takenPlace(event: EventRecord, url: string, view: View): object {
  const places = venuesOf(event).map(venue => placeNode(venue, view));
  const online = isOnline(event) ? [{ '@type': 'VirtualLocation', url: event.virtual_url || url }] : [];
  const location = oneOrAll<object>([...places, ...online]);
  return location === undefined ? {} : { eventAttendanceMode: attendanceOf(event), location };
}

/** Characters of a description. */
const MOST = 5000;

/** A single value without a list; undefined for none. */
const oneOrAll = <Value>(values: readonly Value[]): Value | readonly Value[] | undefined =>
  values.length > 1 ? values : values[0];

function offered(event: EventRecord, url: string, view: View): object {
  const cost = storedCost(event);
  const price = offeredPrice(cost);
  if (price === undefined) return {};
  const isFree = cost.prices.every(({ value }) => Number(value) === 0);
  return {
    ...(isFree && { isAccessibleForFree: true }),
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: priceCurrency(event, view),
      url,
      availability: `https://schema.org/${event.event_status === 'canceled' ? 'OutOfStock' : 'InStock'}`,
      validFrom: instantOf(event.date_at),
    },
  };
}
