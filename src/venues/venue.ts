import type { ContactKind, ContactPatch } from '../contacts/store.ts';
import type { VenueRow } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import { venueWords } from '../i18n/messages.ts';
import type { ErrorKey } from '../i18n/say.ts';
import {
  type Argument,
  type Arguments,
  type ArgumentValues,
  additional,
  numeric,
  required,
  shown,
  url,
} from '../input/arguments.ts';
import { degrees } from '../lib/geo.ts';
import { MAX_NAMED_TEXT } from '../limits.ts';
import {
  authorField,
  dateField,
  imageField,
  lineField,
  nameField,
  richTextField,
  statusField,
} from '../records/fields.ts';
import { blankColumns, changedColumns, plainArguments } from '../records/plain-fields.ts';
import { slugField, translationFields } from '../records/translations/fields.ts';
import { inOwnLanguage } from '../records/translations/in-language.ts';
import { plainVenueFields, translatedColumns, venueFlags, venueLines } from './plain-fields.ts';

const coordinate = (words: Translations, most: number, key: ErrorKey): Argument<number | null> => ({
  schema: { type: 'number', minimum: -most, maximum: most },
  accepts: { type: ['number', 'null'], minimum: -most, maximum: most },
  words,
  nullable: true,
  read(sent) {
    if (sent === '' || sent === null) return null;
    const number = numeric(sent);
    return number !== undefined && Math.abs(number) <= most ? degrees(number) : new Refused(key);
  },
});

/** The arguments of a venue itself, in the order of the interface's index. */
const ownFields = {
  author: authorField(venueWords.author),
  date: dateField(venueWords.date),
  date_utc: dateField(venueWords.date_utc),
  venue: required(nameField(venueWords.venue)),
  description: shown(richTextField(venueWords.description, MAX_NAMED_TEXT), null),
  status: statusField(venueWords.status),
  ...plainArguments(venueFlags),
  ...plainArguments(venueLines),
  stateprovince: lineField(venueWords.stateprovince),
  website: shown(url(venueWords.website, { type: 'string' }, true), null),
  image: shown(imageField(venueWords.image), null),
  geo_lat: additional(coordinate(venueWords.geo_lat, 90, 'expected_latitude')),
  geo_lng: additional(coordinate(venueWords.geo_lng, 180, 'expected_longitude')),
} satisfies Arguments;

/** The arguments of writes. */
export const venueFields = {
  ...ownFields,
  ...translationFields({ ...ownFields, slug: slugField }, translatedColumns),
};

export type VenueInput = Partial<ArgumentValues<typeof venueFields>>;

/** The patch of a write; `image_id` is the id that its `image` was resolved to. */
export function venuePatch(input: VenueInput, image_id: number | null | undefined): ContactPatch<VenueRow> {
  const { author, date, date_utc, venue: name, description, status, image: _, ...own } = input;
  const { stateprovince, website, geo_lat, geo_lng, language, translations, ...plain } = own;
  return {
    ...{ author, date, date_utc, name, description, status, image_id, language, translations },
    own: {
      ...{ ...changedColumns(plainVenueFields, plain), website, geo_lat, geo_lng },
      stateprovince: stateprovince === undefined ? undefined : stateprovince || null,
    },
  };
}

export type VenueRegion = Pick<VenueRow, 'stateprovince' | 'state' | 'province' | 'country'>;

/** The state of a venue in the United States or without a country, otherwise its province. */
export const stateOrProvince = (venue: VenueRegion): string => venue[regionColumn(venue)] ?? '';

/** The column that `stateOrProvince` shows. */
export function regionColumn(venue: VenueRegion): 'stateprovince' | 'state' | 'province' {
  if (venue.stateprovince !== null) return 'stateprovince';
  // The name of a country in another language decides nothing.
  const byState = venue.state !== '' && /^(us|united states|)$/i.test(inOwnLanguage(venue).country);
  return byState ? 'state' : 'province';
}

export const venueKind: ContactKind<VenueRow> = {
  type: 'venue',
  translated: translatedColumns,
  blank: {
    ...{ ...blankColumns(plainVenueFields), website: '', stateprovince: null, geo_lat: null, geo_lng: null },
  },
  searched: venue => [
    ...[venue.address, venue.city, venue.province, venue.state, venue.zip, venue.phone],
    stateOrProvince(venue),
  ],
};
