import { showImage } from '../images/image.ts';
import { plainDescription } from '../records/described.ts';
import type { View } from '../records/members.ts';
import type { VenueRecord } from './venue.ts';

/** The venue as a schema.org Place; members without a value are left out. */
export function venueJsonLd(venue: VenueRecord, view: View) {
  const { address, city, province, state, zip, country } = venue;
  const address_ = compact({
    '@type': 'PostalAddress',
    streetAddress: address,
    addressLocality: city,
    addressRegion: venue.stateprovince || state || province,
    postalCode: zip,
    addressCountry: country,
  });
  return compact({
    '@type': 'Place',
    name: venue.name,
    description: plainDescription(venue, venue.description),
    image: venue.image && showImage(venue.image, view).url,
    url: '',
    address: address_,
    geo: venue.geo_lat !== null &&
      venue.geo_lng !== null && {
        '@type': 'GeoCoordinates',
        latitude: venue.geo_lat,
        longitude: venue.geo_lng,
      },
    telephone: venue.phone,
    sameAs: venue.website,
  });
}

/** Without the members that have no value; the texts that the reference always has stay, also empty. */
export function compact<T extends object>(members: T): Partial<T> {
  const kept = ([name, value]: [string, unknown]) =>
    (value || ALWAYS.has(name)) && value !== undefined && value !== false;
  // A subset of the same members.
  return Object.fromEntries(Object.entries(members).filter(kept)) as Partial<T>;
}

const ALWAYS = new Set(['name', 'description', 'url', 'telephone', 'sameAs', 'email']);
