import { imageUrl } from '../../images/image.ts';
import type { OrganizerRecord } from '../../organizers/members.ts';
import { nameForPeople } from '../../records/no-name.ts';
import { permalink } from '../../records/published-members.ts';
import type { View } from '../../records/view.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { stateOrProvince } from '../../venues/venue.ts';

/** A venue as a schema.org Place. Members without a value are left out. */
export function placeNode(venue: VenueRecord, view: View) {
  const { geo_lat, geo_lng } = venue;
  const name = nameForPeople(venue) || undefined;
  return {
    ...identityOf('venue', venue, view),
    '@type': 'Place',
    name,
    // Search engines need an address; without one, the name is all that leads there.
    address: addressOf(venue) ?? name,
    geo:
      geo_lat === null || geo_lng === null
        ? undefined
        : { '@type': 'GeoCoordinates', latitude: geo_lat, longitude: geo_lng },
    ...contactOf(venue, view),
  };
}

/** An organizer as a schema.org Organization. */
export const organizationNode = (organizer: OrganizerRecord, view: View) => ({
  ...identityOf('organizer', organizer, view),
  '@type': 'Organization',
  name: nameForPeople(organizer) || undefined,
  email: organizer.email || undefined,
  ...contactOf(organizer, view),
});

function identityOf(type: 'venue' | 'organizer', record: VenueRecord | OrganizerRecord, view: View) {
  const url = permalink(type, record, view);
  return { '@id': url, url };
}

const contactOf = ({ phone, website, image }: VenueRecord | OrganizerRecord, view: View) => ({
  telephone: phone || undefined,
  sameAs: website || undefined,
  image: image && imageUrl(image, view),
});

function addressOf(venue: VenueRecord) {
  const parts = {
    streetAddress: venue.address || undefined,
    addressLocality: venue.city || undefined,
    addressRegion: stateOrProvince(venue) || undefined,
    postalCode: venue.zip || undefined,
    addressCountry: venue.country || undefined,
  };
  return Object.values(parts).some(part => part !== undefined)
    ? { '@type': 'PostalAddress', ...parts }
    : undefined;
}
