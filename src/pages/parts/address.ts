import type { VenueRow } from '../../db/tables.ts';
import { type Html, html } from '../../lib/html.ts';
import { stateOrProvince, type VenueRegion } from '../../venues/venue.ts';

/** What the address of a venue is made of. */
export type PostalAddressParts = VenueRegion & {
  readonly address: string;
  readonly city: string;
  readonly zip: string;
};

/** The address of a venue as on an envelope: the street, the postal code and city, the region and country. */
export function addressLines(venue: PostalAddressParts): string[] {
  const region = stateOrProvince(venue);
  return [
    venue.address,
    [venue.zip, venue.city].filter(Boolean).join(' '),
    [region === venue.city ? '' : region, venue.country].filter(Boolean).join(', '),
  ].filter(Boolean);
}

type Located = PostalAddressParts & Pick<VenueRow, 'name' | 'geo_lat' | 'geo_lng'>;

/**
 * The way to a venue, which a script makes a link to the map of the phone; undefined if nobody knows where it is.
 * @param isWished whether the link is wanted
 */
export function directionsTo(venue: Located, isWished: boolean, words: string, name = ''): Html | undefined {
  const { geo_lat: lat, geo_lng: lng } = venue;
  const lines = addressLines(venue);
  const isPlaced = lat !== null && lng !== null;
  if (!isWished || !(isPlaced || lines.length > 0)) return undefined;
  const place = isPlaced ? `${lat},${lng}` : [venue.name, ...lines].join(', ');
  const href = isPlaced
    ? `https://www.openstreetmap.org/directions?route=%3B${lat}%2C${lng}`
    : `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`;
  return html`<a class="way ${name}" href="${href}" data-place="${place}" rel="noopener nofollow">${words}</a>`;
}

/** What shows a line of a contact; nothing if the line is empty. */
export const ifFilled = (line: string, show: (line: string) => Html): Html | undefined =>
  line === '' ? undefined : show(line);

/** A telephone number that can be called; a line that says more is text, because no number follows from it. */
export function phoneLink(phone: string): Html {
  const number = phone.replace(/[\s().\-/]/g, '');
  return /^\+?\d{3,15}$/.test(number) ? html`<a href="tel:${number}">${phone}</a>` : html`${phone}`;
}

/** An e-mail address; a line that is none is text. */
export const emailLink = (email: string): Html =>
  /^[^\s@<>"?&]+@[^\s@<>"?&]+$/.test(email)
    ? html`<a href="mailto:${encodeURI(email)}">${email}</a>`
    : html`${email}`;
