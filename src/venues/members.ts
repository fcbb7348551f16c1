import {
  contactMembers,
  identityMembers,
  unshownContactColumns,
  websiteMember,
} from '../contacts/members.ts';
import type { VenueRow, WithImage } from '../db/tables.ts';
import { answerWords as words } from '../i18n/messages.ts';
import {
  type ColumnOf,
  type DeclaredMembers,
  type ImportedName,
  keptIn,
  optionalMember,
  TEXT,
} from '../records/members.ts';
import { plainMembers } from '../records/plain-fields.ts';
import { structuredDataMember } from '../records/published-members.ts';
import { languageMembers } from '../records/translations/members.ts';
import { mayEdit } from '../users/rights.ts';
import { translatedColumns, venueFlags, venueLines } from './plain-fields.ts';
import { regionColumn, stateOrProvince } from './venue.ts';

export type VenueRecord = WithImage<VenueRow>;

const own = optionalMember<VenueRow>;

const declared = {
  ...contactMembers('venue', words.venue_name),
  ...plainMembers(venueLines),
  website: websiteMember,
  stateprovince: {
    ...own(TEXT, words.stateprovince, venue => stateOrProvince(venue) || undefined),
    ...keptIn('stateprovince'),
  },
  geo_lat: {
    ...own({ type: 'number' }, words.geo_lat, ({ geo_lat }) => geo_lat ?? undefined),
    ...keptIn('geo_lat'),
  },
  geo_lng: {
    ...own({ type: 'number' }, words.geo_lng, ({ geo_lng }) => geo_lng ?? undefined),
    ...keptIn('geo_lng'),
  },
  ...languageMembers<VenueRecord>(translatedColumns, mayEdit, (venue, column) =>
    column === 'stateprovince' ? regionColumn(venue) : column,
  ),
  json_ld: structuredDataMember('venue'),
  ...plainMembers(venueFlags),
  ...identityMembers,
} as const satisfies DeclaredMembers<VenueRecord>;

/** The members of a venue, in the order of answers. */
export const venueMembers: DeclaredMembers<VenueRecord> = declared;

export type ImportedVenueMember = ImportedName<typeof declared>;

/** A column that is neither here nor a member's does not compile. */
export const unshownVenueColumns = unshownContactColumns satisfies Record<
  Exclude<keyof VenueRow, ColumnOf<typeof declared>>,
  string | false
>;
