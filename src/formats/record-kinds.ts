import { KINDS } from '../kinds.ts';
import { summaryOf } from '../lib/text/text.ts';
import { type OrganizerRecord, organizerMembers } from '../organizers/members.ts';
import { translatedColumns as ofOrganizers } from '../organizers/plain-fields.ts';
import { siteName } from '../site/name.ts';
import { termMembers } from '../terms/members.ts';
import { translatedColumns as ofTerms } from '../terms/term.ts';
import type { PlacedTerm } from '../terms/tree.ts';
import { type VenueRecord, venueMembers } from '../venues/members.ts';
import { translatedColumns as ofVenues } from '../venues/plain-fields.ts';
import { imageColumn, memberColumns, textColumn } from './csv/columns.ts';
import { organizationNode, placeNode } from './json-ld/contact-nodes.ts';
import type { RecordKind } from './record-formats.ts';

const publication = memberColumns(
  ...['status', 'slug', 'author', 'date', 'date_utc', 'modified', 'modified_utc', 'global_id'],
);

export const venueDocuments: RecordKind<VenueRecord> = {
  ...{ members: venueMembers, translated: ofVenues },
  columns: {
    ...memberColumns(
      'id',
      'venue',
      'address',
      'city',
      'zip',
      'stateprovince',
      'state',
      'province',
      'country',
    ),
    ...memberColumns('geo_lat', 'geo_lng', 'phone', 'website', 'url'),
    ...imageColumn,
    ...textColumn('description'),
    ...memberColumns('show_map', 'show_map_link'),
    ...publication,
  },
  node: (venue, _, { view }) => ({ ...placeNode(venue, view), description: textOf(venue.description) }),
};

export const organizerDocuments: RecordKind<OrganizerRecord> = {
  ...{ members: organizerMembers, translated: ofOrganizers },
  columns: {
    ...memberColumns('id', 'organizer', 'phone', 'email', 'website', 'url'),
    ...imageColumn,
    ...textColumn('description'),
    ...publication,
  },
  node: (organizer, _, { view }) => ({
    ...organizationNode(organizer, view),
    description: textOf(organizer.description),
  }),
};

const term = (...names: readonly string[]): RecordKind<PlacedTerm> => ({
  ...{ members: termMembers, translated: ofTerms },
  columns: {
    ...memberColumns('id', 'name', 'slug', ...names, 'count'),
    ...textColumn('description'),
    ...memberColumns('taxonomy', 'url'),
  },
  node: ({ taxonomy, name, slug, description }, { url }, { view }) => ({
    '@type': 'DefinedTerm',
    '@id': url,
    url,
    name,
    termCode: slug,
    description: textOf(description),
    inDefinedTermSet: {
      '@type': 'DefinedTermSet',
      '@id': `${view.address.api}/${KINDS[taxonomy].collection}`,
      name: siteName(view),
    },
  }),
});

export const categoryDocuments = term('parent');
export const tagDocuments = term();

const textOf = (html: string): string | undefined => summaryOf(html, MOST) || undefined;

/** Characters of a description. */
const MOST = 5000;
