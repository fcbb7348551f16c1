import { imageUrl } from '../../images/image.ts';
import { plainDescription } from '../../records/described.ts';
import { nameForPeople } from '../../records/no-name.ts';
import type { View } from '../../records/view.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { compact } from './compact.ts';

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
    name: nameForPeople(venue),
    description: plainDescription(venue, venue.description),
    image: venue.image && imageUrl(venue.image, view),
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
