import type { VenueRow } from '../../db/tables.ts';
import { type Html, html } from '../../lib/html.ts';
import { stateOrProvince, type VenueRegion } from '../../venues/venue.ts';

/** What the address of a venue is made of. */
export type Addressed = VenueRegion & {
  readonly address: string;
  readonly city: string;
  readonly zip: string;
};

/** The address of a venue as on an envelope: the street, the postal code and city, the region and country. */
export function addressLines(venue: Addressed): string[] {
  const region = stateOrProvince(venue);
  return [
    venue.address,
    [venue.zip, venue.city].filter(Boolean).join(' '),
    [region === venue.city ? '' : region, venue.country].filter(Boolean).join(', '),
  ].filter(Boolean);
}

type Located = Addressed & Pick<VenueRow, 'name' | 'geo_lat' | 'geo_lng' | 'show_map_link'>;

interface MapLink {
  readonly name: string;
  readonly href: string;
}

/** Links to maps that show a venue, unless it wants none or nobody knows where it is. */
export function mapLinks(venue: Located): Html | undefined {
  const links = venue.show_map_link === 1 ? linksOf(venue) : [];
  return links.length === 0
    ? undefined
    : html`<ul class="map-links">${links.map(({ name, href }) => html`<li><a href="${href}" rel="noopener nofollow">${name}</a></li>`)}</ul>`;
}

function linksOf(venue: Located): MapLink[] {
  const { geo_lat: lat, geo_lng: lng } = venue;
  const lines = addressLines(venue);
  const wanted = encodeURIComponent([venue.name, ...lines].join(', '));
  if (lat !== null && lng !== null)
    return [
      {
        name: 'OpenStreetMap',
        href: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`,
      },
      { name: 'Google Maps', href: `https://www.google.com/maps/search/?api=1&query=${lat}%2C${lng}` },
      {
        name: 'Apple Maps',
        href: `https://maps.apple.com/?ll=${lat},${lng}&q=${encodeURIComponent(venue.name)}`,
      },
    ];
  if (lines.length === 0) return [];
  return [
    {
      name: 'OpenStreetMap',
      href: `https://www.openstreetmap.org/search?query=${encodeURIComponent(lines.join(', '))}`,
    },
    { name: 'Google Maps', href: `https://www.google.com/maps/search/?api=1&query=${wanted}` },
    { name: 'Apple Maps', href: `https://maps.apple.com/?q=${wanted}` },
  ];
}
