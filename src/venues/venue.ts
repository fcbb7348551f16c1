import type { VenueRow, WithImage } from '../db/tables.ts';
import {
  type Argument,
  type Arguments,
  type ArgumentValues,
  additional,
  numeric,
  required,
  shown,
  truthy,
  url,
} from '../http/arguments.ts';
import { Refused } from '../http/errors.ts';
import type { Translations } from '../i18n/language.ts';
import { answerWords, venueWords } from '../i18n/messages.ts';
import type { ErrorKey } from '../i18n/say.ts';

import { MAX_NAMED_TEXT } from '../limits.ts';
import { identityMembers, lineMember, placeMembers } from '../places/members.ts';
import type { PlaceKind, PlacePatch } from '../places/store.ts';
import {
  authorField,
  dateField,
  imageField,
  lineField,
  nameField,
  richTextField,
  statusField,
} from '../records/fields.ts';
import { JSON_LD, type Members, member, optionalMember } from '../records/members.ts';
import { venueJsonLd } from './json-ld.ts';

const coordinate = (words: Translations, most: number, key: ErrorKey): Argument<number | null> => ({
  schema: { type: 'number', minimum: -most, maximum: most },
  accepts: { type: ['number', 'null'], minimum: -most, maximum: most },
  words,
  nullable: true,
  read(sent) {
    if (sent === '' || sent === null) return null;
    const number = numeric(sent);
    return number !== undefined && Math.abs(number) <= most ? number : new Refused(key);
  },
});

/** What may be written, in the order of the interface's index. */
export const venueFields = {
  author: authorField(venueWords.author),
  date: dateField(venueWords.date),
  date_utc: dateField(venueWords.date_utc),
  venue: required(nameField(venueWords.venue)),
  description: shown(richTextField(venueWords.description, MAX_NAMED_TEXT), null),
  status: statusField(venueWords.status),
  show_map: shown(truthy(venueWords.show_map, { type: 'string' }), null),
  show_map_link: shown(truthy(venueWords.show_map_link, { type: 'string' }), null),
  address: lineField(venueWords.address),
  city: lineField(venueWords.city),
  country: lineField(venueWords.country),
  province: lineField(venueWords.province),
  state: lineField(venueWords.state),
  zip: lineField(venueWords.zip),
  phone: lineField(venueWords.phone),
  stateprovince: lineField(venueWords.stateprovince),
  website: shown(url(venueWords.website, { type: 'string' }, true), null),
  image: shown(imageField(venueWords.image), null),
  geo_lat: additional(coordinate(venueWords.geo_lat, 90, 'expected_latitude')),
  geo_lng: additional(coordinate(venueWords.geo_lng, 180, 'expected_longitude')),
} satisfies Arguments;

export type VenueInput = Partial<ArgumentValues<typeof venueFields>>;

/** The columns that a write names; `image_id` is the picture that its `image` turned out to be. */
export function venuePatch(input: VenueInput, image_id: number | null | undefined): PlacePatch<VenueRow> {
  const { author, date, date_utc, venue: name, description, status, image: _, ...own } = input;
  const { show_map, show_map_link, stateprovince, ...lines } = own;
  return {
    ...{ author, date, date_utc, name, description, status, image_id },
    own: {
      ...lines,
      ...(show_map !== undefined && { show_map: Number(show_map) }),
      ...(show_map_link !== undefined && { show_map_link: Number(show_map_link) }),
      ...(stateprovince !== undefined && { stateprovince: stateprovince || null }),
    },
  };
}

/** The state of a venue in the United States or of no named country, otherwise the province. */
export function stateOrProvince(
  venue: Pick<VenueRow, 'stateprovince' | 'state' | 'province' | 'country'>,
): string {
  if (venue.stateprovince !== null) return venue.stateprovince;
  const byState = venue.state !== '' && /^(us|united states|)$/i.test(venue.country);
  return byState ? venue.state : venue.province;
}

export const venueKind: PlaceKind<VenueRow> = {
  type: 'venue',
  blank: {
    ...{ website: '', phone: '', address: '', city: '', country: '', province: '', state: '', zip: '' },
    ...{ stateprovince: null, show_map: 1, show_map_link: 1, geo_lat: null, geo_lng: null },
  },
  searched: venue => [
    ...[venue.address, venue.city, venue.province, venue.state, venue.zip, venue.phone],
    stateOrProvince(venue),
  ],
};

export type VenueRecord = WithImage<VenueRow>;

/** What an answer shows, in its order. Members without a value are left out. */
export const venueMembers: Members<VenueRecord> = {
  ...placeMembers('venue', answerWords.venue_name),
  address: lineMember('address'),
  city: lineMember('city'),
  country: lineMember('country'),
  province: lineMember('province'),
  state: lineMember('state'),
  zip: lineMember('zip'),
  phone: lineMember('phone'),
  website: lineMember('website'),
  stateprovince: optionalMember(
    { type: 'string' },
    answerWords.stateprovince,
    venue => stateOrProvince(venue) || undefined,
  ),
  geo_lat: optionalMember({ type: 'number' }, answerWords.geo_lat, ({ geo_lat }) => geo_lat ?? undefined),
  geo_lng: optionalMember({ type: 'number' }, answerWords.geo_lng, ({ geo_lng }) => geo_lng ?? undefined),
  json_ld: optionalMember(JSON_LD, answerWords.json_ld, (venue, view) =>
    view.single ? { '@context': 'http://schema.org', ...venueJsonLd(venue, view) } : undefined,
  ),
  show_map: member({ type: 'boolean' }, answerWords.show_map, ({ show_map }) => show_map === 1),
  show_map_link: member(
    { type: 'boolean' },
    answerWords.show_map_link,
    ({ show_map_link }) => show_map_link === 1,
  ),
  ...identityMembers,
};
