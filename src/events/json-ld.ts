import { escapedTextOf } from '../calendar/text.ts';
import { isoAt, parseZone, toWall } from '../calendar/zones.ts';
import { showImage } from '../images/image.ts';
import { organizerJsonLd } from '../organizers/organizer.ts';
import { permalink, type View } from '../records/members.ts';
import { compact, venueJsonLd } from '../venues/json-ld.ts';
import { schemaPrice } from './cost.ts';
import { currencyCode } from './currencies.ts';
import { type EventRecord, storedCost } from './event.ts';

/** The event as a schema.org Event. */
export function eventJsonLd(event: EventRecord, view: View) {
  const zone = parseZone(event.timezone) ?? 'UTC';
  const url = permalink('event', event, view);
  const [venue] = event.venues;
  const [organizer] = event.organizers;
  return compact({
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: event.title,
    description: escapedTextOf(event.excerpt || event.description),
    image: event.image && showImage(event.image, view).url,
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: isoAt(event.start_at, zone),
    endDate: isoAt(event.end_at, zone),
    location: venue && venueJsonLd(venue, view),
    organizer: organizer && organizerJsonLd(organizer, view),
    offers: offer(event, url, view.config.CURRENCY_SYMBOL),
    performer: 'Organization',
  });
}

function offer(event: EventRecord, url: string, siteSymbol: string) {
  const cost = storedCost(event);
  const price = schemaPrice(cost);
  if (price === undefined) return undefined;
  return {
    '@type': 'Offer',
    price,
    // US dollars where nothing is known, as clients of the interface expect.
    priceCurrency: cost.code || currencyCode(cost.symbol || siteSymbol) || 'USD',
    url,
    category: 'primary',
    availability: 'inStock',
    validFrom: `${toWall(event.date_at, 'UTC').slice(0, 10)}T00:00:00+00:00`,
  };
}
