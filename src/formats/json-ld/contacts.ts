import type { EventStatus, ImageRow } from '../../db/tables.ts';
import type { EventRecord } from '../../events/event.ts';
import { imageUrl } from '../../images/image.ts';
import { licenseOf } from '../../images/license.ts';
import { WeakMemo } from '../../lib/sized-cache.ts';
import type { OrganizerRecord } from '../../organizers/members.ts';
import { plainDescription } from '../../records/described.ts';
import { type MemberValue, nameOfView, type View } from '../../records/members.ts';
import { nameForPeople } from '../../records/no-name.ts';
import { permalink } from '../../records/published-members.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { stateOrProvince } from '../../venues/venue.ts';

/** The venue as a schema.org Place; members without a value are left out. */
export function venueJsonLd(venue: VenueRecord, view: View) {
  return compact({
    '@type': 'Place',
    name: nameForPeople(venue),
    description: plainDescription(venue, venue.description),
    image: venue.image && imageUrl(venue.image, view),
    url: '',
    address: addressOf(venue, venue.stateprovince || venue.state || venue.province),
    geo: geoOf(venue),
    telephone: venue.phone,
    sameAs: venue.website,
  });
}

/** Removes members without a value, except the texts that the reference always shows, even if empty. */
function compact<T extends object>(members: T): Partial<T> {
  const kept = ([name, value]: [string, unknown]) =>
    (value || ALWAYS.has(name)) && value !== undefined && value !== false;
  // A subset of the same members.
  return Object.fromEntries(Object.entries(members).filter(kept)) as Partial<T>;
}

const ALWAYS = new Set(['name', 'description', 'url', 'telephone', 'sameAs', 'email']);

/** An embedded record in the language of the view; its JSON is cached for each view, since many events embed it. */
export function embedded<Row extends object>(
  rowOf: (event: EventRecord) => Row | undefined,
  show: (row: Row, view: View) => object,
) {
  const written = new WeakMemo<string>();
  const shown = (row: Row, view: View) => show(inLanguage(row, view), view);
  return {
    of(event: EventRecord, view: View) {
      const row = rowOf(event);
      return row && shown(row, view);
    },
    json(event: EventRecord, view: View) {
      const row = rowOf(event);
      return row && written.of(row, nameOfView(view), () => JSON.stringify(shown(row, view)));
    },
  };
}

/** The organizer as a schema.org Person, as clients expect. */
export function organizerJsonLd(organizer: OrganizerRecord, view: View) {
  return compact({
    '@type': 'Person',
    name: nameForPeople(organizer),
    description: plainDescription(organizer, organizer.description),
    image: organizer.image && imageUrl(organizer.image, view),
    url: organizer.website,
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: '',
  });
}

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

/**
 * The location of an event at these places, online, or both, and its mode of attendance.
 * @returns no mode without a location
 */
export function takenPlace(event: EventRecord, url: string, places: readonly object[]): object {
  const online = isOnline(event) ? [{ '@type': 'VirtualLocation', url: event.virtual_url || url }] : [];
  const location = oneOrAll([...places, ...online]);
  return location === undefined ? {} : { eventAttendanceMode: attendanceOf(event), location };
}

/** A single value without a list; undefined for none. */
export const oneOrAll = (values: readonly object[]): object | undefined =>
  values.length > 1 ? values : values[0];

/** A venue as a schema.org Place. Members without a value are left out. */
export function placeNode(venue: VenueRecord, view: View) {
  const name = nameForPeople(venue) || undefined;
  const address = addressOf(venue, stateOrProvince(venue));
  return {
    ...identityOf('venue', venue, view),
    '@type': 'Place',
    name,
    // Search engines need an address; without one, the name is all that leads there.
    address: Object.keys(address).length > 1 ? address : name,
    geo: geoOf(venue),
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
  image: image && imageNode(image, view),
});

/** The address of an image; an `ImageObject` where somebody has said whose it is. */
export function imageNode(image: ImageRow, view: View): string | object {
  const [url, license] = [imageUrl(image, view), licenseOf(image.license)];
  return image.credit || license
    ? {
        ...{ '@type': 'ImageObject', url, contentUrl: url, creditText: image.credit || undefined },
        license: license && (license.url ?? { '@type': 'CreativeWork', ...license }),
      }
    : url;
}

const addressOf = (venue: VenueRecord, region: string) =>
  compact({
    '@type': 'PostalAddress',
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: region,
    postalCode: venue.zip,
    addressCountry: venue.country,
  });

const geoOf = ({ geo_lat: latitude, geo_lng: longitude }: VenueRecord) =>
  latitude === null || longitude === null ? undefined : { '@type': 'GeoCoordinates', latitude, longitude };
